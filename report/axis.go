package report

import (
	"math"
	"slices"
	"strings"
)

// An Axis is a figure that policies are chosen by, in one flow.
type Axis struct {
	Figure Figure
	Flow   string // "" for the lesson's figures, which are of a whole run
}

// Name returns the axis as a column's name: the figure's, after that of a flow.
func (a Axis) Name() string {
	if a.Flow == "" || a.Flow == AllFlows {
		return a.Figure.Name
	}
	return a.Flow + "." + a.Figure.Name
}

// Typed returns the axis as a user types it: the figure's name, a percentile as in
// p95(latency), and the flow as in p95(latency, flow=chat).
func (a Axis) Typed() string {
	name, of := a.Figure.Name, []string(nil)
	if a.Figure.percentile != "" {
		name, of = a.Figure.percentile, []string{a.Figure.base}
	}
	if a.Flow != "" && a.Flow != AllFlows {
		of = append(of, "flow="+a.Flow)
	}
	if len(of) == 0 {
		return name
	}
	return name + "(" + strings.Join(of, ", ") + ")"
}

// heading returns what stands above the axis in a table.
func (a Axis) heading() string {
	if a.Flow == "" || a.Flow == AllFlows {
		return a.Figure.Label
	}
	return a.Flow + " " + a.Figure.Label
}

// Keep returns the samples of the policies, under other names, and of the axes.
func (s Samples) Keep(policies, names []string, axes []Axis) Samples {
	var kept Samples
	var figures []int
	for i, f := range s.Figures {
		if slices.ContainsFunc(axes, func(a Axis) bool { return a.Figure.Name == f.Name }) {
			figures = append(figures, i)
			kept.Figures = append(kept.Figures, f)
		}
	}
	for n, policy := range policies {
		for place, c := range s.Cases {
			isAxis := slices.ContainsFunc(axes, func(a Axis) bool { return a.Flow == c.Flow })
			if c.Policy != policy || !isAxis {
				continue
			}
			c.Policy = names[n]
			kept.Cases = append(kept.Cases, c)
			kept.seeds = append(kept.seeds, s.seeds[place])
			var wholes []float64
			var values [][]float64
			for _, f := range figures {
				of := s.values[place][f]
				if !slices.ContainsFunc(axes, func(a Axis) bool { return a.Flow == c.Flow && a.Figure.Name == s.Figures[f].Name }) {
					of = slices.Repeat([]float64{math.NaN()}, len(of)) // a figure of another flow
				}
				wholes, values = append(wholes, s.wholes[place][f]), append(values, of)
			}
			kept.wholes, kept.values = append(kept.wholes, wholes), append(kept.values, values)
		}
	}
	return kept
}

// Text returns a value of the axis for a person to read.
func (a Axis) Text(value float64) string { return strings.TrimSpace(a.Figure.text(value)) }
