package picture

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// columns returns a curve as columns of a chart: of bins that share one, the largest.
func (c *curve) columns(f frame, room int) (all, refused []float64) {
	bins := int(max(1, f.right/c.bin))
	each := (bins + room - 1) / room
	all, refused = make([]float64, (bins+each-1)/each), make([]float64, (bins+each-1)/each)
	for i := range c.all {
		if at := i / each; c.all[i] > all[at] {
			all[at], refused[at] = c.all[i], c.refused[i]
		}
	}
	return all, refused
}

// timeRoom is how many columns a chart over time has.
func (s Signs) timeRoom() int { return min(s.width()-10, 100) }

// callsText shows calls over time as columns, one chart a case.
func (r *Roll) callsText(s Signs) string {
	rows, left := r.rows()
	p := pageOf(s, rows)
	f := r.callsFrame(rows)
	for _, row := range rows {
		for _, o := range row.cases {
			p.text(titleOf(row, o) + ", " + o.axis())
			v := o.callsCurve()
			all, refused := v.columns(f, s.timeRoom())
			for i := range all {
				all[i] -= refused[i]
			}
			c := chart{lower: all, upper: refused, top: math.Ceil(f.top), limit: float64(o.course.limit), height: 8}
			c.draw(p)
			p.axis(c.wide(p)*len(all), f)
			p.line("")
		}
	}
	key := fmt.Sprintf("%s answered or failed otherwise  %s refused (429)  %s limit", s.of("█", "#"), s.of("▒", "x"), s.of("┄", "-"))
	return p.notes(key, meanNote(rows)+r.otherLimits(), leftOut(left))
}

// refusalsText shows refusals over time as columns, one chart a case that has some.
func (r *Roll) refusalsText(s Signs) string {
	rows, left := r.rows()
	p := pageOf(s, rows)
	bins := barOf(rows, min(barsMost, s.timeRoom()))
	f := r.refusalsFrame(rows, bins)
	for _, row := range rows {
		for _, o := range row.cases {
			v := refusalsView{title: titleOf(row, o), o: o, bins: bins, frame: f}
			p.text(strings.TrimSuffix(v.about(), "."))
			if sum(o.course.refused()) > 0 {
				both := v.curve()
				c := chart{lower: both.rest(), upper: both.refused, top: math.Ceil(f.top), height: 6}
				c.draw(p)
				p.axis(c.wide(p)*len(both.all), f)
			}
			p.line("")
		}
	}
	key := fmt.Sprintf("%s first attempts  %s repeats", s.of("█", "#"), s.of("▒", "x"))
	return p.notes(key, meanNote(rows), leftOut(left))
}

// latencyText shows how the share of answered requests grows with time, one line a
// policy.
func (r *Roll) latencyText(s Signs) string {
	rows, left := r.rows()
	p := pageOf(s, rows)
	room := min(s.width()-p.label-40, 40)
	if room < growthLeast {
		room = 0
	}
	for _, row := range rows {
		for flow := range max(1, len(r.flows())) {
			v := r.latencyView(row, flow, policies(rows))
			_, most := v.extent()
			p.text(v.title + ", share answered within 0 to " + spanOf(int64(most), v.curves[0].step) + " of the arrival")
			p.answersLine("", strings.Repeat(" ", room), []string{"p50", "p95", "p99", "never"})
			for _, a := range v.curves {
				if a.requests == 0 {
					p.line("  %s  –", p.name(a.policy))
					continue
				}
				p.answersLine(p.name(a.policy), s.growth(a, most, room),
					[]string{a.percentile(0.5), a.percentile(0.95), a.percentile(0.99), percentText(a.never)})
			}
			p.line("")
		}
	}
	return p.notes(answeredNote(rows)+"; full height is all of them", leftOut(left))
}

// answersLine writes a policy's name, its distribution and figures: where there is no
// room for the distribution, the figures on a line of their own.
func (p *page) answersLine(name, growth string, figures []string) {
	numbers := fmt.Sprintf("%8s %8s %8s %7s", figures[0], figures[1], figures[2], figures[3])
	if p.signs.width() >= p.label+40 {
		p.line("  %*s  %s  %s", p.label, name, growth, numbers)
		return
	}
	if name != "" {
		p.line("  %s", name)
	}
	p.line("  %s", numbers)
}

// growthLeast is the least room, in signs, in which a distribution says anything.
const growthLeast = 8

// growth draws a distribution as blocks that grow: its share at each of so many times;
// nothing where there is no room.
func (s Signs) growth(a answers, most float64, room int) string {
	if room == 0 {
		return ""
	}
	signs := strings.Split(s.of(" ▁▂▃▄▅▆▇█", " .:-=+*#@"), "")
	var line strings.Builder
	for i := range room {
		share := a.within(most * float64(i) / float64(room-1))
		line.WriteString(signs[int(share*8+1e-9)])
	}
	return line.String()
}

// spanOf returns a span in words: in steps where the run has such.
func spanOf(ns, step int64) string {
	if step > 0 && ns%step == 0 {
		if ns == step {
			return "1 step"
		}
		return fmt.Sprintf("%d steps", ns/step)
	}
	d := time.Duration(ns)
	switch {
	case d >= 10*time.Second:
		d = d.Round(100 * time.Millisecond)
	case d >= time.Second:
		d = d.Round(10 * time.Millisecond)
	case d >= time.Millisecond:
		d = d.Round(100 * time.Microsecond)
	}
	text := d.String()
	for _, nothing := range []string{"0s", "0m"} {
		if short, ok := strings.CutSuffix(text, nothing); ok && short != "" && strings.ContainsAny(short[len(short)-1:], "mh") {
			text = short
		}
	}
	return text
}

// percentText returns a share in per cent, to two digits at least.
func percentText(share float64) string {
	switch {
	case share == 0:
		return "0 %"
	case share < 0.001:
		return fmt.Sprintf("%.2g %%", 100*share)
	}
	return fmt.Sprintf("%.1f %%", 100*share)
}
