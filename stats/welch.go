package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// A Sample is what is known of values that are not at hand.
type Sample struct {
	Mean   float64
	Error  float64 // the standard error of Mean; NaN when it is not known
	Values int     // how many
}

// SampleOf returns what is known of at least one value. Of one value nothing says how
// far it is off: its Error is NaN.
func SampleOf(values []float64) Sample {
	s := Sample{Mean: Mean(values), Error: math.NaN(), Values: len(values)}
	if len(values) > 1 {
		s.Error = rounded(Deviation(values) / math.Sqrt(float64(len(values))))
	}
	return s
}

// A Shift is how far a mean lies from one of other values, independent of its own.
type Shift struct {
	Difference float64
	Interval           // of Difference, unbounded where an error is not known
	P          float64 // of a difference as large in its direction, were both means one; 1 where an error is not known
}

// ShiftOf holds a mean against one that was had before, by B. L. Welch, "The
// generalization of 'Student's' problem when several different population variances are
// involved", Biometrika 34, 1947, whose test wants no equal variances. P is one-sided.
// Where no value of either varies, P is the chance that so many values part so by luck,
// one in all ways to part them.
func ShiftOf(now, before Sample) Shift {
	s := Shift{Difference: rounded(now.Mean - before.Mean), P: 1, Interval: Interval{math.Inf(-1), math.Inf(1)}}
	slack := 1e-9 * max(math.Abs(now.Mean), math.Abs(before.Mean))
	if math.Abs(s.Difference) <= slack {
		s.Difference = 0
	}
	if math.IsNaN(now.Error) || math.IsNaN(before.Error) || now.Values < 2 || before.Values < 2 {
		return s
	}
	of := func(s Sample) (square, freedom float64) { return s.Error * s.Error, float64(s.Values - 1) }
	a, aFreedom := of(now)
	b, bFreedom := of(before)
	both := a + b
	if both == 0 {
		s.Interval = Interval{s.Difference, s.Difference}
		if s.Difference != 0 {
			s.P = Apart(before.Values, now.Values, now.Values)
		}
		return s
	}
	freedom := both / (float64(a/both*a)/aFreedom + float64(b/both*b)/bFreedom)
	spread := math.Sqrt(both)
	half := studentFactor(freedom) * spread
	s.Interval = Interval{rounded(s.Difference - half), rounded(s.Difference + half)}
	t := s.Difference / spread
	s.P = rounded(mathext.RegIncBeta(freedom/2, 0.5, freedom/(freedom+float64(t*t))) / 2)
	return s
}

// Apart returns the chance that of a number of values, before and now, some are of a
// kind and all of these are among those of now, were they dealt blindly: R. A. Fisher's
// exact test of a table with a 0 (Statistical Methods for Research Workers, 5th edition,
// 1934, section 21.02). some is at most now.
func Apart(before, now, some int) float64 {
	p := 1.0
	for i := range some {
		p *= float64(now-i) / float64(before+now-i)
	}
	return rounded(p)
}
