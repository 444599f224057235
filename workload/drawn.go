package workload

import (
	"math"
	"time"

	"ratesim/chance"
)

// A drawn is arrivals whose distances chance decides: each is drawn by the number
// of the arrival, so that nothing else moves it.
type drawn struct {
	Span
	named chance.Named
	at    time.Duration // how far the arrivals have come
	next  int
	rest  float64 // of a nanosecond, that is still to pass

	ahead [8]float64 // distances to the next arrival and some after it
}

// Seed names the chance of a flow in a run; see Seeded.
func (d *drawn) Seed(seed int64, flow int) {
	d.named.Set(chance.Name{Seed: seed, Flow: flow, Purpose: chance.Arrivals})
}

// Reset begins again with the first arrival.
func (d *drawn) Reset() { d.at, d.next, d.rest = d.From, 0, 0 }

// exponential draws the distance to the next arrival from an exponential
// distribution with a mean of 1.
//
// Several are drawn at a time: no draw needs another one, so that a processor works
// at some of them together, where each alone is a long chain of products.
func (d *drawn) exponential() float64 {
	place := d.next % len(d.ahead)
	if place == 0 {
		for i := range d.ahead {
			d.named.Renew(int64(d.next+i), 0)
			d.ahead[i] = chance.Exponential(uniform(&d.named))
		}
	}
	return d.ahead[place]
}

// uniform draws a number from 0 to 1, 1 not included.
func uniform(n *chance.Named) float64 {
	return float64(float64(int64(n.Uint64()>>11)) / (1 << 53))
}

// nanoseconds returns a span rounded down, at most the longest Duration.
func nanoseconds(n float64) time.Duration {
	if n >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(n)
}

// dense is the mean distance, in nanoseconds, below which a part of one counts:
// distances are cut to whole nanoseconds, on average by half of one.
const dense = 1000

// Poisson arrivals come independently of one another, Rate on average. Of more than
// a million a second, what is cut off a distance is added to the next one.
type Poisson struct {
	drawn
	Rate Rate

	mean float64 // of Rate
}

// NewPoisson returns Poisson arrivals.
func NewPoisson(s Span, r Rate) *Poisson { return &Poisson{drawn: drawn{Span: s}, Rate: r} }

// Reset begins again with the first arrival.
func (p *Poisson) Reset() {
	p.drawn.Reset()
	p.mean = p.Rate.mean()
}

// Next returns the next arrival.
func (p *Poisson) Next() (time.Duration, int, bool) {
	p.advance()
	return p.arrive(p.at, &p.next)
}

// advance moves on to the next arrival.
func (p *Poisson) advance() {
	distance := float64(p.exponential() * p.mean)
	if p.mean < dense {
		distance += p.rest
		p.rest = distance - math.Floor(distance)
	}
	p.at = later(p.at, nanoseconds(distance))
}
