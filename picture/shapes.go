package picture

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An area is a colour that fills what is counted; in a key, a patch of it.
type area struct{ color color.Color }

// Thumbnail draws the patch.
func (a area) Thumbnail(c *draw.Canvas) {
	c.SetColor(a.color)
	c.Fill(c.Rectangle.Path())
}

// filled returns an area below points.
func filled(points plotter.XYs, with color.Color) plot.Plotter {
	return &plotter.Line{XYs: points, FillColor: with, LineStyle: draw.LineStyle{Color: with, Width: 0.4}}
}

// A rule is a level line across a panel: a limit.
type rule struct{ at float64 }

var ruleStyle = draw.LineStyle{Color: ink, Width: 1.4, Dashes: []vg.Length{5, 3}}

// Plot draws the line.
func (r rule) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	c.StrokeLine2(ruleStyle, c.Min.X, y(r.at), c.Max.X, y(r.at))
}

// Thumbnail draws it in a key.
func (r rule) Thumbnail(c *draw.Canvas) {
	c.StrokeLine2(ruleStyle, c.Min.X, c.Center().Y, c.Max.X, c.Center().Y)
}

// bars are values as bars with a little room between them.
type bars struct {
	curve  curve // of which they are
	values []float64
	scale  scale
	color  color.Color
}

// Plot draws the bars.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.SetColor(b.color)
	for i, v := range b.values {
		if v == 0 {
			continue
		}
		from, to := x(float64(int64(i)*b.curve.bin)/b.scale.of), x(float64(int64(i+1)*b.curve.bin)/b.scale.of)
		room := min(0.6, (to-from)/8)
		box := vg.Rectangle{Min: vg.Point{X: from + room, Y: y(0)}, Max: vg.Point{X: to - room, Y: y(v)}}
		c.Fill(box.Path())
	}
}

// A stroke is a line with a mark, in a key.
type stroke struct{ look look }

func (l look) line() draw.LineStyle {
	return draw.LineStyle{Color: l.color, Width: 1.6, Dashes: l.dashes}
}

func (l look) style() draw.GlyphStyle {
	return draw.GlyphStyle{Color: l.color, Radius: markSize, Shape: l.glyph}
}

// Thumbnail draws it.
func (s stroke) Thumbnail(c *draw.Canvas) {
	c.StrokeLine2(s.look.line(), c.Min.X, c.Center().Y, c.Max.X, c.Center().Y)
	c.DrawGlyphNoClip(s.look.style(), c.Center())
}

// A remark is a word in the middle of a panel that would be empty.
type remark string

// Plot writes it.
func (r remark) Plot(c draw.Canvas, _ *plot.Plot) {
	style := letters(labelSize)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	c.FillText(style, c.Center(), string(r))
}
