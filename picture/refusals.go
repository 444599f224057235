package picture

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot"
)

// barsMost is how many bars a panel has room for.
const barsMost = 48

// A count is the refusals of a case in bars of a length.
type count struct {
	bar          int64 // ns
	first, again []int64
}

// barOf returns how many bins of a course go into a bar, for all cases the same, where
// there is room for so many bars.
func barOf(rows []row, room int) (bins int) {
	most := 0
	for _, row := range rows {
		for _, o := range row.cases {
			most = max(most, len(o.course.calls))
		}
	}
	return max(1, (most+room-1)/room)
}

func (o *occasion) count(bins int) count {
	return count{bar: o.course.bin * int64(bins), first: merged(o.course.first, bins), again: merged(o.course.again, bins)}
}

// refusals draws when calls were refused, a panel a case.
func (r *Roll) refusals() Sheet {
	rows, left := r.rows()
	s := Sheet{Title: "When calls were answered with 429"}
	s.key = []entry{{"first attempts", area{first}}, {"repeats", striped{color: refused}}}
	bins := barOf(rows, barsMost)
	f := r.refusalsFrame(rows, bins)
	var about, lengths []string
	for _, row := range rows {
		var panels []panel
		for _, o := range row.cases {
			view := refusalsView{title: titleOf(row, o), o: o, bins: bins, frame: f}
			panels = append(panels, panel{plot: view.plot, about: view.about(), chart: view.chart})
			about = append(about, view.about())
			if text := view.lengths(); !slices.Contains(lengths, text) {
				lengths = append(lengths, text)
			}
		}
		s.add(panels)
	}
	s.About = strings.Join(about, " ")
	s.Notes = notes(strings.Join(lengths, "; ")+"; "+meanNote(rows), leftOut(left))
	return s
}

func (r *Roll) refusalsFrame(rows []row, bins int) frame {
	f := r.callsFrame(rows)
	f.top = 1
	for _, row := range rows {
		for _, o := range row.cases {
			c := o.count(bins)
			for i := range c.first {
				f.top = max(f.top, 1.08*float64(c.first[i]+c.again[i])/float64(len(o.counts)))
			}
		}
	}
	return f
}

// lengths says how long bars are.
func (v refusalsView) lengths() string {
	c := &v.o.course
	return fmt.Sprintf("a bar is %s of the %s in which there were calls", v.o.span(c.bin*int64(v.bins)), v.o.span(c.used()))
}

// A refusalsView is the panel of one case.
type refusalsView struct {
	title string
	o     *occasion
	bins  int
	frame frame
}

func (v refusalsView) plot(bool) *plot.Plot {
	p := v.frame.plot(v.title)
	p.Y.Label.Text = "429s in " + v.o.span(v.o.count(v.bins).bar)
	both := v.curve()
	if sum(v.o.course.refused()) == 0 {
		p.Add(remark("no call was refused"))
		return p
	}
	p.Add(level(), bars{both, v.frame.scale})
	return p
}

// curve returns the bars as a curve of all refusals and of the repeats among them, in
// one run on average.
func (v refusalsView) curve() curve {
	c, runs := v.o.count(v.bins), float64(len(v.o.counts))
	bars := max(len(c.first), int((v.frame.right+c.bar-1)/c.bar))
	both := curve{bin: c.bar, all: make([]float64, bars), refused: make([]float64, bars)}
	for i := range int64(bars) {
		both.at = append(both.at, i*c.bar)
	}
	for i := range c.first {
		both.all[i] = float64(c.first[i]+c.again[i]) / runs
		both.refused[i] = float64(c.again[i]) / runs
	}
	return both
}

// about says the same in words.
func (v refusalsView) about() string {
	first, again := sum(v.o.course.first), sum(v.o.course.again)
	if first+again == 0 {
		return v.title + ": no call was refused."
	}
	c := v.o.count(v.bins)
	most, at := int64(-1), 0
	for i := range c.first {
		if n := c.first[i] + c.again[i]; n > most {
			most, at = n, i
		}
	}
	repeats := "none"
	if again > 0 {
		repeats = v.o.inOne(again)
	}
	refused := fmt.Sprintf("%s calls were refused, %s of them repeats%s", v.o.inOne(first+again), repeats, v.o.ofMean())
	if first+again == 1 && len(v.o.counts) == 1 {
		refused = "1 call was refused"
	}
	when := v.o.instant(int64(at) * c.bar)
	if c.bar != v.o.run.StepNS {
		when = fmt.Sprintf("the %s from %s on", v.o.span(c.bar), when)
	}
	return fmt.Sprintf("%s: %s; most in %s.", v.title, refused, when)
}
