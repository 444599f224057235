package report

import (
	"strconv"
	"strings"
	"time"

	"ratesim/trace"
)

// AllFlows is the name under which the flows of a run are counted together.
const AllFlows = "all"

// A FlowRow is the figures of one flow in one run of continuous time, or of all
// its flows together. Spans are in nanoseconds.
type FlowRow struct {
	Load       string
	Policy     string // as the user gave it
	PolicySpec string // in canonical form
	Seed       int64
	Flow       string

	Requests       int64
	Completed      int64
	GivenUp        int64
	Unfinished     int64
	CompletedShare *float64 // of Requests; nil when there are none

	Attempts           int64
	AttemptsPerRequest *float64 // of requests that were sent; nil when none was
	RateLimited        int64
	Timeouts           int64
	Partial            int64
	Failed             int64
	InFlight           int64  // at the horizon
	Refusals           string // refused attempts by the number of the attempt, joined by ;

	Percents  []float64 // of the spans that follow, one a percent; 50, 90, 95 and 99 when nil
	Latencies []*int64  // of all requests, from arrival; nil for never, and for no requests
	Answered  []*int64  // of completed requests alone; nil when there are none

	Queue, Held, Backoff, Flight int64 // sums over all attempts

	Peak       int64 // attempts admitted in any trailing window at most
	PeakWindow int64 // that window

	Tokens, WastedTokens int64
	Cost, WastedCost     *float64 // nil without a price

	Persons, Queued, Models int64 // requests that turned to each fallback
	RepeatedEffects         int64
	Layers                  string // retries by the policies in one another, the innermost first, joined by ;

	FirstOutputs []*int64 // from the arrival of all requests to their first output, even if it was cut off later; nil as of Latencies
	Beginnings   []*int64 // from their arrival to the beginning of the answer that completed them; nil as of Latencies
}

// percents returns the percentiles that are shown when none is asked for.
func percents() []float64 { return []float64{50, 90, 95, 99} }

// A Measured is a run of continuous time and what was measured in it.
type Measured struct {
	Run     trace.Run
	Flows   []trace.Measures
	Traffic trace.Traffic

	Percents []float64 // of latencies that its rows have, above 0 and up to 100; nil for 50, 90, 95 and 99
}

// NewFlowRows returns the rows of a run: one a flow, and one of all together when
// there are several.
func NewFlowRows(m Measured) []FlowRow {
	var rows []FlowRow
	for i, flow := range m.Run.Flows {
		rows = append(rows, m.row(flow.Name, &m.Flows[i]))
	}
	if len(rows) > 1 {
		all := trace.Together(m.Flows)
		all.Peak = m.Traffic.Peak
		rows = append(rows, m.row(AllFlows, &all))
	}
	return rows
}

// row returns the row of one flow.
func (m *Measured) row(name string, f *trace.Measures) FlowRow {
	r := FlowRow{
		Load:       m.Run.Load,
		Policy:     m.Run.Policy,
		PolicySpec: m.Run.PolicySpec,
		Seed:       m.Run.Seed,
		Flow:       name,

		Requests:       f.Requests,
		Completed:      f.Completed,
		GivenUp:        f.GivenUp,
		Unfinished:     f.Unfinished,
		CompletedShare: ratio{f.Completed, f.Requests}.share(),

		Attempts:           f.Calls,
		AttemptsPerRequest: ratio{f.Calls, f.FirstSent}.share(),
		RateLimited:        f.RateLimited,
		Timeouts:           f.Timeouts,
		Partial:            f.Partial,
		Failed:             f.Failed,
		InFlight:           f.InFlight,
		Refusals:           listed(f.Refusals),

		Queue:   f.Queue,
		Held:    f.Held,
		Backoff: f.Backoff,
		Flight:  f.Flight,

		Peak:       f.Peak,
		PeakWindow: m.Traffic.Window,

		Tokens:       f.Tokens,
		WastedTokens: f.Counts.Wasted,
		Cost:         cost(m.Run.Price, f.Paid),
		WastedCost:   cost(m.Run.Price, f.Wasted),

		Persons:         f.Fallbacks[trace.FallbackPerson],
		Queued:          f.Fallbacks[trace.FallbackQueue],
		Models:          f.Fallbacks[trace.FallbackModel],
		RepeatedEffects: f.RepeatedEffects,
		Layers:          listed(f.Layers),
	}
	r.spans(f, m.Percents)
	return r
}

// spans fills in the percentiles.
func (r *FlowRow) spans(f *trace.Measures, asked []float64) {
	if r.Percents = asked; asked == nil {
		r.Percents = percents()
	}
	answered := func(percent float64) (span int64, never, none bool) {
		span, none = f.AnsweredLatency(percent)
		return span, false, none
	}
	for _, of := range []struct {
		spans *[]*int64
		rank  func(float64) (span int64, never, none bool)
	}{{&r.Latencies, f.Latency}, {&r.Answered, answered}, {&r.FirstOutputs, f.FirstOutput}, {&r.Beginnings, f.Beginning}} {
		for i, percent := range r.Percents {
			if span, never, none := of.rank(percent); !never && !none {
				*spanAt(of.spans, i) = &span
			} else {
				*spanAt(of.spans, i) = nil
			}
		}
	}
}

// spanAt returns where the span of a place is kept.
func spanAt(spans *[]*int64, place int) **int64 {
	for len(*spans) <= place {
		*spans = append(*spans, nil)
	}
	return &(*spans)[place]
}

// listed returns counts joined by ;.
func listed(counts []int64) string {
	var words []string
	for _, n := range counts {
		words = append(words, strconv.FormatInt(n, 10))
	}
	return strings.Join(words, ";")
}

// cost returns what tokens cost; nil without a price.
func cost(p *trace.Price, u trace.Use) *float64 {
	if p == nil {
		return nil
	}
	million := 1e6
	sum := float64(float64(u.Input-u.Cached)*p.Input) + float64(float64(u.Cached)*p.Cached)
	total := (sum + float64(float64(u.Output)*p.Output)) / million
	return &total
}

// span returns a span for a person to read, to three digits or so.
func span(ns int64) string {
	d := time.Duration(ns)
	for _, unit := range []struct {
		from, to time.Duration
	}{
		{100 * time.Second, time.Second},
		{10 * time.Second, 100 * time.Millisecond},
		{time.Second, 10 * time.Millisecond},
		{time.Millisecond, time.Millisecond / 10},
		{time.Microsecond, time.Microsecond / 10},
	} {
		if d >= unit.from {
			return d.Round(unit.to).String()
		}
	}
	return d.String()
}

// spanText returns the percentile of all requests as the table shows it.
func (r *FlowRow) spanText(spans []*int64, place int) string {
	switch at := spans[place]; {
	case r.Requests == 0:
		return noValue
	case at == nil:
		return "never"
	default:
		return span(*at)
	}
}

// perRequest returns the mean of a sum over the flow's requests as the table shows
// it, to the nearest nanosecond.
func (r *FlowRow) perRequest(sum int64) string {
	if r.Requests == 0 {
		return noValue
	}
	return span((sum + r.Requests/2) / r.Requests)
}
