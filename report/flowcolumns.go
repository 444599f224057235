package report

import (
	"fmt"
	"strconv"
)

// flowColumns is the one list of what a FlowRow has. Its order is that of CSV and
// JSON: new figures go to the end.
func flowColumns() []column[FlowRow] {
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
			place: 9, shown: Column{Heading: "attempts", Short: "tries", Right: true}},
		{name: "attempts_per_request", field: func(r *FlowRow) any { return &r.AttemptsPerRequest },
			place: 10, shown: Column{Heading: "per request", Short: "each", Right: true, Drop: 6},
			text: func(r *FlowRow) string { return decimals(r.AttemptsPerRequest, 2) }},
		{name: "rate_limited", field: func(r *FlowRow) any { return &r.RateLimited },
			place: 11, shown: Column{Heading: "rate limit", Short: "429", Right: true}},
		{name: "timeouts", field: func(r *FlowRow) any { return &r.Timeouts }},
		{name: "partial", field: func(r *FlowRow) any { return &r.Partial }},
		{name: "failed", field: func(r *FlowRow) any { return &r.Failed },
			place: 12, shown: Column{Heading: "failed", Short: "fail", Right: true, Drop: 3},
			text: func(r *FlowRow) string { return strconv.FormatInt(r.Failed+r.Timeouts+r.Partial, 10) }},
		{name: "in_flight", field: func(r *FlowRow) any { return &r.InFlight }},
		{name: "refusals_by_attempt", field: func(r *FlowRow) any { return &r.Refusals }},
	}
	columns = append(columns, latencyColumns()...)
	return append(columns, costColumns()...)
}

// latencyColumns are the spans of time.
func latencyColumns() []column[FlowRow] {
	var columns []column[FlowRow]
	for i, percent := range percents() {
		c := column[FlowRow]{name: fmt.Sprintf("latency_p%v_ns", percent), field: func(r *FlowRow) any { return &r.Latencies[i] },
			text: func(r *FlowRow) string { return r.latencyText(i) }}
		if percent == 50 || percent == 95 {
			c.place, c.shown = 13+i, Column{Heading: fmt.Sprintf("p%v", percent), Right: true, Drop: 10 * (i % 2)}
		}
		columns = append(columns, c)
	}
	for i, percent := range percents() {
		columns = append(columns, column[FlowRow]{name: fmt.Sprintf("answered_p%v_ns", percent), field: func(r *FlowRow) any { return &r.Answered[i] }})
	}
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
		{name: "cost", field: func(r *FlowRow) any { return &r.Cost },
			place: 20, shown: Column{Heading: "cost", Right: true, Drop: 5},
			text: func(r *FlowRow) string { return decimals(r.Cost, 4) }},
		{name: "wasted_cost", field: func(r *FlowRow) any { return &r.WastedCost },
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
