package sim

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"ratesim/calendar"
	"ratesim/endpoint"
	"ratesim/policy"
	"ratesim/spec"
	"ratesim/trace"
)

// unlucky returns a configuration in which each call of the requests is cut off.
func unlucky(arrive []time.Duration, p policy.Policy) Config {
	return Config{
		Step:    time.Second,
		Horizon: 20 * time.Second,
		Labels:  []Label{{"yes", 1}},
		Endpoint: &endpoint.Limited{
			Limit:  &endpoint.SlidingLog{},
			Faults: endpoint.NewFaults(endpoint.Chances{TimeoutBase: 1}),
		},
		Flows: []Flow{{
			Name:     "batch",
			Arrivals: newArrivals(arrive),
			Requests: make(items, len(arrive)),
			Policy:   p,
			PerStep:  math.MaxInt64,
			Budget:   -1,
		}},
	}
}

// sendings returns the instants at which a configuration's requests are sent.
func sendings(t *testing.T, c Config) []time.Duration {
	t.Helper()
	var m memory
	if _, err := NewRunner(c).Run(1, &m); err != nil {
		t.Fatal(err)
	}
	var at []time.Duration
	for _, a := range m.attempts {
		at = append(at, time.Duration(a.At))
	}
	return at
}

func TestInstantsAreRoundedUpToSteps(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		name         string
		step, arrive time.Duration
		wait         time.Duration
		want         []time.Duration
	}{
		{"a first arrival between two steps", 1000 * ms, 1, 0, []time.Duration{1000 * ms, 2000 * ms, 3000 * ms}},
		{"no wait is a wait of one step", 1000 * ms, 0, 0, []time.Duration{0, 1000 * ms, 2000 * ms}},
		{"a short wait is a wait of one step", 250 * ms, 0, 1, []time.Duration{0, 250 * ms, 500 * ms}},
		{"a wait of one step", 250 * ms, 0, 250 * ms, []time.Duration{0, 250 * ms, 500 * ms}},
		{"a wait of one step and a bit", 250 * ms, 0, 251 * ms, []time.Duration{0, 500 * ms, 1000 * ms}},
		{"continuous time rounds nothing", 0, 1, 250*ms + 1, []time.Duration{1, 250*ms + 2, 500*ms + 3}},
		{"continuous time without a wait", 0, 7, 0, []time.Duration{7, 7, 7}},
		{"a wait beyond the end of time", 1000 * ms, 1000 * ms, math.MaxInt64, []time.Duration{1000 * ms}},
		{"an arrival beyond the end of time", 1000 * ms, math.MaxInt64, 0, nil},
	} {
		c := unlucky([]time.Duration{tt.arrive}, policy.AtMost{Attempts: 3, Of: policy.Fixed{Wait: tt.wait}})
		c.Step = tt.step
		if got := sendings(t, c); !slices.Equal(got, tt.want) {
			t.Errorf("%s: sent at %v; want %v", tt.name, got, tt.want)
		}
	}
}

// A listener is a policy that remembers what it is told.
type listener struct{ told []policy.Failure }

func (l *listener) Next(f policy.Failure, _ *rand.Rand) (time.Duration, bool) {
	l.told = append(l.told, f)
	return time.Duration(f.Attempt) * 1500 * time.Millisecond, f.Attempt < 3
}

func (*listener) Spec() spec.Spec { return spec.New("listener") }

func TestAPolicyIsToldOfThisRequestOnly(t *testing.T) {
	const s = time.Second
	l := &listener{}
	sendings(t, unlucky([]time.Duration{4 * s, 10 * s}, l)) // the second takes the place of the first in memory
	one := []policy.Failure{
		{Attempt: 1},
		{Attempt: 2, Elapsed: 2 * s, LastWait: 1500 * time.Millisecond},
		{Attempt: 3, Elapsed: 5 * s, LastWait: 3 * s},
	}
	if want := slices.Concat(one, one); !slices.Equal(l.told, want) {
		t.Errorf("told %+v\nwant %+v", l.told, want)
	}
}

func TestNothingHappensAtTheHorizon(t *testing.T) {
	c := unlucky([]time.Duration{19 * time.Second, 20*time.Second - 1, 20 * time.Second}, policy.Fixed{Wait: time.Second})
	var m memory
	result, err := NewRunner(c).Run(1, &m)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := result.Flows[0], (trace.Counts{Requests: 1, Unfinished: 1, Calls: 1, Timeouts: 1, Ungraded: 1}); got != want || result.Late[0] != 2 {
		t.Errorf("got %+v and %d late; want %+v and 2", got, result.Late[0], want)
	}
}

func TestAFlowThatMaySendNothingEndsAtOnce(t *testing.T) {
	for _, step := range []time.Duration{0, 1} {
		c := unlucky([]time.Duration{0, 0, 1}, policy.None{})
		c.Step, c.Horizon, c.Flows[0].PerStep = step, math.MaxInt64/2, 0
		result, err := NewRunner(c).Run(1, nil)
		if want := (trace.Counts{Requests: 3, Unfinished: 3, Ungraded: 3}); err != nil || result.Flows[0] != want {
			t.Errorf("got %+v, %v; want %+v", result.Flows[0], err, want)
		}
	}
}

func TestARunWithTooManyEventsIsStopped(t *testing.T) {
	c := unlucky([]time.Duration{0, 0}, policy.Fixed{})
	c.Step, c.MaxEvents = 0, 1000
	_, err := NewRunner(c).Run(-42, nil)
	if want := "seed -42: more than 1000 arrivals and attempts (max_events) by 0s: the run does not seem to end"; err == nil || err.Error() != want {
		t.Errorf("got %v; want %s", err, want)
	}
	c.Step, c.MaxEvents = time.Second, 2+2*20 // just enough
	if _, err := NewRunner(c).Run(-42, nil); err != nil {
		t.Error(err)
	}
}

// A grumbler is a Sink that fails at one kind of record, and must not be handed
// another one after that.
type grumbler struct {
	memory
	at     string
	failed bool
	t      *testing.T
}

var errGrumble = errors.New("enough")

func (g *grumbler) grumble(kind string) error {
	if g.failed {
		g.t.Errorf("%s record after the error", kind)
	}
	if g.failed = kind == g.at; g.failed {
		return errGrumble
	}
	return nil
}

func (g *grumbler) Request(trace.Request) error   { return g.grumble(trace.KindRequest) }
func (g *grumbler) Attempt(trace.Attempt) error   { return g.grumble(trace.KindAttempt) }
func (g *grumbler) Decision(trace.Decision) error { return g.grumble(trace.KindDecision) }
func (g *grumbler) End(trace.End) error           { return g.grumble(trace.KindEnd) }

func TestTheSinksErrorStopsARun(t *testing.T) {
	for _, tt := range []struct {
		kind   string
		policy policy.Policy
	}{
		{trace.KindRequest, policy.None{}},
		{trace.KindAttempt, policy.None{}},
		{trace.KindEnd, policy.None{}},
		{trace.KindEnd, policy.Fixed{Wait: time.Hour}}, // at the horizon
	} {
		c := unlucky([]time.Duration{0, 0, time.Second, 5 * time.Second}, tt.policy)
		if _, err := NewRunner(c).Run(1, &grumbler{at: tt.kind, t: t}); !errors.Is(err, errGrumble) {
			t.Errorf("at a record of kind %s: got %v; want %v", tt.kind, err, errGrumble)
		}
	}
}

func TestProgressIsToldNowAndThen(t *testing.T) {
	r := NewRunner(unlucky(make([]time.Duration, 625), policy.Fixed{Wait: time.Second}))
	var told []time.Duration
	r.Progress = func(now time.Duration) error {
		told = append(told, now)
		return nil
	}
	if _, err := r.Run(1, nil); err != nil {
		t.Fatal(err)
	}
	if want := []time.Duration{5 * time.Second, 12 * time.Second, 19 * time.Second}; !slices.Equal(told, want) {
		t.Errorf("told %v; want %v, each %d events", told, want, progressEvery)
	}
	enough := errors.New("enough")
	r.Progress = func(time.Duration) error { return enough }
	if _, err := r.Run(1, nil); !errors.Is(err, enough) {
		t.Errorf("got %v; want what Progress said, %v", err, enough)
	}
}

func TestARunnerAllocatesInItsFirstRunOnly(t *testing.T) {
	for number := range 200 {
		r := NewRunner(newWorld(number).config())
		seed := int64(0)
		allocated := testing.AllocsPerRun(3, func() {
			if _, err := r.Run(seed, nil); err != nil {
				t.Fatal(err)
			}
		})
		if allocated > 0 {
			t.Errorf("world %d: a run after the first makes %v allocations; want none", number, allocated)
		}
	}
}

func TestARequestInFlightTakesFewBytes(t *testing.T) {
	for _, tt := range []struct {
		what       string
		size, most uintptr
	}{
		{"a request", unsafe.Sizeof(request{}), 32},
		{"an entry of a heap", unsafe.Sizeof(calendar.Entry{}), 16},
		{"a Client's request, besides", unsafe.Sizeof(life{}), 128},
	} {
		if tt.size > tt.most {
			t.Errorf("%s takes %d bytes; want at most %d", tt.what, tt.size, tt.most)
		}
	}
}

func TestMemoryIsForRequestsInFlightOnly(t *testing.T) {
	second := make([]time.Duration, 10_000)
	for i := range second {
		second[i] = time.Duration(i) * time.Second
	}
	for _, tt := range []struct {
		name    string
		policy  policy.Policy
		budget  time.Duration
		faulty  float64
		atLarge int // requests that are in flight together
	}{
		{"answered at once", policy.None{}, -1, 0, 1},
		{"given up at once", policy.None{}, -1, 1, 1},
		{"given up after three attempts", policy.AtMost{Attempts: 3, Of: policy.Fixed{Wait: time.Second}}, -1, 1, 4},
		{"dropped after its budget", policy.Fixed{Wait: time.Second}, 4 * time.Second, 1, 7},
	} {
		c := unlucky(second, tt.policy)
		c.Horizon, c.Flows[0].Budget = math.MaxInt64/2, tt.budget
		c.Endpoint = &endpoint.Limited{Limit: &endpoint.SlidingLog{}, Faults: endpoint.NewFaults(endpoint.Chances{TimeoutBase: tt.faulty})}
		r := NewRunner(c)
		if _, err := r.Run(1, nil); err != nil {
			t.Fatal(err)
		}
		if kept := len(r.flows[0].requests); kept > tt.atLarge {
			t.Errorf("%s: there is memory for %d requests; want at most %d", tt.name, kept, tt.atLarge)
		}
	}
}

func TestALostRequestIsAPanicNotAResult(t *testing.T) {
	f := flow{Flow: Flow{Name: "batch"}, counts: trace.Counts{Requests: 2, Completed: 1, Calls: 1}}
	defer func() {
		if message, _ := recover().(string); !strings.HasPrefix(message, "sim: flow batch lost requests or calls") {
			t.Errorf("got panic %q; want one that names the flow", message)
		}
	}()
	f.check()
}

func TestAttemptIsTheRecordOfAnAnswer(t *testing.T) {
	for _, tt := range []struct {
		answer endpoint.Answer
		want   trace.Attempt
	}{
		{endpoint.Answer{Status: endpoint.OK, Input: 3, Output: 2, Fill: 1, Limit: 4},
			trace.Attempt{Status: trace.StatusOK, Reply: "çözüm", InputTokens: 3, OutputTokens: 2, WindowFill: 1, WindowLimit: 4}},
		{endpoint.Answer{Status: endpoint.RateLimit, Fill: 4, Limit: 4}, trace.Attempt{Status: trace.StatusRateLimit, WindowFill: 4, WindowLimit: 4}},
		{endpoint.Answer{Status: endpoint.Timeout, Input: 3}, trace.Attempt{Status: trace.StatusTimeout, InputTokens: 3}},
		{endpoint.Answer{Status: endpoint.PartialOutput, Input: 3, Output: 1}, trace.Attempt{Status: trace.StatusPartialOutput, Reply: "çö", InputTokens: 3, OutputTokens: 1}},
	} {
		if got := Attempt(tt.answer, "çözüm"); got != tt.want {
			t.Errorf("Attempt(%+v) = %+v; want %+v", tt.answer, got, tt.want)
		}
	}
}
