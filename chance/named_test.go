package chance

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

var _ rand.Source = (*Named)(nil)

// draws returns the first numbers drawn by a name.
func draws(name Name, count int) []uint64 {
	var n Named
	n.Set(name)
	numbers := make([]uint64, count)
	for i := range numbers {
		numbers[i] = n.Uint64()
	}
	return numbers
}

// names generates names, small parts more often than large ones.
func names() *rapid.Generator[Name] {
	return rapid.Custom(func(t *rapid.T) Name {
		return Name{
			Seed:    rapid.Int64().Draw(t, "seed"),
			Flow:    rapid.IntRange(0, 5).Draw(t, "flow"),
			Request: rapid.Int64Min(0).Draw(t, "request"),
			Try:     rapid.IntRange(1, 100).Draw(t, "try"),
			Purpose: Jitter,
		}
	})
}

// What a seed means must never change: these numbers stand in users' reports.
func TestNamedDrawsAreTheSameForEver(t *testing.T) {
	for _, tt := range []struct {
		name Name
		want []uint64
	}{
		{Name{}, []uint64{0xcbd37ad29b93b094, 0x299469dd535aceff, 0xaf9c298b9ff8c65}},
		{Name{Seed: 20260218, Flow: 1, Request: 0, Try: 1, Purpose: Jitter}, []uint64{0x42a7864c956bd888, 0xe56c2b58dc90fdb3, 0xe57edbb7304d78ea}},
		{Name{Seed: 20260218, Flow: 1, Request: 159, Try: 3, Purpose: Jitter}, []uint64{0xa5abeae6bff63fbe, 0xada4f16c0995bd77, 0xe9666ce12c7f8d2a}},
		{Name{Seed: -5, Flow: 0, Request: 1 << 40, Try: 1, Purpose: Jitter}, []uint64{0xc7f4932e4b97cf45, 0xb4b89534b9ceb490, 0x468bd9780175a35}},
	} {
		if got := draws(tt.name, 3); !slices.Equal(got, tt.want) {
			t.Errorf("%+v draws %#x; want %#x", tt.name, got, tt.want)
		}
	}
}

func TestDrawsOfANameDoNotDependOnOtherNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := names().Draw(t, "name")
		var n Named
		for _, other := range rapid.SliceOfN(names(), 0, 5).Draw(t, "others") {
			n.Set(other)
			for range rapid.IntRange(0, 3).Draw(t, "draws") {
				n.Uint64()
			}
		}
		n.Set(name)
		got := []uint64{n.Uint64(), n.Uint64()}
		if want := draws(name, 2); !slices.Equal(got, want) {
			t.Fatalf("%+v draws %#x after others, %#x alone", name, got, want)
		}
	})
}

func TestEachPartOfANameMatters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := names().Draw(t, "name")
		others := []Name{name, name, name, name, name}
		others[0].Seed ^= 1 << rapid.IntRange(0, 63).Draw(t, "bit of the seed")
		others[1].Flow++
		others[2].Request ^= 1 << rapid.IntRange(0, 62).Draw(t, "bit of the request")
		others[3].Try++
		others[4].Purpose++
		for _, other := range others {
			if draws(name, 1)[0] == draws(other, 1)[0] {
				t.Fatalf("%+v and %+v draw the same number", name, other)
			}
		}
	})
}

// Parts are not merely added up: one more of this and one less of that is
// another name.
func TestPartsOfANameAreNotInterchangeable(t *testing.T) {
	seen := map[uint64]Name{}
	for seed := range int64(10) {
		for flow := range 10 {
			for request := range int64(10) {
				for try := range 10 {
					name := Name{Seed: seed, Flow: flow, Request: request, Try: try, Purpose: Jitter}
					first := draws(name, 1)[0]
					if other, is := seen[first]; is {
						t.Fatalf("%+v and %+v draw the same number", name, other)
					}
					seen[first] = name
				}
			}
		}
	}
}

// First draws of neighbouring names, and later draws of one name, fill 64
// classes evenly: chi-square with 63 degrees of freedom exceeds 118 once in
// 36,000 times.
func TestDrawsAreUniform(t *testing.T) {
	const count, classes = 64_000, 64
	first := func(i int) uint64 { return draws(Name{Seed: 1, Request: int64(i), Try: 1, Purpose: Jitter}, 1)[0] }
	later := draws(Name{Seed: 1}, count)
	for _, tt := range []struct {
		what string
		draw func(i int) uint64
	}{
		{"first draws, high bits", func(i int) uint64 { return first(i) >> 58 }},
		{"first draws, low bits", func(i int) uint64 { return first(i) % classes }},
		{"later draws, high bits", func(i int) uint64 { return later[i] >> 58 }},
		{"later draws, low bits", func(i int) uint64 { return later[i] % classes }},
	} {
		var filled [classes]float64
		for i := range count {
			filled[tt.draw(i)]++
		}
		square := 0.0
		for _, n := range filled {
			square += (n - count/classes) * (n - count/classes) / (count / classes)
		}
		if square > 118 || square < 25 {
			t.Errorf("%s: chi-square is %.1f; want about 63", tt.what, square)
		}
	}
}

func TestNamedIsASourceForRand(t *testing.T) {
	var n Named
	rng := rand.New(&n)
	name := Name{Seed: 7, Flow: 1, Request: 12, Try: 2, Purpose: Jitter}
	n.Set(name)
	first := []int64{rng.Int64N(1000), rng.Int64N(1000)}
	n.Set(name)
	if again := []int64{rng.Int64N(1000), rng.Int64N(1000)}; !slices.Equal(first, again) {
		t.Errorf("set to one name twice, the generator draws %v and %v", first, again)
	}
}

func BenchmarkNamed(b *testing.B) {
	var n Named
	b.Run("set", func(b *testing.B) {
		b.ReportAllocs()
		for i := range int64(b.N) {
			n.Set(Name{Seed: 1, Request: i, Try: 1, Purpose: Jitter})
		}
	})
	b.Run("draw", func(b *testing.B) {
		b.ReportAllocs()
		for i := range int64(b.N) {
			n.Set(Name{Seed: 1, Request: i, Try: 1, Purpose: Jitter})
			n.Uint64()
		}
	})
}
