package sim

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"ratesim/endpoint"
	"ratesim/policy"
	"ratesim/trace"
)

// A metered endpoint answers what its quotas admit. How long that takes is a
// function of the call.
type metered struct{ quotas *endpoint.Quotas }

func (m metered) Reset(int64) { m.quotas.Reset() }

func (m metered) Serve(now time.Duration, r *endpoint.Request) endpoint.Answer {
	span := time.Duration((r.Number*7919+int64(r.Try)*104729)%9) * second / 2
	call := endpoint.Call{Scope: r.Scope, At: now, First: now + span/3, Done: now + span,
		Input: r.Input, Cached: r.Cached, Estimate: r.Estimate, MaxOutput: r.MaxOutput, Output: r.Output}
	refusal, admitted := m.quotas.Ask(call)
	a := endpoint.Answer{Heard: now}
	a.Fill, a.Limit = m.quotas.Fill(&call, refusal.By)
	if !admitted {
		a.Status, a.HTTP, a.Refusal = endpoint.RateLimit, 429, &refusal
		if refusal.Never {
			a.Status, a.HTTP = endpoint.Rejected, 400
		}
		return a
	}
	a.HTTP = 200
	if call.Done > r.HangUp {
		call, a.Status, a.HTTP = call.CutAt(r.HangUp), endpoint.Timeout, 0
	}
	m.quotas.Take(call)
	a.Heard, a.Done, a.Input, a.Cached, a.Output = call.Done, call.Done, call.Input, call.Cached, call.Output
	if call.Output > 0 {
		a.First = call.First
	}
	return a
}

// A pair is one limit as an endpoint enforces it and as a trace says it.
type pair struct {
	rule  endpoint.Rule
	limit trace.Limit
}

// newPair draws a limit.
func newPair(rng *rand.Rand, name string) pair {
	p := pair{endpoint.Rule{Name: name}, trace.Limit{Name: name, Unit: trace.UnitRequests, Spec: name, Rule: &trace.Rule{}}}
	units, window := 1+rng.Int64N(6), oneOf(rng, second, 7*second, 10*second)
	if rng.IntN(2) == 0 {
		p.charge(rng)
		units *= 150
	}
	if rng.IntN(3) == 0 {
		p.rule.CountRefused, p.limit.CountRefused = true, true
	}
	per := rng.IntN(4)
	p.rule.Per = endpoint.Per(per)
	p.limit.Rule.PerKey, p.limit.Rule.PerModel = per&1 > 0, per&2 > 0
	if rng.IntN(4) == 0 {
		p.rule.Models, p.limit.Rule.Models = []uint32{2}, []string{"two"}
	}
	p.limit.Limit, p.limit.WindowNS = units, int64(window)
	p.kind(rng, units, window)
	return p
}

// charge draws what a limit counts, and when.
func (p *pair) charge(rng *rand.Rand) {
	of, when, cached := 1+rng.IntN(3), rng.IntN(4), rng.IntN(3)
	c := endpoint.Charge{Of: endpoint.Unit(of), When: endpoint.Moment(when), Cached: endpoint.Cached(cached),
		Larger: rng.IntN(2) == 0, Bound: rng.Int64N(100), Weight: rng.Int64N(3), Every: oneOf(rng, 0, 0, second/3)}
	p.rule.Charge = c
	p.limit.Unit = []string{trace.UnitRequests, trace.UnitInput, trace.UnitOutput, trace.UnitTokens}[of]
	p.limit.Rule.When = []string{"", trace.WhenSettled, trace.WhenAnswer, trace.WhenProduced}[when]
	p.limit.Rule.Cached = []string{"", trace.CachedFree, trace.CachedReturned}[cached]
	p.limit.Rule.Larger, p.limit.Rule.Bound, p.limit.Rule.Weight, p.limit.Rule.EveryNS = c.Larger, c.Bound, c.Weight, int64(c.Every)
}

// kind draws how a limit admits.
func (p *pair) kind(rng *rand.Rand, units int64, window time.Duration) {
	r, offset, more := p.limit.Rule, time.Duration(rng.Int64N(int64(window))), rng.Int64N(units+1)
	var changes []endpoint.Change
	if rng.IntN(3) == 0 {
		changes = []endpoint.Change{{At: 5 * second, Limit: units / 2}, {At: 9*second + 1, Limit: 2 * units}}
		r.Changes = []trace.Change{{AtNS: int64(5 * second), Limit: units / 2}, {AtNS: int64(9*second + 1), Limit: 2 * units}}
	}
	var of func() endpoint.Limit
	switch rng.IntN(9) {
	case 0:
		r.Kind = trace.LimitSlidingLog
		of = func() endpoint.Limit { return &endpoint.SlidingLog{Limit: units, Window: window} }
	case 1:
		r.Kind, r.OffsetNS = trace.LimitSlidingCounter, int64(offset)
		of = func() endpoint.Limit { return &endpoint.SlidingCounter{Limit: units, Window: window, Offset: offset} }
	case 2:
		r.Kind, r.OffsetNS = trace.LimitFixedWindow, int64(offset)
		of = func() endpoint.Limit { return &endpoint.FixedWindow{Limit: units, Window: window, Offset: offset} }
	case 3:
		r.Kind, r.FromFirst = trace.LimitFixedWindow, true
		of = func() endpoint.Limit { return &endpoint.FixedWindow{Limit: units, Window: window, FromFirst: true} }
	case 4:
		r.Kind, r.OffsetNS, r.SliceNS = trace.LimitSliced, int64(offset), int64(window/3)
		of = func() endpoint.Limit {
			return &endpoint.Sliced{Limit: units, Window: window, Slice: window / 3, Offset: offset}
		}
	case 5:
		r.Kind, r.Capacity, r.Used, r.Debt = trace.LimitTokenBucket, more, more/2, offset%2 == 0
		of = func() endpoint.Limit {
			return &endpoint.TokenBucket{Limit: units, Per: window, Capacity: more, Used: more / 2, Debt: offset%2 == 0}
		}
	case 6:
		r.Kind, r.Capacity = trace.LimitGCRA, max(1, more)
		of = func() endpoint.Limit { return &endpoint.GCRA{Limit: units, Per: window, Burst: more} }
	case 7:
		r.Kind, r.Capacity = trace.LimitLeakyBucket, more+1
		of = func() endpoint.Limit { return &endpoint.LeakyBucket{Limit: units, Per: window, Burst: more} }
	default:
		r.Kind, p.limit.Unit, p.limit.WindowNS = trace.LimitConcurrency, trace.UnitInFlight, 0
		p.rule.Charge = endpoint.Charge{Of: endpoint.InFlight}
		of = func() endpoint.Limit { return &endpoint.Concurrency{Limit: units} }
	}
	p.rule.New = func() endpoint.Limit { return scheduled(of(), changes) }
}

// scheduled returns a limit that changes, if it does.
func scheduled(l endpoint.Limit, changes []endpoint.Change) (of endpoint.Limit) {
	if changes == nil {
		return l
	}
	var err error
	switch l := l.(type) {
	case *endpoint.SlidingLog:
		of, err = endpoint.NewScheduled(l, changes)
	case *endpoint.SlidingCounter:
		of, err = endpoint.NewScheduled(l, changes)
	case *endpoint.FixedWindow:
		of, err = endpoint.NewScheduled(l, changes)
	case *endpoint.Sliced:
		of, err = endpoint.NewScheduled(l, changes)
	case *endpoint.TokenBucket:
		of, err = endpoint.NewScheduled(l, changes)
	case *endpoint.GCRA:
		of, err = endpoint.NewScheduled(l, changes)
	case *endpoint.LeakyBucket:
		of, err = endpoint.NewScheduled(l, changes)
	case *endpoint.Concurrency:
		of, err = endpoint.NewScheduled(l, changes)
	}
	if err != nil {
		panic(err)
	}
	return of
}

// drawnSizes are sizes that are a function of the request.
type drawnSizes struct{ estimated bool }

func (d drawnSizes) Of(_, request int64, _ int) Size {
	s := Size{Input: request * 37 % 301, Output: request * 53 % 97, MaxOutput: request % 3 * 60}
	s.Cached = s.Input / 4
	if s.MaxOutput > 0 {
		s.Output = min(s.Output, s.MaxOutput)
	}
	if d.estimated {
		s.Estimate = 1 + request*41%300
	}
	return s
}

// A spoiler hands on records, but one attempt with the other outcome.
type spoiler struct {
	trace.Sink
	limits []trace.Limit
	left   int // attempts before that one
}

func (s *spoiler) Attempt(a trace.Attempt) error {
	if s.left--; s.left == -1 {
		refused := a.RefusedBy != ""
		a.WindowFill, a.WindowLimit, a.InputTokens, a.OutputTokens, a.Cached, a.First, a.Done = 0, 0, 0, 0, 0, 0, 0
		a.Status, a.HTTP, a.RefusedBy, a.Wait = trace.StatusRateLimit, 429, s.limits[0].Name, 1
		if refused {
			a.Status, a.HTTP, a.RefusedBy, a.Wait, a.InputTokens, a.Cached = trace.StatusOK, 200, "", 0, a.Prompt, a.PromptCached
		}
	}
	return s.Sink.Attempt(a)
}

// An account is random limits with clients that ask too much of them.
type account struct {
	header trace.Run
	config Config
}

// newAccount draws an account.
func newAccount(rng *rand.Rand) account {
	a := account{header: trace.Run{Version: trace.Version, Open: true}}
	var rules []endpoint.Rule
	for _, name := range []string{"first", "second", "third"}[:1+rng.IntN(3)] {
		p := newPair(rng, name)
		rules, a.header.Limits = append(rules, p.rule), append(a.header.Limits, p.limit)
	}
	var arrive []time.Duration
	for at := time.Duration(0); len(arrive) < 30; at += oneOf(rng, 0, 0, second/4, second, time.Duration(rng.Int64N(int64(2*second)))) {
		arrive = append(arrive, at)
	}
	p, err := policy.Parse(oneOf(rng, "none", "fixed(wait=1s, attempts=3)", "fixed(wait=700ms, attempts=3, timeout=2s)"), policy.Defaults{})
	if err != nil {
		panic(err)
	}
	client := func(key, model uint32) *Client {
		return &Client{Sizes: drawnSizes{rng.IntN(2) == 0}, Scope: endpoint.Scope{Key: key, Model: model},
			Names: Names{Key: string(rune('a' + key)), Models: map[uint32]string{1: "one", 2: "two"}}}
	}
	a.config = clients(metered{endpoint.NewQuotas(rules)}, p, arrive, client(1, 1), client(1, 2), client(2, 2))
	a.header.HorizonNS = int64(a.config.Horizon)
	for _, f := range a.config.Flows {
		a.header.Flows = append(a.header.Flows, trace.Flow{Name: f.Name})
	}
	return a
}

// check runs the account and returns what a check says of the records that through
// hands on to it.
func (a account) check(through func(check trace.Sink) trace.Sink) error {
	check := &trace.Checker{}
	if err := check.Run(a.header); err != nil {
		return err
	}
	if _, err := NewRunner(a.config).Run(1, through(check)); err != nil {
		return err
	}
	return check.Finish()
}

// Random quotas admit, refuse and count what a check says that does not know them;
// one attempt that is recorded otherwise is found.
func TestQuotasAdmitWhatTheirRulesSay(t *testing.T) {
	runs := 1000
	if testing.Short() {
		runs = 100
	}
	refused := 0
	for number := range runs {
		rng := rand.New(rand.NewPCG(uint64(number), 2))
		a := newAccount(rng)
		var m memory
		if err := a.check(func(check trace.Sink) trace.Sink { return trace.Tee{&m, check} }); err != nil {
			t.Fatalf("account %d, %+v: %v", number, a.header.Limits, err)
		}
		for _, attempt := range m.attempts {
			if attempt.RefusedBy != "" {
				refused++
			}
		}
		at := rng.IntN(len(m.attempts))
		err := a.check(func(check trace.Sink) trace.Sink { return &spoiler{check, a.header.Limits, at} })
		if err == nil || !strings.Contains(err.Error(), "limit ") {
			t.Fatalf("account %d: attempt %d, %+v, was recorded otherwise; got %v", number, at, m.attempts[at], err)
		}
	}
	if refused < 10*runs {
		t.Errorf("%d attempts were refused in %d runs; want more, or little is tested", refused, runs)
	}
}
