package workload

import (
	"math"
	"time"

	"ratesim/chance"
)

// A Span of arrivals is when a flow's requests may come: from From, before Until,
// at most Count of them.
type Span struct {
	From  time.Duration
	Until time.Duration // not included; 0 for no end
	Count int           // 0 for no bound
}

// admits reports whether an arrival with a number may come at an instant.
func (s Span) admits(at time.Duration, number int) bool {
	return at >= 0 && (s.Until == 0 || at < s.Until) && (s.Count == 0 || number < s.Count)
}

// Constant arrivals come at equal distances, the first at From.
type Constant struct {
	Span
	Rate Rate

	next int
}

// Reset begins again with the first arrival.
func (c *Constant) Reset() { c.next = 0 }

// Next returns the next arrival.
func (c *Constant) Next() (time.Duration, int, bool) {
	at := later(c.From, c.Rate.at(int64(c.next)))
	if !c.admits(at, c.next) {
		return 0, 0, false
	}
	c.next++
	return at, c.next - 1, true
}

// Batches are several arrivals at once, again and again, the first at From.
type Batches struct {
	Span
	Size  int           // of a batch
	Every time.Duration // 0 for one batch
	Over  time.Duration // a batch is spread over so long, evenly; 0 for all at once

	next int
}

// Reset begins again with the first arrival.
func (b *Batches) Reset() { b.next = 0 }

// Next returns the next arrival.
func (b *Batches) Next() (time.Duration, int, bool) {
	batch, place := b.next/b.Size, b.next%b.Size
	if batch > 0 && b.Every == 0 {
		return 0, 0, false
	}
	start := Rate{Count: 1, In: max(b.Every, 1)}.at(int64(batch))
	within := Rate{Count: int64(b.Size), In: max(b.Over, 1)}.at(int64(place))
	if b.Over == 0 {
		within = 0
	}
	at := later(b.From, later(start, within))
	if !b.admits(at, b.next) {
		return 0, 0, false
	}
	b.next++
	return at, b.next - 1, true
}

// Listed arrivals come at given instants, in order.
type Listed struct {
	Times []time.Duration

	next int
}

// Reset begins again with the first arrival.
func (l *Listed) Reset() { l.next = 0 }

// Next returns the next arrival.
func (l *Listed) Next() (time.Duration, int, bool) {
	if l.next == len(l.Times) {
		return 0, 0, false
	}
	l.next++
	return l.Times[l.next-1], l.next - 1, true
}

// A drawn is arrivals whose distances chance decides: each is drawn by the number
// of the arrival, so that nothing else moves it.
type drawn struct {
	Span
	named chance.Named
	name  chance.Name
	at    time.Duration
	next  int
}

// Seed names the chance of a flow in a run; see Seeded.
func (d *drawn) Seed(seed int64, flow int) {
	d.name = chance.Name{Seed: seed, Flow: flow, Purpose: chance.Arrivals}
}

// Reset begins again with the first arrival.
func (d *drawn) Reset() { d.at, d.next = d.From, 0 }

// exponential draws the distance to the next arrival from an exponential
// distribution with a mean of 1.
func (d *drawn) exponential() float64 {
	d.name.Request = int64(d.next)
	d.named.Set(d.name)
	return chance.Exponential(uniform(&d.named))
}

// uniform draws a number from 0 to 1, 1 not included.
func uniform(n *chance.Named) float64 { return float64(n.Uint64()>>11) / (1 << 53) }

// arrive moves on by a distance and returns the arrival there.
func (d *drawn) arrive(distance float64) (time.Duration, int, bool) {
	if distance >= math.MaxInt64/2 {
		return 0, 0, false
	}
	if d.at = later(d.at, time.Duration(distance)); !d.admits(d.at, d.next) {
		return 0, 0, false
	}
	d.next++
	return d.at, d.next - 1, true
}

// Poisson arrivals come independently of one another, Rate on average.
type Poisson struct {
	drawn
	Rate Rate
}

// NewPoisson returns Poisson arrivals.
func NewPoisson(s Span, r Rate) *Poisson { return &Poisson{drawn: drawn{Span: s}, Rate: r} }

// Next returns the next arrival.
func (p *Poisson) Next() (time.Duration, int, bool) {
	return p.arrive(float64(p.exponential() * p.Rate.mean()))
}

// A Ramp is arrivals whose rate grows or falls evenly from one rate to another
// over some time and then stays: independent of one another, or at the distances
// that the rate gives.
type Ramp struct {
	drawn
	First, Last Rate
	Over        time.Duration
	Even        bool // chance has no part

	passed float64 // arrivals that the rates gave so far
}

// NewRamp returns a ramp without arrivals by chance if even.
func NewRamp(s Span, first, last Rate) *Ramp {
	return &Ramp{drawn: drawn{Span: s}, First: first, Last: last}
}

// Reset begins again with the first arrival.
func (r *Ramp) Reset() {
	r.drawn.Reset()
	r.passed = 0
}

// Next returns the next arrival.
func (r *Ramp) Next() (time.Duration, int, bool) {
	switch {
	case !r.Even:
		r.passed += r.exponential()
	case r.next > 0:
		r.passed++
	}
	at := r.instant(r.passed)
	if at >= math.MaxInt64/2 || !r.admits(r.From+time.Duration(at), r.next) {
		return 0, 0, false
	}
	r.next++
	return r.From + time.Duration(at), r.next - 1, true
}

// instant returns when so many arrivals have come on average, in nanoseconds
// after From: where the area under the rate is that large.
func (r *Ramp) instant(arrivals float64) float64 {
	first, last, over := 1/r.First.mean(), 1/r.Last.mean(), float64(r.Over)
	area := float64((first + last) / 2 * over)
	if arrivals >= area {
		return over + (arrivals-area)/last
	}
	slope := (last - first) / over
	if slope == 0 {
		return arrivals / first
	}
	root := math.Sqrt(max(0, float64(first*first)+float64(2*slope*arrivals)))
	return (root - first) / slope
}

// An OnOff is arrivals that come for some time as another Poisson stream does,
// and then not at all for some time, again and again.
type OnOff struct {
	Poisson
	On, Off time.Duration // On is more than 0
}

// Next returns the next arrival: those of a stream that knows no pauses, moved
// behind the pauses before them.
func (o *OnOff) Next() (time.Duration, int, bool) {
	if d := float64(o.exponential() * o.Rate.mean()); d < math.MaxInt64/2 {
		o.at = later(o.at, time.Duration(d))
	} else {
		return 0, 0, false
	}
	active := o.at - o.From
	at := later(o.at, Rate{Count: 1, In: max(o.Off, 1)}.at(int64(active/o.On)))
	if o.Off == 0 {
		at = o.at
	}
	if !o.admits(at, o.next) {
		return 0, 0, false
	}
	o.next++
	return at, o.next - 1, true
}

// later returns an instant so much later, at most the longest Duration.
func later(at, by time.Duration) time.Duration {
	if by > math.MaxInt64-at {
		return math.MaxInt64
	}
	return at + by
}
