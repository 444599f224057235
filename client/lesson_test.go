package client_test

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"ratesim/client"
	"ratesim/policy"
)

// What the lesson "Handle provider limits" of the course "Building Reliable
// Applications with LLM APIs" tests of its own client, with a fake sleep, is
// tested here of this one, in a bubble.

// analysing is the lesson's client: to analyse a ticket is safe to repeat.
func analysing(p policy.Policy) *client.Client {
	return client.New(client.Options{Policy: p, Repeat: client.Safe})
}

// The lesson's policy, with its jitter and without.
const (
	steady   = "exponential(base=500ms, cap=8s, attempts=4, total=20s, retry=429+5xx+timeout, heed-after=429, max-hint=8s)"
	jittered = "course"
)

func TestWithoutJitterEachWaitIsTwiceTheOneBeforeAndNoneIsLongerThanTheCap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(says(503))
		post(t, analysing(parse(t, "exponential(base=500ms, cap=8s, attempts=7)")), s)
		same(t, "waits", s.waits(), 500*ms, time.Second, 2*time.Second, 4*time.Second, 8*time.Second, 8*time.Second)
	})
}

func TestWithJitterAWaitIsSomewhereBetweenNothingAndTheBackoff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		different := map[time.Duration]bool{}
		for seed := range int64(200) {
			run := client.NewRun(client.Config{Seed: &seed})
			s := newScript(says(503))
			post(t, client.New(client.Options{Policy: parse(t, jittered), Repeat: client.Safe, Run: run}), s)
			for i, most := range []time.Duration{500 * ms, time.Second, 2 * time.Second} {
				wait := s.waits()[i]
				if different[wait] = true; wait < 0 || wait > most {
					t.Errorf("seed %d: wait %d is %v; want at most %v", seed, i+1, wait, most)
				}
			}
		}
		if len(different) < 590 {
			t.Errorf("only %d of 600 waits differ", len(different))
		}
	})
}

func TestARateLimitATimeoutAndAServerErrorAreTriedAgainAndTheFourthAttemptAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(says(429), breaks(timedOut{}), says(503), says(200))
		status, err := post(t, analysing(parse(t, steady)), s)
		if status != 200 || err != nil {
			t.Errorf("have %d, %v; want 200", status, err)
		}
		same(t, "waits", s.waits(), 500*ms, time.Second, 2*time.Second)
	})
}

func TestARequestThatIsWrongIsNotTriedAgain(t *testing.T) {
	for _, status := range []int{400, 401, 403, 404} {
		bubble(t, http.StatusText(status), func(t *testing.T) {
			s := newScript(says(status), says(200))
			if have, _ := post(t, analysing(parse(t, steady)), s); have != status || len(s.at) != 1 {
				t.Errorf("have %d after %d attempts; want %d after 1", have, len(s.at), status)
			}
		})
	}
}

func TestAfterFourAttemptsTheCallHasFailed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(says(500))
		if status, _ := post(t, analysing(parse(t, steady)), s); status != 500 || len(s.at) != 4 {
			t.Errorf("have %d after %d attempts; want 500 after 4", status, len(s.at))
		}
	})
}

func TestItStopsWhenTheWaitsWouldAddUpToMoreThanTwentySeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(says(429, "retry-after: 8"))
		if status, _ := post(t, analysing(parse(t, steady)), s); status != 429 {
			t.Errorf("have %d; want 429", status)
		}
		same(t, "waits", s.waits(), 8*time.Second, 8*time.Second) // a third would make 24 s
	})
}

func TestItNeverComesBackEarlierThanTheServerAsks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(says(429, "retry-after: 2"), says(429, "retry-after: 0"), says(200))
		post(t, analysing(parse(t, steady)), s)
		same(t, "waits", s.waits(), 2*time.Second, time.Second) // the backoff's own, where that is more
	})
}

func TestTheRealHeadersOfThe429AskFor511Milliseconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(says(429,
			"retry-after: 30",
			"retry-after-ms: 511",
			"x-ratelimit-limit-tokens: 100000",
			"x-ratelimit-remaining-tokens: -853",
			"x-ratelimit-limit-requests: 100",
			"x-ratelimit-remaining-requests: 65"), says(200))
		status, err := post(t, analysing(parse(t, jittered)), s)
		if status != 200 || err != nil {
			t.Errorf("have %d, %v; want 200", status, err)
		}
		same(t, "waits", s.waits(), 511*ms) // no draw of jitter is longer: it is at most 0.5 s
	})
}

func TestWhenTheServerAsksForMoreThanTheCapItStopsAndDoesNotComeBackEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(says(429, "retry-after: 30"), says(200))
		if status, _ := post(t, analysing(parse(t, jittered)), s); status != 429 || len(s.at) != 1 {
			t.Errorf("have %d after %d attempts; want 429 after 1", status, len(s.at))
		}
	})
}

func TestRetryAfterMayBeADateOrSomethingUnreadable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inThree := time.Now().Add(3 * time.Second).UTC().Format(http.TimeFormat)
		s := newScript(says(429, "retry-after: "+inThree), says(429, "retry-after: soon"), says(200))
		post(t, analysing(parse(t, steady)), s)
		same(t, "waits", s.waits(), 3*time.Second, time.Second)
	})
}

func TestWhatHasAnEffectIsRepeatedAfterA429AloneOrWithAnIdempotencyKey(t *testing.T) {
	for _, tt := range []struct {
		name     string
		first    step
		key      string
		attempts int
	}{
		{"a refusal by a limit did nothing", says(429), "", 2},
		{"a timeout may have done it", breaks(timedOut{}), "", 1},
		{"a server error may have done it", says(503), "", 1},
		{"with a key it is done once", says(503), "refund-4140", 2},
		{"with a key it is done once, though nobody answered", breaks(timedOut{}), "refund-4140", 2},
	} {
		bubble(t, tt.name, func(t *testing.T) {
			s := newScript(tt.first, says(200))
			r := must[*http.Request](t)(http.NewRequest(http.MethodPost, "http://localhost/refunds", nil))
			if tt.key != "" {
				r.Header.Set("Idempotency-Key", tt.key)
			}
			if answer, err := client.New(client.Options{Policy: parse(t, steady)}).Transport(s).RoundTrip(r); err == nil {
				answer.Body.Close()
			}
			if len(s.at) != tt.attempts {
				t.Errorf("have %d attempts; want %d", len(s.at), tt.attempts)
			}
		})
	}
}

func TestInALoopOfTwoCallsA429OfTheSecondRepeatsThatOneAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, s := analysing(parse(t, steady)), newScript(says(200), says(429), says(200))
		post(t, c, s)
		post(t, c, s)
		same(t, "waits", s.waits(), 0, 500*ms)
	})
}
