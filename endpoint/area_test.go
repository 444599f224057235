package endpoint

import (
	"math"
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// big returns the area as a number without bounds.
func (a area) big() *big.Int {
	n := new(big.Int).SetUint64(a.hi)
	return n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(a.lo))
}

// bounded returns the area nearest to a number.
func bounded(n *big.Int) area {
	switch {
	case n.Sign() < 0:
		return area{}
	case n.BitLen() > 128:
		return area{math.MaxUint64, math.MaxUint64}
	}
	low := new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64))
	return area{new(big.Int).Rsh(n, 64).Uint64(), low.Uint64()}
}

// quotient returns n/by, rounded up or down, at most math.MaxInt64.
func quotient(n *big.Int, by int64, up bool) int64 {
	if n.Sign() == 0 {
		return 0
	}
	if by == 0 {
		return math.MaxInt64
	}
	whole, rest := new(big.Int).QuoRem(n, big.NewInt(by), new(big.Int))
	if up && rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	if !whole.IsInt64() {
		return math.MaxInt64
	}
	return whole.Int64()
}

func TestAreasAreExact(t *testing.T) {
	any63 := rapid.Int64Range(0, math.MaxInt64)
	anyArea := rapid.Custom(func(t *rapid.T) area {
		if rapid.Bool().Draw(t, "product") {
			return areaOf(any63.Draw(t, "units"), time.Duration(any63.Draw(t, "span")))
		}
		return area{rapid.Uint64().Draw(t, "high"), rapid.Uint64().Draw(t, "low")}
	})
	rapid.Check(t, func(t *rapid.T) {
		units, span := any63.Draw(t, "units"), any63.Draw(t, "span")
		if got, want := areaOf(units, time.Duration(span)).big(), new(big.Int).Mul(big.NewInt(units), big.NewInt(span)); got.Cmp(want) != 0 {
			t.Errorf("%d × %d is %v; want %v", units, span, got, want)
		}
		a, b := anyArea.Draw(t, "a"), anyArea.Draw(t, "b")
		if got, want := a.plus(b), bounded(new(big.Int).Add(a.big(), b.big())); got != want {
			t.Errorf("%v + %v is %v; want %v", a, b, got, want)
		}
		if got, want := a.minus(b), bounded(new(big.Int).Sub(a.big(), b.big())); got != want {
			t.Errorf("%v − %v is %v; want %v", a, b, got, want)
		}
		if got, want := a.less(b), a.big().Cmp(b.big()) < 0; got != want {
			t.Errorf("%v < %v is %v; want %v", a, b, got, want)
		}
		if got, want := int64(a.lasts(units)), quotient(a.big(), units, true); got != want {
			t.Errorf("%v lasts %d for %d units; want %d", a, got, units, want)
		}
		if got, want := a.units(time.Duration(span)), quotient(a.big(), span, true); got != want {
			t.Errorf("%v are %d units of %d ns; want %d", a, got, span, want)
		}
		if got, _ := a.over(units); got != quotient(a.big(), units, false) {
			t.Errorf("%v over %d is %d; want %d", a, units, got, quotient(a.big(), units, false))
		}
	})
}

func TestAreasAtTheirEnds(t *testing.T) {
	largest := area{math.MaxUint64, math.MaxUint64}
	for _, tt := range []struct {
		what      string
		got, want any
	}{
		{"the largest plus 1", largest.plus(area{lo: 1}), largest},
		{"nothing minus 1", area{}.minus(area{lo: 1}), area{}},
		{"nothing lasts without units", area{}.lasts(0), time.Duration(0)},
		{"something lasts without units", area{lo: 1}.lasts(0), Forever},
		{"the largest lasts", largest.lasts(1), Forever},
		{"a nanosecond less than Forever", area{lo: math.MaxInt64 - 1}.lasts(1), Forever - 1},
		{"rounded up to Forever", area{lo: 2*math.MaxInt64 - 1}.lasts(2), Forever},
		{"a year of 2⁵³ units", areaOf(1<<53, year).lasts(1 << 53), year},
		{"rounded up", area{lo: 7}.lasts(2), time.Duration(4)},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %v; want %v", tt.what, tt.got, tt.want)
		}
	}
}
