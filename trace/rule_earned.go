package trace

import "math/big"

// An earned limit holds Times the average that was counted in the last OverNS, or its
// Limit if that is more.
type earned struct {
	of           *Limit
	recent, long slidingLog
}

func (e *earned) change(limit int64) { e.recent.change(limit) }

func (e *earned) advance(to int64) {
	e.recent.advance(to)
	e.long.advance(to)
}

func (e *earned) count(units int64) {
	e.recent.count(units)
	e.long.count(units)
}

func (e *earned) giveBack(of counted) {
	e.recent.giveBack(of)
	e.long.giveBack(of)
}

// holds returns how many units fit in a window.
func (e *earned) holds() int64 {
	share := new(big.Rat).SetFrac(product(e.of.Rule.Times, e.of.WindowNS), big.NewInt(e.of.Rule.OverNS))
	units := floor(share.Mul(share, whole(e.long.sum)))
	if most := e.of.Rule.Most; most > 0 {
		units = min(units, most)
	}
	return max(units, e.recent.limit)
}

func (e *earned) room() *big.Rat { return whole(e.holds() - e.recent.sum) }
