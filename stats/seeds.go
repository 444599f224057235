package stats

import "math"

// power is how likely the number of seeds that Deciding names is to decide.
const power = 0.8

// efficiency is what the signed-rank test makes of its values at worst, beside a t
// test: J. L. Hodges and E. L. Lehmann, "The efficiency of some nonparametric
// competitors of the t-test", Annals of Mathematical Statistics 27, 1956.
const efficiency = 0.864

// countMax bounds a number of seeds that is worth naming.
const countMax = 1e9

// Deciding returns how many seeds would decide with a probability of four in five,
// at a bound of alpha on p, that a figure differs, if its differences go on to have
// this mean and standard deviation; half of z² is for the deviation, which is not
// known either (W. C. Guenther, "Sample size formulas for normal theory t tests",
// The American Statistician 35, 1981). ok is false when no number of seeds would, or
// only more than 10⁹.
func Deciding(mean, deviation, alpha float64) (seeds int, ok bool) {
	if mean == 0 || alpha <= 0 {
		return 0, false
	}
	z := quantile(1 - alpha/2)
	ratio := (z + quantile(power)) * deviation / mean
	n := math.Ceil((float64(ratio*ratio) + float64(z*z)/2) / efficiency)
	least := math.Ceil(1 - math.Log2(alpha)) // signs alone have a p of 2^(1−n) at least
	if n = max(n, least); n > countMax {
		return 0, false
	}
	return int(n), true
}

// Excluding returns how many seeds would part a mean from a bound with a
// probability of four in five: the interval would no longer hold the bound. ok is
// as with Deciding; the mean stands distance away from it.
func Excluding(distance, deviation float64) (seeds int, ok bool) {
	if distance == 0 {
		return 0, false
	}
	ratio := (quantile(upper) + quantile(power)) * deviation / distance
	n := max(2, math.Ceil(float64(ratio*ratio)))
	if n > countMax {
		return 0, false
	}
	return int(n), true
}

// A Stopping is a rule for when a mean is known well enough: runs are made in
// stages, each as large as the last one's interval says is needed, until the
// half-width of the interval is below Below. This is P. Hall, "Asymptotic theory
// of triple sampling for sequential estimation of a mean", Annals of Statistics 9,
// 1981, with as many stages as it takes. A first stage of 200 and steps of at
// least a tenth keep the rule from stopping on a lucky early interval;
// docs/coverage.md has how often intervals so stopped hold the mean.
type Stopping struct {
	Below float64 // in the figure's unit; above 0
	Max   int     // values at most
}

// First is how many values the first stage has.
const First = 200

// Next returns how many values to have before the next look, n being how many
// there are with an interval of the given half-width. It is n itself when that is
// enough, or when there may be no more.
func (s Stopping) Next(n int, halfWidth float64) int {
	if halfWidth < s.Below || n >= s.Max {
		return n
	}
	ratio := halfWidth / s.Below
	needed := float64(n) * float64(ratio*ratio) * 1.05
	grown := max(float64(n)*1.1, min(needed, float64(n)*10))
	return int(math.Ceil(min(grown, float64(s.Max))))
}
