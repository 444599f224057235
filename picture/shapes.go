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

// bars are refusals as bars with a little room between them: repeats upon the others.
type bars struct {
	curve curve
	scale scale
}

// Plot draws the bars.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var above []vg.Rectangle
	c.SetColor(first)
	for i, below := range b.curve.rest() {
		from, to := x(float64(b.curve.from(i, b.scale))), x(float64(b.curve.from(i+1, b.scale)))
		room := min(0.6, (to-from)/8)
		low := vg.Rectangle{Min: vg.Point{X: from + room, Y: y(0)}, Max: vg.Point{X: to - room, Y: y(below)}}
		if below > 0 {
			c.Fill(low.Path())
		}
		if b.curve.refused[i] > 0 {
			above = append(above, vg.Rectangle{Min: vg.Point{X: low.Min.X, Y: low.Max.Y}, Max: vg.Point{X: low.Max.X, Y: y(b.curve.all[i])}})
		}
	}
	striped{color: refused}.drawIn(&c, above)
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
