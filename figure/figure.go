// Package figure computes one number of a run from its records: how many attempts
// there were, when the last request was completed, which share of requests that
// came between 60 and 80 s was. A figure is written as a spec, such as
// ratio(of=completed(from=60s), to=requests(from=60s)).
//
// Instants and spans come out in seconds, counts and shares as they are.
package figure

import (
	"math"
	"time"

	"ratesim/trace"
)

// A Figure is one number of a run. Begin comes before the first event of a run,
// Value after the last.
type Figure interface {
	Begin()
	See(e *Event)
	// Value is NaN when the run has nothing that it could be of, such as the last
	// of no completions.
	Value() float64
}

// An Event is something that happened to a request.
type Event struct {
	Kind   Kind
	At     time.Duration // the instant
	Flow   string
	Status string        // of a Sending
	Call   int           // of a Sending: which of the request's calls in sequence
	Took   time.Duration // of a Completion: since the request arrived
}

// A Kind is a kind of Event.
type Kind uint8

// The kinds.
const (
	Arrival    Kind = iota // a request came
	Sending                // an attempt was sent
	Retrying               // an attempt has failed, and another is to be made
	Completion             // a request was completed
	Loss                   // a request was given up, or not completed by the horizon
)

// A Gauge computes figures of runs from their records. It is a trace.Sink; Finish
// must be called after the last record.
type Gauge struct {
	Figures []Figure
	Each    func(run trace.Run, values []float64) error // is told each run when its records have ended

	run     trace.Run
	running bool
	arrived map[requestKey]int64
}

// A requestKey is a request of a run.
type requestKey struct{ flow, id string }

// Run ends the figures of one run and begins those of the next.
func (g *Gauge) Run(r trace.Run) error {
	if err := g.Finish(); err != nil {
		return err
	}
	g.run, g.running = r, true
	g.arrived = map[requestKey]int64{}
	for _, f := range g.Figures {
		f.Begin()
	}
	return nil
}

// Finish ends the figures of the last run.
func (g *Gauge) Finish() error {
	if !g.running {
		return nil
	}
	g.running = false
	values := make([]float64, len(g.Figures))
	for i, f := range g.Figures {
		values[i] = f.Value()
	}
	return g.Each(g.run, values)
}

// Request tells the figures of an arrival.
func (g *Gauge) Request(r trace.Request) error {
	g.arrived[requestKey{r.Flow, r.ID}] = r.Arrival
	g.tell(Event{Kind: Arrival, At: time.Duration(r.Arrival), Flow: r.Flow})
	return nil
}

// Attempt tells the figures of a sending.
func (g *Gauge) Attempt(a trace.Attempt) error {
	g.tell(Event{Kind: Sending, At: time.Duration(a.At), Flow: a.Flow, Status: a.Status, Call: a.Call})
	return nil
}

// Decision tells the figures of a retry.
func (g *Gauge) Decision(d trace.Decision) error {
	if d.Again && d.Turned == "" {
		g.tell(Event{Kind: Retrying, At: time.Duration(d.At), Flow: d.Flow})
	}
	return nil
}

// End tells the figures what became of a request.
func (g *Gauge) End(e trace.End) error {
	key := requestKey{e.Flow, e.Request}
	event := Event{Kind: Loss, At: time.Duration(e.At), Flow: e.Flow}
	if e.Outcome == trace.OutcomeCompleted {
		event.Kind, event.Took = Completion, time.Duration(e.At-g.arrived[key])
	}
	delete(g.arrived, key)
	g.tell(event)
	return nil
}

func (g *Gauge) tell(e Event) {
	for _, f := range g.Figures {
		f.See(&e)
	}
}

// none is the value of what there is none of.
var none = math.NaN()
