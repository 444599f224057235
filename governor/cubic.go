package governor

import (
	"math/rand/v2"
	"time"

	"ratesim/policy"
	"ratesim/spec"
)

// A Cubic governor is the adaptive retry mode of the AWS SDKs (boto/botocore,
// retries/adaptive.py, throttling.py and bucket.py). Until the first throttle all
// passes. From then on attempts are sent at a rate that each answer sets anew: along
// a cubic curve after a success, Beta times the rate measured after a throttle, at
// most twice the rate measured, and at least Min. The curve is that of CUBIC
// (RFC 9438, section 4.2).
//
// What is measured are answers, in steps of half a second; all that are no
// throttles count as successes. Rates are in attempts per second.
type Cubic struct {
	Free
	Beta  float64        // what a throttle leaves of the rate, below 1
	Scale float64        // how steep the curve is, in attempts/s⁴; more than 0
	Min   float64        // more than 0
	On    policy.Classes // failures that are throttles

	enabled bool
	curve   curve
	meter   meter
	rate    float64
	pace    bucket // billionths of an attempt
}

// Ask returns the wait until the rate allows an attempt.
func (c *Cubic) Ask(now time.Duration, _ Sending, _ *rand.Rand) Permit {
	if !c.enabled {
		return Permit{}
	}
	return Permit{Wait: c.pace.wait(now, billion)}
}

// Take counts an attempt.
func (c *Cubic) Take(now time.Duration, _ Sending) {
	if c.enabled {
		c.pace.take(now, billion)
	}
}

// Heard sets the rate.
func (c *Cubic) Heard(now time.Duration, _ Sending, o Outcome) {
	measured := c.meter.count(now)
	next := c.curve.at(now)
	if o.isIn(c.On) {
		highest := measured
		if c.enabled {
			highest = min(measured, c.rate)
		}
		next = c.curve.throttled(now, highest)
		c.enabled = true
	}
	c.setRate(now, min(next, 2*measured))
}

// setRate sets the rate and what may be saved up of it: a second's worth, at
// least one attempt.
func (c *Cubic) setRate(now time.Duration, rate float64) {
	c.rate = max(rate, c.Min)
	c.pace.set(now, billionths(c.rate), billionths(max(rate, 1)))
}

// Reset forgets all answers.
func (c *Cubic) Reset() {
	c.enabled, c.rate, c.meter = false, 1, meter{}
	c.curve = curve{beta: c.Beta, scale: c.Scale}
	c.pace = bucket{gain: billion, per: time.Second, capacity: billion}
}

// A curve is the rate after a throttle at `from`, of the highest rate then:
//
//	scale · (t − k)³ + highest, with k = ∛(highest · (1 − beta) / scale)
//
// It begins at beta · highest, comes back to highest after k, and grows faster and
// faster from there.
type curve struct {
	beta, scale float64
	highest     float64       // attempts per second
	k           float64       // seconds
	from        time.Duration // of the last throttle
}

// at returns the rate that a success is worth.
func (c *curve) at(now time.Duration) float64 {
	t := (now - c.from).Seconds() - c.k
	return float64(c.scale*t*t*t) + c.highest
}

// throttled begins the curve anew and returns its first rate.
func (c *curve) throttled(now time.Duration, highest float64) float64 {
	c.highest, c.from = highest, now
	c.k = cubeRoot(highest * (1 - c.beta) / c.scale)
	return highest * c.beta
}

// cubeRoot is Newton's method from above. All processors give the same root,
// which is not so of math.Cbrt.
func cubeRoot(x float64) float64 {
	if x <= 0 {
		return 0
	}
	for root := max(1, x); ; {
		next := (root + root + x/(root*root)) / 3
		if next >= root {
			return root
		}
		root = next
	}
}

// A meter measures the rate of answers: in each half second in which there is one,
// by those since the last such, smoothed.
type meter struct {
	answers int64
	counted int64 // the half second up to which they were, by number
	rate    float64
}

// count counts an answer and returns the rate in answers per second.
func (m *meter) count(now time.Duration) float64 {
	const (
		step = 500 * time.Millisecond
		part = 0.8 // of the rate that the latest answers have
	)
	m.answers++
	if present := int64(now / step); present > m.counted {
		latest := float64(m.answers) / (time.Duration(present-m.counted) * step).Seconds()
		m.rate = float64(latest*part) + float64(m.rate*(1-part))
		m.answers, m.counted = 0, present
	}
	return m.rate
}

func cubicForm() spec.Form[Maker] {
	return spec.Form[Maker]{
		Name: "cubic", About: "the adaptive rate of the AWS SDKs, off until the first refusal",
		Arguments: []spec.Argument{
			{Name: "beta", Unit: "factor", Default: "0.7", Zero: "down to `min`", About: "what a refusal leaves of the rate that is measured"},
			{Name: "scale", Unit: "attempts/s⁴", Default: "0.4", About: "how steeply the rate comes back"},
			{Name: "min", Unit: "attempts/s", Default: "0.5", About: "the least rate"},
			on("429", "that cut it"),
		},
		Read: func(r *spec.Reader) Maker {
			return made(Cubic{
				Beta:  r.Share("beta"),
				Scale: r.Number("scale", 0.001, 1000),
				Min:   r.Number("min", 0.001, fastest),
				On:    failures(r),
			})
		},
	}
}
