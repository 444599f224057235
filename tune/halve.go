package tune

import (
	"context"
	"slices"
)

// halve tries many points on few seeds, and fewer and fewer on more.
func (e *engine) halve(ctx context.Context) error {
	defer e.reserve()
	points := e.first()
	for rung := range e.ladder.rungs {
		seeds := e.ladder.seeds(rung)
		if err := e.try(ctx, points, seeds); err != nil {
			return err
		}
		if rung == 0 {
			e.setScales(points, seeds)
		}
		if rung < e.ladder.rungs-1 {
			points = e.survivors(points, seeds, e.ladder.kept(rung+1))
		}
	}
	return nil
}

// first returns the points at which the search begins, equally many of each kind,
// and the others.
func (e *engine) first() []*point {
	points := slices.Clone(e.points)
	met := map[*point]bool{}
	for _, p := range points {
		met[p] = true
	}
	kinds := len(e.Space.Kinds)
	for kind := range kinds {
		share := e.ladder.points / kinds
		if kind < e.ladder.points%kinds {
			share++
		}
		for _, d := range e.Space.drafts(kind, share, e.Seed) {
			if p, ok := e.meet(d); ok && !met[p] {
				met[p] = true
				points = append(points, p)
			}
		}
	}
	return points
}

// survivors returns the points that go on: the best of each kind, the best of all,
// and for a third of the places those of the frontier that are farthest apart.
func (e *engine) survivors(points []*point, seeds, places int) []*point {
	points = slices.Clone(points)
	slices.SortFunc(points, e.order(seeds))
	var kept []*point
	keep := func(p *point) {
		if len(kept) < places && !slices.Contains(kept, p) {
			kept = append(kept, p)
		}
	}
	kinds := map[int]bool{}
	for _, p := range points {
		if !kinds[p.kind] && p.kind >= 0 {
			kinds[p.kind] = true
			keep(p)
		}
	}
	for _, p := range points {
		if len(kept) < places-places/reduction {
			keep(p)
		}
	}
	for _, p := range spread(points, frontier(points), kept, places) {
		keep(p)
	}
	for _, p := range points {
		keep(p)
	}
	return kept
}
