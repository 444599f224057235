package chance

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// far reports that two numbers differ by more than a few units of their last
// digit.
func far(got, want float64) bool {
	return math.Abs(got-want) > 1e-15*math.Abs(want)
}

// Below the least normal number math.Log is wrong on some machines; see the edges.
func TestLogAndExpAreRightToTheLastDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for what, x := range map[string]float64{
			"any":  math.Ldexp(rapid.Float64Range(1, 2).Draw(t, "mantissa"), rapid.IntRange(-1022, 1023).Draw(t, "exponent")),
			"near": 1 + math.Ldexp(rapid.Float64Range(-1, 1).Draw(t, "away"), -rapid.IntRange(1, 50).Draw(t, "closeness")),
		} {
			if got, want := Log(x), math.Log(x); far(got, want) {
				t.Fatalf("%s: Log(%v) = %v; want %v", what, x, got, want)
			}
		}
		for _, x := range []float64{rapid.Float64Range(-700, 709).Draw(t, "x"), rapid.Float64Range(-1, 1).Draw(t, "small x")} {
			if got, want := Exp(x), math.Exp(x); far(got, want) {
				t.Fatalf("Exp(%v) = %v; want %v", x, got, want)
			}
		}
	})
}

// The quantiles are those of Wichura's paper and, for 0.975, of common tables.
func TestNormalGivesPublishedQuantiles(t *testing.T) {
	for _, tt := range []struct{ u, want float64 }{
		{0.25, -0.6744897501960817},
		{0.001, -3.090232306167814},
		{1e-20, -9.262340089798408},
		{0.975, 1.959963984540054},
	} {
		if got := Normal(tt.u); far(got, tt.want) {
			t.Errorf("Normal(%v) = %v; want %v", tt.u, got, tt.want)
		}
	}
}

func TestNormalUndoesTheDistributionFunction(t *testing.T) {
	last := math.Inf(-1)
	for i := 1; i < 1<<16; i++ {
		u := float64(i) / (1 << 16)
		z := Normal(u)
		if back := 0.5 * math.Erfc(-z/math.Sqrt2); math.Abs(back-u) > 4e-16 {
			t.Fatalf("Normal(%v) = %v, below which lies %v", u, z, back)
		}
		if want := math.Sqrt2 * math.Erfinv(2*u-1); math.Abs(z-want) > 1e-15*max(1, math.Abs(want)) {
			t.Fatalf("Normal(%v) = %v; want %v", u, z, want)
		}
		if z <= last || Normal(1-u) != -z {
			t.Fatalf("Normal(%v) = %v after %v; for %v it is %v", u, z, last, 1-u, Normal(1-u))
		}
		last = z
	}
}

func TestDistributionsAtTheirEdges(t *testing.T) {
	for _, tt := range []struct{ got, want float64 }{
		{Log(1), 0}, {Log(0), math.Inf(-1)}, {Log(math.Inf(1)), math.Inf(1)}, {Log(2), math.Ln2},
		{Log(math.SmallestNonzeroFloat64), -1074 * math.Ln2},
		{Exp(0), 1}, {Exp(1000), math.Inf(1)}, {Exp(-1000), 0}, {Exp(math.Inf(-1)), 0}, {Exp(math.Inf(1)), math.Inf(1)},
		{Exponential(0), 0}, {Exponential(0.5), math.Ln2}, {Normal(0.5), 0},
	} {
		if tt.got != tt.want {
			t.Errorf("got %v; want %v", tt.got, tt.want)
		}
	}
	if !math.IsNaN(Log(-1)) || !math.IsNaN(Log(math.NaN())) || !math.IsNaN(Exp(math.NaN())) {
		t.Error("what has no value has one")
	}
	for _, u := range []float64{0x1p-53, 1 - 0x1p-53} {
		if z, e := Normal(u), Exponential(u); math.Abs(z) > 9 || !(e >= 0 && e < 37) {
			t.Errorf("of %v the normal is %v, the exponential %v", u, z, e)
		}
	}
}

// The bits are the same on every machine: they are part of what a seed means.
func TestDistributionsHaveTheseBits(t *testing.T) {
	for _, tt := range []struct {
		got  float64
		want uint64
	}{
		{Log(10), 0x40026bb1bbb55516},
		{Log(0.001), 0xc01ba18a998fffa0},
		{Exp(1), 0x4005bf0a8b145769},
		{Exp(-20.5), 0x3e157a3afeed00ab},
		{Exponential(0.75), 0x3ff62e42fefa39ef},
		{Exponential(0.1), 0x3fbaf8e8210a415c},
		{Normal(0.3), 0xbfe0c7e39582c5fa},
		{Normal(0.975), 0x3fff5c0331eeff82},
		{Normal(1e-9), 0xc017fdc11f44b5a7},
		{Normal(1e-20), 0xc022865170b43a4b},
	} {
		if got := math.Float64bits(tt.got); got != tt.want {
			t.Errorf("got %#x, %v; want %#x", got, tt.got, tt.want)
		}
	}
}

// A hash of many values notices a changed bit anywhere.
func TestDistributionsKeepAllTheirBits(t *testing.T) {
	hash := uint64(0)
	for i := 1; i < 1<<16; i++ {
		u := float64(i) / (1 << 16)
		for _, x := range []float64{Log(u), Exp(100 * (u - 0.5)), Normal(u), Normal(float64(u * 1e-12)), Exponential(u)} {
			hash = mix(hash + math.Float64bits(x))
		}
	}
	if want := uint64(0x6c5b58ebcf33af70); hash != want {
		t.Errorf("the hash is %#x; want %#x", hash, want)
	}
}

func BenchmarkDistributions(b *testing.B) {
	for name, f := range map[string]func(float64) float64{"exponential": Exponential, "normal": Normal, "exp": Exp} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				f((float64(i&0xffff) + 0.5) / (1 << 16))
			}
		})
	}
}
