package stats

import (
	"math"
	"slices"
)

// signedRankExact is up to how many differences p is counted out.
const signedRankExact = 50

// A SignedRank is Wilcoxon's test of whether paired differences lie around 0.
type SignedRank struct {
	Differences int     // that are not 0
	Plus        float64 // the sum of the ranks of those above 0
	Minus       float64 // the sum of the ranks of those below 0
	P           float64 // two-sided; 1 when there is no difference
	Exact       bool    // counted out, not by the normal distribution
}

// SignedRankOf tests differences, one a pair: F. Wilcoxon, "Individual comparisons
// by ranking methods", Biometrics Bulletin 1, 1945. A difference of 0 is left out,
// as Wilcoxon does; equal ones share the mean of their ranks.
//
// Up to fifty differences p is exact, ties or not: how many of the 2ⁿ ways to sign
// the ranks give a sum as far out, counted by the shift algorithm (B. Streitberg
// and J. Röhmel, "Exact distributions for permutation and rank tests", Statistical
// Software Newsletter 12, 1986). Above, it is that of the normal distribution with
// the variance corrected for ties and a half for continuity. Differences that are
// equal but for twelve digits count as equal.
func SignedRankOf(differences []float64) SignedRank {
	keys := magnitudes(differences)
	t := SignedRank{Differences: len(keys), P: 1}
	if len(keys) == 0 {
		return t
	}
	slices.Sort(keys)
	ranks, ties := make([]int, 0, len(keys)), 0.0
	plus, all := 0, 0 // twice the sums of ranks, which are whole
	for first := 0; first < len(keys); {
		end := first
		for end < len(keys) && keys[end]>>1 == keys[first]>>1 {
			end++
		}
		rank := first + 1 + end // twice the mean rank
		for _, key := range keys[first:end] {
			ranks = append(ranks, rank)
			all += rank
			if key&1 == 1 {
				plus += rank
			}
		}
		size := float64(end - first)
		ties += float64(size*size*size) - size
		first = end
	}
	t.Plus, t.Minus = float64(plus)/2, float64(all-plus)/2
	if t.Exact = len(ranks) <= signedRankExact; t.Exact {
		t.P = rounded(exactSignedRank(ranks, min(plus, all-plus)))
	} else {
		t.P = rounded(t.normal(ties))
	}
	return t
}

// magnitudes returns the differences that are not 0 as whole numbers, each with a
// last bit that says whether it is above 0.
func magnitudes(differences []float64) []uint64 {
	largest := 0.0
	for _, d := range differences {
		largest = max(largest, math.Abs(d))
	}
	keys := make([]uint64, 0, len(differences))
	if largest == 0 {
		return keys
	}
	for _, d := range differences {
		size := uint64(math.Round(math.Abs(d) / largest * (1 << 40)))
		switch {
		case size == 0:
		case d > 0:
			keys = append(keys, size<<1|1)
		default:
			keys = append(keys, size<<1)
		}
	}
	return keys
}

// exactSignedRank returns twice the share of the ways to sign the ranks whose sum
// is at most least, and at most 1.
func exactSignedRank(ranks []int, least int) float64 {
	ways := make([]uint64, least+1) // by the sum of the ranks above 0
	ways[0] = 1
	for _, rank := range ranks {
		for sum := least; sum >= rank; sum-- {
			ways[sum] += ways[sum-rank]
		}
	}
	var count uint64
	for _, n := range ways {
		count += n
	}
	return min(1, 2*math.Ldexp(float64(count), -len(ranks)))
}

// normal returns p by the normal distribution; ties is the sum of t³ − t over
// groups of t equal ones.
func (t SignedRank) normal(ties float64) float64 {
	n := float64(t.Differences)
	variance := float64(n*(n+1)*(2*n+1))/24 - ties/48
	distance := math.Abs(t.Plus-t.Minus)/2 - 0.5
	return min(1, 2*phi(-max(0, distance)/math.Sqrt(variance)))
}

// Holm adjusts several p so that the chance of even one false discovery keeps its
// bound: S. Holm, "A simple sequentially rejective multiple test procedure",
// Scandinavian Journal of Statistics 6, 1979. The order is that of ps.
func Holm(ps []float64) []float64 {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case ps[a] < ps[b]:
			return -1
		case ps[a] > ps[b]:
			return 1
		}
		return 0
	})
	adjusted := make([]float64, len(ps))
	largest := 0.0
	for place, i := range order {
		largest = max(largest, min(1, rounded(float64(len(ps)-place)*ps[i])))
		adjusted[i] = largest
	}
	return adjusted
}
