package picture

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Marks that gonum's do not have: whole ones, which a bar through them does not hide.
type (
	diamond struct{}
	funnel  struct{} // a pyramid upside down
)

// DrawGlyph draws a diamond.
func (diamond) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	fillMark(c, style, at, []vg.Point{{X: 0, Y: 1.2}, {X: 1.2, Y: 0}, {X: 0, Y: -1.2}, {X: -1.2, Y: 0}})
}

// DrawGlyph draws a funnel.
func (funnel) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	fillMark(c, style, at, []vg.Point{{X: 0, Y: -1.25}, {X: 1.08, Y: 0.62}, {X: -1.08, Y: 0.62}})
}

// fillMark fills an outline whose points are in radii.
func fillMark(c *draw.Canvas, style draw.GlyphStyle, at vg.Point, outline []vg.Point) {
	var path vg.Path
	for i, p := range outline {
		to := at.Add(p.Scale(style.Radius))
		if i == 0 {
			path.Move(to)
		} else {
			path.Line(to)
		}
	}
	path.Close()
	c.SetColor(style.Color)
	c.Fill(path)
}
