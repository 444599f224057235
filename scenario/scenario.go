// Package scenario describes runs as data: which requests arrive when, what the
// endpoint admits and how it breaks, and which policies are compared. A scenario
// is read from YAML, checked, and built into what package sim runs.
//
// Spans of time are whole numbers of steps, or durations that are whole numbers
// of steps. Sizes are in tokens. What each field means, its unit and what 0
// means stand in one table, from which reading, printing and the JSON Schema
// all come.
package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"ratesim/recorded"
)

// Version is the version of the scenario language. Files of a newer one are
// refused.
const Version = 1

// A Scenario is all that is assumed of a run but its seed, load and policy.
type Scenario struct {
	Version   int64
	Extends   string
	Name      string
	Seed      int64
	Step      time.Duration
	Horizon   Span
	Attempts  int64
	MaxEvents int64

	Tickets  Tickets
	Labels   Labels
	Limit    Limit
	Base     Base
	Burst    Burst
	Loads    Map[int64] // requests of the burst that arrive in a step
	Flows    Flows
	Faults   Faults
	Policies Map[string] // specs

	Open Open // what an open scenario has in place of the lesson's

	tapes map[string]*recorded.Tape // recorded requests by flow, that were handed in

	language *language
	base     *Scenario        // the built-in one on which this is laid; nil for that itself
	served   bool             // it needs no flows
	set      map[string]place // where a value was set or taken out, by path, if not by the built-in scenario
}

// Tickets are the fictional tickets of the batch.
type Tickets struct {
	Count      int64
	Seed       int64
	FirstID    int64
	ExtraShare float64
	Tokenizer  string
	Topics     Map[Topic]
	Extras     []string
}

// A Topic is what tickets are about.
type Topic struct {
	Weight    float64
	Templates []string
}

// Labels are the answers of the model and what speaks for them.
type Labels struct {
	Names  []string
	Cues   Map[string]
	Narrow int64
}

// A Limit is the endpoint's limit on calls.
type Limit struct {
	Calls        int64
	Window       Span
	CountRefused bool
}

// Base is the steady part of the batch.
type Base struct {
	PerStep int64
}

// Burst is the part of the batch that arrives at once.
type Burst struct {
	Start Span
	After int64
}

// Flows are the clients that share the endpoint.
type Flows struct {
	Interactive Interactive
	Batch       Batch
}

// Interactive is the flow of single queries with a latency budget.
type Interactive struct {
	Every, Until, Budget Span
	Prompt               string
}

// Batch is the flow of tickets.
type Batch struct {
	CallsPerStep int64
	Prompt       string
}

// Faults are the chances that an admitted call breaks.
type Faults struct {
	Timeout TimeoutFault
	Partial float64
}

// A TimeoutFault is a chance that grows with the size of the prompt.
type TimeoutFault struct {
	Base, PerToken float64
}

// arrange puts names that were taken out and set again back where they stood, so
// that the scenario is the same when it is printed and read.
func (s *Scenario) arrange() {
	s.Tickets.Topics.arrange(s.base.Tickets.Topics)
	s.Labels.Cues.arrange(s.base.Labels.Cues)
	s.Loads.arrange(s.base.Loads)
	s.Policies.arrange(s.base.Policies)
}

// IsSet reports whether the user set the value at a path, in a file or by a flag.
func (s *Scenario) IsSet(path string) bool {
	_, is := s.set[path]
	return is
}

// VersionNote says that the user's file does not tell in which version of the language it is
// written, "" of one that does. A newer program may take such a file for something else.
func (s *Scenario) VersionNote() string {
	if s.IsSet("version") {
		return ""
	}
	return fmt.Sprintf("it has no version: taken as version %d", Version)
}

// A Span is a length of time: a number of steps or a duration.
type Span struct {
	Steps    int64
	Duration time.Duration // used when Steps is 0
}

// In returns the span in steps of the given length; ok is false when it is not a
// whole number of them.
func (s Span) In(step time.Duration) (steps int64, ok bool) {
	if s.Duration == 0 {
		return s.Steps, true
	}
	return int64(s.Duration / step), s.Duration%step == 0
}

// A Map is a set of named values in the order in which they were written.
type Map[T any] []Entry[T]

// An Entry is one named value of a Map.
type Entry[T any] struct {
	Name  string
	Value T
}

// At returns the value with a name, nil if there is none.
func (m Map[T]) At(name string) *T {
	for i := range m {
		if m[i].Name == name {
			return &m[i].Value
		}
	}
	return nil
}

// Names returns the names in order.
func (m Map[T]) Names() []string {
	names := make([]string, len(m))
	for i := range m {
		names[i] = m[i].Name
	}
	return names
}

// enter returns the value with a name, a new one at the end if there is none.
func (m *Map[T]) enter(name string) *T {
	if v := m.At(name); v != nil {
		return v
	}
	*m = append(*m, Entry[T]{Name: name})
	return &(*m)[len(*m)-1].Value
}

// arrange puts the names that others have, too, first and in their order.
func (m Map[T]) arrange(others Map[T]) {
	place := func(e Entry[T]) int {
		at := slices.IndexFunc(others, func(o Entry[T]) bool { return o.Name == e.Name })
		if at < 0 {
			return len(others)
		}
		return at
	}
	slices.SortStableFunc(m, func(a, b Entry[T]) int { return cmp.Compare(place(a), place(b)) })
}

// remove takes the value with a name out.
func (m *Map[T]) remove(name string) {
	kept := make(Map[T], 0, len(*m))
	for _, e := range *m {
		if e.Name != name {
			kept = append(kept, e)
		}
	}
	*m = kept
}
