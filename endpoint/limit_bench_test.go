package endpoint

import (
	"maps"
	"slices"
	"testing"
	"time"
)

// A decision is one Wait, and a Take when it says 0. One load is below the limit,
// the other refuses nine of ten. (In the cap nothing ends: it refuses all but six.)
func BenchmarkLimit(b *testing.B) {
	kinds := anyLimits()
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		for load, gap := range map[string]time.Duration{"admitted": 11 * second, "refused": second} {
			b.Run(name+"/"+load, func(b *testing.B) {
				limit := kinds[name]
				limit.Reset()
				b.ReportAllocs()
				var now time.Duration
				for range b.N {
					now += gap
					if wait, ok := limit.Wait(now, 1); ok && wait == 0 {
						limit.Take(now, 1)
					}
				}
			})
		}
	}
}

// Calls of many lengths end out of order, so that each is inserted among the rest.
func BenchmarkConcurrencyHold(b *testing.B) {
	for name, limit := range map[string]int64{"100": 100, "10000": 10_000} {
		b.Run(name+" in flight", func(b *testing.B) {
			c := &Concurrency{Limit: limit}
			b.ReportAllocs()
			var now time.Duration
			for i := range b.N {
				now += time.Microsecond
				if wait, _ := c.Wait(now, 1); wait == 0 {
					latency := time.Duration(limit)*time.Microsecond/2 + time.Duration(i*7919%int(limit))*time.Microsecond
					c.Hold(now, Hold{Units: 1, Until: now + latency})
				}
			}
		})
	}
}

func BenchmarkQuotas(b *testing.B) {
	requests := rule("requests", Charge{}, bucket(600))
	tokens := rule("tokens", Charge{Of: Tokens}, bucket(200_000))
	settled := rule("tokens", Charge{Of: Tokens, When: Settled}, bucket(200_000))
	live := rule("output", Charge{Of: OutputTokens, When: AsProduced, Every: second}, bucket(200_000))
	perKey := tokens
	perKey.Per = PerKey
	for _, bb := range []struct {
		name  string
		rules []Rule
		gap   time.Duration
	}{
		{"requests and tokens, admitted", []Rule{requests, tokens}, second},
		{"requests and tokens, refused", []Rule{requests, tokens}, 10 * ms},
		{"tokens per key", []Rule{perKey}, second},
		{"tokens settled", []Rule{requests, settled}, second},
		{"output in ten lumps", []Rule{requests, live}, second},
		{"in flight", []Rule{rule("", Charge{Of: InFlight}, func() Limit { return &Concurrency{Limit: 20} })}, second},
	} {
		b.Run(bb.name, func(b *testing.B) {
			q := NewQuotas(bb.rules)
			b.ReportAllocs()
			call := Call{Input: 1000, MaxOutput: 500, Output: 100}
			for i := range b.N {
				call.At += bb.gap
				call.Key = uint32(i % 50)
				if _, admitted := q.Ask(call); admitted {
					call.First, call.Done = call.At+second, call.At+11*second
					q.Take(call)
				}
			}
		})
	}
}
