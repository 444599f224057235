package exact

import (
	"math"
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"
)

const (
	year                  = 365 * 24 * time.Hour
	forever time.Duration = math.MaxInt64
)

// bounded returns the area nearest to a number.
func bounded(n *big.Int) Area {
	switch {
	case n.Sign() < 0:
		return Area{}
	case n.BitLen() > 128:
		return Area{math.MaxUint64, math.MaxUint64}
	}
	low := new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64))
	return Area{new(big.Int).Rsh(n, 64).Uint64(), low.Uint64()}
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
	anyArea := rapid.Custom(func(t *rapid.T) Area {
		if rapid.Bool().Draw(t, "product") {
			return AreaOf(any63.Draw(t, "units"), time.Duration(any63.Draw(t, "span")))
		}
		return Area{rapid.Uint64().Draw(t, "high"), rapid.Uint64().Draw(t, "low")}
	})
	rapid.Check(t, func(t *rapid.T) {
		units, span := any63.Draw(t, "units"), any63.Draw(t, "span")
		if got, want := AreaOf(units, time.Duration(span)).Big(), new(big.Int).Mul(big.NewInt(units), big.NewInt(span)); got.Cmp(want) != 0 {
			t.Errorf("%d × %d is %v; want %v", units, span, got, want)
		}
		a, b := anyArea.Draw(t, "a"), anyArea.Draw(t, "b")
		if got, want := a.Plus(b), bounded(new(big.Int).Add(a.Big(), b.Big())); got != want {
			t.Errorf("%v + %v is %v; want %v", a, b, got, want)
		}
		if got, want := a.Minus(b), bounded(new(big.Int).Sub(a.Big(), b.Big())); got != want {
			t.Errorf("%v − %v is %v; want %v", a, b, got, want)
		}
		if got, want := a.Less(b), a.Big().Cmp(b.Big()) < 0; got != want {
			t.Errorf("%v < %v is %v; want %v", a, b, got, want)
		}
		if got, want := int64(a.Lasts(units)), quotient(a.Big(), units, true); got != want {
			t.Errorf("%v lasts %d for %d units; want %d", a, got, units, want)
		}
		if got, want := a.Units(time.Duration(span)), quotient(a.Big(), span, true); got != want {
			t.Errorf("%v are %d units of %d ns; want %d", a, got, span, want)
		}
		if got, _ := a.Over(units); got != quotient(a.Big(), units, false) {
			t.Errorf("%v over %d is %d; want %d", a, units, got, quotient(a.Big(), units, false))
		}
	})
}

func TestAreasAtTheirEnds(t *testing.T) {
	largest := Area{math.MaxUint64, math.MaxUint64}
	for _, tt := range []struct {
		what      string
		got, want any
	}{
		{"the largest plus 1", largest.Plus(Area{lo: 1}), largest},
		{"nothing minus 1", Area{}.Minus(Area{lo: 1}), Area{}},
		{"nothing lasts without units", Area{}.Lasts(0), time.Duration(0)},
		{"something lasts without units", Area{lo: 1}.Lasts(0), forever},
		{"the largest lasts", largest.Lasts(1), forever},
		{"a nanosecond less than for ever", Area{lo: math.MaxInt64 - 1}.Lasts(1), forever - 1},
		{"rounded up to for ever", Area{lo: 2*math.MaxInt64 - 1}.Lasts(2), forever},
		{"a year of 2⁵³ units", AreaOf(1<<53, year).Lasts(1 << 53), year},
		{"rounded up", Area{lo: 7}.Lasts(2), time.Duration(4)},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %v; want %v", tt.what, tt.got, tt.want)
		}
	}
}

func TestAreaLastsUntilItIsGone(t *testing.T) {
	const never = math.MaxInt64
	for _, tt := range []struct {
		a     Area
		units int64
		want  time.Duration
	}{
		{Area{}, 1, 0},
		{AreaOf(60, 1), 60, 1},
		{AreaOf(61, 1), 60, 2},
		{AreaOf(853, time.Minute), 100_000, 511_800_000}, // 0.5118 s
		{AreaOf(1, never), 1, never},
		{AreaOf(2, never), 1, never},
		{AreaOf(never, never), never, never},
		{AreaOf(never, never), 1, never},
	} {
		if got := tt.a.Lasts(tt.units); got != tt.want {
			t.Errorf("%v lasts %v at %d a nanosecond; want %v", tt.a, got, tt.units, tt.want)
		}
	}
}
