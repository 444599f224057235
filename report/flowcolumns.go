package report

import (
	"fmt"
	"slices"
	"strconv"
)

// flowColumns returns the columns of a FlowRow with the usual percentiles.
func flowColumns() []column[FlowRow] { return flowColumnsOf(percents()) }

// flowColumnsOf is the one list of what a FlowRow with such percentiles has. Its order
// is that of CSV and JSON: new figures go to the end.
func flowColumnsOf(percents []float64) []column[FlowRow] {
	columns := []column[FlowRow]{
		{name: "load", field: func(r *FlowRow) any { return &r.Load }},
		{name: "policy", field: func(r *FlowRow) any { return &r.Policy },
			place: 2, shown: Column{Heading: "policy"}},
		{name: "seed", field: func(r *FlowRow) any { return &r.Seed }, signed: true,
			place: 3, shown: Column{Heading: "seed", Right: true, Drop: 12}},
		{name: "flow", field: func(r *FlowRow) any { return &r.Flow },
			place: 4, shown: Column{Heading: "flow"}},
		{name: "requests", field: func(r *FlowRow) any { return &r.Requests },
			place: 5, shown: Column{Heading: "requests", Short: "reqs", Right: true, Drop: 9}},
		{name: "completed", field: func(r *FlowRow) any { return &r.Completed }},
		{name: "given_up", field: func(r *FlowRow) any { return &r.GivenUp },
			place: 7, shown: Column{Heading: "given up", Short: "gave", Right: true, Drop: 7}},
		{name: "unfinished", field: func(r *FlowRow) any { return &r.Unfinished },
			place: 8, shown: Column{Heading: "unfinished", Short: "unfin", Right: true, Drop: 4}},
		{name: "completed_share", field: func(r *FlowRow) any { return &r.CompletedShare },
			place: 6, shown: Column{Heading: "completed", Short: "done", Right: true}},
		{name: "attempts", field: func(r *FlowRow) any { return &r.Attempts },
			place: 9, shown: Column{Heading: "attempts", Short: "tries", Right: true, Drop: 13}},
		{name: "attempts_per_request", field: func(r *FlowRow) any { return &r.AttemptsPerRequest }, amount: true,
			place: 10, shown: Column{Heading: "per request", Short: "each", Right: true, Drop: 6},
			text: func(r *FlowRow) string { return decimals(r.AttemptsPerRequest, 2) }},
		{name: "rate_limited", field: func(r *FlowRow) any { return &r.RateLimited },
			place: 11, shown: Column{Heading: "rate limit", Short: "429", Right: true, Drop: 14}},
		{name: "timeouts", field: func(r *FlowRow) any { return &r.Timeouts }},
		{name: "partial", field: func(r *FlowRow) any { return &r.Partial }},
		{name: "other_failures", field: func(r *FlowRow) any { return &r.Failed },
			place: 12, shown: Column{Heading: "failed", Short: "fail", Right: true, Drop: 3},
			text: func(r *FlowRow) string { return strconv.FormatInt(r.Failed+r.Timeouts+r.Partial, 10) }},
		{name: "in_flight", field: func(r *FlowRow) any { return &r.InFlight }},
		{name: "refusals_by_attempt", field: func(r *FlowRow) any { return &r.Refusals }},
	}
	columns = append(columns, latencyColumns(percents)...)
	columns = append(columns, costColumns()...)
	columns = append(columns, column[FlowRow]{name: "peak_window_ns", field: func(r *FlowRow) any { return &r.PeakWindow }})
	columns = append(columns, spanColumns("first_output", percents, func(r *FlowRow) *[]*int64 { return &r.FirstOutputs })...)
	return append(columns, spanColumns("answer_begins", percents, func(r *FlowRow) *[]*int64 { return &r.Beginnings })...)
}

// spanColumns are the percentiles of one kind of span.
func spanColumns(name string, percents []float64, of func(*FlowRow) *[]*int64) []column[FlowRow] {
	var columns []column[FlowRow]
	for i, percent := range percents {
		columns = append(columns, column[FlowRow]{
			name:  fmt.Sprintf("%s_p%v_ns", name, percent),
			field: func(r *FlowRow) any { return spanAt(of(r), i) },
			text:  func(r *FlowRow) string { return r.spanText(*of(r), i) },
		})
	}
	return columns
}

// firstLatency is the place in the table of the percentiles of latencies, all of
// them in their order.
const firstLatency = 13

// latencyColumns are the spans of time.
func latencyColumns(of []float64) []column[FlowRow] {
	columns := spanColumns("latency", of, func(r *FlowRow) *[]*int64 { return &r.Latencies })
	usual := slices.Equal(of, percents())
	for i, percent := range of {
		if usual && percent != 50 && percent != 95 {
			continue // what the table has no room for, unless it was asked for
		}
		columns[i].place = firstLatency
		columns[i].shown = Column{Heading: fmt.Sprintf("p%v", percent), Right: true, Drop: 10}
		if i == 0 {
			columns[i].shown.Drop = 0
		}
	}
	columns = append(columns, spanColumns("answered", of, func(r *FlowRow) *[]*int64 { return &r.Answered })...)
	return append(columns,
		column[FlowRow]{name: "queue_ns", field: func(r *FlowRow) any { return &r.Queue }},
		column[FlowRow]{name: "held_ns", field: func(r *FlowRow) any { return &r.Held }},
		column[FlowRow]{name: "backoff_ns", field: func(r *FlowRow) any { return &r.Backoff }},
		column[FlowRow]{name: "flight_ns", field: func(r *FlowRow) any { return &r.Flight }},
		column[FlowRow]{name: "peak_in_window", field: func(r *FlowRow) any { return &r.Peak }},
	)
}

// costColumns are the tokens and what they cost, and what else came of retries.
func costColumns() []column[FlowRow] {
	return []column[FlowRow]{
		{name: "tokens", field: func(r *FlowRow) any { return &r.Tokens },
			place: 18, shown: Column{Heading: "tokens", Right: true, Drop: 2}},
		{name: "wasted_tokens", field: func(r *FlowRow) any { return &r.WastedTokens },
			place: 19, shown: Column{Heading: "wasted", Right: true, Drop: 8}},
		{name: "cost", field: func(r *FlowRow) any { return &r.Cost }, amount: true,
			place: 20, shown: Column{Heading: "cost", Right: true, Drop: 5},
			text: func(r *FlowRow) string { return decimals(r.Cost, 4) }},
		{name: "wasted_cost", field: func(r *FlowRow) any { return &r.WastedCost }, amount: true,
			place: 21, shown: Column{Heading: "wasted cost", Right: true, Drop: 1},
			text: func(r *FlowRow) string { return decimals(r.WastedCost, 4) }},
		{name: "fallback_person", field: func(r *FlowRow) any { return &r.Persons }},
		{name: "fallback_queue", field: func(r *FlowRow) any { return &r.Queued }},
		{name: "fallback_model", field: func(r *FlowRow) any { return &r.Models }},
		{name: "repeated_effects", field: func(r *FlowRow) any { return &r.RepeatedEffects }},
		{name: "retries_by_layer", field: func(r *FlowRow) any { return &r.Layers }},
		{name: "policy_spec", field: func(r *FlowRow) any { return &r.PolicySpec }},
	}
}

// decimals returns a number with so many decimals, and a dash for none.
func decimals(v *float64, places int) string {
	if v == nil {
		return noValue
	}
	return strconv.FormatFloat(*v, 'f', places, 64)
}
