package main

import (
	"fmt"
	"math/big"

	"gonum.org/v1/gonum/mathext/prng"
)

// A pythonSeed is a whole number of any size, as Python's random.Random takes it.
type pythonSeed struct{ big.Int }

// Type names the value in help.
func (s *pythonSeed) Type() string { return "integer" }

// Set reads the number.
func (s *pythonSeed) Set(text string) error {
	if _, ok := s.SetString(text, 10); !ok {
		return fmt.Errorf("want a whole number; have %q", text)
	}
	return nil
}

// source returns the generator that random.Random(seed) is in Python 3: the
// Mersenne Twister, MT19937, seeded with the 32-bit words of the number without
// its sign, the lowest first (random_seed in CPython's Modules/_randommodule.c).
func (s *pythonSeed) source() *pythonSource {
	magnitude := new(big.Int).Abs(&s.Int)
	word := big.NewInt(1<<32 - 1)
	var keys []uint32
	for len(keys) == 0 || magnitude.Sign() > 0 {
		keys = append(keys, uint32(new(big.Int).And(magnitude, word).Uint64()))
		magnitude.Rsh(magnitude, 32)
	}
	var twister prng.MT19937
	twister.SeedFromKeys(keys)
	return &pythonSource{twister}
}

// A pythonSource draws as Python does, for Float64 of math/rand/v2 alone, which
// takes the lower 53 bits: they are those of random.random(), 27 bits of one
// number of the twister and 26 of the next (genrand_res53 of its authors).
type pythonSource struct{ twister prng.MT19937 }

// Uint64 returns the 53 bits of one random.random().
func (s *pythonSource) Uint64() uint64 {
	high, low := s.twister.Uint32()>>5, s.twister.Uint32()>>6
	return uint64(high)<<26 | uint64(low)
}
