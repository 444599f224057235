package chance

import (
	"math"
	"testing"
)

// far reports that two numbers differ by more than a few units of their last
// digit.
func far(got, want float64) bool {
	return math.Abs(got-want) > 4e-16*max(math.Abs(want), 1e-300)*2
}

func TestLogAndExpAreRightToTheLastDigits(t *testing.T) {
	for i := range 200_000 {
		x := math.Ldexp(1+float64(i%1000)/1000, i/1000-100)
		if got, want := Log(x), math.Log(x); far(got, want) && math.Abs(want) > 1e-3 {
			t.Fatalf("Log(%v) = %v; want %v", x, got, want)
		}
		y := float64(i-100_000) / 150
		if got, want := Exp(y), math.Exp(y); far(got, want) {
			t.Fatalf("Exp(%v) = %v; want %v", y, got, want)
		}
	}
}

func TestNormalUndoesTheDistributionFunction(t *testing.T) {
	for i := 1; i < 100_000; i++ {
		u := float64(i) / 100_000
		z := Normal(u)
		if back := 0.5 * math.Erfc(-z/math.Sqrt2); math.Abs(back-u) > 1e-14*max(1, u) {
			t.Fatalf("Normal(%v) = %v, below which lies %v", u, z, back)
		}
	}
}

func TestDistributionsAtTheirEdges(t *testing.T) {
	for _, tt := range []struct{ got, want float64 }{
		{Log(1), 0}, {Log(0), math.Inf(-1)}, {Log(math.Inf(1)), math.Inf(1)},
		{Exp(0), 1}, {Exp(1000), math.Inf(1)}, {Exp(-1000), 0}, {Exp(math.Inf(-1)), 0},
		{Exponential(0), 0}, {Normal(0.5), 0},
	} {
		if tt.got != tt.want {
			t.Errorf("got %v; want %v", tt.got, tt.want)
		}
	}
	if !math.IsNaN(Log(-1)) || !math.IsNaN(Exp(math.NaN())) {
		t.Error("what has no value has one")
	}
}

// The bits are the same on every machine: they are part of what a seed means.
func TestDistributionsHaveTheseBits(t *testing.T) {
	for _, tt := range []struct {
		got  float64
		want uint64
	}{
		{Log(10), 0x40026bb1bbb55516},
		{Exp(1), 0x4005bf0a8b145769},
		{Exponential(0.75), 0x3ff62e42fefa39ef},
		{Normal(0.975), 0x3fff5c0331eeff82},
		{Normal(1e-9), 0xc017fdc11f44b5a7},
	} {
		if got := math.Float64bits(tt.got); got != tt.want {
			t.Errorf("got %#x, %v; want %#x", got, tt.got, tt.want)
		}
	}
}
