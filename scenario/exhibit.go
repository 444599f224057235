package scenario

import (
	"fmt"
	"strings"
	"time"

	"ratesim/endpoint"
	"ratesim/hint"
)

// An Exhibit is an endpoint shown by itself: what it is made of, and what it says.
type Exhibit struct {
	Limits, Hints, Faults Map[string] // canonical specs
	Charges               Map[string] // of each limit, in words
	Refused, NeverFits    int64       // HTTP statuses
	Answered              Sample      // the first call of many
	RefusedCall           *Sample     // the first that is refused; nil if none is
	Larger                *Sample     // one that never fits; nil if each does
	Began                 time.Time   // the instant 0 of the samples
}

// A Sample is one answer.
type Sample struct {
	At   time.Duration
	HTTP int
	Said hint.Said // what it said of waits and limits
}

// The calls of an exhibit: of so many tokens, one each so often.
const (
	SampleInput     = 1000
	SampleMaxOutput = 500
	SampleOutput    = 100
	SampleEvery     = 100 * time.Microsecond

	sampleMost = 100_000 // calls until one is refused
)

// Exhibit returns the endpoint of an open scenario by itself.
func (m *Model) Exhibit() Exhibit {
	e := &m.Scenario.Open.Endpoint
	x := Exhibit{Hints: e.Hints, Faults: e.Faults, Refused: e.Refused, NeverFits: e.NeverFits, Began: m.account.beganAt}
	for _, l := range m.account.limits {
		*x.Limits.enter(l.Name) = l.text
		*x.Charges.enter(l.Name) = charged(l.Charge, l.CountRefused)
	}
	p := m.account.provider(m.Scenario)
	p.Reset(m.Scenario.Seed)
	ask := func(n int, r endpoint.Request) (Sample, endpoint.Status) {
		r.Number, r.HangUp = int64(n), endpoint.Forever
		at := time.Duration(n) * SampleEvery
		a := p.Serve(at, &r)
		s := Sample{At: at, HTTP: a.HTTP}
		if a.Said != nil {
			s.Said = *a.Said
		}
		return s, a.Status
	}
	usual := endpoint.Request{Input: SampleInput, MaxOutput: SampleMaxOutput, Output: SampleOutput}
	x.Answered, _ = ask(0, usual)
	for n := 1; n < sampleMost; n++ {
		s, status := ask(n, usual)
		if status != endpoint.OK {
			x.RefusedCall = &s
			break
		}
	}
	if s, status := ask(sampleMost, endpoint.Request{Input: 1 << 40}); status == endpoint.Rejected {
		x.Larger = &s
	}
	return x
}

// charged returns in words what a call counts for in a limit, and when.
func charged(c endpoint.Charge, refused bool) string {
	tokens := map[endpoint.Unit]string{endpoint.InputTokens: "input", endpoint.OutputTokens: "max_tokens", endpoint.Tokens: "input and max_tokens"}[c.Of]
	if c.Larger {
		tokens = "the larger of input and max_tokens"
	}
	var parts []string
	switch {
	case c.Of == endpoint.InFlight:
		return "each call from its arrival until it ends"
	case c.Of == endpoint.Requests:
		parts = append(parts, "one for each call, on arrival")
	case c.When == endpoint.OnArrival:
		parts = append(parts, tokens+" on arrival, and nothing is given back")
	case c.When == endpoint.Settled:
		parts = append(parts, tokens+" on arrival, corrected at the end by what was used")
	case c.When == endpoint.AfterAnswer:
		parts = append(parts, map[endpoint.Unit]string{endpoint.InputTokens: "input", endpoint.OutputTokens: "output", endpoint.Tokens: "input and output"}[c.Of]+", at the end of the answer")
	default:
		parts = append(parts, "output, as it is produced")
	}
	if c.Weight > 1 {
		parts = append(parts, fmt.Sprintf("a token of output counts %d", c.Weight))
	}
	if c.Bound > 0 {
		parts = append(parts, fmt.Sprintf("a call without max_tokens is taken to have %d", c.Bound))
	}
	switch c.Cached {
	case endpoint.CachedFree:
		parts = append(parts, "cached input counts nothing")
	case endpoint.CachedReturned:
		parts = append(parts, "cached input is given back at the end")
	}
	if refused {
		parts = append(parts, "refused calls count, too")
	}
	return strings.Join(parts, "; ")
}
