package picture

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// A Chart is what a panel over time shows, as numbers, for a page that draws it by itself
// and tells the values under the cursor.
type Chart struct {
	Title string      `json:"title"`
	X     string      `json:"x"` // what an axis says
	Y     string      `json:"y"`
	Unit  string      `json:"unit"` // of At
	At    []float64   `json:"at"`
	From  float64     `json:"from"` // the ends of the axes
	To    float64     `json:"to"`
	Top   float64     `json:"top"`
	Whole bool        `json:"whole"` // what is counted: whole numbers stand at the axis
	Log   bool        `json:"log"`   // of time
	Until bool        `json:"until"` // a value holds until its instant, from the one before; else from it on
	Lines []ChartLine `json:"lines"`
}

// A ChartLine is one of the values over time: as many as there are instants. Areas and
// bars stand upon each other, the last one at the bottom.
type ChartLine struct {
	Name    string    `json:"name"`
	Look    string    `json:"look"`    // area, bars or line
	Stripes bool      `json:"stripes"` // fill it; else it is filled whole
	Colour  string    `json:"colour"`
	Dashes  []float64 `json:"dashes"`
	Values  []float64 `json:"values"`
	End     *ChartEnd `json:"end,omitempty"`
}

// A ChartEnd is a mark at the right edge, where a line ends, and what it says.
type ChartEnd struct {
	At   float64 `json:"at"`
	Mark string  `json:"mark"`
	Text string  `json:"text"`
}

// chart returns a chart in a frame, with an instant for each bin of a curve.
func (f frame) chart(title, y string, c curve) *Chart {
	chart := &Chart{Title: title, X: "time (" + f.scale.name + ")", Y: y, Unit: f.scale.name,
		To: max(1, float64(f.right)/f.scale.of), Top: f.top, Whole: true}
	chart.Until = c.isOfEnds
	for _, ns := range c.at {
		chart.At = append(chart.At, float64(ns)/f.scale.of)
	}
	return chart
}

// add adds a line of values.
func (c *Chart) add(name, look string, of color.Color, values []float64) {
	line := ChartLine{Name: name, Look: look, Colour: hex(of), Dashes: []float64{}, Values: []float64{}}
	for _, v := range values {
		line.Values = append(line.Values, short(v))
	}
	c.Lines = append(c.Lines, line)
}

// short returns a number to four decimals.
func short(v float64) float64 { return math.Round(v*1e4) / 1e4 }

// hex returns a colour as a page names it.
func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

func (v callsView) chart() *Chart {
	c := v.o.callsCurve()
	chart := v.frame.chart(v.title, "calls in "+v.o.span(v.o.course.window), c)
	chart.add("refused (429)", "area", refused, c.refused)
	chart.Lines[0].Stripes = true
	chart.add("answered or failed otherwise", "area", answered, c.rest())
	if v.o.course.limit > 0 {
		chart.add("limit", "line", ink, slices.Repeat([]float64{float64(v.o.course.limit)}, len(c.all)))
		chart.Lines[2].Dashes = dashes(ruleStyle.Dashes)
	}
	return chart
}

// chart returns nothing where nothing was refused: the panel says so in words.
func (v refusalsView) chart() *Chart {
	if sum(v.o.course.refused()) == 0 {
		return nil
	}
	both := v.curve()
	chart := v.frame.chart(v.title, "429s in "+v.o.span(both.bin), both)
	chart.add("repeats", "bars", refused, both.refused)
	chart.Lines[0].Stripes = true
	chart.add("first attempts", "bars", first, both.rest())
	return chart
}

func dashes(lengths []vg.Length) []float64 {
	all := []float64{}
	for _, l := range lengths {
		all = append(all, l.Points())
	}
	return all
}

// instantsMost is how many instants a chart of latencies has, all its curves together.
const instantsMost = 400

// chart returns the distributions at the quantiles of all of them.
func (v latencyView) chart() *Chart {
	least, most, isLog := v.axis()
	s := scaleOf(v.curves[0].step, int64(most))
	chart := &Chart{Title: v.title, X: "time from arrival (" + s.name + ")", Y: "share of requests", Unit: s.name,
		To: max(1.02*most/s.of, 1e-3), Top: 1, Log: isLog}
	if isLog {
		chart.From = least / s.of
	}
	instants := []float64{0}
	if isLog {
		instants = nil
	}
	for _, a := range v.curves {
		for _, p := range a.quantiles(max(12, instantsMost/len(v.curves))) {
			instants = append(instants, p.X)
		}
	}
	slices.Sort(instants)
	instants = slices.Compact(instants)
	for _, x := range instants {
		chart.At = append(chart.At, x/s.of)
	}
	for _, a := range v.curves {
		values := make([]float64, len(instants))
		for i, x := range instants {
			values[i] = a.within(x)
		}
		l := lookOf(place(v.names, a.policy))
		chart.add(a.label, "line", l.color, values)
		line := &chart.Lines[len(chart.Lines)-1]
		line.Dashes = dashes(l.dashes)
		if a.requests > 0 {
			line.End = &ChartEnd{At: short(1 - a.never), Mark: l.mark, Text: a.neverText()}
		}
	}
	return chart
}
