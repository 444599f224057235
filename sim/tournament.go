package sim

import "math"

// never is the key of a player who does not take part.
const never = math.MaxUint64

// A tournament finds the players with the lowest keys, which may change at any
// time: a change is played out again in as many matches as there are rounds, or
// fewer (D. E. Knuth, "The Art of Computer Programming", volume 3, 5.4.1).
//
// At index 1 is the key of the winner of the last match, at 2i and 2i+1 are those
// who met in match i. The second half are the players.
type tournament []uint64

// newTournament returns one of so many players, none of whom takes part as yet.
func newTournament(players int) tournament {
	size := 2
	for size < 2*players {
		size *= 2
	}
	t := make(tournament, size)
	t.reset()
	return t
}

func (t tournament) reset() {
	for i := range t {
		t[i] = never
	}
}

// lowest returns the lowest key; never if nobody takes part.
func (t tournament) lowest() uint64 { return t[1] }

// winner returns who has the lowest key, of several the first one.
func (t tournament) winner() int { return t.down(1, t[1]) }

// first returns the first player with a key of at most the given one, -1 if there
// is none.
func (t tournament) first(most uint64) int {
	if t[1] > most {
		return -1
	}
	return t.down(1, most)
}

// after returns the next such player after one, -1 if there is none.
func (t tournament) after(player int, most uint64) int {
	for i := uint(len(t)/2 + player); i > 1; i /= 2 {
		if i%2 == 0 && t[i+1] <= most {
			return t.down(i+1, most)
		}
	}
	return -1
}

// down returns the first such player of those who play for a match.
func (t tournament) down(match uint, most uint64) int {
	players := uint(len(t) / 2)
	for match < players {
		if match *= 2; t[match] > most {
			match++
		}
	}
	return int(match - players)
}

// set gives a player another key.
func (t tournament) set(player int, key uint64) {
	i := uint(len(t)/2 + player)
	t[i] = key
	for i > 1 {
		key = min(key, t[i^1])
		if i /= 2; t[i] == key {
			return
		}
		t[i] = key
	}
}
