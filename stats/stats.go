// Package stats says what can be known from a number of runs: how far a mean is
// sure, whether two policies differ, whether outcomes are of two kinds, and how
// many seeds would decide. It works on numbers and knows nothing of runs.
//
// All intervals are of 95 %, two-sided, and unadjusted for how many of them are
// looked at; Holm adjusts p. Values are independent from one another, as those of
// different seeds are. Figures are rounded to ten digits: sums and library
// functions may differ in the last ones from processor to processor.
//
// Sources stand beside each method. The functions are gonum's.
package stats

import (
	"math"
	"strconv"

	"gonum.org/v1/gonum/mathext"
)

// Level is the share of intervals that hold what they are of.
const Level = 0.95

// upper is the share of a distribution below the upper end of an interval.
const upper = 1 - (1-Level)/2

// FewSeeds is the number of values below which an interval may well cover less
// than it says; docs/coverage.md has by how much.
const FewSeeds = 30

// RareShare is the share of values below which a kind is rare: ModesOf tells no such kind
// apart.
const RareShare = modeShare

// Unseen returns the largest share that a kind may well have of which none of n values
// is, at least 1: the upper end of the one-sided interval of 95 %, which the rule of three
// takes for 3/n (J. Hanley and A. Lippman-Hand, "If nothing goes wrong, is everything all
// right?", JAMA 249, 1983). So large a one shows itself in 95 of 100 samples.
func Unseen(n int) float64 { return rounded(1 - math.Pow(1-Level, 1/float64(n))) }

// rounded returns a number with ten digits.
func rounded(x float64) float64 {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return x
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 9, 64), 64)
	if err != nil {
		panic("stats: a number that was written cannot be read: " + err.Error())
	}
	return short
}

// phi returns the share of the standard normal distribution below z.
func phi(z float64) float64 { return 0.5 * math.Erfc(-z/math.Sqrt2) }

// quantile returns the number below which lies a share p of the standard normal
// distribution.
func quantile(p float64) float64 { return mathext.NormalQuantile(p) }

// StudentFactor returns the number of deviations of the mean on each side of it that
// its interval has by Student's distribution, of at least one degree of freedom.
//
// Below t lies 1 - I(n/(n+t²); n/2, 1/2) / 2 of the distribution with n degrees of
// freedom, I the incomplete beta function (NIST, Digital Library of Mathematical
// Functions, 8.17, https://dlmf.nist.gov/8.17).
func StudentFactor(freedom int) float64 { return studentFactor(float64(freedom)) }

// studentFactor is StudentFactor of any number of degrees of freedom above 0.
func studentFactor(n float64) float64 {
	x := mathext.InvRegIncBeta(n/2, 0.5, 2*(1-upper))
	return rounded(math.Sqrt(n * (1 - x) / x))
}

// StudentReach returns half the width of Student's interval of the mean of values,
// which it assumes to be normal; +Inf for fewer than two.
func StudentReach(values []float64) float64 {
	if len(values) < 2 {
		return math.Inf(1)
	}
	return StudentFactor(len(values)-1) * Deviation(values) / math.Sqrt(float64(len(values)))
}

// moments are sums over the differences of values from their mean.
type moments struct {
	mean           float64
	squares, cubes float64
}

// momentsOf returns the moments of at least one value. Of equal values the mean is
// the value itself.
func momentsOf(values []float64) moments {
	var m moments
	if isConstant(values) {
		m.mean = values[0]
		return m
	}
	var sum float64
	for _, v := range values {
		sum += v
	}
	m.mean = sum / float64(len(values))
	for _, v := range values {
		d := v - m.mean
		square := float64(d * d)
		m.squares += square
		m.cubes += float64(square * d)
	}
	return m
}

// ends returns the least and the largest of at least one value, none of them NaN.
func ends(values []float64) (low, high float64) {
	low, high = values[0], values[0]
	for _, v := range values {
		if v < low {
			low = v
		}
		if v > high {
			high = v
		}
	}
	return low, high
}

// isConstant reports that all values are the same, but for what floating point
// makes of equal shares.
func isConstant(values []float64) bool {
	low, high := ends(values)
	return low == high || !math.IsInf(high-low, 0) && high-low <= 1e-12*max(math.Abs(low), math.Abs(high), math.SmallestNonzeroFloat64)
}

// Mean returns the mean of values; NaN of none.
func Mean(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	return rounded(momentsOf(values).mean)
}

// Deviation returns the standard deviation of at least two values, with n − 1
// below the sum of squares; 0 for one value.
func Deviation(values []float64) float64 {
	if len(values) < 2 {
		return 0
	}
	return rounded(math.Sqrt(momentsOf(values).squares / float64(len(values)-1)))
}
