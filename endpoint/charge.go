package endpoint

import (
	"time"

	"ratesim/exact"
)

// A Charge says what one call counts for in a limit, and when. The zero Charge
// counts requests on arrival.
//
// For a prompt of 500 tokens with a bound of 1,000 tokens and an answer of 100, a
// limit on Tokens counts
//
//	OnArrival     1,500 on arrival
//	Settled       1,500 on arrival, and gives 900 back at the end
//	AfterAnswer   600 at the end; on arrival it only has to have any room
//	AsProduced    500 on arrival, then 1 with each token of the answer
type Charge struct {
	Of     Unit
	When   Moment
	Cached Cached
	Larger bool  // of Tokens, an estimate is the larger of prompt and bound instead of their sum
	Bound  int64 // tokens expected of an answer whose call has no MaxOutput; 0 for none
	Weight int64 // what one token of the answer counts for once it is there; 0 for 1

	Every time.Duration // AsProduced counts once in so long, and at the end; 0 for at each token
}

// A Unit is what a limit counts of a call.
type Unit uint8

// The units. The zero Unit is Requests.
const (
	Requests Unit = iota
	InputTokens
	OutputTokens
	Tokens   // input and output together
	InFlight // the call itself, from arrival until it ends; only for a Concurrency
)

// A Moment is when a limit counts a call.
type Moment uint8

// The moments. The zero Moment is OnArrival.
const (
	OnArrival   Moment = iota // what is expected, and that stays
	Settled                   // what is expected, corrected at the end by what it was
	AfterAnswer               // at the end, what it was
	AsProduced                // input on arrival, output when it is produced
)

// Cached is how a limit counts the part of the input that is read from a cache.
type Cached uint8

// The ways to count cached input. The zero Cached is CachedCounts.
const (
	CachedCounts   Cached = iota // like other input
	CachedFree                   // not at all
	CachedReturned               // when Settled, on arrival but not in the end
)

// A Call is what limits may count of one attempt. Calls can be compared.
type Call struct {
	Scope
	At    time.Duration // arrival
	First time.Duration // the answer begins; before At for At
	Done  time.Duration // the call ends: its answer is complete or cut off; before At for At

	Input     int64 // tokens of the prompt
	Cached    int64 // those of them that are read from a cache
	Estimate  int64 // what the prompt is taken for on arrival, cached tokens included; 0 for Input
	MaxOutput int64 // the most tokens that the client allows the answer; 0 if it does not say
	Output    int64 // tokens of the answer until Done; the kth of n is there when k/n of the time from First to Done has passed
}

// Arrival returns how many units must fit when a call arrives, and how many are
// then counted.
func (c *Charge) Arrival(call *Call) (asked, taken int64) {
	switch {
	case c.Of == InFlight:
		return 1, 1
	case c.When == AfterAnswer, c.When == AsProduced && c.Of == OutputTokens:
		return 1, 0
	case c.When == AsProduced && c.Of == Tokens:
		taken = c.input(call, call.expected())
		return max(1, taken), taken
	}
	taken = c.expected(call)
	return taken, taken
}

// End returns what is counted besides when a call ends: below 0 for units to give
// back. Output that is counted AsProduced is not in it.
func (c *Charge) End(call *Call) (units int64) {
	switch c.When {
	case Settled:
		return c.used(call) - c.expected(call)
	case AfterAnswer:
		return c.used(call)
	}
	return 0
}

// Produced returns when the next part of the output is counted after so many of
// its tokens, and how many tokens are in that part; 0 if none is left.
func (c *Charge) Produced(call *Call, before int64) (at time.Duration, tokens int64) {
	if c.When != AsProduced || c.Of != OutputTokens && c.Of != Tokens || before >= call.Output {
		return 0, 0
	}
	first, span := call.production()
	passed := exact.AreaOf(before+1, span).Lasts(call.Output)
	if c.Every > 0 {
		passed = min((passed+c.Every-1)/c.Every*c.Every, span)
	}
	return first + passed, call.produced(first+passed) - before
}

// Weigh returns what so many tokens of the answer count for.
func (c *Charge) Weigh(tokens int64) int64 { return tokens * max(1, c.Weight) }

// input returns what input counts for that comes to so many tokens, cached ones
// included.
func (c *Charge) input(call *Call, tokens int64) int64 {
	if c.Cached == CachedFree {
		return max(0, tokens-call.Cached)
	}
	return tokens
}

// expected returns what a call is expected to count for when it arrives.
func (c *Charge) expected(call *Call) int64 {
	input, output := c.input(call, call.expected()), call.MaxOutput
	if output == 0 {
		output = c.Bound
	}
	switch {
	case c.Of == InputTokens:
		return input
	case c.Of == OutputTokens:
		return output
	case c.Of == Tokens && c.Larger:
		return max(input, output)
	case c.Of == Tokens:
		return input + output
	}
	return 1
}

// used returns what a call counts for in the end.
func (c *Charge) used(call *Call) int64 {
	input, output := c.input(call, call.Input), c.Weigh(call.Output)
	if c.Cached == CachedReturned {
		input -= call.Cached
	}
	switch c.Of {
	case InputTokens:
		return input
	case OutputTokens:
		return output
	case Tokens:
		return input + output
	}
	return 1
}

// expected returns what the prompt is taken for on arrival.
func (c *Call) expected() int64 {
	if c.Estimate == 0 {
		return c.Input
	}
	return c.Estimate
}

// ends returns when the call ends.
func (c *Call) ends() time.Duration { return max(c.At, c.Done) }

// production returns when the answer begins and how long it takes.
func (c *Call) production() (first, span time.Duration) {
	first = min(max(c.At, c.First), c.ends())
	return first, c.ends() - first
}

// produced returns how many tokens of the answer are there at an instant.
func (c *Call) produced(at time.Duration) int64 {
	first, span := c.production()
	switch {
	case at >= c.ends():
		return c.Output
	case at <= first:
		return 0
	}
	whole, _ := exact.AreaOf(c.Output, at-first).Over(int64(span))
	return whole
}

// CutAt returns the call as it is when it is cut off at an instant, with the
// output produced until then. A call that has ended is as it was.
func (c *Call) CutAt(at time.Duration) Call {
	cut := *c
	if at < c.ends() {
		cut.Output, cut.Done = c.produced(at), max(at, c.At)
	}
	return cut
}

// after returns the call as it is when it is cut off after so many tokens of its
// answer.
func (c *Call) after(tokens int64) Call {
	cut := *c
	first, span := c.production()
	cut.Output, cut.Done = tokens, first+exact.AreaOf(tokens, span).Lasts(c.Output)
	return cut
}
