package sim

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"ratesim/endpoint"
	"ratesim/policy"
	"ratesim/spec"
	"ratesim/tickets"
	"ratesim/trace"
)

// A world is a small random configuration, in a form that an oracle can read.
type world struct {
	number  int // of the world: it is drawn from it
	seed    int64
	step    time.Duration
	horizon time.Duration
	limit   endpoint.SlidingLog
	chances endpoint.Chances
	labels  []Label
	flows   []worldFlow
}

// A worldFlow is one flow of a world. Its requests are not numbered in the order
// in which they arrive.
type worldFlow struct {
	name    string
	arrive  []time.Duration // by request
	items   []tickets.Item  // by request
	plan    plan
	perStep int64
	budget  time.Duration
}

// A plan is a policy, in a form that an oracle can compute with: exponential
// waits are wait · (numerator/denominator)ⁿ⁻¹.
type plan struct {
	kind                   string // none, fixed, exponential or jittered
	wait, longest          time.Duration
	numerator, denominator int64
	attempts               int // 0 for no bound
}

func (p plan) policy() policy.Policy {
	var of policy.Policy
	switch p.kind {
	case "none":
		return policy.None{}
	case "fixed":
		of = policy.Fixed{Wait: p.wait}
	case "exponential":
		of = policy.Exponential{Base: p.wait, Factor: float64(p.numerator) / float64(p.denominator), Cap: p.longest}
	default:
		of = jittered{p.wait}
	}
	if p.attempts > 0 {
		return policy.AtMost{Attempts: p.attempts, Of: of}
	}
	return of
}

// jittered draws a wait from 0 to most.
type jittered struct{ most time.Duration }

func (p jittered) Next(_ policy.Failure, rng *rand.Rand) (time.Duration, bool) {
	return time.Duration(rng.Int64N(int64(p.most) + 1)), true
}

func (p jittered) Spec() spec.Spec { return spec.New("jittered", spec.Word("most", p.most.String())) }

// oneOf returns one of some values.
func oneOf[T any](rng *rand.Rand, values ...T) T { return values[rng.IntN(len(values))] }

// newWorld draws the world of a number. Higher numbers are larger, so that the
// first one that fails is small.
func newWorld(number int) world {
	rng := rand.New(rand.NewPCG(uint64(number), 1))
	size := 1 + min(number/20, 40)
	step := oneOf(rng, time.Second, 250*time.Millisecond)
	w := world{
		number:  number,
		seed:    oneOf(rng, rng.Int64(), -rng.Int64(), math.MinInt64, 0),
		step:    step,
		horizon: time.Duration(1+rng.IntN(2*size))*step + oneOf(rng, 0, 0, step/2, 1),
		limit: endpoint.SlidingLog{
			Limit:        rng.Int64N(int64(min(size, 12)) + 1),
			Window:       time.Duration(rng.IntN(6))*step + oneOf(rng, 0, 0, step/2),
			CountRefused: rng.IntN(2) == 0,
		},
		chances: endpoint.Chances{
			TimeoutBase:     oneOf(rng, 0, 0.1, 0.5, 1),
			TimeoutPerToken: oneOf(rng, 0, 0.01),
			Partial:         oneOf(rng, 0, 0.2, 1),
		},
		labels: []Label{{"x", 1}, {"kesinti", 2}, {"çözüm", 3}},
	}
	for i := range 1 + rng.IntN(3) {
		w.flows = append(w.flows, newWorldFlow(rng, w, fmt.Sprintf("flow%d", i)))
	}
	return w
}

func newWorldFlow(rng *rand.Rand, w world, name string) worldFlow {
	f := worldFlow{
		name:    name,
		perStep: oneOf[int64](rng, 0, 1, 2, 5, math.MaxInt64, math.MaxInt64),
		budget:  oneOf(rng, -1, -1, 0, w.step/2, w.step, 3*w.step, math.MaxInt64),
		plan: plan{
			kind:        oneOf(rng, "none", "fixed", "exponential", "exponential", "jittered"),
			wait:        oneOf(rng, 0, 1, w.step/3, w.step, w.step*3/2, 2*w.step, 7*w.step, 2*w.horizon),
			longest:     oneOf(rng, 0, 0, w.step, 5*w.step/2),
			numerator:   oneOf[int64](rng, 2, 3, 4, 6),
			denominator: 2,
			attempts:    rng.IntN(7),
		},
	}
	bunch := time.Duration(0)
	for range rng.IntN(int(w.horizon/w.step) + 3) {
		if rng.IntN(3) > 0 {
			bunch = time.Duration(rng.Int64N(int64(w.horizon)*5/4 + 1))
		}
		if rng.IntN(2) == 0 {
			bunch -= bunch % w.step
		}
		f.arrive = append(f.arrive, bunch)
		f.items = append(f.items, tickets.Item{
			Hash:   rng.Uint32(),
			Tokens: rng.Uint32N(60),
			Label:  uint16(rng.IntN(len(w.labels))),
			Grade:  oneOf(rng, tickets.Ungraded, tickets.Wrong, tickets.Right),
		})
	}
	return f
}

// config returns the world as the engine reads it. No two runs share it.
func (w world) config() Config {
	limit := w.limit
	c := Config{
		Step:     w.step,
		Horizon:  w.horizon,
		Labels:   w.labels,
		Endpoint: &endpoint.Limited{Limit: &limit, Faults: endpoint.NewFaults(w.chances)},
	}
	for _, f := range w.flows {
		c.Flows = append(c.Flows, Flow{
			Name:     f.name,
			Arrivals: newArrivals(f.arrive),
			Requests: items(f.items),
			Policy:   f.plan.policy(),
			PerStep:  f.perStep,
			Budget:   f.budget,
		})
	}
	return c
}

// header returns the record that opens the trace of a run of the world.
func (w world) header() trace.Run {
	r := trace.Run{
		Seed: w.seed, StepNS: int64(w.step), HorizonNS: int64(w.horizon),
		Limits: []trace.Limit{{
			Name: "calls", Unit: "calls", Limit: w.limit.Limit, WindowNS: int64(w.limit.Window), CountRefused: w.limit.CountRefused,
		}},
	}
	for _, f := range w.flows {
		r.Flows = append(r.Flows, trace.Flow{Name: f.name})
	}
	return r
}

// arrivals are given instants, in order.
type arrivals struct {
	at    []time.Duration // by request
	order []int
	next  int
}

func newArrivals(at []time.Duration) *arrivals {
	a := &arrivals{at: at}
	for i := range at {
		a.order = append(a.order, i)
	}
	slices.SortFunc(a.order, func(i, j int) int { return cmp.Or(cmp.Compare(at[i], at[j]), cmp.Compare(i, j)) })
	return a
}

func (a *arrivals) Reset() { a.next = 0 }

func (a *arrivals) Next() (time.Duration, int, bool) {
	if a.next == len(a.order) {
		return 0, 0, false
	}
	a.next++
	i := a.order[a.next-1]
	return a.at[i], i, true
}

// items are requests whose ids are their numbers.
type items []tickets.Item

var _ tickets.Source = items(nil)

// Items returns nothing: they are asked for one by one.
func (items) Items() []tickets.Item { return nil }

func (b items) Len() int                { return len(b) }
func (b items) Item(i int) tickets.Item { return b[i] }

func (b items) Ticket(i int) tickets.Ticket {
	ticket := tickets.Ticket{ID: strconv.Itoa(i)}
	if b[i].Grade != tickets.Ungraded {
		ticket.Topic = "topic"
	}
	return ticket
}

// eachWorld tests so many worlds, fewer of them under -short, until one fails.
func eachWorld(t *testing.T, count int, test func(t *testing.T, w world)) {
	if testing.Short() {
		count /= 10
	}
	for number := range count {
		w := newWorld(number)
		test(t, w)
		if t.Failed() {
			t.Fatalf("so it is in world %d: %+v", number, w)
		}
	}
}

// run runs a world on a new Runner and returns what was recorded.
func run(t *testing.T, w world) (memory, Result) {
	t.Helper()
	var m memory
	result, err := NewRunner(w.config()).Run(w.seed, &m)
	if err != nil {
		t.Error(err)
	}
	return m, result
}

// A memory is a Sink that keeps each record.
type memory struct {
	requests  []trace.Request
	attempts  []trace.Attempt
	decisions []trace.Decision
	ends      []trace.End
}

func (m *memory) Run(trace.Run) error { return nil }

func (m *memory) Decision(d trace.Decision) error {
	m.decisions = append(m.decisions, d)
	return nil
}

func (m *memory) Request(r trace.Request) error {
	m.requests = append(m.requests, r)
	return nil
}

func (m *memory) Attempt(a trace.Attempt) error {
	m.attempts = append(m.attempts, a)
	return nil
}

func (m *memory) End(e trace.End) error {
	m.ends = append(m.ends, e)
	return nil
}
