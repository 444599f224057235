package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// A BetterPoint is a policy that is worse than the winner of a search on no figure, and
// better on some, by the means on the held-out seeds.
type BetterPoint struct {
	Policy string      `json:"policy"`
	Rows   []PairedRow `json:"differences"` // from the winner, by flow and figure
}

// SetBetter notes the policies that beat the winner, from a comparison with it.
func (t *Tuning) SetBetter(p Paired, policies []string) {
	t.BetterTests = p.Method.Tests
	for _, policy := range policies {
		made := BetterPoint{Policy: policy}
		for _, r := range p.Rows {
			isAxis := slices.ContainsFunc(t.Axes, func(a Axis) bool { return a.Flow == r.Flow && a.Figure.Name == r.Figure })
			if r.Policy == policy && isAxis {
				made.Rows = append(made.Rows, r)
			}
		}
		t.Better = append(t.Better, made)
	}
}

// writeBetter writes which policies beat the winner, and what to make of that.
func (t Tuning) writeBetter(w io.Writer, f Format, columns int) error {
	if len(t.Better) == 0 {
		return nil
	}
	lines := []string{"", fmt.Sprintf("by these means better than the %s on some figure, and worse on none:", t.winnerName())}
	if f == FormatMarkdown {
		lines = append(lines, "", "```text")
	}
	for _, p := range t.Better {
		lines = append(lines, indented(hanging(p.Policy, columns-2), 2)...)
		var parts []string
		for _, r := range p.Rows {
			parts = append(parts, r.inWords())
		}
		lines = append(lines, indented(broken(strings.Join(parts, ", "), columns-4), 4)...)
	}
	lines = append(lines, broken(fmt.Sprintf("p Holm-adjusted for %s: of all that is shown, as chance chose among it", counted(t.BetterTests, "test")), columns)...)
	lines = append(lines, broken(fmt.Sprintf("the search's seeds chose the %s, and these judge it: seeds that choose cannot judge the choice. To choose between them, compare them on further seeds, from %d on",
		t.winnerName(), t.HeldOut.Last+1), columns)...)
	if f == FormatMarkdown {
		lines = append(lines, "```")
	}
	_, err := io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}

// inWords tells a difference from the baseline, and its verdict.
func (r *PairedRow) inWords() string {
	name := r.figure.Label
	if r.Flow != "" && r.Flow != AllFlows {
		name = r.Flow + " " + name
	}
	if r.Difference == nil {
		return name + " " + r.Verdict
	}
	return fmt.Sprintf("%s %s %s", name, r.differenceText(), r.Verdict)
}

// indented sets lines in by so many columns.
func indented(lines []string, by int) []string {
	var all []string
	for _, line := range lines {
		all = append(all, strings.Repeat(" ", by)+line)
	}
	return all
}
