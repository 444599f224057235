package governor

import (
	"math"
	"testing"
	"time"
)

var atOnce = []time.Duration{0, 0} // two retries without a wait

// H21: an outage of 100 requests in sequence, two retries each.
func TestRetryQuotaRunsDry(t *testing.T) {
	for _, tt := range []struct {
		text  string
		jobs  int
		what  Outcome
		sent  int
		three int // requests that are sent three times
	}{
		{"aws-retry-quota", 100, broken, 200, 50},
		{"aws-retry-quota", 100, timedOut, 150, 25},
		{"aws-retry-quota", 100, limited, 200, 50},
		{"aws-retry-quota(capacity=0)", 100, broken, 100, 0},
		{"aws-retry-quota(capacity=1000000)", 100, broken, 300, 100},
		{"aws-retry-quota(cost=14, timeout-cost=14)", 40, broken, 75, 17}, // aws-sdk-go-v2: 35 retries, the last one by the 18th
		{"aws-retry-quota(cost=14, timeout-cost=14)", 60, limited, 160, 50},
	} {
		c := drive(time.Hour, inSequence(tt.jobs, second, job{serve: always(tt.what), waits: atOnce}), read(t, tt.text))
		three := 0
		for i := range c.jobs {
			if len(c.of(i)) == 3 {
				three++
			}
		}
		if len(c.sent) != tt.sent || three != tt.three {
			t.Errorf("%s: %d attempts, %d requests with three; want %d, %d", tt.text, len(c.sent), three, tt.sent, tt.three)
		}
	}
}

// After the outage five successes allow one retry; if nothing is given back, none
// is ever allowed again.
func TestRetryQuotaRecovers(t *testing.T) {
	outage := inSequence(100, second, job{serve: always(broken), waits: atOnce})
	probe := job{at: time.Hour, serve: always(broken), waits: []time.Duration{0}}
	for _, tt := range []struct {
		text      string
		successes int
		attempts  int // of a request that fails after them
	}{
		{"aws-retry-quota", 4, 1}, {"aws-retry-quota", 5, 2},
		{"aws-retry-quota(refill=no)", 5, 1}, {"aws-retry-quota(refill=no)", 5000, 1},
	} {
		jobs := append(append([]job{}, outage...), inSequence(tt.successes, ms, job{at: time.Hour / 2})...)
		c := drive(2*time.Hour, append(jobs, probe), read(t, tt.text))
		if got := len(c.of(len(jobs))); got != tt.attempts {
			t.Errorf("%s: after %d successes a failure is tried %d times; want %d", tt.text, tt.successes, got, tt.attempts)
		}
	}
}

// The quota's vectors of aws-sdk-go-v2, aws/retry, and its bounds.
func TestRetryQuotaCounts(t *testing.T) {
	const never = 1 << 30
	for _, tt := range []struct {
		text  string
		steps string // f: a failure and a retry, t: so with a throttle, s: a success
		want  []int64
	}{
		{"aws-retry-quota(cost=14)", "ffs", []int64{486, 472, 486}},
		{"aws-retry-quota(cost=14)", "ts", []int64{495, 500}},
		{"aws-retry-quota(cost=14, capacity=20)", "ff", []int64{6, 6}},
		{"aws-retry-quota(cost=14, capacity=0)", "f", []int64{0}},
		{"aws-retry-quota", "sss", []int64{500, 500, 500}},
		{"aws-retry-quota(first=1000)", "fs" + "s", []int64{495, 500, 500}},
		{"aws-retry-quota(cost=100)", "fffffff", []int64{400, 300, 200, 100, 0, 0, 0}},
	} {
		q := read(t, tt.text).(*AWSRetryQuota)
		for i, step := range tt.steps {
			switch step {
			case 'f':
				q.Heard(0, Sending{}, broken)
				q.Retry(0, Sending{}, never)
			case 't':
				q.Heard(0, Sending{}, limited)
				q.Retry(0, Sending{}, never)
			case 's':
				q.Heard(0, Sending{}, ok)
			}
			if got := q.Capacity - q.spent; got != tt.want[i] {
				t.Errorf("%s: after %s there are %d; want %d", tt.text, tt.steps[:i+1], got, tt.want[i])
			}
		}
	}
}

// gRPC, A6: of ten tokens four failures leave six, and the fifth leaves half.
func TestGRPCStopsRetryingAtHalfOfItsTokens(t *testing.T) {
	c := drive(time.Hour, inSequence(10, second, job{serve: always(broken), waits: []time.Duration{0}}), read(t, "grpc-throttle(max-tokens=10, token-ratio=0.1)"))
	// Requests 1 and 2 are two failures each; the first attempt of 3 is the fifth.
	for i, want := range []int{2, 2, 1, 1, 1, 1, 1, 1, 1, 1} {
		if got := len(c.of(i)); got != want {
			t.Errorf("request %d is sent %d times; want %d", i+1, got, want)
		}
	}
}

// A failure takes its token before it asks: after five failures eleven successes come
// before the next retry, after a long outage sixty-one.
func TestGRPCRetriesAgainAboveHalfOfItsTokens(t *testing.T) {
	for _, tt := range []struct {
		name      string
		outage    int // requests that fail
		what      Outcome
		successes int
		attempts  int // of a request that fails after them
	}{
		{"at half of them", 3, broken, 10, 1}, {"at half of them", 3, broken, 11, 2},
		{"with none left", 100, broken, 60, 1}, {"with none left", 100, broken, 61, 2},
		{"throttled", 3, limited, 10, 1}, {"throttled", 3, limited, 11, 2},
		{"malformed requests take none", 100, rejected, 0, 2},
	} {
		fails := job{serve: always(tt.what), waits: []time.Duration{0}}
		jobs := inSequence(tt.outage, ms, fails)
		jobs = append(jobs, inSequence(tt.successes, ms, job{at: time.Minute})...)
		fails.at = time.Hour
		jobs = append(jobs, fails)
		c := drive(2*time.Hour, jobs, read(t, "grpc-throttle(max-tokens=10, token-ratio=0.1)"))
		if got := len(c.of(len(jobs) - 1)); got != tt.attempts {
			t.Errorf("%s: after %d successes a failure is tried %d times; want %d", tt.name, tt.successes, got, tt.attempts)
		}
	}
}

// However many successes there were, four failures in a row are retried and no more.
func TestGRPCHasNoMoreThanAllOfItsTokens(t *testing.T) {
	jobs := append(inSequence(1000, ms, job{}), inSequence(3, ms, job{at: time.Hour, serve: always(broken), waits: []time.Duration{0}})...)
	c := drive(2*time.Hour, jobs, read(t, "grpc-throttle(max-tokens=10, token-ratio=0.1)"))
	for i, want := range []int{2, 2, 1} {
		if got := len(c.of(1000 + i)); got != want {
			t.Errorf("failure %d is tried %d times; want %d", i+1, got, want)
		}
	}
}

// F04: retries are a share of the traffic, whatever each request would like.
func TestRetryBudgetBoundsTheLoad(t *testing.T) {
	often := make([]time.Duration, 5)
	for _, tt := range []struct {
		text    string
		retries int
	}{
		{"retry-budget(share=0.2, minimum=0)", 200},
		{"retry-budget(share=0.1, minimum=0)", 100}, // 3 of 30 are a tenth
		{"retry-budget(share=0, minimum=0)", 0},
		{"retry-budget(share=2, minimum=0)", 2000},
		{"retry-budget(share=0.2, minimum=0, of=successes)", 0}, // there are none
	} {
		c := drive(time.Hour, inSequence(1000, ms, job{serve: always(broken), waits: often}), read(t, tt.text))
		if got := len(c.sent) - 1000; got != tt.retries {
			t.Errorf("%s: %d retries of 1000 requests in a second; want %d", tt.text, got, tt.retries)
		}
	}
}

// Finagle's reserve is ten a second for ten seconds: a hundred retries at the start,
// and as many again when they have left the window.
func TestRetryBudgetHasAMinimum(t *testing.T) {
	g := read(t, "retry-budget(share=0)").(*RetryBudget)
	grant := func(now time.Duration) (n int) {
		for g.Retry(now, Sending{}, 0) {
			n++
		}
		return n
	}
	for _, tt := range []struct {
		at   time.Duration
		want int
	}{{0, 100}, {9999 * ms, 0}, {10 * second, 100}, {19 * second, 0}, {20 * second, 100}, {time.Hour, 100}} {
		if got := grant(tt.at); got != tt.want {
			t.Errorf("at %v %d retries are granted; want %d", tt.at, got, tt.want)
		}
	}
}

func TestRetryIsNoRequest(t *testing.T) {
	g := read(t, "retry-budget(share=1, minimum=0)")
	g.Take(0, Sending{Attempt: 1})
	if !g.Retry(0, Sending{Attempt: 1}, 0) {
		t.Fatal("one retry for one request is refused")
	}
	g.Take(0, Sending{Attempt: 2})
	if g.Retry(0, Sending{Attempt: 2}, 0) {
		t.Error("a retry pays for another one")
	}
	g.Ended(0, Sending{Attempt: 2})
	g.Take(0, Sending{Attempt: 3}) // the next call of a chain is no retry
	if !g.Retry(0, Sending{Attempt: 3}, 0) {
		t.Error("a second call does not pay for a retry")
	}
}

// Envoy: the larger of 3 and a fifth of what is open, cut off.
func TestActiveRetriesAreAShareOfWhatIsOpen(t *testing.T) {
	for _, tt := range []struct {
		text string
		open int
		want int // that may be retried at once
	}{
		{"active-retries", 1, 1}, // there is but one
		{"active-retries", 10, 3}, {"active-retries", 19, 3}, {"active-retries", 20, 4}, {"active-retries", 24, 4},
		{"active-retries", 100, 20}, {"active-retries(minimum=0)", 4, 0}, {"active-retries(minimum=0)", 5, 1},
		{"active-retries(share=0)", 100, 3}, {"active-retries(share=1)", 100, 100},
	} {
		g := read(t, tt.text)
		for i := range tt.open {
			g.Take(0, Sending{Request: int64(i)})
		}
		got := 0
		for i := range tt.open {
			if g.Heard(0, Sending{Request: int64(i)}, broken); g.Retry(0, Sending{Request: int64(i)}, 0) {
				got++
			}
		}
		if got != tt.want {
			t.Errorf("%s: of %d that are open %d are retried; want %d", tt.text, tt.open, got, tt.want)
		}
	}
}

func TestActiveRetryCountsUntilItIsAnsweredOrGivenUp(t *testing.T) {
	g := read(t, "active-retries(minimum=1, share=0)")
	first, second := Sending{Request: 1}, Sending{Request: 2}
	for _, s := range []Sending{first, second} {
		g.Take(0, s)
		g.Heard(0, s, broken)
	}
	for _, tt := range []struct {
		what string
		do   func()
		want bool // that the second may be retried
	}{
		{"nothing", func() {}, true},
		{"its own retry has failed", func() { g.Take(0, second); g.Heard(0, second, broken) }, true},
		{"it has ended", func() { g.Ended(0, second) }, true},
		{"its retry waits", func() {}, false},
	} {
		if tt.do(); g.Retry(0, second, 0) != tt.want {
			t.Errorf("after %q a retry is %v; want %v", tt.what, !tt.want, tt.want)
		}
	}
	if g.Retry(0, first, 0) {
		t.Error("two are retried at once; want one")
	}
}

// The book's formula, and that it counts what it refused itself.
func TestSREThrottleFormula(t *testing.T) {
	throttle := SREThrottle{K: 2}
	for _, tt := range []struct {
		requests, accepts int64
		want              float64
	}{
		{0, 0, 0}, {1, 0, .5}, {10, 5, 0}, {10, 4, 2. / 11}, {100, 50, 0}, {100, 40, 20. / 101},
		{100, 10, 80. / 101}, {100, 0, 100. / 101}, {1000, 0, 1000. / 1001}, {10, 10, 0},
	} {
		if got := throttle.probability(tally{tt.requests, tt.accepts}); math.Abs(got-tt.want) > 1e-15 {
			t.Errorf("of %d requests %d accepted: %v; want %v", tt.requests, tt.accepts, got, tt.want)
		}
	}
}

// Of 100 requests a second the server accepts the first ten: twice as many are sent
// to it, which is what k says.
func TestSREThrottleSendsTwiceWhatIsAccepted(t *testing.T) {
	var last, accepted time.Duration
	ten := func(now time.Duration) Outcome {
		if now/second != last {
			last, accepted = now/second, 0
		}
		if accepted++; accepted <= 10 {
			return ok
		}
		return limited
	}
	g := read(t, "sre-throttle(k=2, window=20s)")
	c := drive(time.Hour, inSequence(6000, 10*ms, job{serve: ten}), g)
	if got := c.within(20*second, minute); got < 700 || got > 900 {
		t.Errorf("%d are sent in the last 40 s; want about 800, 20 a second", got)
	}
	if got := g.(*SREThrottle).counts.at(minute - 1).all; got != 2000 {
		t.Errorf("%d requests are counted in 20 s; want 2000, with those that it refused", got)
	}
}

func TestSREThrottleLeavesAServerAloneThatRefusesNone(t *testing.T) {
	c := drive(time.Hour, inSequence(1000, 10*ms, job{serve: always(rejected)}), read(t, "sre-throttle"))
	if c.refused > 0 {
		t.Errorf("%d are refused; want none: a 400 is for the request, not for the load", c.refused)
	}
}
