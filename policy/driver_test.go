package policy

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"ratesim/hint"
)

const (
	ms     = time.Millisecond
	second = time.Second
)

// told is what a server answers to one attempt.
type told struct {
	failure Failure
	ok      bool
	took    time.Duration // until the answer
}

// A server answers the attempt that is sent at an instant.
type server func(now time.Duration) told

// A story is what a client did for one request.
type story struct {
	sent    []time.Duration // when each attempt was sent
	ended   time.Duration
	ok      bool
	last    Decision
	session *Session
}

// attemptsMost is where a story is cut off that does not end.
const attemptsMost = 5000

// client sends one request at 0 until it is answered or given up.
func client(p Policy, serve server, rng *rand.Rand) story {
	var s story
	now := time.Duration(0)
	session := Begin(p, now)
	s.session = &session
	for len(s.sent) < attemptsMost {
		s.sent = append(s.sent, now)
		answer := serve(now)
		if limit, limited := session.TimeLimit(now); limited && answer.took > limit {
			answer.took, answer.ok = limit, false
			answer.failure = Failure{Kind: Timeout, Repeat: answer.failure.Repeat}
		}
		now += answer.took
		s.ended, s.ok = now, answer.ok
		if answer.ok {
			break
		}
		s.last = session.Failed(now, answer.failure, rng)
		if !s.last.Again {
			break
		}
		now += s.last.Wait
	}
	return s
}

// parse returns the policy of a spec.
func parse(t testing.TB, text string) Policy {
	t.Helper()
	p, err := Parse(text, Defaults{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// expect compares a story with what is wanted.
func (s story) expect(t *testing.T, about string, sent []time.Duration, ended time.Duration, ok bool) {
	t.Helper()
	if !slices.Equal(s.sent, sent) || s.ended != ended || s.ok != ok {
		t.Errorf("%s: attempts at %v, ends at %v, answered %v; want %v, %v, %v", about, s.sent, s.ended, s.ok, sent, ended, ok)
	}
}

// always is a server that fails the same way each time, at once.
func always(f Failure) server { return func(time.Duration) told { return told{failure: f} } }

// refused is a 429 with the given hints.
func refused(hints ...hint.Hint) Failure {
	f := Failure{Kind: RateLimit, Status: 429}
	if hints != nil {
		f.Said = &hint.Said{Hints: hints}
	}
	return f
}

// after is a Retry-After in seconds, as its sender meant it.
func after(wait time.Duration) hint.Hint {
	h := hint.Hint{Kind: hint.Seconds, Notation: hint.Number, Wait: wait}
	if wait%time.Second != 0 {
		h.Marks |= hint.Fraction
	}
	if wait < 0 {
		h.Marks |= hint.Sign
	}
	return h
}

// afterMilliseconds is a retry-after-ms.
func afterMilliseconds(wait time.Duration) hint.Hint {
	return hint.Hint{Kind: hint.Milliseconds, Notation: hint.Number, Wait: wait}
}

// A script is a source of chance whose draws were written down; it counts them.
type script struct {
	draws []uint64 // of 53 bits
	drawn int
}

func (s *script) Uint64() uint64 {
	s.drawn++
	if s.drawn > len(s.draws) {
		return 0
	}
	return s.draws[s.drawn-1]
}

// spans returns spans of so many seconds.
func spans(list ...float64) []time.Duration {
	all := []time.Duration{}
	for _, n := range list {
		all = append(all, time.Duration(n*1e9+0.5))
	}
	return all
}

// seeded returns a source of chance.
func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
