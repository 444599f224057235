package report

import "slices"

// A figure is a count that policies are compared by, or a share of one.
type figure struct {
	name  string          // of its column in a Row
	label string          // in the text table, which has to fit 80 columns
	count func(Row) int64 // what the verdict goes by
	of    func(Row) int64 // what the count is a share of, 0 for none; nil for no share
}

// figures returns all that Compare looks at, in the order in which it is shown.
func figures() []figure {
	requests := func(r Row) int64 { return r.Requests }
	interactive := func(r Row) int64 { return r.InteractiveTotal }
	return []figure{
		{"completed_share", "completed", func(r Row) int64 { return r.Completed }, requests},
		{"interactive_share", "interactive", func(r Row) int64 { return r.InteractiveCompleted }, interactive},
		{"calls", "calls", func(r Row) int64 { return r.Calls }, nil},
		{"rate_limited", "rate limit", func(r Row) int64 { return r.RateLimited }, nil},
		{"content_errors", "content error", func(r Row) int64 { return r.ContentErrors }, nil},
		{"tokens", "tokens", func(r Row) int64 { return r.Tokens }, nil},
		{"wasted_tokens", "wasted", func(r Row) int64 { return r.WastedTokens }, nil},
		{"correct_share", "correct", Row.correct, Row.graded},
		{"unfinished", "unfinished", func(r Row) int64 { return r.Unfinished }, nil},
		{"given_up", "given up", func(r Row) int64 { return r.GivenUp }, nil},
		{"interactive_given_up", "inter. given up", func(r Row) int64 { return r.InteractiveGivenUp }, nil},
		{"interactive_unfinished", "inter. unfinished", func(r Row) int64 { return r.InteractiveUnfinished }, nil},
	}
}

// correct returns the right answers; 0 when nobody knows what is right.
func (r Row) correct() int64 {
	if r.Correct == nil {
		return 0
	}
	return *r.Correct
}

// graded returns the requests whose right answer is known: all or none.
func (r Row) graded() int64 {
	if r.Correct == nil {
		return 0
	}
	return r.Requests
}

// value returns the figure of one run; !ok for a share of nothing.
func (f figure) value(r Row) (value float64, ok bool) {
	if f.of == nil {
		return float64(f.count(r)), true
	}
	share := ratio{f.count(r), f.of(r)}.share()
	if share == nil {
		return 0, false
	}
	return *share, true
}

// A pair is a policy and the baseline under one load, with the same seeds.
type pair struct{ base, other group }

// difference returns how the policy's figure differs from the baseline's; !ok
// when some run has no such figure.
//
// Two seeds are the lesson's case: the difference is that of the first one, the
// second one only shows what the baseline differs from itself. With more seeds
// the difference is the mean. The verdict compares sums of whole counts, so no
// rounding can turn it.
func (p pair) difference(f figure) (d Difference, ok bool) {
	var bases, others, differences []float64
	var counts []int64 // of the baseline
	for i, r := range p.base.rows {
		base, okBase := f.value(r)
		other, okOther := f.value(p.other.rows[i])
		if !okBase || !okOther {
			return Difference{}, false
		}
		bases, others = append(bases, base), append(others, other)
		differences = append(differences, other-base)
		counts = append(counts, f.count(r))
	}
	used := len(bases)
	if used == 2 {
		used = 1
	}
	var sum int64
	for i := range used {
		sum += f.count(p.other.rows[i]) - counts[i]
	}
	noise := slices.Max(counts) - slices.Min(counts)
	return Difference{
		Load:       p.other.load,
		Policy:     p.other.policy,
		Figure:     f.name,
		Baseline:   mean(bases[:used]),
		Value:      mean(others[:used]),
		Difference: mean(differences[:used]),
		Noise:      slices.Max(bases) - slices.Min(bases),
		Measured:   max(sum, -sum) > int64(used)*noise,
		Share:      f.of != nil,
	}, true
}

func mean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// mean returns the mean of the figure over the rows; nil when one has none.
func (f figure) mean(rows []Row) *float64 {
	var values []float64
	for _, r := range rows {
		value, ok := f.value(r)
		if !ok {
			return nil
		}
		values = append(values, value)
	}
	m := mean(values)
	return &m
}
