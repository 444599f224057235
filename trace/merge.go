package trace

import "slices"

// Together returns the measures of several flows as if they were one.
func Together(flows []Measures) Measures {
	var all Measures
	for i := range flows {
		all.join(&flows[i])
	}
	all.sort()
	return all
}

// join adds the measures of another flow. The spans are left unsorted, and
// the peak is none: flows need not have theirs at once.
func (m *Measures) join(o *Measures) {
	m.Counts.Join(o.Counts)
	m.Latencies.join(&o.Latencies)
	m.FirstOutputs.join(&o.FirstOutputs)
	m.Beginnings.join(&o.Beginnings)
	m.Never += o.Never
	m.Queue += o.Queue
	m.Held += o.Held
	m.Backoff += o.Backoff
	m.Flight += o.Flight
	m.Refusals = joined(m.Refusals, o.Refusals)
	m.Layers = joined(m.Layers, o.Layers)
	m.Paid.add(o.Paid)
	m.Wasted.add(o.Wasted)
	m.ServerErrors += o.ServerErrors
	m.Overloads += o.Overloads
	m.Connections += o.Connections
	m.Rejections += o.Rejections
	m.Exhaustions += o.Exhaustions
	m.FirstSent += o.FirstSent
	for fallback, n := range o.Fallbacks {
		m.turnTo(fallback)
		m.Fallbacks[fallback] += n - 1
	}
}

// Join adds the counts of another flow, or of another run of the same one.
func (c *Counts) Join(o Counts) {
	c.Requests += o.Requests
	c.Completed += o.Completed
	c.GivenUp += o.GivenUp
	c.Unfinished += o.Unfinished
	c.Calls += o.Calls
	c.RateLimited += o.RateLimited
	c.Timeouts += o.Timeouts
	c.Partial += o.Partial
	c.Failed += o.Failed
	c.InFlight += o.InFlight
	c.Tokens += o.Tokens
	c.Wasted += o.Wasted
	c.Correct += o.Correct
	c.Ungraded += o.Ungraded
	c.RepeatedEffects += o.RepeatedEffects
}

// joined returns the sums of two lists of counts, place by place.
func joined(a, b []int64) []int64 {
	sums := slices.Clone(a)
	for i, n := range b {
		if i == len(sums) {
			sums = append(sums, 0)
		}
		sums[i] += n
	}
	return sums
}
