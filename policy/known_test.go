package policy

import (
	"testing"

	"pgregory.net/rapid"
)

func TestABackoffThatWasLookedUpWaitsAsItDid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := backoffs(2, anySpan()).Draw(t, "backoff")
		f := Failure{Attempt: rapid.IntRange(1, 40).Draw(t, "attempt"), LastWait: anySpan().Draw(t, "last wait"), Kind: RateLimit}
		draw := rapid.Float64Range(0, 0.999).Draw(t, "draw")
		if got, want := lookUp(b).After(f, draw), b.After(f, draw); got != want {
			t.Fatalf("%v waits %v after %+v; want %v", b.Spec(), got, f, want)
		}
	})
}
