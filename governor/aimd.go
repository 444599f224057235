package governor

import (
	"math/rand/v2"
	"time"

	"ratesim/policy"
	"ratesim/spec"
)

// An AIMD governor sends at a rate that grows by a little with each success and
// is cut to a part of it by a failure: additive increase, multiplicative decrease.
// Clients that do so come to equal shares of what they have in common (D.-M. Chiu
// and R. Jain, "Analysis of the increase and decrease algorithms for congestion
// avoidance in computer networks", 1989). Nothing is saved up: after a silence,
// too, attempts are one at a time.
type AIMD struct {
	Free
	Start    float64        // rates are in attempts per Per
	Increase float64        // for a success
	ByTime   bool           // Increase is for each second between two answers of which the second is a success
	Decrease float64        // the factor by which a failure multiplies the rate, at most 1
	Min      float64        // more than 0
	Max      float64        // 0 for no bound
	Per      time.Duration  // more than 0
	Settle   time.Duration  // the time after a cut in which no other is made; 0 for none
	On       policy.Classes // failures that cut the rate

	rate   float64
	pace   bucket        // billionths of an attempt
	heard  time.Duration // the last answer
	settle time.Duration // until when no cut is made
}

// Ask returns the wait until the rate allows an attempt.
func (a *AIMD) Ask(now time.Duration, _ Sending, _ *rand.Rand) Permit {
	return Permit{Wait: a.pace.wait(now, billion)}
}

// Take counts an attempt.
func (a *AIMD) Take(now time.Duration, _ Sending) { a.pace.take(now, billion) }

// Heard makes the rate larger or smaller.
func (a *AIMD) Heard(now time.Duration, _ Sending, o Outcome) {
	switch {
	case o.OK:
		a.rate += a.step(now)
	case o.isIn(a.On) && now >= a.settle:
		a.rate *= a.Decrease
		a.settle = plus(now, a.Settle)
	}
	a.rate = max(a.rate, a.Min)
	if a.Max > 0 {
		a.rate = min(a.rate, a.Max)
	}
	a.heard = now
	a.pace.set(now, billionths(a.rate), billion)
}

// Reset begins with the first rate.
func (a *AIMD) Reset() {
	a.rate, a.heard, a.settle = a.Start, 0, 0
	a.pace = bucket{gain: billionths(a.rate), per: a.Per, capacity: billion}
	a.pace.level = a.pace.full()
}

// step returns by how much a success now raises the rate.
func (a *AIMD) step(now time.Duration) float64 {
	if a.ByTime {
		return float64(a.Increase * (now - a.heard).Seconds())
	}
	return a.Increase
}

// billion is one attempt in the unit of rates, whose waits are exact then.
const billion = 1_000_000_000

// fastest is the largest rate whose billionths are an int64.
const fastest = 1e9

// billionths returns a rate in whole billionths of an attempt, at least 1.
func billionths(rate float64) int64 { return max(1, int64(min(rate, fastest)*billion)) }

func aimdForm() spec.Form[Maker] {
	return spec.Form[Maker]{
		Name: "aimd", About: "a rate that grows with each success and is cut by each refusal",
		Arguments: []spec.Argument{
			{Name: "start", Unit: "rate", About: "attempts in each `per` at first"},
			{Name: "increase", Unit: "rate", Default: "1", Zero: "does not grow", About: "by how much it grows"},
			{Name: "each", Unit: "word", Default: "success", About: "what it grows with: each success, or each second that ends in one", Choices: []string{"success", "second"}},
			{Name: "decrease", Unit: "factor", Default: "0.5", Zero: "down to `min`", About: "by which a refusal multiplies it, at most 1"},
			{Name: "min", Unit: "rate", Default: "1", About: "the least rate"},
			{Name: "max", Unit: "rate", Default: "0", Zero: "no bound", About: "the largest rate"},
			{Name: "per", Unit: "duration", Default: "1s", About: "the time that rates are in"},
			{Name: "settle", Unit: "duration", Default: "0s", Zero: "each refusal cuts it", About: "the time after a cut in which no other is made"},
			on(throttles, "that cut it"),
		},
		Read: readAIMD,
	}
}

func readAIMD(r *spec.Reader) Maker {
	const slowest = 0.001
	a := AIMD{
		Start:    r.Number("start", slowest, fastest),
		Increase: r.Number("increase", 0, fastest),
		ByTime:   r.Choice("each") == 1,
		Decrease: r.Share("decrease"),
		Min:      r.Number("min", slowest, fastest),
		Max:      r.Number("max", 0, fastest),
		Per:      r.Positive("per"),
		Settle:   r.Duration("settle"),
		On:       failures(r),
	}
	if a.Max > 0 && a.Max < a.Min {
		r.Fault("max", "want at least min, %v; have %v", a.Min, a.Max)
	}
	if a.Start > 0 && (a.Start < a.Min || a.Max > 0 && a.Start > a.Max) {
		r.Fault("start", "want a rate from min to max; have %v", a.Start)
	}
	return made(a)
}
