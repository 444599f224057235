package scenario

import (
	"ratesim/endpoint"
	"ratesim/sim"
	"ratesim/trace"
)

// A SingleCall is one call outside a run: a ticket's first attempt, alone or
// against a window that is already full.
type SingleCall struct {
	Ticket int // its number in the batch, from 0
	Seed   int64
	Full   bool // the window is full
}

// Call makes a single call and returns its record.
func (m *Model) Call(c SingleCall) trace.Attempt {
	e := m.Endpoint()
	e.Reset(c.Seed)
	if c.Full {
		e.Limit.Ask(0, e.Limit.Capacity())
	} else {
		e.Limit = &endpoint.SlidingLog{} // of a single call none would be refused but by a limit of 0
	}
	item := m.Tickets.Item(c.Ticket)
	label := m.labels[item.Label]
	answer := e.Serve(0, &endpoint.Request{Key: item.Hash, Input: int64(item.Tokens), Output: label.Tokens})
	return sim.Attempt(answer, label.Name)
}
