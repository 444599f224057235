package trace

import (
	"fmt"
	"slices"
)

// A Rule is how a limit counts and admits, in parts, with all that is needed to
// check it. A call is admitted if what counts and what it asks for are together
// no more than the limit holds; a window is half-open, so that what was counted a
// window ago no longer counts.
//
// Limit.Unit is what it counts: UnitRequests, UnitInput, UnitOutput, UnitTokens or,
// for LimitConcurrency and nothing else, UnitInFlight.
type Rule struct {
	Kind string `json:"kind"` // LimitSlidingLog and so on

	When    string `json:"when,omitempty"`     // "" for what is expected, on arrival; else WhenSettled, WhenAnswer or WhenProduced
	Cached  string `json:"cached,omitempty"`   // "" for cached input that counts like other; else CachedFree or CachedReturned
	Larger  bool   `json:"larger,omitempty"`   // of tokens, the larger of prompt and bound is expected, not their sum
	Bound   int64  `json:"bound,omitempty"`    // tokens expected of an answer whose call has no MaxOutput; 0 for none
	Weight  int64  `json:"weight,omitempty"`   // what a token of an answer counts for once it is there; 0 for 1
	EveryNS int64  `json:"every_ns,omitempty"` // with WhenProduced, how often output is counted; 0 for at each token

	PerKey   bool     `json:"per_key,omitempty"`   // each key has a limit of its own
	PerModel bool     `json:"per_model,omitempty"` // each model has; with PerKey, each pair
	Models   []string `json:"models,omitzero"`     // that it is about; nil for all

	Capacity  int64 `json:"capacity,omitempty"`   // units admitted at one instant by a bucket or GCRA; 0 for Limit
	Used      int64 `json:"used,omitempty"`       // units missing from a token bucket at instant 0
	Debt      bool  `json:"debt,omitempty"`       // a token bucket admits any size while it holds more than nothing
	SliceNS   int64 `json:"slice_ns,omitempty"`   // of LimitSliced; 0 for the window
	OffsetNS  int64 `json:"offset_ns,omitempty"`  // what has passed at instant 0 of the window by the clock that is open then
	FromFirst bool  `json:"from_first,omitempty"` // a fixed window begins when a unit is counted and none is open

	Times  int64 `json:"times,omitempty"`   // of LimitEarned, how many times the average are earned
	OverNS int64 `json:"over_ns,omitempty"` // of LimitEarned, the time over which that is taken
	Most   int64 `json:"most,omitempty"`    // of LimitEarned, what can be earned at most; 0 for no bound

	Changes []Change `json:"changes,omitzero"` // of the limit, in the order of their instants; nil for none
}

// A Change gives a limit another Limit from an instant on. What was counted stays
// counted.
type Change struct {
	AtNS  int64 `json:"at_ns"`
	Limit int64 `json:"limit"`
}

// The kinds of limits, and what they count how.
const (
	LimitSlidingLog     = "sliding-log"
	LimitSlidingCounter = "sliding-counter" // this window by the clock, and the part of the one before that a sliding one would see
	LimitFixedWindow    = "fixed-window"
	LimitSliced         = "sliced" // windows by the clock in slices, each of its share, rounded up
	LimitTokenBucket    = "token-bucket"
	LimitGCRA           = "gcra"
	LimitLeakyBucket    = "leaky-bucket" // of a capacity of 1, a minimum interval
	LimitEarned         = "earned"       // a sliding log that holds a multiple of the average admitted of late
	LimitConcurrency    = "concurrency"

	UnitRequests = "requests"
	UnitInput    = "input"
	UnitOutput   = "output"
	UnitTokens   = "tokens"    // input and output
	UnitInFlight = "in-flight" // the call itself, until it ends

	WhenSettled  = "settled"  // what is expected, on arrival, corrected at the end by what it was
	WhenAnswer   = "answer"   // at the end, what it was
	WhenProduced = "produced" // input on arrival, output as it is produced

	CachedFree     = "free"     // cached input does not count
	CachedReturned = "returned" // it counts on arrival, but not in the end
)

// check returns what in a limit cannot be.
func (r *Rule) check(l Limit) error {
	for _, word := range []struct {
		field, have string
		want        []string
	}{
		{"kind", r.Kind, []string{LimitSlidingLog, LimitSlidingCounter, LimitFixedWindow, LimitSliced, LimitTokenBucket, LimitGCRA, LimitLeakyBucket, LimitEarned, LimitConcurrency}},
		{"unit", l.Unit, []string{UnitRequests, UnitInput, UnitOutput, UnitTokens, UnitInFlight}},
		{"when", r.When, []string{"", WhenSettled, WhenAnswer, WhenProduced}},
		{"cached", r.Cached, []string{"", CachedFree, CachedReturned}},
	} {
		if !slices.Contains(word.want, word.have) {
			return fmt.Errorf("limit %q: want %s to be one of %q; have %q", l.Name, word.field, word.want, word.have)
		}
	}
	if (l.Unit == UnitInFlight) != (r.Kind == LimitConcurrency) {
		return fmt.Errorf("limit %q: want unit %s for kind %s and for no other; have unit %s and kind %s", l.Name, UnitInFlight, LimitConcurrency, l.Unit, r.Kind)
	}
	if least := min(r.Bound, r.Weight, r.EveryNS, r.Capacity, r.Used, r.SliceNS, r.OffsetNS, r.Times, r.OverNS, r.Most); least < 0 {
		return fmt.Errorf("limit %q: want no negative number in its rule; have %d", l.Name, least)
	}
	if r.Kind == LimitEarned && (r.OverNS < l.WindowNS || r.Times < 1) {
		return fmt.Errorf("limit %q: want a time over which it is earned of at least the window, and a factor of at least 1; have %d ns and %d", l.Name, r.OverNS, r.Times)
	}
	last := int64(-1)
	for _, c := range r.Changes {
		if c.AtNS <= last || c.Limit < 0 {
			return fmt.Errorf("limit %q: want changes in order, to limits of 0 or more; have %d at %d ns", l.Name, c.Limit, c.AtNS)
		}
		last = c.AtNS
	}
	return nil
}

// neverRefuses reports that there is nothing to check.
func (l *Limit) neverRefuses() bool { return l.WindowNS == 0 && l.Rule.Kind != LimitConcurrency }

// isBucket reports that what was counted is forgotten continuously.
func (r *Rule) isBucket() bool {
	return r.Kind == LimitTokenBucket || r.Kind == LimitGCRA || r.Kind == LimitLeakyBucket
}

// holds returns how many units fit at one instant when nothing counts and the
// limit is so much.
func (l *Limit) holds(limit int64) int64 {
	switch {
	case l.Rule.isBucket() && l.Rule.Capacity > 0:
		return l.Rule.Capacity
	case l.Rule.Kind == LimitSliced:
		return partOf(limit, l.slice(), l.WindowNS)
	}
	return limit
}

// slice returns how long a slice is.
func (l *Limit) slice() int64 {
	if l.Rule.SliceNS == 0 {
		return l.WindowNS
	}
	return min(l.Rule.SliceNS, l.WindowNS)
}

// tooLarge reports that a size does not fit at all when the limit is so much.
func (l *Limit) tooLarge(units, limit int64) bool {
	if l.Rule.Kind == LimitEarned {
		return l.Rule.Most > 0 && units > max(l.Rule.Most, limit)
	}
	if l.Rule.Debt {
		return l.holds(limit) == 0
	}
	return units > l.holds(limit)
}

// forgets reports that what counts is forgotten when the limit is so much.
func (l *Limit) forgets(limit int64) bool { return limit > 0 || !l.Rule.isBucket() }

// isAbout reports that the limit counts calls of a model.
func (l *Limit) isAbout(model string) bool {
	return l.Rule.Models == nil || slices.Contains(l.Rule.Models, model)
}
