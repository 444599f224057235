package tune

import (
	"cmp"
	"context"
	"slices"
)

// What is kept back of the budget to the end: a tenth, and a fifth where there are
// constraints.
const (
	reserved            = 10
	reservedConstraints = 5
)

// How many points are finished, for each reason that there is to do so, and how many are
// confirmed, for each of two.
const (
	finishedMost  = 3
	confirmedMost = 3
)

// reserve keeps back some of the budget.
func (e *engine) reserve() {
	e.kept = e.Budget / reserved
	if e.constraints() > 0 {
		e.kept = e.Budget / reservedConstraints
	}
}

// spend refines with what is left of the budget in the end.
func (e *engine) spend(ctx context.Context) error {
	e.kept = 0
	return e.refine(ctx)
}

// constraints returns how many constraints there are.
func (e *engine) constraints() int { return len(e.points[0].measured.Margins) }

// finish tries points on all seeds that were stopped on fewer but did better there than
// the best one: because the budget ended, or because of one constraint. Of the latter it
// shows what the constraint costs.
func (e *engine) finish(ctx context.Context) error {
	best := e.full()[0]
	chosen := e.unfinished(best, -1)
	for constraint := range e.constraints() {
		chosen = append(chosen, e.unfinished(best, constraint)...)
	}
	e.kept /= 2 // of which points are confirmed
	return e.try(ctx, e.affordable(chosen, e.ladder.top()), e.ladder.top())
}

// unfinished returns points that did better than the best one on the seeds that they
// have: those with the most seeds. Or, were it not for one constraint that is not −1:
// those which did best on the seeds that all have.
func (e *engine) unfinished(best *point, but int) []*point {
	of := func(p *point, seeds int) score { return e.scoreBut(p, seeds, 0, but) }
	var all []*point
	for _, p := range e.points {
		if p.seeds > 0 && p.seeds < e.ladder.top() && of(p, p.seeds).compare(of(best, p.seeds)) < 0 {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b *point) int {
		if but >= 0 {
			return of(a, seedsFirst).compare(of(b, seedsFirst))
		}
		return cmp.Or(cmp.Compare(b.seeds, a.seeds), of(a, a.seeds).compare(of(b, b.seeds)))
	})
	return all[:min(len(all), finishedMost)]
}

// confirm tries the best point, and those which would be better if only it were sure that
// they keep to the constraints, on twice as many seeds, and again, each time fewer of them,
// until none is left or the budget is spent. The others go along: constraints may be
// relative to them.
func (e *engine) confirm(ctx context.Context) error {
	if e.constraints() == 0 {
		return nil
	}
	for most := confirmedMost; ; most = max(1, most/2) {
		best := e.full()[0]
		field := e.contenders(best, most)
		if len(field) == 0 {
			return nil
		}
		for _, p := range append(e.others(), best) {
			if !slices.Contains(field, p) {
				field = append(field, p)
			}
		}
		seeds := e.raised(field)
		if seeds == 0 {
			return nil
		}
		if err := e.try(ctx, field, seeds); err != nil {
			return err
		}
	}
}

// others returns the points of Others.
func (e *engine) others() []*point {
	return slices.DeleteFunc(slices.Clone(e.points), func(p *point) bool { return p.kind >= 0 })
}

// raised returns on how many seeds points are tried next: twice as many as the one that
// has the most, or as many as can be paid; 0 where that is not a quarter more.
func (e *engine) raised(points []*point) int {
	most := 0
	for _, p := range points {
		most = max(most, p.seeds)
	}
	for seeds := 2 * most; seeds >= most+most/4; seeds-- {
		if cost(points, seeds) <= e.Budget-e.runs {
			return seeds
		}
	}
	return 0
}

// contenders returns points that were tried on all seeds, do not qualify, and would be
// better than the best one if they did, which is open as yet: so many that are nearest to
// it, and so many with the best goal, those first whose means keep to the constraints.
func (e *engine) contenders(best *point, most int) []*point {
	var open []*point
	for _, p := range e.full() {
		if p != best && e.isOpen(p, best) {
			open = append(open, p)
		}
	}
	chosen := slices.Clone(open[:min(len(open), most)])
	slices.SortStableFunc(open, func(a, b *point) int {
		byMeans := func(p *point) score { return e.score(p, p.seeds, 0) }
		return byMeans(a).compare(byMeans(b))
	})
	for _, p := range open[:min(len(open), most)] {
		if !slices.Contains(chosen, p) {
			chosen = append(chosen, p)
		}
	}
	return chosen
}

// isOpen reports that a point does not qualify, but may on more seeds, and would be better
// than the best one then.
func (e *engine) isOpen(p, best *point) bool {
	now, then := e.rank(p), e.score(p, p.seeds, -caution)
	then.never, then.goal = now.never, now.goal
	return !now.holds() && then.holds() && then.compare(e.rank(best)) < 0
}
