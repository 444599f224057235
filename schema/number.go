package schema

import (
	"encoding/json"
	"math/big"
	"strings"
)

// A bound is one end of a range.
type bound struct {
	at   *big.Rat // nil for none
	open bool     // it is no part of the range
}

// boundOf returns a bound by the words of drafts 4 and later: the exclusive one is a
// number, or true beside the other.
func boundOf(s object, inclusive, exclusive string, sign int) bound {
	b := bound{at: rational(s[inclusive])}
	b.open = s[exclusive] == true
	if at := rational(s[exclusive]); at != nil && (b.at == nil || at.Cmp(b.at)*sign >= 0) {
		b = bound{at, true}
	}
	return b
}

// number returns a number within its bounds.
func (m *maker) number(s object, isWhole bool) (any, bool) {
	least, most := boundOf(s, "minimum", "exclusiveMinimum", 1), boundOf(s, "maximum", "exclusiveMaximum", -1)
	step := rational(s["multipleOf"])
	switch {
	case step != nil && step.Sign() <= 0 || step == nil && isWhole:
		step = big.NewRat(1, 1)
	case step != nil && isWhole:
		step = new(big.Rat).SetInt(step.Num()) // the least multiple that is whole
	}
	turn := big.NewRat(int64(min(m.turn, turnsMax)), 1)
	var n *big.Rat
	if step != nil {
		n = stepped(least, most, step, turn)
	} else {
		n = between(least, most, turn)
	}
	if n == nil || !most.holds(n, -1) || !least.holds(n, 1) {
		return nil, false
	}
	return decimal(n), true
}

// holds reports that a number is on the right side of a bound: not below it, or with a
// sign of −1 not above it.
func (b bound) holds(n *big.Rat, sign int) bool {
	if b.at == nil {
		return true
	}
	order := n.Cmp(b.at) * sign
	return order > 0 || order == 0 && !b.open
}

// stepped returns a multiple of a step: the least that there is, or the most if there
// is no least and one step is too much.
func stepped(least, most bound, step, turn *big.Rat) *big.Rat {
	one := big.NewRat(1, 1)
	steps := one
	switch {
	case least.at != nil:
		steps = floor(new(big.Rat).Quo(least.at, step))
		if !least.holds(new(big.Rat).Mul(steps, step), 1) {
			steps.Add(steps, one)
		}
	case !most.holds(step, -1):
		steps = floor(new(big.Rat).Quo(most.at, step))
		if !most.holds(new(big.Rat).Mul(steps, step), -1) {
			steps.Sub(steps, one)
		}
		turn = new(big.Rat).Neg(turn)
	}
	return new(big.Rat).Mul(new(big.Rat).Add(steps, turn), step)
}

// between returns a number of a range: a whole one from its end, or one in the middle.
func between(least, most bound, turn *big.Rat) *big.Rat {
	one := big.NewRat(1, 1)
	n := new(big.Rat).Add(one, turn)
	switch {
	case least.at != nil:
		n.Add(least.at, turn)
		if least.open {
			n.Add(n, one)
		}
		if most.at != nil && !most.holds(n, -1) {
			half := new(big.Rat).Sub(most.at, least.at)
			for range turn.Num().Int64() + 1 {
				half.Quo(half, big.NewRat(2, 1))
			}
			n.Add(least.at, half)
		}
	case !most.holds(n, -1):
		n.Sub(most.at, n)
	}
	return n
}

// floor returns the largest whole number that is not above another.
func floor(n *big.Rat) *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Div(n.Num(), n.Denom())) // Euclid's, whose rest is not below 0
}

// digitsMax bounds the digits behind the point: the bounds have at most some 400, and
// each of turnsMax halves adds one.
const digitsMax = 500

// decimal writes a number with all its digits.
func decimal(n *big.Rat) json.Number {
	if n.IsInt() {
		return json.Number(n.Num().String())
	}
	return json.Number(strings.TrimRight(n.FloatString(digitsMax), "0"))
}
