package policy

import (
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// counted is a source of chance that counts its draws.
type counted struct {
	rand.Source
	drawn int
}

func (c *counted) Uint64() uint64 {
	c.drawn++
	return c.Source.Uint64()
}

// randomSequence generates how a request fails, with a second an attempt at most.
func randomSequence() *rapid.Generator[Sequence] {
	return rapid.Custom(func(t *rapid.T) Sequence {
		return Sequence{
			Failures: rapid.SliceOfN(someFailures(), 0, 4).Draw(t, "failures"),
			Took:     time.Duration(rapid.Int64Range(0, 1e9).Draw(t, "took")),
			Rows:     8,
		}
	})
}

func TestNoPolicyWaitsMoreOrLongerThanItSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := someRetries(shortSpan()).Draw(t, "policy")
		source := &counted{Source: rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)}
		rng := rand.New(source)
		sequence := randomSequence().Draw(t, "sequence")
		session := Begin(p, 0)
		now, waited := time.Duration(0), time.Duration(0)
		for k := range sequence.Rows {
			f := sequence.failure(k)
			now += sequence.took(f, &session, now)
			source.drawn = 0
			d := session.Failed(now, f, rng)
			checkDraws(t, p, d, source.drawn)
			if !d.Again {
				if d.Wait != 0 || d.Why == WhyNot {
					t.Fatalf("%s stops without a reason, or with a wait: %+v", String(p), d)
				}
				return
			}
			now, waited = plus(now, d.Wait), plus(waited, d.Wait)
			switch {
			case d.Wait < 0 || d.Why != WhyNot:
				t.Fatalf("%s goes on with %+v", String(p), d)
			case p.Attempts > 0 && k+1 >= p.Attempts:
				t.Fatalf("%s makes attempt %d", String(p), k+2)
			case p.Total > 0 && waited > p.Total:
				t.Fatalf("%s waits %v in all", String(p), waited)
			case p.Budget > 0 && p.AtBudget != Overrun && p.AtBudget != Late && now > p.Budget:
				t.Fatalf("%s sends an attempt at %v", String(p), now)
			case p.Unsafe != Always && f.Repeat == Unsafe && f.mayHaveWorked():
				t.Fatalf("%s repeats what is not safe after %v", String(p), f.Kind)
			}
		}
	})
}

// checkDraws holds a policy to one draw for each failure that it retries, or
// would but for its bounds.
func checkDraws(t *rapid.T, p Retry, d Decision, drawn int) {
	t.Helper()
	want := 0
	if d.Again || d.Why == WhyTotal || d.Why == WhyBudget || d.Why == WhyHint || d.Why == WhyAttempts && p.LastWait {
		if p.Backoff.Draws() || p.Heed.draws() {
			want = 1
		}
	}
	if drawn != want {
		t.Fatalf("%s draws %d times for %+v; want %d", String(p), drawn, d, want)
	}
}

func TestSchedulesHoldForAnyChance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Policy(someRetries(shortSpan()).Draw(t, "policy"))
		if rapid.Bool().Draw(t, "layered") {
			p = Layers{Outer: someRetries(shortSpan()).Draw(t, "outer"), Inner: p}
		}
		sequence := randomSequence().Draw(t, "sequence")
		rows := Schedule(p, sequence)
		rng := seeded(rapid.Uint64().Draw(t, "seed"))
		for range 20 {
			checkAgainst(t, p, rows, sequence, rng)
		}
	})
}

// checkAgainst compares one course of a request with its schedule, as far as the
// schedule tells of it: up to where the policy may have stopped, and did, or was
// in another layer than that.
func checkAgainst(t *rapid.T, p Policy, rows []Row, sequence Sequence, rng *rand.Rand) {
	t.Helper()
	session := Begin(p, 0)
	now, waited := time.Duration(0), time.Duration(0)
	for k, row := range rows {
		f := sequence.failure(k)
		now = plus(now, sequence.took(f, &session, now))
		d := session.Failed(now, f, rng)
		if row.Stops == MayStop && (!d.Again || session.outer != nil) {
			return
		}
		if d.Again != (row.Stops == GoesOn || row.Stops == MayStop) {
			t.Fatalf("%s: after failure %d again %v (%s); the schedule says %+v", String(p), k+1, d.Again, d.Why, row)
		}
		now, waited = plus(now, plus(d.Wait, d.Idle)), plus(waited, d.Wait)
		if !within(d.Wait, row.Wait) || !within(waited, row.Waited) || !within(now, row.At) {
			t.Fatalf("%s: wait %d is %v, %v in all, until %v; the schedule says %+v", String(p), k+1, d.Wait, waited, now, row)
		}
		if r := row.Wait; !within(r.Mean, r) || row.Share < 0 || row.Share > 1 {
			t.Fatalf("%s: row %+v", String(p), row)
		}
	}
}

func within(d time.Duration, r Range) bool { return r.Low <= d && d <= r.High }
