package picture

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// A row is the cases of one load, or of one scenario of several.
type row struct {
	name  string // "" when there is only one
	cases []*occasion
}

// The most that one picture shows.
const (
	rowsMost     = 6
	policiesMost = 8
)

// rows returns the cases load by load, at most as many as a picture shows, and how
// many are left out.
func (r *Roll) rows() (rows []row, left int) {
	several := func(of func(*occasion) string) bool {
		return slices.ContainsFunc(r.cases, func(o *occasion) bool { return of(o) != of(r.cases[0]) })
	}
	scenarios := several(func(o *occasion) string { return o.run.Scenario })
	for _, o := range r.cases {
		name := o.run.Load
		if scenarios {
			name = strings.TrimSpace(o.run.Scenario + " " + name)
		}
		i := slices.IndexFunc(rows, func(r row) bool { return r.name == name })
		switch {
		case i < 0 && len(rows) == rowsMost, i >= 0 && len(rows[i].cases) == policiesMost:
			left++
		case i < 0:
			rows = append(rows, row{name: name, cases: []*occasion{o}})
		default:
			rows[i].cases = append(rows[i].cases, o)
		}
	}
	return rows, left
}

// policies returns the policies of rows, in the order in which they are met: each has
// its own colour and mark.
func policies(rows []row) []string {
	var names []string
	for _, row := range rows {
		for _, o := range row.cases {
			if !slices.Contains(names, o.run.Policy) {
				names = append(names, o.run.Policy)
			}
		}
	}
	return names
}

// leftOut says how many cases a picture has no room for, "" for none.
func leftOut(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d more are left out: choose some with --load and --policy", n)
}

// runsOf says of how many runs each case consists.
func runsOf(rows []row) string {
	least, most := len(rows[0].cases[0].counts), 0
	for _, row := range rows {
		for _, o := range row.cases {
			least, most = min(least, len(o.counts)), max(most, len(o.counts))
		}
	}
	switch {
	case most == 1:
		return "one seed"
	case least == most:
		return fmt.Sprintf("%d seeds", most)
	}
	return fmt.Sprintf("%d to %d seeds", least, most)
}

// nameMost is how much of a name is shown, in signs.
const nameMost = 34

// shortened returns a name on one line, free of what would steer a terminal, and not
// too long.
func shortened(name string) string {
	signs := []rune(strings.ToValidUTF8(name, "\uFFFD"))
	if len(signs) > nameMost {
		signs = append(signs[:nameMost-1], '…')
	}
	for i, sign := range signs {
		if !unicode.IsPrint(sign) {
			signs[i] = ' '
		}
	}
	return string(signs)
}

// place returns where a name stands among names.
func place(names []string, name string) int { return max(0, slices.Index(names, name)) }
