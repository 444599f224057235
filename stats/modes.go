package stats

import "math"

const (
	modeValues = 20   // below so many, no kinds are told apart
	modeShare  = 0.05 // of the values that a kind has at least
	modeLeast  = 5    // values that a kind has at least
	modeValley = 0.5  // of the lower peak's height, what lies between is less
	modeGrid   = 128  // places at which the density is looked at
)

// Modes are two kinds of outcomes, such as runs that collapsed and runs that did
// not, and how many there are of each.
type Modes struct {
	Split     float64 // those below are of the lower kind
	Low, High int     // how many of each kind
	LowMean   float64
	HighMean  float64
	LowShare  Interval // of the share of the lower kind (Wilson)
}

// ModesOf tells whether values are of two kinds: whether a smooth density of them
// has two peaks, each with five values and a twentieth of all, and between them a
// valley less than half as high as the lower one. The density is a Gaussian kernel's with
// the bandwidth 0.9·min(σ, IQR/1.34)·n^(−1/5) of B. W. Silverman, "Density
// Estimation for Statistics and Data Analysis", 1986, formula 3.31; looking for
// modes in it is his "Using kernel density estimates to investigate multimodality",
// Journal of the Royal Statistical Society B 43, 1981. The bandwidth is at least
// one unit, the smallest difference that two values can have, so that counts have
// no peak each. ok is false when there are fewer than twenty values, or one kind.
func ModesOf(values []float64, unit float64) (m Modes, ok bool) {
	if len(values) < modeValues || isConstant(values) {
		return Modes{}, false
	}
	d := densityOf(values, unit)
	valley, ok := d.valley()
	if !ok {
		return Modes{}, false
	}
	m.Split = rounded(d.at(valley))
	var low, high []float64
	for _, v := range values {
		if v < m.Split {
			low = append(low, v)
		} else {
			high = append(high, v)
		}
	}
	m.Low, m.High = len(low), len(high)
	if least := min(m.Low, m.High); least < modeLeast || float64(least) < modeShare*float64(len(values)) {
		return Modes{}, false
	}
	m.LowMean, m.HighMean = Mean(low), Mean(high)
	m.LowShare = Wilson(m.Low, len(values))
	return m, true
}

// A density is the smoothed share of values at places of a grid.
type density struct {
	low, step float64
	height    [modeGrid]float64
}

func (d *density) at(place int) float64 { return d.low + float64(d.step*float64(place)) }

// densityOf smooths values that are not all the same.
func densityOf(values []float64, unit float64) density {
	low, high := ends(values)
	d := density{low: low, step: (high - low) / (modeGrid - 1)}
	var counts [modeGrid]float64
	for _, v := range values {
		counts[int(math.Round((v-low)/d.step))]++
	}
	bandwidth := max(d.bandwidth(values, counts), unit, d.step)
	var kernel [modeGrid]float64
	for i := range kernel {
		far := float64(i) * d.step / bandwidth
		kernel[i] = math.Exp(-float64(far*far) / 2)
	}
	for i := range d.height {
		for j, count := range counts {
			if count > 0 {
				d.height[i] += float64(count * kernel[max(i-j, j-i)])
			}
		}
	}
	return d
}

// bandwidth returns Silverman's bandwidth.
func (d *density) bandwidth(values []float64, counts [modeGrid]float64) float64 {
	spread := Deviation(values)
	if quartiles := d.quantile(counts, 0.75) - d.quantile(counts, 0.25); quartiles > 0 {
		spread = min(spread, quartiles/1.34)
	}
	return 0.9 * spread * math.Pow(float64(len(values)), -0.2)
}

// quantile returns the place below which lies a share of the values.
func (d *density) quantile(counts [modeGrid]float64, share float64) float64 {
	total := 0.0
	for _, count := range counts {
		total += count
	}
	sum := 0.0
	for i, count := range counts {
		if sum += count; sum >= share*total {
			return d.at(i)
		}
	}
	return d.at(modeGrid - 1)
}

// valley returns the lowest place between two peaks, the one that lies deepest
// below the lower of them.
func (d *density) valley() (place int, ok bool) {
	deepest := modeValley
	before, after := d.height, d.height // the highest up to here, and from here on
	for i := 1; i < modeGrid; i++ {
		before[i] = max(before[i-1], before[i])
		j := modeGrid - 1 - i
		after[j] = max(after[j+1], after[j])
	}
	for i, height := range d.height {
		if depth := height / min(before[i], after[i]); depth < deepest {
			deepest, place, ok = depth, i, true
		}
	}
	return place, ok
}
