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
// it. Each limit has one, however many runs show it. Where nothing was refused
// there is none.
func CapacityNotes(measured []Measured) []string {
	var c Capacity
	for _, m := range measured {
		c.Add(m)
	}
	return c.Notes()
}

// A Capacity gathers from runs by how much first attempts alone exceed limits. The zero
// Capacity is ready for use. The order of the runs does not matter.
type Capacity struct {
	seeds  map[int64]bool // of all runs
	limits []*exceeded
}

// An exceeded limit is one that first attempts alone exceed in some run.
type exceeded struct {
	most  excess
	seeds map[int64]bool // under which they do
}

// Add takes in a run.
func (c *Capacity) Add(m Measured) {
	if c.seeds == nil {
		c.seeds = map[int64]bool{}
	}
	c.seeds[m.Run.Seed] = true
	if m.isClosed() || !m.isRefused() {
		return
	}
	for i := range m.Run.Limits {
		if found, is := m.excess(&m.Run.Limits[i]); is {
			found.place = i
			c.exceed(found, m.Run.Seed)
		}
	}
}

// exceed takes in an excess under a seed.
func (c *Capacity) exceed(found excess, seed int64) {
	at := slices.IndexFunc(c.limits, func(e *exceeded) bool { return e.most.limit == found.limit })
	if at < 0 {
		at = len(c.limits)
		c.limits = append(c.limits, &exceeded{most: found, seeds: map[int64]bool{}})
	}
	e := c.limits[at]
	e.seeds[seed] = true
	place := min(found.place, e.most.place)
	if found.compare(e.most) > 0 {
		e.most = found
	}
	e.most.place = place
}

// Notes returns a warning for each limit.
func (c *Capacity) Notes() []string {
	var notes []string
	inOrder := slices.SortedStableFunc(slices.Values(c.limits), func(a, b *exceeded) int {
		return cmp.Or(cmp.Compare(a.most.place, b.most.place), cmp.Compare(a.most.limit, b.most.limit))
	})
	for _, e := range inOrder {
		notes = append(notes, e.most.text(len(e.seeds), len(c.seeds)))
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

// An excess is by how much first attempts exceed a limit in a run.
type excess struct {
	limit, unit     string
	place           int // among the limits
	asked, admitted int64
	within          time.Duration
	isBurst         bool // in their busiest window, though they do not on the whole
	from            time.Duration
}

// compare compares excesses; the larger one is more.
func (e excess) compare(o excess) int {
	return cmp.Or(
		cmp.Compare(float64(e.asked)/float64(e.admitted), float64(o.asked)/float64(o.admitted)),
		cmp.Compare(e.asked, o.asked),
		cmp.Compare(o.from, e.from),
		cmp.Compare(o.within, e.within),
		cmp.Compare(o.admitted, e.admitted),
	)
}

// text says an excess that is the largest one under so many of all seeds.
func (e excess) text(under, of int) string {
	asked, where := fmt.Sprint(e.asked), ""
	if of > 1 {
		asked, where = "up to "+asked, fmt.Sprintf(" (under %d of %d seeds)", under, of)
	}
	text := fmt.Sprintf("first attempts alone ask for %s %s in ", asked, unitName(e.unit))
	if e.isBurst {
		return text + fmt.Sprintf("the %v from %v on and the limit %s admits %d%s: what is above must wait; spread them, send fewer at once, or ask for a higher limit",
			legible(e.within), e.from, printable(e.limit), e.admitted, where)
	}
	return text + fmt.Sprintf("%v and the limit %s admits %d%s: retries hide that, and cure nothing; send fewer at once, ask for a higher limit, or use fewer tokens",
		legible(e.within), printable(e.limit), e.admitted, where)
}

// legible returns a span to a tenth of a second, or to a hundredth below ten seconds;
// one below a second as it is.
func legible(d time.Duration) time.Duration {
	switch {
	case d >= 10*time.Second:
		return d.Round(100 * time.Millisecond)
	case d >= time.Second:
		return d.Round(10 * time.Millisecond)
	}
	return d
}

// excess returns by how much first attempts exceed a limit; is is false if they do
// not. Of a limit that keys or models have each for themselves it is about the first
// of them that exceed it.
func (m *Measured) excess(limit *trace.Limit) (found excess, is bool) {
	grows := limit.Rule != nil && limit.Rule.Kind == trace.LimitEarned
	if limit.WindowNS <= 0 || limit.Limit <= 0 || grows {
		return excess{}, false
	}
	for _, pace := range poolsOf(m.Traffic.Paces, limit) {
		demand := demandOf(&pace, limit)
		if demand.asked-demand.owed > demand.admitted {
			return excess{limit: limit.Name, unit: limit.Unit, asked: demand.asked, admitted: demand.admitted, within: demand.within}, true
		}
	}
	return m.burst(limit)
}

// burst returns by how much first attempts exceed a limit in their busiest window,
// though they do not on the whole.
func (m *Measured) burst(limit *trace.Limit) (found excess, is bool) {
	holds := limit.Limit
	if rule := limit.Rule; rule != nil && isBucket(rule.Kind) {
		holds = sum(cmp.Or(rule.Capacity, limit.Limit), limit.Limit)
	}
	for _, b := range m.Traffic.Busiest() {
		if b.Limit == limit.Name && b.Asked-b.Owed > holds {
			return excess{
				limit: limit.Name, unit: limit.Unit, asked: b.Asked, admitted: holds, within: time.Duration(limit.WindowNS),
				isBurst: true, from: time.Duration(b.From).Truncate(10 * time.Millisecond),
			}, true
		}
	}
	return excess{}, false
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
