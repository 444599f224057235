package sim

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestATournamentFindsTheLowestKeysInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for players := 1; players < 40; players++ {
		tournament := newTournament(players)
		keys := slices.Repeat([]uint64{never}, players)
		for range 400 {
			player, key := rng.IntN(players), rng.Uint64N(20)
			if rng.IntN(3) == 0 {
				key = never
			}
			keys[player] = key
			tournament.set(player, key)

			if got, want := tournament.lowest(), slices.Min(keys); got != want {
				t.Fatalf("of %v the lowest is %d; want %d", keys, got, want)
			}
			if got, want := tournament.winner(), slices.Index(keys, slices.Min(keys)); got != want {
				t.Fatalf("of %v player %d wins; want %d", keys, got, want)
			}
			most := rng.Uint64N(20)
			var got, want []int
			for n := tournament.first(most); n >= 0; n = tournament.after(n, most) {
				got = append(got, n)
			}
			for n := range keys {
				if keys[n] <= most {
					want = append(want, n)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("of %v players %v have a key of at most %d; want %v", keys, got, most, want)
			}
		}
		tournament.reset()
		if tournament.lowest() != never {
			t.Fatalf("after a reset player %d takes part", tournament.winner())
		}
	}
}
