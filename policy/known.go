package policy

import "time"

// A known is a Backoff whose waits depend on nothing but the number of failures,
// with the first of them looked up beforehand.
type known struct {
	Backoff
	waits [16]time.Duration
}

// After returns what the Backoff does.
func (k *known) After(f Failure, draw float64) time.Duration {
	if i := uint(f.Attempt - 1); i < uint(len(k.waits)) {
		return k.waits[i]
	}
	return k.Backoff.After(f, draw)
}

// lookUp returns a Backoff that waits as another one does, but is asked faster.
func lookUp(b Backoff) Backoff {
	switch b := b.(type) {
	case FullJitter:
		b.Of = lookUp(b.Of)
		return b
	case EqualJitter:
		b.Of = lookUp(b.Of)
		return b
	case ProportionalJitter:
		b.Of = lookUp(b.Of)
		return b
	case AddedJitter:
		b.Of = lookUp(b.Of)
		return b
	case Linear, Exponential, Polynomial, List:
		k := &known{Backoff: b}
		for i := range k.waits {
			k.waits[i] = b.After(Failure{Attempt: i + 1}, 0)
		}
		return k
	}
	return b
}
