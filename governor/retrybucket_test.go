package governor

import "testing"

// Of a bucket of 5 that keeps 1, 4 can be used; ten requests then pay for one more.
func TestARetryBucketIsFilledByRequests(t *testing.T) {
	for _, tt := range []struct {
		text     string
		requests int // that are sent before, none of which is retried
		retries  int // that are allowed then, one after another
	}{
		{"retry-bucket", 0, 5},
		{"retry-bucket", 1000, 5},
		{"retry-bucket(keep=1)", 0, 4},
		{"retry-bucket(keep=5)", 10, 0},
		{"retry-bucket(capacity=1, keep=1)", 100, 0},
		{"retry-bucket(capacity=2, gain=0)", 100, 2},
	} {
		g := read(t, tt.text)
		for i := range tt.requests {
			g.Take(0, Sending{Request: int64(i), Attempt: 1})
		}
		if got := retriesAllowed(g); got != tt.retries {
			t.Errorf("%s: after %d requests %d retries are allowed; want %d", tt.text, tt.requests, got, tt.retries)
		}
	}
}

func TestTenRequestsPayForARetry(t *testing.T) {
	g := read(t, "retry-bucket(keep=1)")
	retriesAllowed(g)
	for i := 1; i <= 20; i++ {
		g.Take(0, Sending{Attempt: 1})
		g.Take(0, Sending{Attempt: 2}) // a retry puts nothing in
		// The bucket is at 1 after the retries; what it keeps must be exceeded.
		if got, want := g.Retry(0, Sending{Attempt: 1}, 0), i == 1 || i == 11; got != want {
			t.Errorf("after %d requests a retry is allowed: %t; want %t", i, got, want)
		}
	}
}

// Of ten requests, one failure is a tenth, and two are more.
func TestARetryBreakerCountsFailuresAgainstAllRequests(t *testing.T) {
	for _, tt := range []struct {
		text               string
		requests, failures int
		want               bool
	}{
		{"retry-breaker", 10, 1, true}, {"retry-breaker", 10, 2, false}, {"retry-breaker", 20, 2, true},
		{"retry-breaker(share=0)", 100, 0, true}, {"retry-breaker(share=0)", 100, 1, false},
		{"retry-breaker(share=1.5)", 2, 3, true}, {"retry-breaker(share=1.5)", 2, 4, false},
		{"retry-breaker(on=429)", 1, 5, true},
	} {
		g := read(t, tt.text)
		for i := range tt.requests {
			g.Take(0, Sending{Request: int64(i), Attempt: 1})
			g.Take(0, Sending{Request: int64(i), Attempt: 2})
			g.Heard(0, Sending{Request: int64(i), Attempt: 1}, ok)
		}
		for range tt.failures {
			g.Heard(0, Sending{}, broken)
		}
		if got := g.Retry(0, Sending{Attempt: 1}, 0); got != tt.want {
			t.Errorf("%s: after %d failures of %d requests a retry is allowed: %t; want %t", tt.text, tt.failures, tt.requests, got, tt.want)
		}
		g.Reset()
		if !g.Retry(0, Sending{Attempt: 1}, 0) {
			t.Errorf("%s: no retry is allowed after Reset", tt.text)
		}
	}
}

// retriesAllowed asks for retries until one is not allowed, a hundred at most.
func retriesAllowed(g Governor) int {
	for n := range 100 {
		if !g.Retry(0, Sending{Attempt: 1}, 0) {
			return n
		}
	}
	return 100
}
