package sim

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"ratesim/endpoint"
	"ratesim/policy"
	"ratesim/tickets"
	"ratesim/workload"
)

// Continuous time is measured by three models that are easily written for any
// other simulator, so that one can be set beside ours (goals G9 to G13 of the
// design). Each is held against what is known of it, lest a wrong model be fast.

// blanks are so many requests of which nothing is known.
type blanks int

func (n blanks) Len() int                { return int(n) }
func (blanks) Items() []tickets.Item     { return nil }
func (blanks) Item(int) tickets.Item     { return tickets.Item{} }
func (blanks) Ticket(int) tickets.Ticket { return tickets.Ticket{} }

// A luck is an endpoint's chance, which begins anew with each run.
type luck struct {
	source rand.PCG
	rng    *rand.Rand
}

func (l *luck) Reset(seed int64) {
	if l.rng == nil {
		l.rng = rand.New(&l.source)
	}
	l.source.Seed(uint64(seed), 1)
}

// A busy endpoint admits a call every so often, refuses the others at once, and
// answers a second later on average.
type busy struct {
	luck
	every time.Duration
	free  time.Duration // the instant from which it admits the next call
}

func (b *busy) Reset(seed int64) {
	b.luck.Reset(seed)
	b.free = 0
}

func (b *busy) Serve(now time.Duration, _ *endpoint.Request) endpoint.Answer {
	if now < b.free {
		return endpoint.Answer{Status: endpoint.RateLimit, Heard: now}
	}
	b.free = now + b.every
	return endpoint.Answer{Heard: now + exponential(b.rng, time.Second), Worked: true}
}

func exponential(rng *rand.Rand, mean time.Duration) time.Duration {
	return time.Duration(rng.ExpFloat64() * float64(mean))
}

// crowd returns n workers who think for ten seconds, and wait from 0 to 1, 2, 4 …
// 60 seconds when they are refused, eight attempts in all. The endpoint has room
// for about half of what they want.
func crowd(n int) Config {
	c := oneClient(&busy{every: 20 * time.Second / time.Duration(n)}, policy.Retry{
		Backoff:  policy.FullJitter{Of: policy.Exponential{Base: time.Second, Factor: 2, Cap: time.Minute}},
		Attempts: 8,
	})
	c.Horizon = 30 * time.Second
	c.Flows[0].Loop = &workload.Loop{Workers: n, Stagger: 10 * time.Second / time.Duration(n), Think: 10 * time.Second}
	return c
}

// oneClient returns a configuration of continuous time with one flow, whose
// requests have a memory.
func oneClient(e endpoint.Endpoint, p policy.Policy) Config {
	return Config{
		Horizon:  math.MaxInt64,
		Labels:   []Label{{"yes", 1}},
		Endpoint: e,
		Flows: []Flow{{
			Name:     "clients",
			Requests: blanks(1),
			Policy:   p,
			PerStep:  math.MaxInt64,
			Budget:   -1,
			Client:   &Client{},
		}},
	}
}

// A server answers one call after another, those that came first at first, and
// takes a second for each on average.
type server struct {
	luck
	free  time.Duration // the instant at which the last call is answered
	spent time.Duration // by all calls, from arrival to answer
}

func (s *server) Reset(seed int64) {
	s.luck.Reset(seed)
	s.free, s.spent = 0, 0
}

func (s *server) Serve(now time.Duration, _ *endpoint.Request) endpoint.Answer {
	s.free = max(now, s.free) + exponential(s.rng, time.Second)
	s.spent += s.free - now
	return endpoint.Answer{Heard: s.free, Worked: true}
}

// line returns n calls to a server that is busy for nine tenths of the time: the
// queue M/M/1.
func line(n int) (Config, *server) {
	s := &server{}
	c := oneClient(s, policy.None{})
	c.Flows[0].Arrivals = workload.NewPoisson(workload.Span{Count: n}, workload.Rate{Count: 9, In: 10 * time.Second})
	c.Flows[0].Requests = blanks(n)
	return c, s
}

// A call spends 1/(1 − 0.9) = 10 seconds on average (D. Gross and C. M. Harris,
// "Fundamentals of Queueing Theory", M/M/1).
func TestALineIsAsLongAsQueueingTheorySays(t *testing.T) {
	const n = 300_000
	c, s := line(n)
	result, err := NewRunner(c).Run(1, nil)
	if err != nil || result.Flows[0].Completed != n {
		t.Fatalf("%+v, %v; want %d completed", result.Flows[0], err, n)
	}
	if got := s.spent.Seconds() / n; math.Abs(got-10) > 1 {
		t.Errorf("a call spends %.2f s; want 10 s", got)
	}
}

// A row is read and written with optimistic concurrency: a write succeeds if the
// row is as it was when it was read. A read or write is sent at the instant at
// which it reaches the row; each message travels 10 ms, with a deviation of 2 ms.
type row struct {
	luck
	version int
	read    []int // the version, by request
	writes  int
	last    time.Duration // when the last success was heard
}

func (r *row) Reset(seed int64) {
	r.luck.Reset(seed)
	r.version, r.writes = 0, 0
}

func (r *row) Serve(now time.Duration, call *endpoint.Request) endpoint.Answer {
	back := now + delay(r.rng)
	there := back + delay(r.rng) // the next message, if it is sent at once
	if call.Call == 0 {
		r.read[call.Number] = r.version
		return endpoint.Answer{Heard: there}
	}
	r.writes++
	if r.read[call.Number] != r.version {
		return endpoint.Answer{Status: endpoint.ServerError, Heard: there}
	}
	r.version++
	r.last = back
	return endpoint.Answer{Heard: back, Worked: true}
}

func delay(rng *rand.Rand) time.Duration {
	return time.Duration(math.Abs(10+2*rng.NormFloat64()) * float64(time.Millisecond))
}

// firstReads are so many messages that were sent at the beginning, as they reach
// the row.
type firstReads struct {
	luck
	at   []time.Duration
	next int
}

func (f *firstReads) Seed(seed int64, _ int) { f.luck.Reset(^seed) }

func (f *firstReads) Reset() {
	f.next = 0
	for i := range f.at {
		f.at[i] = delay(f.rng)
	}
	slices.Sort(f.at)
}

func (f *firstReads) Next() (time.Duration, int, bool) {
	if f.next == len(f.at) {
		return 0, 0, false
	}
	f.next++
	return f.at[f.next-1], f.next - 1, true
}

// contest returns n clients who read and write one row until each has written it
// once: the model of M. Brooker, "Exponential Backoff And Jitter", AWS Architecture
// Blog, 2015 (github.com/aws-samples/aws-arch-backoff-simulator).
func contest(n int, waits policy.Backoff) (Config, *row) {
	r := &row{read: make([]int, n)}
	c := oneClient(r, policy.Retry{Backoff: waits})
	c.Flows[0].Arrivals = &firstReads{at: make([]time.Duration, n)}
	c.Flows[0].Requests = blanks(n)
	c.Flows[0].Client = &Client{Calls: 2, Whole: true}
	return c, r
}

// doubling is 10, 20, 40 … 2000 ms.
var doubling = policy.Exponential{Base: 10 * time.Millisecond, Factor: 2, Cap: 2 * time.Second}

// The figures are means over 2,000 runs of the published program, with the
// deviation of one run.
func TestAContestEndsAsPublished(t *testing.T) {
	const runs, published = 100, 2000
	for _, tt := range []struct {
		name                  string
		waits                 policy.Backoff
		writes, writesBy      float64
		milliseconds, timesBy float64
	}{
		{"none", policy.Fixed{}, 689.16, 17.3, 1139.1, 42.2},
		{"exponential", doubling, 624.60, 29.5, 36543, 3226},
		{"equal jitter", policy.EqualJitter{Of: doubling}, 347.08, 6.21, 4241.5, 566},
		{"full jitter", policy.FullJitter{Of: doubling}, 332.68, 5.01, 2899.6, 554},
		{"decorrelated", policy.Decorrelated{Base: 5 * time.Millisecond, Cap: 2 * time.Second, Factor: 3}, 374.47, 12.6, 2213.2, 502},
	} {
		c, row := contest(50, tt.waits)
		r := NewRunner(c)
		var writes, milliseconds float64
		for seed := range int64(runs) {
			if _, err := r.Run(seed, nil); err != nil {
				t.Fatal(err)
			}
			writes += float64(row.writes) / runs
			milliseconds += float64(row.last) / 1e6 / runs
		}
		farthest := 4 * math.Sqrt(1./runs+1./published)
		if math.Abs(writes-tt.writes) > farthest*tt.writesBy || math.Abs(milliseconds-tt.milliseconds) > farthest*tt.timesBy {
			t.Errorf("%s: %.1f writes in %.0f ms; want %.1f in %.0f", tt.name, writes, milliseconds, tt.writes, tt.milliseconds)
		}
	}
}

// TestClientsAllocateInTheFirstRunOnly holds for events, not only for runs: the
// crowd has ten thousand of them.
func TestClientsAllocateInTheFirstRunOnly(t *testing.T) {
	queue, _ := line(1000)
	race, _ := contest(20, policy.FullJitter{Of: doubling})
	for name, c := range map[string]Config{"crowd": crowd(1000), "line": queue, "contest": race} {
		r := NewRunner(c)
		allocated := testing.AllocsPerRun(3, func() {
			if _, err := r.Run(1, nil); err != nil {
				t.Fatal(err)
			}
		})
		if allocated > 0 {
			t.Errorf("%s: a run after the first makes %v allocations; want none", name, allocated)
		}
	}
}
