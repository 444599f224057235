package picture

import (
	"fmt"
	"slices"
	"strings"
)

// A row is the cases of one load, or of one scenario of several.
type row struct {
	name  string // "" when there is only one
	label string // the name as it is shown
	cases []*occasion
}

// The most that one picture shows.
const (
	rowsMost     = 6
	policiesMost = 16
)

// rows returns the cases load by load, at most as many as a picture shows, and those
// that are left out.
func (r *Roll) rows() (rows []row, left []*occasion) {
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
			left = append(left, o)
		case i < 0:
			rows = append(rows, row{name: name, cases: []*occasion{o}})
		default:
			rows[i].cases = append(rows[i].cases, o)
		}
	}
	var names []string
	for _, row := range rows {
		names = append(names, row.name)
	}
	labels := labelsOf(names, nameMost)
	for i := range rows {
		rows[i].label = labels[rows[i].name]
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

// leftMost is how many of the cases that are left out are named.
const leftMost = 6

// leftOut says which cases a picture has no room for, "" for none.
func leftOut(left []*occasion) string {
	if len(left) == 0 {
		return ""
	}
	var names []string
	for _, o := range left[:min(len(left), leftMost)] {
		name := o.label
		if load := shortened(o.run.Load); load != "" {
			name = load + ": " + name
		}
		names = append(names, name)
	}
	if more := len(left) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return fmt.Sprintf("there is room for %d loads of %d policies, so %d are left out: choose with --load and --policy; they are %s",
		rowsMost, policiesMost, len(left), strings.Join(names, ", "))
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

// place returns where a name stands among names.
func place(names []string, name string) int { return max(0, slices.Index(names, name)) }
