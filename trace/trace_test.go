package trace

import (
	"fmt"
	"testing"
)

// A memory is a Sink that keeps each record.
type memory struct{ records []any }

func (m *memory) Run(r Run) error           { return m.keep(r) }
func (m *memory) Request(r Request) error   { return m.keep(r) }
func (m *memory) Attempt(a Attempt) error   { return m.keep(a) }
func (m *memory) Decision(d Decision) error { return m.keep(d) }
func (m *memory) End(e End) error           { return m.keep(e) }

func (m *memory) keep(record any) error {
	m.records = append(m.records, record)
	return nil
}

// feed hands records to a sink until it returns an error.
func feed(sink Sink, records ...any) error {
	for _, record := range records {
		var err error
		switch record := record.(type) {
		case Run:
			err = sink.Run(record)
		case Request:
			err = sink.Request(record)
		case Attempt:
			err = sink.Attempt(record)
		case End:
			err = sink.End(record)
		default:
			panic(fmt.Sprintf("trace: no record is a %T", record))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func pointer[T any](v T) *T { return &v }

// The records of the good run, by their place in it.
const (
	theRun = iota
	slowArrives
	queryArrives
	slowTimesOut
	queryAnswered
	queryEnds
	hastyArrives
	slowRefused
	hastyRefused
	hastyGivenUp
	luckyArrives
	slowCutOff
	luckyAnswered
	luckyEnds
	lateArrives
	lateGivenUp
	slowUnfinished
)

// goodRun returns a run in which everything happens that can happen, and all is
// well: two calls fit into a window of two steps, refused ones count.
func goodRun() []any {
	return []any{
		theRun: Run{
			Version: Version, Scenario: "small", Load: "heavy", Policy: "fixed", PolicySpec: "fixed(wait=10ns)",
			Seed: -7, StepNS: 10, HorizonNS: 100,
			Flows:  []Flow{{Name: "web"}, {Name: "batch"}},
			Limits: []Limit{{Name: "calls", Unit: "calls", Limit: 2, WindowNS: 20, CountRefused: true}},
		},
		slowArrives:    Request{Flow: "batch", ID: "slow", Topic: pointer("bills")},
		queryArrives:   Request{Flow: "web", ID: "query"},
		slowTimesOut:   Attempt{Flow: "batch", Request: "slow", Status: StatusTimeout, InputTokens: 5, WindowLimit: 2},
		queryAnswered:  Attempt{Flow: "web", Request: "query", Status: StatusOK, InputTokens: 3, OutputTokens: 2, Reply: "bills", WindowFill: 1, WindowLimit: 2},
		queryEnds:      End{Flow: "web", Request: "query", Outcome: OutcomeCompleted},
		hastyArrives:   Request{Flow: "batch", ID: "hasty", Arrival: 10, Topic: pointer("bills")},
		slowRefused:    Attempt{At: 10, Ready: 10, Step: 1, Flow: "batch", Request: "slow", Attempt: 1, Status: StatusRateLimit, WindowFill: 2, WindowLimit: 2},
		hastyRefused:   Attempt{At: 10, Ready: 10, Step: 1, Flow: "batch", Request: "hasty", Status: StatusRateLimit, WindowFill: 3, WindowLimit: 2},
		hastyGivenUp:   End{At: 10, Flow: "batch", Request: "hasty", Outcome: OutcomeGivenUp, Why: WhyPolicy, Correct: pointer(false)},
		luckyArrives:   Request{Flow: "batch", ID: "lucky", Arrival: 30, Topic: pointer("bills")},
		slowCutOff:     Attempt{At: 30, Ready: 30, Step: 3, Flow: "batch", Request: "slow", Attempt: 2, Status: StatusPartialOutput, InputTokens: 5, OutputTokens: 1, Reply: "bi", WindowLimit: 2},
		luckyAnswered:  Attempt{At: 30, Ready: 30, Step: 3, Flow: "batch", Request: "lucky", Status: StatusOK, InputTokens: 4, OutputTokens: 2, Reply: "bills", WindowFill: 1, WindowLimit: 2},
		luckyEnds:      End{At: 30, Flow: "batch", Request: "lucky", Outcome: OutcomeCompleted, Correct: pointer(true)},
		lateArrives:    Request{Flow: "web", ID: "late", Arrival: 40},
		lateGivenUp:    End{At: 60, Flow: "web", Request: "late", Outcome: OutcomeGivenUp, Why: WhyDeadline},
		slowUnfinished: End{At: 100, Flow: "batch", Request: "slow", Outcome: OutcomeUnfinished, Correct: pointer(false)},
	}
}

func TestTeeHandsEachRecordToEachSinkUntilOneFails(t *testing.T) {
	first, third := &memory{}, &memory{}
	tee := Tee{first, &Checker{}, third}
	records := goodRun()
	records[slowRefused] = Attempt{At: 10, Ready: 10, Step: 1, Flow: "batch", Request: "nobody"}
	if err := feed(tee, records...); err == nil {
		t.Fatal("the checker's error was lost")
	}
	if len(first.records) != slowRefused+1 || len(third.records) != slowRefused {
		t.Errorf("the sinks before and after the one that failed had %d and %d records; want %d and %d",
			len(first.records), len(third.records), slowRefused+1, slowRefused)
	}
}
