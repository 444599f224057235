package report

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"time"

	"ratesim/trace"
)

// CapacityNotes returns a warning for each limit that first attempts alone, sent
// at the pace at which they were, exceed: no policy cures that, retries only hide
// it. Each is said once, however many runs show it. Where nothing was refused
// there is none.
func CapacityNotes(measured []Measured) []string {
	var notes []string
	for _, m := range measured {
		if m.isClosed() || !m.isRefused() {
			continue
		}
		for i := range m.Run.Limits {
			if note := m.excess(&m.Run.Limits[i]); note != "" && !slices.Contains(notes, note) {
				notes = append(notes, note)
			}
		}
	}
	return notes
}

// isRefused reports that some attempt was answered that there are too many.
func (m *Measured) isRefused() bool {
	return slices.ContainsFunc(m.Flows, func(f trace.Measures) bool { return f.RateLimited > 0 })
}

// isClosed reports that all flows are closed loops: they send as fast as they are
// answered, so a limit that holds them up is no lack of capacity.
func (m *Measured) isClosed() bool {
	return !slices.ContainsFunc(m.Run.Flows, func(f trace.Flow) bool { return f.Loop == 0 })
}

// excess says by how much first attempts exceed a limit, "" if they do not. Of a
// limit that keys or models have each for themselves it is about the first of them
// that exceed it.
func (m *Measured) excess(limit *trace.Limit) string {
	grows := limit.Rule != nil && limit.Rule.Kind == trace.LimitEarned
	if limit.WindowNS <= 0 || limit.Limit <= 0 || grows {
		return ""
	}
	for _, pace := range poolsOf(m.Traffic.Paces, limit) {
		demand := demandOf(&pace, limit)
		if demand.asked-demand.owed > demand.admitted {
			return fmt.Sprintf("first attempts alone ask for %d %s in %v and the limit %s admits %d: retries hide that, and cure nothing; send fewer at once, ask for a higher limit, or use fewer tokens",
				demand.asked, unitName(limit.Unit), demand.within, limit.Name, demand.admitted)
		}
	}
	return m.burst(limit)
}

// burst says by how much first attempts exceed a limit in their busiest window,
// though they do not on the whole; "" if they do not.
func (m *Measured) burst(limit *trace.Limit) string {
	holds := limit.Limit
	if rule := limit.Rule; rule != nil && isBucket(rule.Kind) {
		holds = sum(cmp.Or(rule.Capacity, limit.Limit), limit.Limit)
	}
	for _, b := range m.Traffic.Busiest() {
		if b.Limit == limit.Name && b.Asked > holds {
			return fmt.Sprintf("first attempts alone ask for %d %s in the %v from %v on and the limit %s admits %d: what is above must wait; spread them, send fewer at once, or ask for a higher limit",
				b.Asked, unitName(limit.Unit), time.Duration(limit.WindowNS), time.Duration(b.From).Truncate(10*time.Millisecond), limit.Name, holds)
		}
	}
	return ""
}

// sum returns a + b, at most the largest int64; b is not below 0.
func sum(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// poolsOf returns the paces of those that share a limit, those together that have
// one together.
func poolsOf(paces []trace.Pace, limit *trace.Limit) []trace.Pace {
	var pools []trace.Pace
	for _, pace := range paces {
		if limit.Rule != nil && limit.Rule.Models != nil && !slices.Contains(limit.Rule.Models, pace.Model) {
			continue
		}
		if limit.Rule == nil || !limit.Rule.PerKey {
			pace.Key = ""
		}
		if limit.Rule == nil || !limit.Rule.PerModel {
			pace.Model = ""
		}
		i := slices.IndexFunc(pools, func(p trace.Pace) bool { return p.Key == pace.Key && p.Model == pace.Model })
		if i < 0 {
			pools = append(pools, pace)
			continue
		}
		pools[i].Join(pace)
	}
	return pools
}

// A demand is what is asked of a limit in some time and what it admits then.
type demand struct {
	asked    int64
	admitted int64
	owed     int64 // at most, by the last attempt at a bucket that may owe
	within   time.Duration
}

// demandOf returns what a pace demands of a limit, in a window at least: less is a
// burst, which waits do cure. A bucket admits what it holds at once and what comes
// back until the last attempt; of other limits it is what is asked in a window on
// average, the last instant left out, as with it another span begins.
func demandOf(pace *trace.Pace, limit *trace.Limit) demand {
	asked, last := pace.Asked.Of(limit.Unit), pace.Last.Of(limit.Unit)
	span := pace.LastAt - pace.FirstAt
	if rule := limit.Rule; rule != nil && isBucket(rule.Kind) {
		owed := int64(0)
		if rule.Debt {
			owed = last // the last of them may take more than there is
		}
		holds := rule.Capacity
		if holds == 0 {
			holds = limit.Limit
		}
		span = max(span, limit.WindowNS)
		returned, _ := scaled(limit.Limit, span, limit.WindowNS)
		return demand{asked, sum(holds-rule.Used, returned), owed, time.Duration(span)}
	}
	if span < limit.WindowNS {
		return demand{asked: asked, admitted: limit.Limit, within: time.Duration(limit.WindowNS)}
	}
	inWindow, down := scaled(asked-last, limit.WindowNS, span)
	if down {
		inWindow++ // any part of a unit above the limit is above it
	}
	return demand{asked: inWindow, admitted: limit.Limit, within: time.Duration(limit.WindowNS)}
}

func isBucket(kind string) bool {
	return kind == trace.LimitTokenBucket || kind == trace.LimitGCRA || kind == trace.LimitLeakyBucket
}

// unitName returns the name of what a limit counts, for a sentence.
func unitName(unit string) string {
	switch unit {
	case trace.UnitInput, trace.UnitOutput:
		return "tokens of " + unit
	}
	return unit
}

// scaled returns units · part / whole, the largest int64 for what does not fit, and
// whether it was rounded down.
func scaled(units, part, whole int64) (quotient int64, down bool) {
	product := new(big.Int).Mul(big.NewInt(units), big.NewInt(part))
	product, rest := product.QuoRem(product, big.NewInt(whole), new(big.Int))
	if !product.IsInt64() {
		return math.MaxInt64, false
	}
	return product.Int64(), rest.Sign() > 0
}
