package scenario

import (
	"cmp"

	"ratesim/sim"
	"ratesim/workload"
)

// endless faults arrivals of which so many are due before the horizon that a run would
// be stopped as endless: that is known before it has taken a minute to find out.
func (c *checker) endless(a *account) {
	if c.faults.about("horizon") {
		return
	}
	most := float64(min(cmp.Or(c.scenario.MaxEvents, sim.EventsMax), sim.EventsMax))
	for i := range a.flows {
		f := &a.flows[i]
		if n := f.due(a); n > most {
			c.fault("flows."+f.name+".arrivals", []string{"horizon", "max_events"},
				"want at most %.0f requests before the horizon of %v (max_events); at least %.0f are due: want a lower rate, a shorter horizon, or a number of requests", most, a.horizon, n)
		}
	}
}

// due returns how many requests of a flow arrive before the horizon at the least; 0
// where nobody can tell.
func (f *builtFlow) due(a *account) float64 {
	if f.traffic == nil {
		return 0
	}
	foreseen, ok := f.traffic().Arrivals.(workload.Foreseen)
	if !ok {
		return 0
	}
	n := foreseen.Least(a.horizon)
	if f.Requests > 0 {
		n = min(n, float64(f.Requests))
	}
	return n
}
