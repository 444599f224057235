package tune

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// A point is a policy under way.
type point struct {
	text     string
	kind     int    // in the space; −1 for one of Others
	name     string // of the kind that it is, which may be a simpler one
	draft    draft
	measured Measured
	seeds    int // that it was tried on
}

// An engine is a search under way.
type engine struct {
	Search
	ladder ladder
	known  map[string]*point // by text
	alike  map[string]*point // by the name that equal policies share
	points []*point          // in the order in which they were first tried
	scales []float64         // of the margins
	runs   int64
	kept   int64 // of the budget, to the end
}

// begin tries the others on all seeds.
func (e *engine) begin(ctx context.Context) error {
	for _, text := range e.Others {
		if e.known[text] == nil {
			e.add(&point{text: text, kind: -1})
		}
	}
	return e.try(ctx, e.points, e.ladder.top())
}

func (e *engine) add(p *point) *point {
	e.known[p.text] = p
	e.points = append(e.points, p)
	return p
}

// meet returns the point of a draft: a new one, or one that is known already, also by
// another text. ok is false for a draft that makes no policy.
func (e *engine) meet(d draft) (p *point, ok bool) {
	made, err := e.Space.propose(d)
	if err != nil {
		return nil, false
	}
	if p := e.known[made.text]; p != nil {
		return p, true
	}
	if p := e.alike[made.name]; p != nil {
		return p, true
	}
	p = e.add(&point{text: made.text, kind: d.kind, name: made.kind, draft: d})
	if made.name != "" {
		e.alike[made.name] = p
	}
	return p, true
}

// try makes the runs that points lack of the first so many seeds.
func (e *engine) try(ctx context.Context, points []*point, seeds int) error {
	waiting := map[int][]*point{} // by the seeds that they have
	var counts []int
	for _, p := range points {
		if p.seeds >= seeds || slices.Contains(waiting[p.seeds], p) {
			continue
		}
		if waiting[p.seeds] == nil {
			counts = append(counts, p.seeds)
		}
		waiting[p.seeds] = append(waiting[p.seeds], p)
	}
	slices.Sort(counts)
	for _, have := range counts {
		if err := e.tryAlike(ctx, waiting[have], have, seeds); err != nil {
			return err
		}
	}
	return nil
}

// tryAlike makes the runs of points that have equally many seeds.
func (e *engine) tryAlike(ctx context.Context, points []*point, have, seeds int) error {
	var texts []string
	for _, p := range points {
		texts = append(texts, p.text)
	}
	var more []int64
	for i := have; i < seeds; i++ {
		more = append(more, e.First+int64(i))
	}
	results, err := e.Run(ctx, texts, more)
	if err != nil {
		return err
	}
	for i, p := range points {
		p.measured.Axes = joined(p.measured.Axes, results[i].Axes)
		p.measured.Margins = joined(p.measured.Margins, results[i].Margins)
		p.seeds = seeds
	}
	e.runs += int64(len(texts) * len(more))
	if e.Advance != nil {
		e.Advance(e.runs)
	}
	return nil
}

// joined appends values row by row.
func joined(rows, more [][]float64) [][]float64 {
	if rows == nil {
		rows = make([][]float64, len(more))
	}
	for i, values := range more {
		rows[i] = append(rows[i], values...)
	}
	return rows
}

// cost returns how many runs the points lack of the first so many seeds.
func cost(points []*point, seeds int) int64 {
	var runs int64
	for _, p := range points {
		runs += int64(max(seeds-p.seeds, 0))
	}
	return runs
}

// order compares points that were tried on so many seeds by their means: the better one
// first, and of equally good ones the simpler one.
func (e *engine) order(seeds int) func(a, b *point) int {
	return func(a, b *point) int {
		return cmp.Or(e.score(a, seeds, 0).compare(e.score(b, seeds, 0)), a.compareText(b))
	}
}

// byRank compares points that were tried on all seeds by the rule of choosing.
func (e *engine) byRank(a, b *point) int {
	return cmp.Or(e.rank(a).compare(e.rank(b)), a.compareText(b))
}

// compareText compares points that are equally good: the simpler one first.
func (p *point) compareText(o *point) int {
	return cmp.Or(cmp.Compare(p.kind, o.kind), cmp.Compare(len(p.text), len(o.text)), cmp.Compare(p.text, o.text))
}

// full returns the points that were tried on all seeds, the best one first.
func (e *engine) full() []*point {
	all := slices.DeleteFunc(slices.Clone(e.points), func(p *point) bool { return p.seeds < e.ladder.top() })
	slices.SortFunc(all, e.byRank)
	return all
}

// found gathers what came of the search.
func (e *engine) found() Found {
	full := e.full()
	on := frontier(full)
	rest := slices.DeleteFunc(slices.Clone(e.points), func(p *point) bool { return p.seeds >= e.ladder.top() || p.seeds == 0 })
	slices.SortStableFunc(rest, func(a, b *point) int {
		return cmp.Or(cmp.Compare(b.seeds, a.seeds), e.order(min(a.seeds, b.seeds))(a, b))
	})
	f := Found{Full: len(full), Seeds: e.ladder.top(), Runs: e.runs}
	for _, p := range full {
		f.Most = max(f.Most, p.seeds)
	}
	all := slices.Concat(full, rest)
	for i, p := range all {
		made := e.point(p)
		made.Frontier = i < len(full) && on[i]
		made.Alike = i > 0 && i < len(full) && p.measured.equal(full[0].measured, e.ladder.top())
		f.Points = append(f.Points, made)
	}
	f.Bindings = e.bindings(all, f)
	return f
}

// point returns what others may know of a point.
func (e *engine) point(p *point) Point {
	made := Point{Policy: p.text, Kind: p.name, Seeds: p.seeds}
	for _, values := range p.measured.Axes {
		made.Axes = append(made.Axes, wholeMean(values))
	}
	for _, values := range p.measured.Margins {
		made.Margins = append(made.Margins, wholeMean(values))
	}
	if len(p.measured.Axes) > 0 {
		_, made.Never = finiteOf(p.measured.Axes[0][:min(p.seeds, e.ladder.top())])
	}
	made.Holds = e.score(p, p.seeds, 0).holds()
	made.Qualifies = e.score(p, p.seeds, p.slack()).holds()
	return made
}

// equal reports that two policies did the same under each of the first seeds.
func (m Measured) equal(o Measured, seeds int) bool {
	same := func(a, b []float64) bool { return slices.EqualFunc(a[:seeds], b[:seeds], equalOrNone) }
	return slices.EqualFunc(m.Axes, o.Axes, same) && slices.EqualFunc(m.Margins, o.Margins, same)
}

// equalOrNone reports that two values are equal, or none.
func equalOrNone(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
