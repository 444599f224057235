package trace

import "slices"

// Measures are what a flow's requests went through in one run of continuous
// time, besides its Counts. Spans are in nanoseconds.
type Measures struct {
	Counts

	Latencies Spans // of completed requests, from arrival to the end of the answer
	Never     int64 // requests that were given up, or had no answer by the horizon

	FirstOutputs Spans // from the arrival of requests to their first output, of any attempt; others had none
	Beginnings   Spans // of completed requests, from arrival to the beginning of the answer that ended them

	Queue   int64 // sum over attempts: ready, but behind others in the client's queue
	Held    int64 // sum: at the head of the queue, held by a governor, such as for want of a slot
	Backoff int64 // sum: waiting after a failure, until ready again
	Flight  int64 // sum: sent and not yet heard of

	Refusals []int64 // refused attempts by the number of the attempt, the first one at 0

	Paid   Use // of all attempts
	Wasted Use // of those that came to nothing

	ServerErrors, Overloads, Connections, Rejections, Exhaustions int64

	Fallbacks map[string]int64 // requests that turned to one, by its kind; nil for none
	Layers    []int64          // retries by the policies in one another that decided them, the innermost first
	FirstSent int64            // requests that were sent at all

	Peak int64 // attempts admitted in any Window of the run's Traffic at most; of several flows, see Traffic.Peak

	admitted crowd
}

// A Use is tokens charged.
type Use struct {
	Input  int64 // cached ones included
	Cached int64
	Output int64
}

// Latency returns the nearest-rank percentile of the latency of all requests, in
// nanoseconds; a request without an answer took for ever, and never is true then.
// none is true when there were no requests.
func (m *Measures) Latency(percent float64) (span int64, never, none bool) {
	return rank(&m.Latencies, m.Never, percent)
}

// AnsweredLatency returns the percentile of the latency of completed requests
// alone; none is true when there are none.
func (m *Measures) AnsweredLatency(percent float64) (span int64, none bool) {
	span, _, none = rank(&m.Latencies, 0, percent)
	return span, none
}

// FirstOutput returns the percentile of the time from the arrival of all requests
// to their first output, even that of an attempt which was cut off later.
func (m *Measures) FirstOutput(percent float64) (span int64, never, none bool) {
	return rank(&m.FirstOutputs, m.Requests-m.FirstOutputs.Len(), percent)
}

// Beginning returns the percentile of the time from the arrival of all requests to
// the beginning of the answer that they were completed by.
func (m *Measures) Beginning(percent float64) (span int64, never, none bool) {
	return rank(&m.Beginnings, m.Never, percent)
}

// rank returns the nearest-rank percentile of sorted spans and so many that
// never end.
func rank(spans *Spans, endless int64, percent float64) (span int64, never, none bool) {
	n := spans.Len() + endless
	if n == 0 {
		return 0, false, true
	}
	place := int64(percent / 100 * float64(n))
	if float64(place)*100 < percent*float64(n) {
		place++
	}
	place = min(max(place, 1), n)
	if place > spans.Len() {
		return 0, true, false
	}
	return spans.At(place - 1), false, false
}

// A Gauge measures open runs from their records, and passes over others. It is a
// Sink; Finish must be called at the end.
type Gauge struct {
	// Each is told each run with the measures of its flows, in the order of the
	// run's Flows, and of its limits, when the run's records have ended.
	Each func(Run, []Measures, Traffic) error

	run     Run
	open    bool
	flows   []Measures
	live    map[key]*course
	traffic Traffic
}

// A course is a request that has not ended, as far as it matters.
type course struct {
	arrival int64
	heard   int64 // of the last attempt
	sent    bool
	spoken  bool  // there was output
	began   int64 // the output of the last attempt that had any
	paid    []Use // of calls that went well and may be for nothing
}

// Run ends the measures of one run and begins those of the next.
func (g *Gauge) Run(r Run) error {
	if err := g.Finish(); err != nil {
		return err
	}
	g.run, g.open = r, r.Open
	g.flows = make([]Measures, len(r.Flows))
	g.live = map[key]*course{}
	g.traffic = Traffic{Window: windowOf(r), demands: demandsOf(r)}
	return nil
}

// Finish ends the measures of the last run.
func (g *Gauge) Finish() error {
	if !g.open {
		return nil
	}
	g.open = false
	for i := range g.flows {
		g.flows[i].sort()
	}
	return g.Each(g.run, g.flows, g.traffic)
}

// flow returns the measures of a flow; those of one that the run does not name
// are lost: a Checker finds it.
func (g *Gauge) flow(name string) *Measures {
	i := slices.IndexFunc(g.run.Flows, func(f Flow) bool { return f.Name == name })
	if i < 0 {
		return &Measures{}
	}
	return &g.flows[i]
}

// Request counts an arrival.
func (g *Gauge) Request(r Request) error {
	if !g.open {
		return nil
	}
	g.flow(r.Flow).Requests++
	g.live[key{r.Flow, r.ID}] = &course{arrival: r.Arrival, heard: r.Arrival}
	return nil
}

// Attempt measures one sending of a request.
func (g *Gauge) Attempt(a Attempt) error {
	m, c := g.flow(a.Flow), g.live[key{a.Flow, a.Request}]
	if c == nil {
		return nil
	}
	m.attempt(&a, &g.run)
	heard := min(max(a.reached(), a.Heard), g.run.HorizonNS)
	m.Backoff += a.Ready - c.heard
	m.Held += a.Held
	m.Queue += a.At - a.Ready - a.Held
	m.Flight += heard - a.At
	c.heard = heard
	if !c.sent {
		c.sent = true
		m.FirstSent++
	}
	m.output(c, &a, g.run.HorizonNS)
	if a.isAdmitted() {
		m.Peak = max(m.Peak, m.admitted.join(a.reached(), g.traffic.Window))
	}
	g.traffic.attempt(a)
	if a.isInFlight(g.run) {
		return nil
	}
	m.failure(&a)
	use := Use{Input: a.InputTokens, Cached: a.Cached, Output: a.OutputTokens}
	m.Paid.add(use)
	if a.Status == StatusOK {
		c.paid = append(c.paid, use)
	} else {
		m.Wasted.add(use)
	}
	return nil
}

// sort sorts the spans.
func (m *Measures) sort() {
	for _, spans := range []*Spans{&m.Latencies, &m.FirstOutputs, &m.Beginnings} {
		spans.Sort()
	}
}

// failure counts what a failed attempt failed of, as far as Counts do not.
func (m *Measures) failure(a *Attempt) {
	switch a.Status {
	case StatusRateLimit:
		for len(m.Refusals) <= a.Attempt {
			m.Refusals = append(m.Refusals, 0)
		}
		m.Refusals[a.Attempt]++
	case StatusServerError:
		m.ServerErrors++
	case StatusOverloaded:
		m.Overloads++
	case StatusConnection:
		m.Connections++
	case StatusRejected:
		m.Rejections++
	case StatusExhausted:
		m.Exhaustions++
	}
}

func (u *Use) add(o Use) {
	u.Input += o.Input
	u.Cached += o.Cached
	u.Output += o.Output
}

// Decision measures what a client made of a failed attempt.
func (g *Gauge) Decision(d Decision) error {
	m := g.flow(d.Flow)
	switch {
	case d.Turned != "":
		m.turnTo(d.Turned)
	case d.Again:
		for len(m.Layers) <= d.Layer {
			m.Layers = append(m.Layers, 0)
		}
		m.Layers[d.Layer]++
	}
	m.Counts.Wasted += d.Lost
	if c := g.live[key{d.Flow, d.Request}]; c != nil && d.Lost > 0 {
		m.waste(c)
	}
	return nil
}

// turnTo counts a fallback.
func (m *Measures) turnTo(fallback string) {
	if m.Fallbacks == nil {
		m.Fallbacks = map[string]int64{}
	}
	m.Fallbacks[fallback]++
}

// waste counts calls that went well as wasted, because they were for nothing.
func (m *Measures) waste(c *course) {
	for _, use := range c.paid {
		m.Wasted.add(use)
	}
	c.paid = nil
}

// End measures what became of a request.
func (g *Gauge) End(e End) error {
	m, k := g.flow(e.Flow), key{e.Flow, e.Request}
	c := g.live[k]
	delete(g.live, k)
	if c == nil {
		return nil
	}
	m.end(&e)
	if e.Outcome == OutcomeCompleted {
		m.Latencies.Add(e.At - c.arrival)
		m.Beginnings.Add(c.began - c.arrival)
	} else {
		m.Never++
	}
	if e.Fallback == FallbackPerson {
		m.turnTo(e.Fallback)
	}
	if e.Lost > 0 {
		m.waste(c)
	}
	return nil
}
