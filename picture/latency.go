package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// latency draws how many of a flow's requests were answered within which time: a row
// of panels a load, a panel a flow, a curve a policy.
func (r *Roll) latency() Sheet {
	rows, left := r.rows()
	names := policies(rows)
	s := Sheet{Title: "Requests answered within a time from their arrival"}
	labels := labelsOf(names, nameMost)
	for i, name := range names {
		s.key = append(s.key, entry{labels[name], stroke{lookOf(i)}})
	}
	var about []string
	for _, row := range rows {
		var panels []panel
		for flow := range max(1, len(r.flows())) {
			v := r.latencyView(row, flow, names)
			panels = append(panels, panel{plot: v.plot, about: v.about(), chart: v.chart})
			about = append(about, v.about())
		}
		s.add(panels)
	}
	s.About = strings.Join(about, " ")
	s.Notes = notes(answeredNote(rows)+"; on the right, the share that never had an answer", leftOut(left))
	s.height = 230 + endLine*vg.Length(max(0, len(names)-endsMost))
	return s
}

// latencyPoints is how many points a drawn curve has at most: one between two of them
// would lie within the breadth of the line.
const latencyPoints = 400

// latencyView returns the panel of one flow, or of all where they are too many.
func (r *Roll) latencyView(row row, flow int, names []string) latencyView {
	v := latencyView{title: r.latencyTitle(row, flow), names: names}
	for _, o := range row.cases {
		v.curves = append(v.curves, o.answers(flow, len(r.flows()) == 0))
	}
	return v
}

func (r *Roll) latencyTitle(row row, flow int) string {
	title := "all flows"
	if flows := r.flows(); len(flows) > 0 {
		title = r.flowLabels()[flow]
	}
	if row.name == "" {
		return title
	}
	return row.label + ": " + title
}

// A latencyView is the panel of one flow.
type latencyView struct {
	title  string
	names  []string // of all policies
	curves []answers
}

// extent returns the shortest latency, in ns, and the longest; 0 where there is none.
func (v latencyView) extent() (least, most float64) {
	isMet := false
	for _, a := range v.curves {
		if len(a.points) == 0 {
			continue
		}
		first, last := a.points[0].X, a.points[len(a.points)-1].X
		if !isMet || first < least {
			least, isMet = first, true
		}
		most = max(most, last)
	}
	return least, most
}

// axis returns the ends of the axis of time, in ns, and whether it is logarithmic.
func (v latencyView) axis() (least, most float64, isLog bool) {
	least, most = v.extent()
	return least, most, most > 50*least && least > 0
}

func (v latencyView) plot(bool) *plot.Plot {
	p := newPlot(v.title)
	p.Y.Label.Text = "share of requests"
	p.Y.Min, p.Y.Max = 0, 1
	p.Y.Tick.Marker = shareTicks()
	p.Y.Padding, p.X.Padding = 0, 0
	p.Add(grid())
	least, most, isLog := v.axis()
	s := scaleOf(v.curves[0].step, int64(most))
	p.X.Label.Text = "time from arrival (" + s.name + ")"
	p.X.Min, p.X.Max = 0, max(1.02*most/s.of, 1e-3)
	if isLog {
		p.X.Scale, p.X.Min = plot.LogScale{}, least/s.of
		p.X.Label.Text += ", log"
		p.X.Tick.Marker = logTicks()
	}
	ends := ends{}
	for _, a := range v.curves {
		l := lookOf(place(v.names, a.policy))
		p.Add(steps{points: a.quantiles(latencyPoints), unit: s.of, look: l})
		if a.requests > 0 {
			ends = append(ends, end{share: 1 - a.never, look: l, text: a.neverText()})
		}
	}
	p.Add(ends)
	return p
}

// about says the same in words.
func (v latencyView) about() string {
	var said []string
	for _, a := range v.curves {
		text := a.label + " none"
		if a.requests > 0 {
			text = fmt.Sprintf("%s median %s, 95th percentile %s, never %s", a.label, a.percentile(0.5), a.percentile(0.95), percentText(a.never))
		}
		said = append(said, text)
	}
	return v.title + ": " + strings.Join(said, "; ") + "."
}

// logTicks are powers of ten, spelled out.
func logTicks() plot.Ticker {
	return plot.TickerFunc(func(low, high float64) []plot.Tick {
		ticks := plot.LogTicks{Prec: -1}.Ticks(low, high)
		for i, t := range ticks {
			if t.Label != "" {
				ticks[i].Label = fmt.Sprintf("%g", t.Value)
			}
		}
		return ticks
	})
}

// steps is the distribution of latencies as a staircase.
type steps struct {
	points plotter.XYs // in ns
	unit   float64     // ns
	look   look
}

// Plot draws it up to the right edge.
func (s steps) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	if len(s.points) == 0 {
		return
	}
	at := func(i int) vg.Length { return x(max(p.X.Min, s.points[i].X/s.unit)) }
	line := []vg.Point{{X: at(0), Y: y(0)}}
	for i, point := range s.points {
		line = append(line, vg.Point{X: at(i), Y: line[len(line)-1].Y}, vg.Point{X: at(i), Y: y(point.Y)})
	}
	line = append(line, vg.Point{X: c.Max.X, Y: line[len(line)-1].Y})
	c.StrokeLines(s.look.line(), line)
}

// ends are marks at the ends of curves, and what they say.
type ends []end

type end struct {
	share float64
	look  look
	text  string
}

// endWidth is the room that the words take.
const endWidth = vg.Length(78)

// endLine is the height of a line of them, of which so many have room in the usual panel.
const (
	endLine  = tickSize + 2
	endsMost = 14
)

// Plot draws marks at the right edge and the words beside it, one below the other.
func (e ends) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	sorted := slices.SortedStableFunc(slices.Values(e), func(a, b end) int { return cmp.Compare(b.share, a.share) })
	style := letters(tickSize)
	style.YAlign = draw.YCenter
	below := c.Max.Y + 100
	for i, end := range sorted {
		at := vg.Point{X: c.Max.X, Y: y(end.share)}
		c.DrawGlyphNoClip(end.look.style(), at)
		small := draw.GlyphStyle{Color: end.look.color, Radius: 2.5, Shape: end.look.glyph}
		text := min(at.Y, below-endLine)
		text = max(text, c.Min.Y+vg.Length(len(sorted)-1-i)*endLine)
		c.DrawGlyphNoClip(small, vg.Point{X: at.X + 12, Y: text + 1})
		c.FillText(style, vg.Point{X: at.X + 18, Y: text}, end.text)
		below = text
	}
}

// GlyphBoxes asks for the room of the words.
func (e ends) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	return []plot.GlyphBox{{X: 1, Y: 1, Rectangle: vg.Rectangle{Max: vg.Point{X: endWidth, Y: 4}}}}
}
