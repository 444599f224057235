package report

import "ratesim/trace"

// CountsNote says which flow the counts of a Row are of.
const CountsNote = "Counts are of the batch flow unless their name says otherwise; tokens are of both flows."

// A Row is the figures of one run: one load, one policy, one seed. Counts are
// of the batch flow unless their name says otherwise.
type Row struct {
	Load       string
	Policy     string // as the user gave it
	PolicySpec string // in canonical form
	Seed       int64

	Completed            int64
	Correct              *int64 // nil when a request has no topic among the labels
	Requests             int64
	InteractiveCompleted int64
	InteractiveTotal     int64 // interactive requests

	Calls         int64
	RateLimited   int64
	ContentErrors int64 // timeouts and partial outputs
	Tokens        int64 // of both flows
	WastedTokens  int64 // of both flows

	Unfinished            int64
	GivenUp               int64
	InteractiveGivenUp    int64
	InteractiveUnfinished int64

	CompletedShare   *float64 // of Requests; nil when there are none
	CorrectShare     *float64 // of Requests; nil when Correct is, or there are none
	InteractiveShare *float64 // of InteractiveTotal; nil when there are none
}

// Flows are the figures of the two flows of a run. A run without one of them
// leaves it zero.
type Flows struct {
	Batch       trace.Counts
	Interactive trace.Counts
}

// NewRow returns the row of a run.
func NewRow(run trace.Run, f Flows) Row {
	r := Row{
		Load:       run.Load,
		Policy:     run.Policy,
		PolicySpec: run.PolicySpec,
		Seed:       run.Seed,

		Completed:            f.Batch.Completed,
		Requests:             f.Batch.Requests,
		InteractiveCompleted: f.Interactive.Completed,
		InteractiveTotal:     f.Interactive.Requests,

		Calls:         f.Batch.Calls,
		RateLimited:   f.Batch.RateLimited,
		ContentErrors: f.Batch.Timeouts + f.Batch.Partial,
		Tokens:        f.Batch.Tokens + f.Interactive.Tokens,
		WastedTokens:  f.Batch.Wasted + f.Interactive.Wasted,

		Unfinished:            f.Batch.Unfinished,
		GivenUp:               f.Batch.GivenUp,
		InteractiveGivenUp:    f.Interactive.GivenUp,
		InteractiveUnfinished: f.Interactive.Unfinished,
	}
	if f.Batch.Ungraded == 0 {
		r.Correct = &f.Batch.Correct
		r.CorrectShare = ratio{f.Batch.Correct, f.Batch.Requests}.share()
	}
	r.CompletedShare = ratio{r.Completed, r.Requests}.share()
	r.InteractiveShare = ratio{r.InteractiveCompleted, r.InteractiveTotal}.share()
	return r
}

// A ratio is a part of a whole, both counts.
type ratio struct{ part, whole int64 }

// share returns the part as a share of the whole; nil when there is no whole.
func (r ratio) share() *float64 {
	if r.whole == 0 {
		return nil
	}
	share := float64(r.part) / float64(r.whole)
	return &share
}

// MarshalJSON writes the row as an object with a member a column.
func (r Row) MarshalJSON() ([]byte, error) { return marshalRecord(rowColumns(), &r) }

// UnmarshalJSON reads what MarshalJSON writes, columns in any order, none
// missing and none besides.
func (r *Row) UnmarshalJSON(object []byte) error {
	row, err := unmarshalRecord(rowColumns(), object)
	if err != nil {
		return err
	}
	*r = row
	return nil
}

// rowColumns is the one list of what a row has. Its order is that of CSV and
// JSON: new figures go to the end. The places and widths are those of the
// lesson's table.
func rowColumns() []column[Row] {
	return []column[Row]{
		{name: "load", field: func(r *Row) any { return &r.Load },
			place: 1, shown: Column{Heading: "load", Width: 5}},
		{name: "policy", field: func(r *Row) any { return &r.Policy },
			place: 2, shown: Column{Heading: "policy", Width: 8}},
		{name: "seed", field: func(r *Row) any { return &r.Seed }, signed: true,
			place: 3, shown: Column{Heading: "seed", Right: true, Drop: 8}},
		{name: "completed", field: func(r *Row) any { return &r.Completed }},
		{name: "correct", field: func(r *Row) any { return &r.Correct }},
		{name: "requests", field: func(r *Row) any { return &r.Requests }},
		{name: "interactive_completed", field: func(r *Row) any { return &r.InteractiveCompleted }},
		{name: "interactive_total", field: func(r *Row) any { return &r.InteractiveTotal }},
		{name: "calls", field: func(r *Row) any { return &r.Calls },
			place: 6, shown: Column{Heading: "calls", Right: true, Width: 5, Drop: 4}},
		{name: "rate_limited", field: func(r *Row) any { return &r.RateLimited },
			place: 7, shown: Column{Heading: "rate limit", Short: "429", Right: true, Width: 10, Drop: 5}},
		{name: "content_errors", field: func(r *Row) any { return &r.ContentErrors },
			place: 8, shown: Column{Heading: "content error", Short: "cont", Right: true, Width: 13, Drop: 1}},
		{name: "tokens", field: func(r *Row) any { return &r.Tokens },
			place: 9, shown: Column{Heading: "tokens", Right: true, Width: 8, Drop: 3}},
		{name: "wasted_tokens", field: func(r *Row) any { return &r.WastedTokens },
			place: 10, shown: Column{Heading: "wasted", Right: true, Width: 10, Drop: 6}},
		{name: "unfinished", field: func(r *Row) any { return &r.Unfinished }},
		{name: "given_up", field: func(r *Row) any { return &r.GivenUp }},
		{name: "interactive_given_up", field: func(r *Row) any { return &r.InteractiveGivenUp }},
		{name: "interactive_unfinished", field: func(r *Row) any { return &r.InteractiveUnfinished }},
		{name: "completed_share", field: func(r *Row) any { return &r.CompletedShare },
			place: 4, shown: Column{Heading: "completed", Short: "done", Right: true, Width: 9}},
		{name: "correct_share", field: func(r *Row) any { return &r.CorrectShare },
			place: 11, shown: Column{Heading: "correct", Short: "corr", Right: true, Width: 7, Drop: 2}},
		{name: "interactive_share", field: func(r *Row) any { return &r.InteractiveShare },
			place: 5, shown: Column{Heading: "interactive", Short: "inter", Right: true, Width: 11, Drop: 7}},
		{name: "policy_spec", field: func(r *Row) any { return &r.PolicySpec }},
	}
}
