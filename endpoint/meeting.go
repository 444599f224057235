package endpoint

import (
	"time"

	"ratesim/chance"
)

// A Meeting is a call as faults and latencies meet it on its arrival.
//
// Its chance is named by seed, flow, request, call and try, and by what the draw is
// for. So it does not depend on when the call comes or on what came before: two
// policies meet the same luck at the same try of the same request.
type Meeting struct {
	*Request
	Now      time.Duration
	InFlight int64 // calls that are being worked on, or wait for it, this one included

	name  chance.Name
	named chance.Named
}

// about makes the next draw the first one for a purpose.
func (m *Meeting) about(p chance.Purpose) {
	m.name.Purpose = p.InCall(m.Call)
	m.named.Set(m.name)
}

// Draw returns a number uniform on [0, 2⁶⁴).
func (m *Meeting) Draw() uint64 { return m.named.Uint64() }

// Happens reports whether what has a chance happens. It draws in any case.
func (m *Meeting) Happens(share float64) bool {
	return float64(m.Draw()>>11) < share*(1<<53)
}

// is reports whether the call is of a key and a model; 0 for any.
func (m *Meeting) is(of Scope) bool {
	return (of.Key == 0 || of.Key == m.Scope.Key) && (of.Model == 0 || of.Model == m.Scope.Model)
}
