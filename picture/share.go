package picture

import (
	"math"

	"ratesim/stats"
	"ratesim/trace"
)

// A measure is a share that cases are compared by, run by run.
type measure struct {
	title, unit string
	of          func([]trace.Counts) (part, whole int64)
}

// flowsMost is how many flows have a picture of their own; of more, all together are
// shown.
const flowsMost = 4

// measures returns what is shown of outcomes: what each flow completes, and waste.
func (r *Roll) measures() []measure {
	var all []measure
	for i, flow := range r.flowLabels() {
		all = append(all, measure{
			title: flow + " completed", unit: "share of requests",
			of: func(c []trace.Counts) (part, whole int64) {
				if i < len(c) {
					return c[i].Completed, c[i].Requests
				}
				return 0, 0
			},
		})
	}
	if len(all) == 0 {
		all = append(all, measure{title: "completed, all flows", unit: "share of requests", of: func(c []trace.Counts) (part, whole int64) {
			for _, f := range c {
				part, whole = part+f.Completed, whole+f.Requests
			}
			return part, whole
		}})
	}
	return append(all, measure{title: "wasted", unit: "share of tokens", of: func(c []trace.Counts) (part, whole int64) {
		for _, f := range c {
			part, whole = part+f.Wasted, whole+f.Tokens
		}
		return part, whole
	}})
}

// flows returns the names of the flows if all cases have the same few; else nil.
func (r *Roll) flows() (names []string) {
	for i, o := range r.cases {
		for j, f := range o.run.Flows {
			switch {
			case i == 0:
				names = append(names, f.Name)
			case len(o.run.Flows) != len(names) || names[j] != f.Name:
				return nil
			}
		}
	}
	if len(names) > flowsMost {
		return nil
	}
	return names
}

// flowLabels returns the names of the flows as they are shown.
func (r *Roll) flowLabels() []string {
	names := r.flows()
	labels, shown := labelsOf(names, nameMost), make([]string, len(names))
	for i, name := range names {
		shown[i] = labels[name]
	}
	return shown
}

// estimate returns the mean of a share over the runs of a case, with its interval,
// which is unbounded for one run; !ok for a share of nothing.
func (o *occasion) estimate(m measure, b *stats.Bootstrap) (e stats.Estimate, ok bool) {
	var values []float64
	for _, counts := range o.counts {
		part, whole := m.of(counts)
		if whole == 0 {
			return e, false
		}
		values = append(values, float64(part)/float64(whole))
	}
	e = b.MeanOf(values)
	if !math.IsInf(e.Low, 0) {
		e.Low, e.High = max(0, e.Low), min(1, e.High)
	}
	return e, true
}
