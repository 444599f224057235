package report

import (
	"fmt"
	"math"
	"strconv"

	"ratesim/stats"
)

// MarshalJSON writes the row as an object with a member a column.
func (r PairedRow) MarshalJSON() ([]byte, error) { return marshalRecord(pairedColumns(), &r) }

// pairedColumns is the one list of what a PairedRow has. With the lesson's names
// and figures the table takes 80 columns.
func pairedColumns() []column[PairedRow] {
	tight := func(heading string, drop int) Column {
		return Column{Heading: heading, Right: true, Tight: true, Drop: drop}
	}
	field := func(name string, of func(*PairedRow) any) column[PairedRow] {
		return column[PairedRow]{name: name, field: of}
	}
	return []column[PairedRow]{
		{name: "scenario", field: func(r *PairedRow) any { return &r.Scenario }, place: 1, shown: Column{Heading: "scenario"}},
		{name: "load", field: func(r *PairedRow) any { return &r.Load }, place: 2, shown: Column{Heading: "load", Tight: true}},
		{name: "flow", field: func(r *PairedRow) any { return &r.Flow }, place: 3, shown: Column{Heading: "flow", Tight: true}},
		{name: "policy", field: func(r *PairedRow) any { return &r.Policy }, place: 5, shown: Column{Heading: "policy", Tight: true}},
		{name: "figure", field: func(r *PairedRow) any { return &r.Figure }, place: 4, shown: Column{Heading: "figure", Tight: true},
			text: func(r *PairedRow) string { return r.figure.Label }},
		field("baseline", func(r *PairedRow) any { return &r.Baseline }),
		field("baseline_low", func(r *PairedRow) any { return &r.BaselineLow }),
		field("baseline_high", func(r *PairedRow) any { return &r.BaselineHigh }),
		{name: "value", field: func(r *PairedRow) any { return &r.Value }, place: 6, shown: tight("mean", 3), text: (*PairedRow).meanText},
		field("value_low", func(r *PairedRow) any { return &r.ValueLow }),
		field("value_high", func(r *PairedRow) any { return &r.ValueHigh }),
		{name: "difference", field: func(r *PairedRow) any { return &r.Difference }, place: 7, shown: tight("diff", 0), text: (*PairedRow).differenceText},
		{name: "difference_low", field: func(r *PairedRow) any { return &r.DifferenceLow }, place: 8, shown: tight("95 % interval", 2), text: (*PairedRow).intervalText},
		field("difference_high", func(r *PairedRow) any { return &r.DifferenceHigh }),
		field("interval", func(r *PairedRow) any { return &r.Interval }),
		field("p", func(r *PairedRow) any { return &r.P }),
		{name: "p_adjusted", field: func(r *PairedRow) any { return &r.Adjusted }, place: 9, shown: tight("p", 1), text: (*PairedRow).pText},
		{name: "verdict", field: func(r *PairedRow) any { return &r.Verdict }, place: 10, shown: Column{Heading: "verdict", Tight: true}, text: (*PairedRow).verdictText},
		{name: "seeds_needed", field: func(r *PairedRow) any { return &r.SeedsNeeded }, place: 11, shown: tight("seeds", 0), text: (*PairedRow).neededText},
		field("seeds", func(r *PairedRow) any { return &r.Seeds }),
		field("never", func(r *PairedRow) any { return &r.Never }),
		field("baseline_never", func(r *PairedRow) any { return &r.NeverBaseline }),
		field("lesson_difference", func(r *PairedRow) any { return &r.LessonDifference }),
		field("lesson_measured", func(r *PairedRow) any { return &r.LessonMeasured }),
		field("lesson_overturned", func(r *PairedRow) any { return &r.Overturned }),
		field("kinds", func(r *PairedRow) any { return &r.Kinds }),
		field("lower_runs", func(r *PairedRow) any { return &r.LowerRuns }),
		field("lower_share", func(r *PairedRow) any { return &r.LowerShare }),
		field("lower_share_low", func(r *PairedRow) any { return &r.LowerLow }),
		field("lower_share_high", func(r *PairedRow) any { return &r.LowerTop }),
		field("lower_mean", func(r *PairedRow) any { return &r.LowerMean }),
		field("upper_mean", func(r *PairedRow) any { return &r.UpperMean }),
	}
}

func (r *PairedRow) meanText() string {
	if r.Never > 0 {
		return "never"
	}
	return r.figure.text(*r.Value)
}

func (r *PairedRow) differenceText() string {
	switch {
	case r.isBaseline:
		return ""
	case r.Difference == nil:
		return noValue
	}
	return r.figure.change(*r.Difference)
}

// intervalText returns the interval of the difference; for the baseline, that of
// its mean.
func (r *PairedRow) intervalText() string {
	low, high, text := r.DifferenceLow, r.DifferenceHigh, r.figure.change
	if r.isBaseline {
		low, high, text = r.ValueLow, r.ValueHigh, r.figure.text
	}
	switch {
	case low == nil:
		return noValue
	case *low == *high:
		return string(stats.Exact)
	}
	return text(*low) + ".." + text(*high)
}

func (r *PairedRow) pText() string {
	switch {
	case r.isBaseline:
		return ""
	case r.Adjusted == nil:
		return noValue
	case *r.Adjusted < 0.001:
		return "<.001"
	}
	return strconv.FormatFloat(math.Round(1000**r.Adjusted)/1000, 'f', 3, 64)
}

func (r *PairedRow) verdictText() string {
	if r.isBaseline {
		return r.called
	}
	return r.Verdict
}

// neededText returns how many seeds would decide, rounded up to two digits.
func (r *PairedRow) neededText() string {
	if r.SeedsNeeded == nil {
		return ""
	}
	return aboutSeeds(*r.SeedsNeeded)
}

// aboutSeeds returns a number of seeds, in thousands and millions where it is
// large.
func aboutSeeds(n int64) string {
	switch {
	case n >= 10_000_000:
		return fmt.Sprintf("%dM", (n+999_999)/1_000_000)
	case n >= 10_000:
		return fmt.Sprintf("%dk", (n+999)/1000)
	}
	return strconv.FormatInt(n, 10)
}
