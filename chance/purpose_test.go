package chance

import "testing"

// The hashes are those of the FNV reference vectors (draft-eastlake-fnv, appendix
// C): FNV-1a of "" and "foobar" in 64 bits.
func TestPurposeOfAWordIsItsHash(t *testing.T) {
	for word, hash := range map[string]uint64{"": 0xcbf29ce484222325, "foobar": 0x85944171f73967e8} {
		if got, want := PurposeOf(word), Purpose(hash|1<<63); got != want {
			t.Errorf("the purpose of %q is %#x; want %#x", word, got, want)
		}
	}
}

func TestEachCallOfARequestHasItsOwnDraws(t *testing.T) {
	if got := Jitter.InCall(0); got != Jitter {
		t.Errorf("for the first call the purpose is %d; want %d", got, Jitter)
	}
	seen := map[uint64]int{}
	for call := range 1000 {
		var n Named
		n.Set(Name{Seed: 7, Purpose: PurposeOf("slow").InCall(call)})
		draw := n.Uint64()
		if before, ok := seen[draw]; ok {
			t.Fatalf("calls %d and %d draw the same", before, call)
		}
		seen[draw] = call
	}
}
