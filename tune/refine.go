package tune

import (
	"context"
	"slices"
)

// How far refinement moves along a parameter, as a share of its range, at first and
// at last; and how many kinds are refined at a time.
const (
	moveFirst    = 0.25
	moveLast     = 1.0 / 64
	kindsRefined = 3
)

// A climb is the refinement of one kind.
type climb struct {
	best *point
	move float64
}

// refine moves the best points of kinds along one parameter at a time, as long as the
// budget lasts: the best kinds first, and the others with what they leave.
func (e *engine) refine(ctx context.Context) error {
	for group := range slices.Chunk(e.climbs(), kindsRefined) {
		if err := e.climb(ctx, group); err != nil {
			return err
		}
	}
	return nil
}

// climb moves points as long as the budget lasts and that helps.
func (e *engine) climb(ctx context.Context, climbs []*climb) error {
	for {
		moves := make([][]*point, len(climbs))
		any := false
		for i, c := range climbs {
			if c.move >= moveLast {
				moves[i] = e.neighbours(c)
				any = true
			}
		}
		if !any {
			return nil
		}
		if err := e.race(ctx, climbs, moves); err != nil {
			return err
		}
		for i, c := range climbs {
			c.advance(e, moves[i])
		}
	}
}

// climbs returns the best points of the kinds that have parameters, the best first.
func (e *engine) climbs() []*climb {
	var climbs []*climb
	met := map[int]bool{}
	for _, p := range e.full() {
		if p.kind < 0 || met[p.kind] || len(e.Space.Kinds[p.kind].Dimensions) == 0 {
			continue
		}
		met[p.kind] = true
		climbs = append(climbs, &climb{best: p, move: moveFirst})
	}
	return climbs
}

// neighbours returns the points that one move leads to.
func (e *engine) neighbours(c *climb) []*point {
	var points []*point
	for _, d := range e.Space.moves(c.best.draft, c.move) {
		if p, ok := e.meet(d); ok && p != c.best && !slices.Contains(points, p) {
			points = append(points, p)
		}
	}
	return points
}

// race tries neighbours on more and more seeds. One that is worse than the point
// which it would replace, on the same seeds, goes no further.
func (e *engine) race(ctx context.Context, climbs []*climb, moves [][]*point) error {
	running := make([][]*point, len(moves))
	for i := range moves {
		running[i] = slices.Clone(moves[i])
	}
	for rung := range e.ladder.rungs {
		seeds := e.ladder.seeds(rung)
		all := e.affordable(slices.Concat(running...), seeds)
		if err := e.try(ctx, all, seeds); err != nil {
			return err
		}
		for i, c := range climbs {
			running[i] = slices.DeleteFunc(running[i], func(p *point) bool {
				return p.seeds < seeds || e.order(seeds)(p, c.best) > 0
			})
		}
	}
	return nil
}

// affordable returns as many of the points, from the first on, as the budget has runs
// left for, but for what is kept back.
func (e *engine) affordable(points []*point, seeds int) []*point {
	for n := len(points); n > 0; n-- {
		if cost(points[:n], seeds) <= e.Budget-e.runs-e.kept {
			return points[:n]
		}
	}
	return nil
}

// advance goes to the best neighbour, or makes shorter moves where none is better.
func (c *climb) advance(e *engine, neighbours []*point) {
	top := e.ladder.top()
	better := c.best
	for _, p := range neighbours {
		if p.seeds >= top && p.kind == c.best.kind && e.byRank(p, better) < 0 {
			better = p
		}
	}
	if better == c.best {
		c.move /= 2
	}
	c.best = better
}
