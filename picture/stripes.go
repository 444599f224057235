package picture

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The measures of stripes. What is shorter than a stroke's breadth is left to the outline.
const (
	stripeGap   = vg.Length(4.5) // from one to the next, along an axis
	stripeWidth = vg.Length(1.1)
	stripeLeast = vg.Length(0.8)
	edgeWidth   = vg.Length(0.7)
)

// striped fills what lies between two values with slanted stripes inside an outline: told
// from a plain area without colour, and on paper.
type striped struct {
	boxes []vg.Rectangle // in the units of the axes, from left to right
	color color.Color
}

// Plot draws the stripes.
func (s striped) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var boxes []vg.Rectangle
	for _, b := range s.boxes {
		boxes = append(boxes, vg.Rectangle{
			Min: vg.Point{X: x(float64(b.Min.X)), Y: y(float64(b.Min.Y))},
			Max: vg.Point{X: x(float64(b.Max.X)), Y: y(float64(b.Max.Y))},
		})
	}
	s.drawIn(&c, boxes)
}

// Thumbnail draws a patch of them.
func (s striped) Thumbnail(c *draw.Canvas) { s.drawIn(c, []vg.Rectangle{c.Rectangle}) }

func (s striped) drawIn(c *draw.Canvas, boxes []vg.Rectangle) {
	if len(boxes) == 0 {
		return
	}
	c.SetLineStyle(draw.LineStyle{Color: s.color, Width: stripeWidth})
	if lines := stripes(boxes); len(lines) > 0 {
		c.Stroke(lines)
	}
	c.SetLineStyle(draw.LineStyle{Color: s.color, Width: edgeWidth})
	c.Stroke(outlines(boxes))
}

// stripes returns lines that rise by one to the right, where they are inside of boxes.
func stripes(boxes []vg.Rectangle) (lines vg.Path) {
	lowest, highest := boxes[0].Min.Y-boxes[0].Max.X, boxes[0].Max.Y-boxes[0].Min.X
	for _, b := range boxes {
		lowest, highest = min(lowest, b.Min.Y-b.Max.X), max(highest, b.Max.Y-b.Min.X)
	}
	for n := int(lowest/stripeGap) - 1; vg.Length(n)*stripeGap < highest; n++ {
		lines = append(lines, stripe(boxes, vg.Length(n)*stripeGap)...)
	}
	return lines
}

// stripe returns the parts inside of boxes of the line y = x + rise.
func stripe(boxes []vg.Rectangle, rise vg.Length) (parts vg.Path) {
	var from, to vg.Length
	end := func() {
		if to-from >= stripeLeast {
			parts.Move(vg.Point{X: from, Y: from + rise})
			parts.Line(vg.Point{X: to, Y: to + rise})
		}
	}
	for _, b := range boxes {
		left, right := max(b.Min.X, b.Min.Y-rise), min(b.Max.X, b.Max.Y-rise)
		switch {
		case left >= right:
		case left == to:
			to = right
		default:
			end()
			from, to = left, right
		}
	}
	end()
	return parts
}

// outlines returns the edges of boxes: of those that touch, one around all of them.
func outlines(boxes []vg.Rectangle) (edges vg.Path) {
	for from := 0; from < len(boxes); {
		to := from + 1
		for to < len(boxes) && boxes[to].Min.X == boxes[to-1].Max.X {
			to++
		}
		touching := boxes[from:to]
		edges.Move(touching[0].Min)
		for _, b := range touching {
			edges.Line(vg.Point{X: b.Min.X, Y: b.Max.Y})
			edges.Line(b.Max)
		}
		for i := len(touching) - 1; i >= 0; i-- {
			edges.Line(vg.Point{X: touching[i].Max.X, Y: touching[i].Min.Y})
			edges.Line(touching[i].Min)
		}
		edges.Close()
		from = to
	}
	return edges
}
