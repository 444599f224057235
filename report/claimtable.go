package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ratesim/claim"
)

// MarshalJSON writes the row as an object with a member a column.
func (r ClaimRow) MarshalJSON() ([]byte, error) { return marshalRecord(claimColumns(), &r) }

// claimColumns is the one list of what a ClaimRow has.
func claimColumns() []column[ClaimRow] {
	right := func(heading string, drop int) Column {
		return Column{Heading: heading, Right: true, Tight: true, Drop: drop}
	}
	seeds := right("seeds", 1)
	seeds.Note = seedsNote
	return []column[ClaimRow]{
		{name: "verdict", field: func(r *ClaimRow) any { return &r.Verdict }, place: 1, shown: Column{Heading: "verdict"}},
		{name: "assertion", field: func(r *ClaimRow) any { return &r.Claim }, place: 2, shown: Column{Heading: "assertion"}},
		{name: "scenario", field: func(r *ClaimRow) any { return &r.Scenario }, place: 3, shown: Column{Heading: "scenario"}},
		{name: "load", field: func(r *ClaimRow) any { return &r.Load }, place: 4, shown: Column{Heading: "load"}},
		{name: "flow", field: func(r *ClaimRow) any { return &r.Flow }, place: 5, shown: Column{Heading: "flow"}},
		{name: "policy", field: func(r *ClaimRow) any { return &r.Policy }, place: 6, shown: Column{Heading: "policy"}},
		{name: "value", field: func(r *ClaimRow) any { return &r.Value }, place: 7, shown: right("value", 4), text: (*ClaimRow).valueText},
		{name: "bound", field: func(r *ClaimRow) any { return &r.Bound }, place: 8, shown: right("bound", 2), text: (*ClaimRow).boundText},
		{name: "margin_low", field: func(r *ClaimRow) any { return &r.Low }, place: 9, shown: right("value − bound", 3), text: (*ClaimRow).marginText},
		{name: "margin_high", field: func(r *ClaimRow) any { return &r.High }},
		{name: "seeds_needed", field: func(r *ClaimRow) any { return &r.SeedsNeeded }, place: 10, shown: seeds,
			text: func(r *ClaimRow) string {
				if r.SeedsNeeded == nil {
					return ""
				}
				return aboutSeeds(*r.SeedsNeeded)
			}},
		{name: "seeds", field: func(r *ClaimRow) any { return &r.Seeds }},
		{name: "never", field: func(r *ClaimRow) any { return &r.Never }},
		{name: "unseen_share", field: func(r *ClaimRow) any { return &r.Unseen }},
	}
}

func (r *ClaimRow) valueText() string {
	switch {
	case r.Never > 0:
		return "never"
	case r.Value == nil:
		return noValue
	}
	return r.figure.text(*r.Value)
}

func (r *ClaimRow) boundText() string {
	if r.Bound == nil {
		return noValue
	}
	return r.figure.text(*r.Bound)
}

func (r *ClaimRow) marginText() string {
	switch {
	case r.Low == nil:
		return noValue
	case *r.Low == *r.High:
		return r.figure.change(*r.Low)
	}
	return r.figure.change(*r.Low) + ".." + r.figure.change(*r.High)
}

// claimTable returns the table of claims, without the columns that say nothing.
func claimTable(rows []ClaimRow) Table {
	columns := slices.DeleteFunc(claimColumns(), func(c column[ClaimRow]) bool {
		if c.name == "seeds_needed" {
			return !slices.ContainsFunc(rows, func(r ClaimRow) bool { return r.SeedsNeeded != nil })
		}
		first, isText := c.field(&rows[0]).(*string)
		if !isText || c.name != "scenario" && c.name != "load" && c.name != "flow" {
			return false
		}
		return !slices.ContainsFunc(rows, func(r ClaimRow) bool { return *c.field(&r).(*string) != *first })
	})
	t := tableOf(columns, rows)
	if slices.ContainsFunc(rows, func(r ClaimRow) bool { return r.Low != nil && r.tests == 0 }) {
		t.Notes = append(t.Notes, "an assertion holds, or fails, when the whole 95 % interval is on one side")
	}
	if i := slices.IndexFunc(rows, func(r ClaimRow) bool { return r.tests > 0 }); i >= 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("as before, on other seeds: fails when p, one-sided, is at most %v, Holm-adjusted for %s",
			shiftAt, counted(rows[i].tests, "test")))
	}
	if slices.ContainsFunc(rows, func(r ClaimRow) bool { return r.SeedsNeeded != nil }) {
		t.Notes = append(t.Notes, seedsNote)
	}
	t.Notes = append(t.Notes, Doubts(rows)...)
	return t
}

// told returns the value in words.
func (r *ClaimRow) told() string {
	switch {
	case r.Never > 0:
		return fmt.Sprintf("never in %d of %s, so the mean has no end", r.Never, counted(int(r.Seeds), "run"))
	case r.Value == nil:
		return "some run has no such value"
	}
	return r.valueText()
}

// Failed says of each claim that does not hold, or is not decided, where and by how
// much, a line each.
func Failed(rows []ClaimRow, verdict claim.Verdict) []string {
	var lines []string
	for _, r := range rows {
		if r.Verdict != string(verdict) {
			continue
		}
		where := slices.DeleteFunc([]string{r.Load, r.Flow, r.Policy}, func(s string) bool { return s == "" })
		line := fmt.Sprintf("%s: %s: %s", r.Claim, strings.Join(where, " "), r.told())
		if r.Low != nil && *r.Low != *r.High {
			line += fmt.Sprintf(", %s from the bound", r.marginText())
		}
		if r.SeedsNeeded != nil {
			line += fmt.Sprintf("; %s seeds would decide", aboutSeeds(*r.SeedsNeeded))
		}
		lines = append(lines, line)
	}
	return lines
}

// withClaims returns how to write something and, as text or Markdown, the table of
// claims below it.
func withClaims(rows []ClaimRow, write func(io.Writer, Format, Layout) error) func(io.Writer, Format, Layout) error {
	return func(w io.Writer, f Format, l Layout) error {
		if err := write(w, f, l); err != nil || len(rows) == 0 || f != FormatTable && f != FormatMarkdown {
			return err
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
		return writeTables(w, f, l, []titled{{"assertions", claimTable(rows)}})
	}
}
