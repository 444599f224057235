package chance

import "math"

// The functions below give the same bits on every machine: math.Log and math.Exp
// are written in assembly on some, and a compiler may fuse a product and a sum
// into one rounding unless the product is converted first.

// ln2 in two parts, of which the first has zeros at its end, so that its product
// with a small whole number is exact.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// Log returns the natural logarithm of a number above 0.
func Log(x float64) float64 {
	const least, infinite = 1 << 52, 0x7ff << 52 // the least normal number and what comes after the largest, in bits
	bits := math.Float64bits(x)
	switch {
	case bits-least < infinite-least:
		return logOf(math.Float64frombits(bits%least|1022<<52), int(bits/least)-1022) // as math.Frexp takes it apart
	case math.IsNaN(x) || x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case math.IsInf(x, 1):
		return x
	}
	return logOf(math.Frexp(x))
}

// logOf returns the logarithm of m·2^exponent, for m from ½ to 1. With f = m−1 for
// the mantissa m from √½ to √2 and s = f/(2+f), log m is 2·artanh s, of which a
// polynomial gives all but the first terms (FreeBSD msun, e_log.c).
func logOf(m float64, exponent int) float64 {
	bits := math.Float64bits(m)
	below := (bits - math.Float64bits(math.Sqrt2/2)) >> 63 // 1 if it is below √½: no branch could be foretold
	f, k := math.Float64frombits(bits+below<<52)-1, float64(exponent-int(below))
	s := f / (2 + f)
	s2 := float64(s * s)
	rest := 1.479819860511658591e-01
	rest = float64(rest*s2) + 1.531383769920937332e-01
	rest = float64(rest*s2) + 1.818357216161805012e-01
	rest = float64(rest*s2) + 2.222219843214978396e-01
	rest = float64(rest*s2) + 2.857142874366239149e-01
	rest = float64(rest*s2) + 3.999999999940941908e-01
	rest = float64(rest*s2) + 6.666666666666735130e-01
	rest = float64(s2 * rest)
	half := float64(0.5 * float64(f*f))
	return float64(k*ln2High) - ((half - (float64(s*(half+rest)) + float64(k*ln2Low))) - f)
}

// Exp returns e^x: with k the whole number nearest to x/ln 2 and r what is left,
// e^x = 2^k·e^r, and e^r by a rational function (FreeBSD msun, e_exp.c).
func Exp(x float64) float64 {
	const most, least = 709.782712893383973096, -745.133219101941108420
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x > most:
		return math.Inf(1)
	case x < least:
		return 0
	}
	k := math.Floor(float64(x/math.Ln2) + 0.5)
	high := x - float64(k*ln2High)
	low := float64(k * ln2Low)
	r := high - low
	r2 := float64(r * r)
	c := r - float64(r2*horner(r2, 1.66666666666666657415e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05,
		-1.65339022054652515390e-06, 4.13813679705723846039e-08))
	y := 1 - ((low - float64(r*c)/(2-c)) - high)
	return math.Ldexp(y, int(k))
}

// Exponential returns the number below which lies a share u of an exponential
// distribution with a mean of 1, for u from 0 to 1, 1 not included.
func Exponential(u float64) float64 { return 0 - Log(1-u) }

// Normal returns the number below which lies a share u of the standard normal
// distribution, for u between 0 and 1, neither included: M. J. Wichura,
// "Algorithm AS 241: The Percentage Points of the Normal Distribution", Applied
// Statistics 37, 1988, PPND16, which is right to about 16 digits.
func Normal(u float64) float64 {
	q := u - 0.5
	if math.Abs(q) <= 0.425 {
		r := 0.180625 - float64(q*q)
		return float64(q*horner(r, 3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
			4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3)) /
			horner(r, 1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
				2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3)
	}
	tail := min(u, 1-u)
	r := math.Sqrt(-Log(tail))
	var z float64
	if r <= 5 {
		r -= 1.6
		z = horner(r, 1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
			1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4) /
			horner(r, 1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
				1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9)
	} else {
		r -= 5
		z = horner(r, 6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
			2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7) /
			horner(r, 1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
				7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15)
	}
	if q < 0 {
		return -z
	}
	return z
}

// horner returns a polynomial of x whose coefficients begin with the constant one.
func horner(x float64, coefficients ...float64) float64 {
	sum := 0.0
	for i := len(coefficients) - 1; i >= 0; i-- {
		sum = float64(sum*x) + coefficients[i]
	}
	return sum
}
