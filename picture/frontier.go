package picture

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Frontier is the kind of picture that shows a search: its policies by two figures each.
const Frontier Kind = "frontier"

// roles are the policies that a search names, with their looks and letters.
func roles() []struct {
	name, letter string
	look         look
} {
	return []struct {
		name, letter string
		look         look
	}{{"winner", "W", lookOf(2)}, {"runner-up", "R", lookOf(0)}, {"baseline", "B", lookOf(1)}}
}

// The looks of policies without a role.
var (
	onFrontier = draw.GlyphStyle{Color: ink, Radius: 3, Shape: draw.CircleGlyph{}}
	beaten     = draw.GlyphStyle{Color: ink, Radius: 3, Shape: draw.RingGlyph{}}
	notHolding = draw.GlyphStyle{Color: color.RGBA{0x80, 0x80, 0x80, 0xff}, Radius: 3, Shape: draw.CrossGlyph{}}
)

// style returns the look of a policy's mark.
func (c *candidate) style() draw.GlyphStyle {
	for _, role := range roles() {
		if role.name == c.role {
			style := role.look.style()
			style.Radius = 5.5
			return style
		}
	}
	switch {
	case !c.holds:
		return notHolding
	case c.frontier:
		return onFrontier
	}
	return beaten
}

// A spot is a mark in a key.
type spot struct{ style draw.GlyphStyle }

// Thumbnail draws it.
func (s spot) Thumbnail(c *draw.Canvas) { c.DrawGlyphNoClip(s.style, c.Center()) }

// Draw returns the picture: the figure of the goal against each of the others.
func (s *Search) Draw() Sheet {
	sheet := Sheet{Kind: Frontier, Title: "What else could be had: policies by two figures", Notes: notes(s.note()), height: 250}
	for _, role := range roles() {
		c := candidate{role: role.name}
		sheet.key = append(sheet.key, entry{role.name, spot{c.style()}})
	}
	sheet.key = append(sheet.key, entry{"frontier", spot{onFrontier}}, entry{"beaten", spot{beaten}}, entry{"breaks a constraint", spot{notHolding}})
	var panels []panel
	var about []string
	for axis := 1; axis < len(s.axes); axis++ {
		panels = append(panels, panel{plot: func(bool) *plot.Plot { return s.plot(axis) }, about: s.about(axis)})
		about = append(about, s.about(axis))
	}
	sheet.add(panels)
	sheet.About = strings.Join(about, " ")
	return sheet
}

// plot draws the goal's figure against another.
func (s *Search) plot(axis int) *plot.Plot {
	x, xUnit := axisLabel(s.axes[0])
	y, yUnit := axisLabel(s.axes[axis])
	p := newPlot("")
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.X.Min, p.X.Max = s.ranges(0)
	p.Y.Min, p.Y.Max = s.ranges(axis)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = p.X.Min/xUnit, p.X.Max/xUnit, p.Y.Min/yUnit, p.Y.Max/yUnit
	p.Add(grid(), spots{search: s, axis: axis, xUnit: xUnit, yUnit: yUnit})
	return p
}

// about says the same in words, of the policies that have a name.
func (s *Search) about(axis int) string {
	x, xUnit := axisLabel(s.axes[0])
	y, yUnit := axisLabel(s.axes[axis])
	var said []string
	for _, p := range s.points {
		if p.role != "" {
			said = append(said, fmt.Sprintf("%s %s has %.4g and %.4g", p.role, shortened(p.policy), p.values[0]/xUnit, p.values[axis]/yUnit))
		}
	}
	return fmt.Sprintf("%s and %s: %s.", x, y, strings.Join(said, "; "))
}

// spots are the marks of a panel.
type spots struct {
	search       *Search
	axis         int
	xUnit, yUnit float64
}

// Plot draws the marks.
func (s spots) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, point := range s.search.shown() {
		at := vg.Point{X: x(point.values[0] / s.xUnit), Y: y(point.values[s.axis] / s.yUnit)}
		c.DrawGlyphNoClip(point.style(), at)
	}
}

// Text returns the picture as lines for a terminal.
func (s *Search) Text(signs Signs) string {
	p := &page{signs: signs}
	for axis := 1; axis < len(s.axes); axis++ {
		s.scatter(p, axis)
	}
	return p.notes(fmt.Sprintf("W winner, R runner-up, B baseline, %s frontier, %s beaten, x breaks a constraint", signs.of("●", "*"), signs.of("○", "o")), s.note())
}

// scatterLines is the height of a picture in lines.
const scatterLines = 14

// scatter writes the goal's figure against another.
func (s *Search) scatter(p *page, axis int) {
	xLabel, xUnit := axisLabel(s.axes[0])
	yLabel, yUnit := axisLabel(s.axes[axis])
	left, right := s.ranges(0)
	low, high := s.ranges(axis)
	width := p.signs.width() - 12
	cells := make([][]string, scatterLines)
	for i := range cells {
		cells[i] = strings.Split(strings.Repeat(" ", width), "")
	}
	for _, point := range s.shown() {
		column := int(math.Round((point.values[0] - left) / (right - left) * float64(width-1)))
		line := scatterLines - 1 - int(math.Round((point.values[axis]-low)/(high-low)*(scatterLines-1)))
		cells[line][column] = point.sign(p.signs)
	}
	p.text(yLabel + " against " + xLabel)
	for i, line := range cells {
		mark := ""
		switch i {
		case 0:
			mark = fmt.Sprintf("%.4g", high/yUnit)
		case scatterLines - 1:
			mark = fmt.Sprintf("%.4g", low/yUnit)
		}
		p.line("%10s %s%s", mark, p.signs.of("│", "|"), strings.Join(line, ""))
	}
	p.line("%10s %s%s", "", p.signs.of("└", "+"), strings.Repeat(p.signs.of("─", "-"), width))
	end := fmt.Sprintf("%.4g", right/xUnit)
	p.line("%12s%-*s%s", "", width-len(end), fmt.Sprintf("%.4g", left/xUnit), end)
	p.line("")
}

// sign returns what stands for a policy in a terminal.
func (c *candidate) sign(s Signs) string {
	for _, role := range roles() {
		if role.name == c.role {
			return role.letter
		}
	}
	switch {
	case !c.holds:
		return "x"
	case c.frontier:
		return s.of("●", "*")
	}
	return s.of("○", "o")
}
