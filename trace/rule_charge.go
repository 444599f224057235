package trace

import (
	"cmp"
	"fmt"
	"math/bits"
)

// The largest sizes that a check takes, in tokens.
const (
	sizeMax   = 1 << 30
	streamMax = 1 << 22 // of an answer that is counted token by token
)

// A call is what limits may count of an attempt, read from its record.
type call struct {
	at, first, end int64 // arrival, the beginning of output, the end of the work
	prompt         int64
	expected       int64 // what the prompt is taken for on arrival
	cached         int64 // of the prompt
	bound          int64 // of the answer, as the client says it; 0 if it does not
	output         int64 // that was produced until the end
}

// callOf reads what limits may count of an attempt.
func callOf(a Attempt) (call, error) {
	c := call{
		at:       a.reached(),
		end:      max(a.reached(), a.Done),
		prompt:   a.Prompt,
		expected: cmp.Or(a.Estimate, a.Prompt),
		cached:   cmp.Or(a.PromptCached, a.Cached),
		bound:    a.MaxOutput,
		output:   cmp.Or(a.Produced, a.OutputTokens),
	}
	c.first = min(max(c.at, a.First), c.end)
	for _, size := range []int64{c.prompt, c.expected, c.cached, c.bound, c.output} {
		if size < 0 || size > sizeMax {
			return call{}, fmt.Errorf("want sizes from 0 to %d tokens; have %d", sizeMax, size)
		}
	}
	return c, nil
}

// arrival returns how many units must fit when a call arrives, and how many are
// then counted.
func (l *Limit) arrival(c call) (asked, counted int64) {
	switch {
	case l.Unit == UnitInFlight:
		return 1, 1
	case l.Rule.When == WhenAnswer, l.Rule.When == WhenProduced && l.Unit == UnitOutput:
		return 1, 0
	case l.Rule.When == WhenProduced && l.Unit == UnitTokens:
		counted = l.input(c, c.expected)
		return max(1, counted), counted
	}
	counted = l.expects(c)
	return counted, counted
}

// expects returns what a call is expected to count for when it arrives.
func (l *Limit) expects(c call) int64 {
	input, output := l.input(c, c.expected), cmp.Or(c.bound, l.Rule.Bound)
	switch {
	case l.Unit == UnitInput:
		return input
	case l.Unit == UnitOutput:
		return output
	case l.Unit == UnitTokens && l.Rule.Larger:
		return max(input, output)
	case l.Unit == UnitTokens:
		return input + output
	}
	return 1
}

// used returns what a call counts for once it has ended.
func (l *Limit) used(c call) int64 {
	input, output := l.input(c, c.prompt), c.output*l.weight()
	if l.Rule.Cached == CachedReturned {
		input -= c.cached
	}
	switch l.Unit {
	case UnitInput:
		return input
	case UnitOutput:
		return output
	case UnitTokens:
		return input + output
	}
	return 1
}

// input returns what a prompt of so many tokens, cached ones included, counts for.
func (l *Limit) input(c call, tokens int64) int64 {
	if l.Rule.Cached == CachedFree {
		return max(0, tokens-c.cached)
	}
	return tokens
}

func (l *Limit) weight() int64 { return max(1, l.Rule.Weight) }

// A due is what is still to be counted of a call that was admitted.
type due struct {
	at     int64
	units  int64 // below 0 to give back
	taken  int64 // when that was counted
	stream stream
}

// A stream is an answer whose tokens are counted one by one. The kth of n is there
// when k/n of its span has passed.
type stream struct {
	first, span  int64
	every        int64 // tokens are counted at multiples of so long, and at the end; 0 for each when it is there
	tokens, come int64
}

// later returns what is to be counted of a call after its arrival.
func (l *Limit) later(c call) (d due, ok bool) {
	_, counted := l.arrival(c)
	switch {
	case l.Unit == UnitInFlight:
		return due{at: c.end, units: -1, taken: c.at}, true
	case l.Rule.When == WhenSettled, l.Rule.When == WhenAnswer:
		return due{at: c.end, units: l.used(c) - counted, taken: c.at}, true
	case l.Rule.When == WhenProduced && (l.Unit == UnitOutput || l.Unit == UnitTokens):
		s := stream{first: c.first, span: c.end - c.first, every: l.Rule.EveryNS, tokens: c.output}
		return s.next(l.weight())
	}
	return due{}, false
}

// next returns the due of the next token; ok is false when all have come.
func (s stream) next(weight int64) (d due, ok bool) {
	if s.come == s.tokens {
		return due{}, false
	}
	s.come++
	passed := partOf(s.span, s.come, s.tokens)
	if s.every > 0 && passed%s.every > 0 {
		passed += min(s.every-passed%s.every, s.span-passed)
	}
	return due{at: s.first + passed, units: weight, stream: s}, true
}

// partOf returns amount · part/whole, rounded up; part is at most the whole.
func partOf(amount, part, whole int64) int64 {
	hi, lo := bits.Mul64(uint64(amount), uint64(part))
	quotient, rest := bits.Div64(hi, lo, uint64(whole))
	if rest > 0 {
		quotient++
	}
	return int64(quotient)
}
