package picture

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"ratesim/stats"
)

// Signs are what pictures in a terminal are made of. None has a colour.
type Signs struct {
	Columns int  // of the terminal; 0 for 80
	ASCII   bool // with letters and punctuation only
}

func (s Signs) width() int {
	if s.Columns <= 0 {
		return 80
	}
	return min(max(s.Columns, 40), 120)
}

// of returns a sign, or the plain one in its place.
func (s Signs) of(fine, plain string) string {
	if s.ASCII {
		return plain
	}
	return fine
}

// A page is a picture as lines.
type page struct {
	strings.Builder
	signs  Signs
	label  int               // the width of names
	labels map[string]string // of policies, at most as wide
}

// pageOf returns a page with room for the names of rows.
func pageOf(s Signs, rows []row) *page {
	p := &page{signs: s, labels: labelsOf(policies(rows), min(nameMost, s.width()/3))}
	for _, label := range p.labels {
		p.label = max(p.label, utf8.RuneCountInString(label))
	}
	return p
}

// line writes a line without blanks at its end.
func (p *page) line(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if p.signs.ASCII {
		text = strings.NewReplacer("…", "~", "–", "-").Replace(text)
	}
	p.WriteString(strings.TrimRight(text, " ") + "\n")
}

// text writes a text in lines that fit the page, broken at blanks.
func (p *page) text(text string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > p.signs.width():
			p.line("%s", line)
			line = word
		default:
			line += " " + word
		}
	}
	p.line("%s", line)
}

// name returns a policy's name as wide as all are.
func (p *page) name(policy string) string {
	return fmt.Sprintf("%-*s", p.label, p.labels[policy])
}

// notes writes the notes of a picture.
func (p *page) notes(all ...string) string {
	for _, note := range notes(all...) {
		p.text(note)
	}
	return p.String()
}

// outcomesText shows a share as a mark on a line from 0 to 1, with its interval.
func (r *Roll) outcomesText(s Signs) string {
	rows, left := r.rows()
	p := pageOf(s, rows)
	room := min(s.width()-p.label-13, 60)
	var boot stats.Bootstrap
	for _, row := range rows {
		for _, m := range r.measures() {
			o := outcome{row: row, measure: m}
			p.text(o.title() + ", " + m.unit)
			for _, c := range row.cases {
				e, ok := c.estimate(m, &boot)
				if !ok {
					p.line("  %s       –", p.name(c.run.Policy))
					continue
				}
				p.line("  %s  %.4f %s", p.name(c.run.Policy), e.Mean, s.span(e, room))
			}
			half := room / 2
			p.line("%*s0%*s%*s", p.label+11, "", half, "0.5", room-half-1, "1")
			p.line("")
		}
	}
	return p.notes("of "+runsOf(rows)+intervalNote(rows), leftOut(left))
}

// span draws an estimate between bars that stand for 0 and 1.
func (s Signs) span(e stats.Estimate, room int) string {
	line := make([]string, room)
	for i := range line {
		line[i] = " "
	}
	at := func(share float64) int { return int(math.Round(share * float64(room-1))) }
	if !math.IsInf(e.Low, 0) {
		low, high := at(e.Low), at(e.High)
		for i := low; i <= high; i++ {
			line[i] = s.of("─", "-")
		}
		line[low], line[high] = s.of("├", "["), s.of("┤", "]")
	}
	line[at(e.Mean)] = s.of("●", "o")
	bar := s.of("│", "|")
	return bar + strings.Join(line, "") + bar
}

// A chart is columns of two parts, one upon the other.
type chart struct {
	lower, upper []float64 // as long
	top          float64
	limit        float64 // 0 for none
	height       int     // in lines
}

// wide returns how many signs a column of the chart is wide: more than one where there
// are few.
func (c chart) wide(p *page) int { return max(1, min(6, p.signs.timeRoom()/max(1, len(c.lower)))) }

// draw writes the chart with an axis on the left.
func (c chart) draw(p *page) {
	s := p.signs
	label := func(value float64) string { return fmt.Sprintf("%6.4g", value) }
	lines := c.lines
	for line := c.height; line >= 1; line-- {
		mark, isLimit := "      ", c.limit > 0 && lines(c.limit) == line
		switch {
		case isLimit:
			mark = label(c.limit)
		case line == c.height:
			mark = label(c.top)
		}
		var cells strings.Builder
		for i := range c.lower {
			cell := " "
			switch {
			case lines(c.lower[i]) >= line:
				cell = s.of("█", "#")
			case lines(c.lower[i]+c.upper[i]) >= line:
				cell = s.of("▒", "x")
			case isLimit:
				cell = s.of("┄", "-")
			}
			cells.WriteString(strings.Repeat(cell, c.wide(p)))
		}
		p.line("%s %s%s", mark, s.of("│", "|"), cells.String())
	}
}

// lines returns how many lines a value fills: up to the limit's only if it reaches it.
func (c chart) lines(value float64) int {
	n := int(math.Ceil(value/c.top*float64(c.height) - 1e-9))
	if value < c.limit {
		return min(n, c.lines(c.limit)-1)
	}
	return n
}

// axis writes the axis of time below a chart of so many columns.
func (p *page) axis(columns int, f frame) {
	end := fmt.Sprintf("%.4g %s", float64(f.right)/f.scale.of, f.scale.name)
	p.line("     0 %s%s", p.signs.of("└", "+"), strings.Repeat(p.signs.of("─", "-"), columns))
	p.line("        0%*s", max(columns-1, len(end)+1), end)
}
