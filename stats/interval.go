package stats

import "math"

// An Interval holds what it is of with a probability of Level, where the method
// keeps its promise.
type Interval struct{ Low, High float64 }

// HalfWidth returns half the distance between the ends.
func (i Interval) HalfWidth() float64 { return (i.High - i.Low) / 2 }

// A Method is how an interval was made.
type Method string

// The methods, by how many values there are.
const (
	Exact     Method = "exact"     // the values do not vary
	Student   Method = "Student t" // fewer than tMax values; assumes that they are normal
	BCa       Method = "BCa"       // fewer than bootstrapMax values; assumes nothing of their shape
	ABC       Method = "ABC"       // more: BCa's ends in closed form, without resampling
	Unbounded Method = "none"      // one value, of which nothing follows
)

const (
	tMax         = 10
	bootstrapMax = 200
)

// An Estimate is a mean and how sure it is.
type Estimate struct {
	Values int // how many
	Mean   float64
	Interval
	Method Method
}

// MeanOf returns the mean of at least one value and its interval.
//
// The bootstrap's ends are widened by √(n/(n−1))·t(n−1) over z, as in T.
// Hesterberg, "What Teachers Should Know About the Bootstrap", The American
// Statistician 69, 2015, section 5.3 (the expanded percentile interval): without
// it they are too near to one another, by 5 % at 20 values.
func (b *Bootstrap) MeanOf(values []float64) Estimate {
	n := len(values)
	m := momentsOf(values)
	e := Estimate{Values: n, Mean: rounded(m.mean)}
	switch {
	case n == 1:
		e.Method, e.Interval = Unbounded, Interval{math.Inf(-1), math.Inf(1)}
		return e
	case m.squares == 0:
		e.Method, e.Interval = Exact, Interval{e.Mean, e.Mean}
		return e
	case n < tMax:
		half := StudentFactor(n-1) * math.Sqrt(m.squares/float64(n-1)/float64(n))
		e.Method, e.Interval = Student, Interval{m.mean - half, m.mean + half}
	case n < bootstrapMax:
		e.Method, e.Interval = BCa, b.bca(values, expanded(n))
	default:
		e.Method, e.Interval = ABC, abc(m, n)
	}
	e.Low, e.High = rounded(e.Low), rounded(e.High)
	return e
}

// expanded returns the normal quantile at which the bootstrap of n values is read.
func expanded(n int) float64 {
	return StudentFactor(n-1) * math.Sqrt(float64(n)/float64(n-1))
}

// abc returns the interval of a mean by T. DiCiccio and B. Efron, "More accurate
// confidence intervals in exponential families", Biometrika 79, 1992, section 4,
// nonparametric: for a mean, which is linear, the bias correction is the
// acceleration itself. It agrees with BCa to the second order and needs no
// resampling.
func abc(m moments, n int) Interval {
	sigma := math.Sqrt(m.squares) / float64(n)
	a := m.acceleration()
	end := func(z float64) float64 {
		w := a + z
		left := 1 - float64(a*w)
		return m.mean + float64(sigma*w/float64(left*left))
	}
	z := expanded(n)
	return Interval{end(-z), end(z)}
}

// acceleration returns how fast the spread of a mean changes with the mean: a
// sixth of the skewness over √n (Efron, 1987, formula 7.3).
func (m moments) acceleration() float64 {
	return m.cubes / (6 * float64(m.squares*math.Sqrt(m.squares)))
}

// Wilson returns the interval of a share of which some of n cases were seen: E. B.
// Wilson, "Probable inference, the law of succession, and statistical inference",
// Journal of the American Statistical Association 22, 1927. Of none of n, or all,
// one end is the share itself. n is at least 1.
func Wilson(some, n int) Interval {
	z := quantile(upper)
	count, total := float64(some), float64(n)
	square := float64(z * z)
	centre := (count + square/2) / (total + square)
	inner := float64(count*(total-count))/total + square/4
	half := z / (total + square) * math.Sqrt(inner)
	i := Interval{rounded(max(0, centre-half)), rounded(min(1, centre+half))}
	if some == 0 {
		i.Low = 0
	}
	if some == n {
		i.High = 1
	}
	return i
}
