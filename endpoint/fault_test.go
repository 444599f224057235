package endpoint

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ratesim/hint"
)

// Each effect, at once on a call at 10 s with an answer that would come from 11 s
// to 21 s; the round trip is 1 s.
func TestEffectsOfFaults(t *testing.T) {
	at := func(n time.Duration) time.Duration { return n * second }
	for _, tt := range []struct {
		fault string
		want  Answer
	}{
		{"error()", Answer{Status: ServerError, HTTP: 500, Heard: at(11), Done: at(10)}},
		{"error(status=503, after=2s, billed=yes)", Answer{Status: ServerError, HTTP: 503, Input: 100, Heard: at(13), Done: at(12)}},
		{"error(status=529)", Answer{Status: Overloaded, HTTP: 529, Heard: at(11), Done: at(10)}},
		{"error(worked=yes, billed=yes)", Answer{Status: ServerError, HTTP: 500, Input: 100, Output: 10, First: at(11), Heard: at(22), Done: at(21), Worked: true}},
		{"overloaded()", Answer{Status: Overloaded, HTTP: 529, Heard: at(11), Done: at(10)}},
		{"rate-limit()", Answer{Status: RateLimit, HTTP: 429, Heard: at(11), Done: at(10)}},
		{"exhausted()", Answer{Status: Exhausted, HTTP: 429, Heard: at(11), Done: at(10)}},
		{"rejected(status=401)", Answer{Status: Rejected, HTTP: 401, Heard: at(11), Done: at(10)}},
		{"connection()", Answer{Status: Connection, Heard: at(11), Done: at(10)}},
		{"connection(worked=yes)", Answer{Status: Connection, First: at(11), Heard: at(22), Done: at(21), Worked: true}},
		{"timeout()", Answer{Status: Timeout, Input: 100, Heard: at(41), Done: at(40)}},
		{"timeout(after=5s, billed=no)", Answer{Status: Timeout, Heard: at(16), Done: at(15)}},
		{"hang()", Answer{Status: Timeout, Input: 100, Heard: Forever, Done: Forever}},
		{"partial(at=0)", Answer{Status: PartialOutput, HTTP: 200, Input: 100, Heard: at(12), Done: at(11)}},
		{"partial(at=0.29)", Answer{Status: PartialOutput, HTTP: 200, Input: 100, Output: 2, First: at(11), Heard: at(14), Done: at(13)}},
		{"cut(token=7)", Answer{Status: PartialOutput, HTTP: 200, Input: 100, Output: 7, First: at(11), Heard: at(19), Done: at(18)}},
		{"cut(token=10)", Answer{HTTP: 200, Input: 100, Output: 10, First: at(11), Heard: at(22), Done: at(21), Worked: true}},
		{"slow(factor=2, add=1s)", Answer{HTTP: 200, Input: 100, Output: 10, First: at(13), Heard: at(34), Done: at(33), Worked: true}},
	} {
		p := written{faults: []string{"it: " + tt.fault}, latency: "tokens(first=constant(latency=1s), per-token=1s)", roundTrip: second}.build(t)
		a := p.Serve(10*second, patient(Request{Input: 100, Output: 10}))
		if early := !strings.Contains(tt.fault, "counted=yes") && strikesEarly(tt.fault); a.Uncounted != early {
			t.Errorf("%s: uncounted %t; want %t", tt.fault, a.Uncounted, early)
		}
		a.Uncounted, a.Produced = false, 0 // what the limits saw, of which the records' own test knows more
		if a != tt.want {
			t.Errorf("%s: answered\n %+v; want\n %+v", tt.fault, a, tt.want)
		}
	}
}

func TestSlowFaultsAddUp(t *testing.T) {
	p := written{faults: []string{"a: slow(factor=2, add=1s)", "b: outage(to=1m, as=slow(factor=3))", "c: error(share=0)"}, latency: "constant(latency=2s)"}.build(t)
	// The outage comes before the limits, so its factor is applied first: 2 · 3 · 2 s + 1 s.
	if a := p.Serve(0, patient(Request{})); a.Status != OK || a.Heard != 13*second {
		t.Errorf("answered %+v; want it heard at 13 s", a)
	}
}

// What comes before the limits is not counted in them; what comes after is.
func TestLimitsCountTheFaultsOfAdmittedCallsOnly(t *testing.T) {
	for _, tt := range []struct {
		fault string
		fill  int64
	}{{"error()", 1}, {"error(counted=no)", 0}, {"connection()", 0}, {"exhausted()", 0}, {"rejected()", 1}, {"outage()", 0}, {"outage(counted=yes)", 1}} {
		p := written{faults: []string{"it: " + tt.fault}, limits: []string{"requests: sliding-log(limit=9, window=1m)"}}.build(t)
		p.Serve(0, patient(Request{}))
		if a := p.Serve(0, patient(Request{})); a.Fill != tt.fill || a.Status == OK {
			t.Errorf("after %s %d are counted; want %d", tt.fault, a.Fill, tt.fill)
		}
	}
}

func TestFaultsStrikeWhomTheyAreAbout(t *testing.T) {
	p := written{faults: []string{"it: error(key=a, model=m)"}}.build(t)
	for _, tt := range []struct {
		key, model string
		status     Status
	}{{"a", "m", ServerError}, {"b", "m", OK}, {"a", "n", OK}, {"", "", OK}} {
		if a := p.Serve(0, patient(Request{Scope: Scope{Key: ID(tt.key), Model: ID(tt.model)}})); a.Status != tt.status {
			t.Errorf("key %q, model %q: status %d; want %d", tt.key, tt.model, a.Status, tt.status)
		}
	}
}

// calls returns the statuses of so many calls, one a second, each a request of its
// own, or all one request.
func calls(p *Provider, n int, one bool) (statuses []Status) {
	for i := range n {
		r := Request{Number: int64(i)}
		if one {
			r = Request{Try: i}
		}
		statuses = append(statuses, p.Serve(time.Duration(i)*second, patient(r)).Status)
	}
	return statuses
}

func TestScriptsGoCallByCallOrTryByTry(t *testing.T) {
	none := slices.Repeat([]Status{OK}, 5)
	for _, tt := range []struct {
		fault string
		calls []Status // each of another request
		tries []Status // all of one request
	}{
		{"script(steps=rate_limit>timeout>ok>server_error)", []Status{RateLimit, Timeout, OK, ServerError, OK}, []Status{RateLimit, Timeout, OK, ServerError, OK}},
		{"script(steps=overloaded>connection, per=request)", slices.Repeat([]Status{Overloaded}, 5), []Status{Overloaded, Connection, OK, OK, OK}},
		{"first(failures=2)", []Status{ServerError, ServerError, OK, OK, OK}, []Status{ServerError, ServerError, OK, OK, OK}},
		{"first(failures=1, as=rate-limit, per=request)", slices.Repeat([]Status{RateLimit}, 5), []Status{RateLimit, OK, OK, OK, OK}},
		{"outage(from=1s, to=3s, as=connection)", []Status{OK, Connection, Connection, OK, OK}, []Status{OK, Connection, Connection, OK, OK}},
		{"outage(from=1s, lasts=1s)", []Status{OK, ServerError, OK, OK, OK}, nil},
		{"outage(from=1s, lasts=1s, every=2s)", []Status{OK, ServerError, OK, ServerError, OK}, nil},
		{"outage(from=0s, lasts=2s, every=3s, to=4s)", []Status{ServerError, ServerError, OK, ServerError, OK}, nil},
		{"outage(lasts=2999ms, every=3s, as=connection)", []Status{Connection, Connection, Connection, Connection, Connection}, nil},
		{"outage(from=1s)", []Status{OK, ServerError, ServerError, ServerError, ServerError}, nil},
		{"crowded(per=1)", slices.Repeat([]Status{Overloaded}, 5), nil},
		{"crowded(above=1, per=1)", none, nil},
	} {
		p := written{faults: []string{"it: " + tt.fault}}.build(t)
		if got := calls(p, 5, false); !slices.Equal(got, tt.calls) {
			t.Errorf("%s: calls end in %v; want %v", tt.fault, got, tt.calls)
		}
		p.Reset(1)
		if got := calls(p, 5, true); tt.tries != nil && !slices.Equal(got, tt.tries) {
			t.Errorf("%s: tries end in %v; want %v", tt.fault, got, tt.tries)
		}
	}
}

// The lesson's script: a wait in whole seconds, or in milliseconds; a 503; timeouts
// at once, or after a time.
// strikesEarly reports that a fault comes before the limits unless it says
// otherwise.
func strikesEarly(fault string) bool {
	name, _, _ := strings.Cut(fault, "(")
	return slices.Contains([]string{"connection", "exhausted", "rate-limit", "outage", "script", "first"}, name) || strings.Contains(fault, "counted=no")
}

func TestScriptSaysTheWaitOfItsSteps(t *testing.T) {
	p := written{faults: []string{"it: script(steps=rate_limit:2>rate_limit:0.511>rate_limit>server_error>server_error:502>timeout:30)"}}.build(t)
	for i, want := range []hint.Hint{
		{Kind: hint.Seconds, Notation: hint.Number, Wait: 2 * second},
		{Kind: hint.Milliseconds, Notation: hint.Number, Wait: 511 * ms},
	} {
		if a := p.Serve(0, patient(Request{})); a.Said == nil || !slices.Equal(a.Said.Hints, []hint.Hint{want}) {
			t.Errorf("step %d says %+v; want %v", i+1, a.Said, want)
		}
	}
	serve(t, p, []served{
		{0, Request{}, Answer{Status: RateLimit, HTTP: 429}},
		{0, Request{}, Answer{Status: ServerError, HTTP: 503}},
		{0, Request{}, Answer{Status: ServerError, HTTP: 502}},
		{0, Request{Input: 5}, Answer{Status: Timeout, Input: 5, Heard: 30 * second, Done: 30 * second}},
		{0, Request{}, Answer{HTTP: 200, Worked: true}},
	})
}

// With calls of 1 s, one a second never meets another; ten at once do.
func TestCrowdsFailMoreOften(t *testing.T) {
	p := written{faults: []string{"crowd: crowded(above=10, per=0.01)"}, latency: "constant(latency=1s)"}.build(t)
	failed := func(crowd int) (n int) {
		p.Reset(3)
		for i := range 400 * crowd {
			a := p.Serve(time.Duration(i/crowd)*second, patient(Request{Number: int64(i)}))
			if a.Status == Overloaded {
				n++
			}
		}
		return n
	}
	if n := failed(10); n != 0 {
		t.Errorf("%d of calls in tens fail; want none", n)
	}
	// Of 30 at once the k-th fails in k − 10 of a hundred cases, fewer because those
	// that fail are not in flight: about 1.9 of 30.
	if n := failed(30); n < 600 || n > 900 {
		t.Errorf("%d of 12,000 calls fail; want about 750", n)
	}
}

// Two clients that come at other times, with other loads and beside other faults,
// meet the same at the same try of the same request.
func TestTwoPoliciesMeetTheSameFaults(t *testing.T) {
	faults := []string{"slow: slow(share=0.3, factor=3)", "reset: connection(share=0.1)", "break: error(share=0.2, per-token=0.001)", "cut: partial(share=0.3)", "late: timeout(share=0.2)"}
	rapid.Check(t, func(r *rapid.T) {
		one := written{faults: faults, latency: "uniform(from=1s, to=9s)"}.build(t)
		other := written{faults: slices.Insert(slices.Clone(faults), 2, "none: error(share=0)"), latency: "uniform(from=1s, to=9s)"}.build(t)
		seed := rapid.Int64().Draw(r, "seed")
		one.Reset(seed)
		other.Reset(seed)
		now, later := time.Duration(0), time.Duration(0)
		for range rapid.IntRange(1, 30).Draw(r, "calls") {
			request := patient(Request{
				Flow: rapid.IntRange(0, 3).Draw(r, "flow"), Number: rapid.Int64Range(0, 9).Draw(r, "request"),
				Call: rapid.IntRange(0, 2).Draw(r, "call"), Try: rapid.IntRange(0, 5).Draw(r, "try"),
				Input: 100, Output: 50,
			})
			now += time.Duration(rapid.Int64Range(0, int64(second)).Draw(r, "gap"))
			later += time.Duration(rapid.Int64Range(0, int64(minute)).Draw(r, "other gap"))
			for range rapid.IntRange(0, 3).Draw(r, "others") {
				other.Serve(later, patient(Request{Flow: 9, Number: int64(later)}))
			}
			a, b := one.Serve(now, request), other.Serve(later, request)
			if a.Status != b.Status || a.Output != b.Output || a.Heard-now != b.Heard-later {
				r.Fatalf("%+v is answered %+v at %v and %+v at %v", *request, a, now, b, later)
			}
		}
	})
}
