package picture

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// A curve is what is drawn of one case over time: a value a bin, all lists as long.
type curve struct {
	bin          int64   // ns
	at           []int64 // ns: the instants of which the values are
	isOfEnds     bool    // each value is of the end of its bin; else it holds from its instant on
	all, refused []float64
}

// pointsMost is how many points of a curve a picture has room for.
const pointsMost = 320

// callsCurve returns the calls in each trailing window. Where there are too many
// points, the largest of several stands for them.
func (o *occasion) callsCurve() curve {
	c := &o.course
	v := curve{bin: c.bin, all: c.inWindow(c.calls, len(o.counts)), refused: c.inWindow(c.refused(), len(o.counts))}
	v.at, v.isOfEnds = c.instants(len(v.all), o.run.StepNS)
	several := (len(v.all) + pointsMost - 1) / pointsMost
	if several < 2 {
		return v
	}
	thin := curve{bin: v.bin * int64(several), isOfEnds: v.isOfEnds}
	for from := 0; from < len(v.all); from += several {
		part := v.all[from:min(from+several, len(v.all))]
		at := from + slices.Index(part, slices.Max(part))
		thin.at, thin.all, thin.refused = append(thin.at, v.at[at]), append(thin.all, v.all[at]), append(thin.refused, v.refused[at])
	}
	return thin
}

// scale is the unit of the axis of time.
type scale struct {
	name string
	of   float64 // ns
}

// scaleOf returns the unit of a run's times.
func scaleOf(stepNS, longest int64) scale {
	switch {
	case stepNS > 0:
		return scale{"steps", float64(stepNS)}
	case longest < int64(2*time.Second):
		return scale{"ms", 1e6}
	case longest < int64(10*time.Minute):
		return scale{"s", 1e9}
	case longest < int64(5*time.Hour):
		return scale{"min", 60e9}
	}
	return scale{"h", 3600e9}
}

// calls draws calls and refusals over time, a panel a case.
func (r *Roll) calls() Sheet {
	rows, left := r.rows()
	s := Sheet{Title: "Calls and refusals over time, against the limit"}
	s.key = []entry{{"answered or failed otherwise", area{answered}}, {"refused (429)", striped{color: refused}}}
	frame := r.callsFrame(rows)
	var about, said []string
	for _, row := range rows {
		var panels []panel
		for _, o := range row.cases {
			view := callsView{title: titleOf(row, o), o: o, frame: frame}
			panels = append(panels, panel{plot: view.plot, about: view.about(), chart: view.chart})
			about = append(about, view.about())
			if text := o.counted(); !slices.Contains(said, text) {
				said = append(said, text)
			}
		}
		s.add(panels)
	}
	if slices.ContainsFunc(r.cases, func(o *occasion) bool { return o.course.limit > 0 }) {
		s.key = append(s.key, entry{"limit", rule{}})
	}
	s.About = strings.Join(about, " ")
	s.Notes = notes(strings.Join(said, "; ")+"; "+meanNote(rows)+r.otherLimits(), leftOut(left))
	return s
}

// otherLimits names the limits that no line stands for.
func (r *Roll) otherLimits() string {
	var names []string
	for _, o := range r.cases {
		for _, l := range o.run.Limits {
			drawn := o.course.limit == l.Limit && o.course.window == l.WindowNS
			if name := shortened(l.Name); !drawn && !slices.Contains(names, name) && len(names) < flowsMost {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "; no line for the limit of " + strings.Join(names, ", ")
}

// meanNote says of how many runs a curve is.
func meanNote(rows []row) string {
	if of := runsOf(rows); of != "one seed" {
		return "mean of " + of
	}
	return "one seed"
}

// axis says what is counted.
func (o *occasion) axis() string {
	c := &o.course
	if c.isAveraged() {
		return fmt.Sprintf("calls in %s, mean of each %s", o.span(c.window), o.span(c.bin))
	}
	return "calls in the last " + o.span(c.window)
}

// counted says what is counted, and how often: as the window and the time that is used
// allow.
func (o *occasion) counted() string {
	bin := o.callsCurve().bin
	how := "counted every "
	switch {
	case bin > o.course.bin && o.course.isAveraged():
		how = "the largest mean of every "
	case bin > o.course.bin:
		how = "the most of every "
	}
	every := o.span(bin)
	if every == "1 step" {
		every = "step"
	}
	return fmt.Sprintf("%s, %s%s of the %s in which there were calls", o.axis(), how, every, o.span(o.course.used()))
}

// span returns a span of the case's time in words.
func (o *occasion) span(ns int64) string { return spanOf(ns, o.run.StepNS) }

// instant returns an instant of the case's time in words.
func (o *occasion) instant(ns int64) string {
	if step := o.run.StepNS; step > 0 && ns%step == 0 {
		return fmt.Sprintf("step %d", ns/step)
	}
	return o.span(ns)
}

// titleOf returns the title of a case's panel.
func titleOf(row row, o *occasion) string {
	if row.name == "" {
		return o.label
	}
	return row.label + ": " + o.label
}

// A frame is what panels have in common, so that they can be compared.
type frame struct {
	scale scale
	right int64   // the end of the axis of time, ns
	top   float64 // of the other axis
}

func (r *Roll) callsFrame(rows []row) frame {
	f := frame{top: 1}
	for _, row := range rows {
		for _, o := range row.cases {
			v := o.callsCurve()
			f.right = max(f.right, v.bin*int64(len(v.all)))
			f.top = max(f.top, 1.08*float64(o.course.limit))
			for _, n := range v.all {
				f.top = max(f.top, 1.08*n)
			}
		}
	}
	f.scale = scaleOf(r.cases[0].run.StepNS, f.right)
	return f
}

// A callsView is the panel of one case.
type callsView struct {
	title string
	o     *occasion
	frame frame
}

func (v callsView) plot(bool) *plot.Plot {
	p := v.frame.plot(v.title)
	p.Y.Label.Text = "calls in " + v.o.span(v.o.course.window)
	c := v.o.callsCurve()
	p.Add(level(), filled(c.points(c.rest(), v.frame.scale), answered), striped{c.boxes(v.frame.scale), refused})
	if v.o.course.limit > 0 {
		p.Add(rule{at: float64(v.o.course.limit)})
	}
	return p
}

// plot returns a plot with the frame's axes.
func (f frame) plot(title string) *plot.Plot {
	p := newPlot(title)
	p.X.Label.Text = "time (" + f.scale.name + ")"
	p.X.Min, p.X.Max = 0, max(1, float64(f.right)/f.scale.of)
	p.Y.Min, p.Y.Max = 0, f.top
	p.Y.Tick.Marker = countTicks()
	p.X.Padding, p.Y.Padding = 0, 0
	return p
}

// rest returns the calls that were not refused.
func (c *curve) rest() []float64 {
	rest := make([]float64, len(c.all))
	for i := range rest {
		rest[i] = c.all[i] - c.refused[i]
	}
	return rest
}

// points returns the outline of values that hold for a bin each.
func (c *curve) points(values []float64, s scale) plotter.XYs {
	var points plotter.XYs
	for i, v := range values {
		from, to := float64(int64(i)*c.bin)/s.of, float64(int64(i+1)*c.bin)/s.of
		if n := len(points); n > 0 && points[n-1].Y == v {
			points[n-1].X = to
			continue
		}
		points = append(points, plotter.XY{X: from, Y: v}, plotter.XY{X: to, Y: v})
	}
	return points
}

// boxes returns where refusals stand upon the others, in the units of the axes.
func (c *curve) boxes(s scale) (boxes []vg.Rectangle) {
	rest := c.rest()
	for i, top := range c.all {
		if c.refused[i] == 0 {
			continue
		}
		from, to := c.from(i, s), c.from(i+1, s)
		if last := len(boxes) - 1; last >= 0 && boxes[last].Max == (vg.Point{X: from, Y: vg.Length(top)}) && boxes[last].Min.Y == vg.Length(rest[i]) {
			boxes[last].Max.X = to
			continue
		}
		boxes = append(boxes, vg.Rectangle{Min: vg.Point{X: from, Y: vg.Length(rest[i])}, Max: vg.Point{X: to, Y: vg.Length(top)}})
	}
	return boxes
}

// from returns where a bin begins on the axis of time.
func (c *curve) from(bin int, s scale) vg.Length {
	return vg.Length(float64(int64(bin)*c.bin) / s.of)
}

// about says in words when most was asked and how much was refused.
func (v callsView) about() string {
	c := v.o.callsCurve()
	if len(c.all) == 0 {
		return v.title + ": no calls."
	}
	at := slices.Index(c.all, slices.Max(c.all))
	text := fmt.Sprintf("%s: at most %.4g %s, at %s", v.title, c.all[at], v.o.axis(), v.o.instant(c.at[at]))
	if v.o.course.limit > 0 {
		text += fmt.Sprintf(", against a limit of %d", v.o.course.limit)
	}
	o := v.o
	return fmt.Sprintf("%s; %s of %s calls refused%s.", text, o.inOne(sum(o.course.refused())), o.inOne(sum(o.course.calls)), o.ofMean())
}

// inOne returns what there is of something in one run on average, in words.
func (o *occasion) inOne(inAll int64) string {
	if runs := len(o.counts); runs > 1 && inAll > 0 {
		return fmt.Sprintf("%.1f", float64(inAll)/float64(runs))
	}
	return fmt.Sprint(inAll)
}

// ofMean says that figures are means; nothing where there is one run.
func (o *occasion) ofMean() string {
	if runs := len(o.counts); runs > 1 {
		return fmt.Sprintf(", in the mean of %d seeds", runs)
	}
	return ""
}

func sum(counts []int64) (sum int64) {
	for _, n := range counts {
		sum += n
	}
	return sum
}
