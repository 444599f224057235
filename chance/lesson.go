package chance

import "math"

// A Lesson is the lesson's generator: a 32-bit linear congruential sequence
// behind an integer mixer. One is made for each named thing (a ticket, an
// attempt), draws a few numbers and is dropped. The zero value is the sequence
// that begins at state 0.
//
// The lesson computes with unbounded integers and keeps the low 32 bits of each
// product. Those depend only on bits 0 to 47 of the name, so a 64-bit name,
// even one that has wrapped around, gives the same sequence.
//
// Multipliers: Numerical Recipes (LCG); MurmurHash3's 32-bit finaliser (mixer).
type Lesson uint32

// NewLesson returns the sequence with the given name. Every int64 is a name,
// negative ones too.
func NewLesson(name int64) Lesson {
	x := uint32(name^name>>16) * 2246822507
	x = (x ^ x>>13) * 3266489909
	return Lesson(x ^ x>>16)
}

// Next draws an integer uniform on [0, 2³²).
func (l *Lesson) Next() uint32 {
	*l = *l*1664525 + 1013904223
	return uint32(*l)
}

// Share draws a number uniform on [0, 1): Next over 2³², which is exact.
func (l *Lesson) Share() float64 {
	return float64(l.Next()) / (1 << 32)
}

// Threshold returns how many of the 2³² draws lie below the probability p, so
// that Next() < Threshold(p) exactly when Share() < p. It is 0 for p ≤ 0 and for
// NaN, and 2³² for p ≥ 1.
func Threshold(p float64) uint64 {
	if !(p > 0) {
		return 0
	}
	if p >= 1 {
		return 1 << 32
	}
	return uint64(math.Ceil(p * (1 << 32)))
}
