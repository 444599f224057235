package trace

import (
	"errors"
	"reflect"
	"testing"
)

// tallied is what a Tally reports about one run.
type tallied struct {
	seed   int64
	counts []Counts
}

func tally(records ...any) ([]tallied, error) {
	var runs []tallied
	t := Tally{Each: func(r Run, counts []Counts) error {
		runs = append(runs, tallied{r.Seed, counts})
		return nil
	}}
	if err := feed(&t, records...); err != nil {
		return nil, err
	}
	return runs, t.Finish()
}

func TestTallyCountsEachFlowOfEachRun(t *testing.T) {
	second := changed(theRun, func(r *Run) { r.Seed = 8 })
	got, err := tally(append(append(goodRun(), second[theRun]), second[slowArrives], second[slowTimesOut])...)
	if err != nil {
		t.Fatal(err)
	}
	want := []tallied{
		{-7, []Counts{
			{Requests: 2, Completed: 1, GivenUp: 1, Calls: 1, Tokens: 5, Ungraded: 2},
			{Requests: 3, Completed: 1, GivenUp: 1, Unfinished: 1, Calls: 5, RateLimited: 2, Timeouts: 1, Partial: 1, Tokens: 17, Wasted: 11, Correct: 1},
		}},
		{8, []Counts{
			{},
			{Requests: 1, Calls: 1, Timeouts: 1, Tokens: 5, Wasted: 5},
		}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	for _, run := range got {
		for flow, c := range run.counts {
			if c.OK() != c.Completed {
				t.Errorf("seed %d, flow %d: %d calls in full; want as many as completed, %d", run.seed, flow, c.OK(), c.Completed)
			}
		}
	}
}

func TestTallyOfNoRecordsReportsNoRun(t *testing.T) {
	if got, err := tally(); err != nil || got != nil {
		t.Errorf("got %v, %v; want nothing", got, err)
	}
}

func TestTallyLosesWhatBelongsToNoFlow(t *testing.T) {
	got, err := tally(goodRun()[theRun],
		Request{Flow: "chat", ID: "1"},
		Attempt{Flow: "chat", Request: "1", Status: StatusOK, InputTokens: 7},
		End{Flow: "chat", Request: "1", Outcome: OutcomeCompleted})
	if want := []tallied{{-7, make([]Counts, 2)}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
}

func TestTallyPassesOnTheErrorOfEach(t *testing.T) {
	full := errors.New("the table is full")
	c := Tally{Each: func(Run, []Counts) error { return full }}
	if err := feed(&c, goodRun()...); err != nil {
		t.Fatalf("before the run has ended: %v", err)
	}
	if err := c.Run(Run{}); !errors.Is(err, full) {
		t.Errorf("the next run's record: got %v; want %v", err, full)
	}
}
