package picture

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ratesim/stats"
)

// outcomes draws the shares of each policy, a row of panels a load.
func (r *Roll) outcomes() Sheet {
	rows, left := r.rows()
	s := Sheet{Title: "Requests completed and tokens wasted, by policy"}
	var boot stats.Bootstrap
	var about []string
	names := policies(rows)
	most := 1
	for _, row := range rows {
		most = max(most, len(row.cases))
		var panels []panel
		for i, m := range r.measures() {
			o := outcome{row: row, measure: m, names: names, boot: &boot, first: i%columnsMost == 0}
			panels = append(panels, panel{plot: o.plot, about: o.about()})
			about = append(about, o.about())
		}
		s.add(panels)
	}
	s.About = strings.Join(about, " ")
	s.Notes = notes("of "+runsOf(rows)+intervalNote(rows), leftOut(left))
	s.height = 74 + 22*vg.Length(most)
	return s
}

// intervalNote says what the bars are, where there are any.
func intervalNote(rows []row) string {
	if runsOf(rows) == "one seed" {
		return ", so nothing is known of how far others differ; --seeds 1..+30 tells"
	}
	return ": the mean, and its 95 % interval; of 100 such, about 95 hold the mean of all seeds"
}

// notes returns those of the notes that say something.
func notes(all ...string) (said []string) {
	for _, note := range all {
		if note != "" {
			said = append(said, note)
		}
	}
	return said
}

// An outcome is one share of each policy under one load.
type outcome struct {
	row     row
	measure measure
	names   []string // of all policies
	boot    *stats.Bootstrap
	first   bool // of a row of panels
}

func (o outcome) title() string {
	if o.row.name == "" {
		return o.measure.title
	}
	return o.row.label + ": " + o.measure.title
}

// plot draws a mark for each policy, and a bar for the interval.
func (o outcome) plot(alone bool) *plot.Plot {
	p := newPlot(o.title())
	p.X.Min, p.X.Max = 0, 1
	p.X.Label.Text = o.measure.unit
	p.X.Tick.Marker = shareTicks()
	p.Add(upright())
	last := len(o.row.cases) - 1
	labels := make([]plot.Tick, last+1)
	for i, c := range o.row.cases {
		y := float64(last - i)
		labels[i] = plot.Tick{Value: y, Label: c.label}
		if !alone && !o.first {
			labels[i].Label = " "
		}
		if e, ok := c.estimate(o.measure, o.boot); ok {
			p.Add(dot{at: plotter.XY{X: e.Mean, Y: y}, estimate: e, look: lookOf(place(o.names, c.run.Policy))})
		}
	}
	p.Y.Tick.Marker = plot.ConstantTicks(labels)
	p.Y.Tick.Length = 0
	p.Y.Min, p.Y.Max = -0.6, float64(last)+0.6
	return p
}

// about says the same in words.
func (o outcome) about() string {
	var said []string
	for _, c := range o.row.cases {
		text := c.label + " none"
		if e, ok := c.estimate(o.measure, o.boot); ok {
			text = fmt.Sprintf("%s %.4f%s", c.label, e.Mean, within(e))
		}
		said = append(said, text)
	}
	return fmt.Sprintf("%s, %s: %s.", o.title(), o.measure.unit, strings.Join(said, ", "))
}

// within returns an interval in words, "" for none.
func within(e stats.Estimate) string {
	if math.IsInf(e.Low, 0) {
		return ""
	}
	return fmt.Sprintf(" (%.4f to %.4f)", e.Low, e.High)
}

// shareTicks are the ticks of a share.
func shareTicks() plot.ConstantTicks {
	return plot.ConstantTicks{{Value: 0, Label: "0"}, {Value: 0.25, Label: "0.25"}, {Value: 0.5, Label: "0.5"}, {Value: 0.75, Label: "0.75"}, {Value: 1, Label: "1"}}
}

// grid returns faint lines at the ticks of one or both axes.
func grid() *plotter.Grid {
	g := plotter.NewGrid()
	g.Vertical.Color, g.Horizontal.Color = faint, faint
	g.Vertical.Width, g.Horizontal.Width = 0.4, 0.4
	return g
}

func upright() *plotter.Grid {
	g := grid()
	g.Horizontal.Color = nil
	return g
}

func level() *plotter.Grid {
	g := grid()
	g.Vertical.Color = nil
	return g
}

// A dot is an estimate as a mark with a bar, and its number beside it.
type dot struct {
	at       plotter.XY
	estimate stats.Estimate
	look     look
}

// Plot draws the dot.
func (d dot) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	line := draw.LineStyle{Color: d.look.color, Width: 1.6}
	at := vg.Point{X: x(d.at.X), Y: y(d.at.Y)}
	left, right := at.X-markSize, at.X+markSize
	if !math.IsInf(d.estimate.Low, 0) {
		low, high := x(d.estimate.Low), x(d.estimate.High)
		c.StrokeLine2(line, low, at.Y, high, at.Y)
		c.StrokeLine2(line, low, at.Y-3, low, at.Y+3)
		c.StrokeLine2(line, high, at.Y-3, high, at.Y+3)
		left, right = min(left, low), max(right, high)
	}
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: d.look.color, Radius: markSize, Shape: d.look.glyph}, at)
	d.label(c, at, left, right)
}

// label writes the number beside the bar: where most of the panel is free, else on the
// other side, and where neither has room, above.
func (d dot) label(c draw.Canvas, at vg.Point, left, right vg.Length) {
	const space = 4
	style := letters(tickSize)
	style.YAlign = draw.YCenter
	text := fmt.Sprintf("%.4f", d.at.X)
	width := style.Width(text)
	fitsLeft, fitsRight := left-space-width >= c.Min.X, right+space+width <= c.Max.X
	switch {
	case fitsLeft && (d.at.X > 0.5 || !fitsRight):
		at.X = left - space - width
	case fitsRight:
		at.X = right + space
	default:
		style.YAlign = draw.YBottom
		at.X = min(max(at.X-width/2, c.Min.X+space), c.Max.X-width)
		at.Y += markSize + 2
	}
	c.FillText(style, at, text)
}
