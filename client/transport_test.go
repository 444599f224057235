package client_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ratesim/client"
	"ratesim/client/clienttest"
	"ratesim/governor"
	"ratesim/policy"
)

func TestABodyIsSentAgainByGetBodyOrFromMemoryAndOnceIfItIsTooLong(t *testing.T) {
	for _, tt := range []struct {
		name     string
		body     io.Reader
		attempts int
	}{
		{"GetBody", strings.NewReader("0123456789"), 3},
		{"from memory", io.MultiReader(strings.NewReader("0123456789")), 3},
		{"none", nil, 3},
		{"too long", io.MultiReader(strings.NewReader("0123456789a")), 1},
	} {
		bubble(t, tt.name, func(t *testing.T) {
			closed := 0
			r := must[*http.Request](t)(http.NewRequest(http.MethodPut, "http://localhost/", tt.body))
			want := ""
			if tt.body != nil {
				want = "0123456789"
				r.Body = closing{r.Body, func() { closed++ }}
			}
			s := newScript(says(503), says(503), says(200))
			c := client.New(client.Options{Policy: parse(t, "fixed(wait=1s, attempts=3)"), HoldBody: 10})
			answer := must[*http.Response](t)(c.Transport(s).RoundTrip(r))
			answer.Body.Close()
			if len(s.bodies) != tt.attempts {
				t.Errorf("have %d attempts; want %d", len(s.bodies), tt.attempts)
			}
			for _, body := range s.bodies {
				if !strings.HasPrefix(body, want) {
					t.Errorf("have body %q; want %q", body, want)
				}
			}
			if tt.body != nil && closed == 0 {
				t.Error("the caller's body was not closed")
			}
		})
	}
}

func TestTheCallersRequestIsNotChangedAndEveryAnswerIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(says(429), says(503), saysBody(400, `{"error":{"message":"no"}}`))
		c := client.New(client.Options{
			Policy:  parse(t, "fixed(wait=1s, attempts=4)"),
			Repeat:  client.Safe,
			Prepare: func(r *http.Request, s client.Sending) { r.Header.Set("X-Attempt", fmt.Sprint(s.Attempt)) },
		})
		r := must[*http.Request](t)(http.NewRequest(http.MethodPost, "http://localhost/", nil))
		answer := must[*http.Response](t)(c.Transport(s).RoundTrip(r))
		body := string(must[[]byte](t)(io.ReadAll(answer.Body)))
		answer.Body.Close()
		if body != `{"error":{"message":"no"}}` {
			t.Errorf("the last answer's body is %q", body)
		}
		if len(r.Header) != 0 || s.open != 0 {
			t.Errorf("header %v and %d open answers; want none", r.Header, s.open)
		}
		if got := answer.Request.Header.Get("X-Attempt"); got != "2" {
			t.Errorf("the last attempt is %q; want 2", got)
		}
	})
}

// serve runs a real server in the bubble until the test ends, and returns its
// network and a transport to it.
func serve(t *testing.T, handler http.HandlerFunc) (*clienttest.Pipes, *http.Transport) {
	p := clienttest.NewPipes()
	server := &http.Server{Handler: handler}
	go server.Serve(p)
	transport := &http.Transport{DialContext: p.Dial}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		server.Close()
	})
	return p, transport
}

func TestRefusalsAreReadSoThatOneConnectionServesAllAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		p, base := serve(t, func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			if calls++; calls < 4 {
				w.WriteHeader(http.StatusTooManyRequests)
			}
			fmt.Fprint(w, strings.Repeat("x", 100_000))
		})
		c := &http.Client{Transport: analysing(parse(t, "fixed(wait=1s, attempts=4)")).Transport(base)}
		answer := must[*http.Response](t)(c.Post("http://localhost/", "text/plain", strings.NewReader("a prompt")))
		body := must[[]byte](t)(io.ReadAll(answer.Body))
		answer.Body.Close()
		if answer.StatusCode != 200 || len(body) != 100_000 || p.Dialed() != 1 {
			t.Errorf("have %d, %d bytes, %d connections; want 200, 100000, 1", answer.StatusCode, len(body), p.Dialed())
		}
		c.CloseIdleConnections()
	})
}

func TestALongRefusalCostsItsConnectionNotTheClientsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		p, base := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if calls++; calls == 1 {
				w.WriteHeader(http.StatusServiceUnavailable)
				for r.Context().Err() == nil { // without end
					fmt.Fprint(w, strings.Repeat("x", 1000))
				}
			}
		})
		c := client.New(client.Options{Policy: parse(t, "fixed(wait=1s, attempts=2)"), Repeat: client.Safe, Drain: 10_000})
		if status, err := post(t, c, base); status != 200 || err != nil || p.Dialed() != 2 {
			t.Errorf("have %d, %v, %d connections; want 200 and 2", status, err, p.Dialed())
		}
	})
}

func TestTheContextEndsAWaitAndAnAttempt(t *testing.T) {
	cause := errors.New("the user went away")
	for _, tt := range []struct {
		name string
		step step
		ends time.Duration // of the context
		at   time.Duration // when the client returns
	}{
		{"in a wait", says(503), 3 * time.Second, 3 * time.Second},
		{"in an attempt", hangs, 3 * time.Second, 3 * time.Second},
		{"before the first attempt", says(200), 0, 0},
	} {
		bubble(t, tt.name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			time.AfterFunc(tt.ends, func() { cancel(cause) })
			synctest.Wait()
			began := time.Now()
			r := must[*http.Request](t)(http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/", nil))
			_, err := client.New(client.Options{Policy: parse(t, "fixed(wait=10s)")}).Transport(newScript(tt.step)).RoundTrip(r)
			if passed := time.Since(began); passed != tt.at || !errors.Is(err, cause) && !errors.Is(err, context.Canceled) {
				t.Errorf("after %v: %v; want after %v because of the context", passed, err, tt.at)
			}
		})
	}
}

func TestADeadlineIsTheLastInstantAtWhichAnAnswerIsHeardAndNothingIsSent(t *testing.T) {
	for _, tt := range []struct {
		name     string
		budget   time.Duration
		attempts int
		err      error
	}{
		{"an answer at the deadline is one", 5 * time.Second, 2, nil},
		{"a nanosecond earlier there is none", 5*time.Second - 1, 2, context.DeadlineExceeded},
		{"at the deadline nothing is sent", 3 * time.Second, 1, context.DeadlineExceeded},
	} {
		bubble(t, tt.name, func(t *testing.T) {
			run := client.NewRun(client.Config{Settle: synctest.Wait})
			s := newScript(after(2*time.Second, says(503)), after(2*time.Second, says(200)))
			c := client.New(client.Options{Policy: parse(t, "fixed(wait=1s)"), Repeat: client.Safe, Budget: tt.budget, Run: run})
			_, err := post(t, c, s)
			if len(s.at) != tt.attempts || !errors.Is(err, tt.err) {
				t.Errorf("have %d attempts and %v; want %d and %v", len(s.at), err, tt.attempts, tt.err)
			}
		})
	}
}

func TestAnAttemptIsHungUpOnWhenItsTimeIsOverAndTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(hangs, after(2*time.Second, says(200)))
		run := client.NewRun(client.Config{Settle: synctest.Wait})
		c := client.New(client.Options{Policy: parse(t, "fixed(wait=1s, attempts=2, timeout=2s)"), Repeat: client.Safe, Run: run})
		if status, err := post(t, c, s); status != 200 || err != nil {
			t.Errorf("have %d, %v; want the answer that comes when the time is just over", status, err)
		}
		same(t, "waits", s.waits(), 3*time.Second)
	})
}

func TestATimeoutIsToldAsPackageNetHTTPTellsOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &http.Client{Transport: analysing(parse(t, "fixed(wait=1s, attempts=2, timeout=2s)")).Transport(newScript(hangs))}
		_, err := c.Get("http://localhost/")
		var timeout net.Error
		var over *client.Error
		if !errors.As(err, &timeout) || !timeout.Timeout() || !errors.As(err, &over) || over.Attempts != 2 || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("have %v; want a timeout after 2 attempts", err)
		}
		const want = `Get "http://localhost/": given up after 2 attempts: the attempts are used up: no answer within the time that the policy allows an attempt`
		if err.Error() != want {
			t.Errorf("have %q; want %q", err, want)
		}
	})
}

func TestAnAnswerThatBreaksOffIsAskedForAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		_, base := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			if calls++; calls == 1 {
				w.Header().Set("Content-Length", "100")
			}
			fmt.Fprint(w, "whole")
		})
		c := &http.Client{Transport: analysing(parse(t, "fixed(wait=1s, attempts=2)")).Transport(base)}
		answer := must[*http.Response](t)(c.Get("http://localhost/"))
		if body := must[[]byte](t)(io.ReadAll(answer.Body)); string(body) != "whole" || calls != 2 {
			t.Errorf("have %q after %d calls; want whole after 2", body, calls)
		}
	})
}

func TestAStreamIsHandedOverAtOnceAndHoldsItsSlotUntilItEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, base := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, "data: 1\n\n")
			w.(http.Flusher).Flush()
			time.Sleep(5 * time.Second)
			fmt.Fprint(w, "data: 2\n\n")
		})
		slot := &governor.Concurrency{Limit: 1}
		heard := make(chan time.Duration, 2)
		c := client.New(client.Options{Governors: []governor.Governor{slot}, Hook: func(r client.Report) { heard <- r.Heard }})
		httpClient := &http.Client{Transport: c.Transport(base)}
		began := time.Now()
		first := must[*http.Response](t)(httpClient.Get("http://localhost/"))
		if passed := time.Since(began); passed != 0 {
			t.Errorf("the stream is handed over after %v; want at once", passed)
		}
		go io.Copy(io.Discard, first.Body)
		second := must[*http.Response](t)(httpClient.Get("http://localhost/"))
		if passed := time.Since(began); passed != 5*time.Second {
			t.Errorf("the second begins after %v; want when the first has ended, at 5 s", passed)
		}
		io.Copy(io.Discard, second.Body)
		same(t, "heard", []time.Duration{<-heard, <-heard}, 5*time.Second, 10*time.Second)
	})
}

func TestAStreamThatBreaksOffIsReadAsThatAndNotAskedForAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		_, base := serve(t, func(w http.ResponseWriter, r *http.Request) {
			calls++
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, "data: 1\n\n")
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		})
		var reports []client.Report
		c := client.New(client.Options{Policy: parse(t, "fixed(wait=1s)"), Hook: func(r client.Report) { reports = append(reports, r) }})
		answer := must[*http.Response](t)((&http.Client{Transport: c.Transport(base)}).Get("http://localhost/"))
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if string(body) != "data: 1\n\n" || err == nil || calls != 1 {
			t.Errorf("have %q, %v, %d calls; want the beginning, an error and 1 call", body, err, calls)
		}
		if len(reports) != 1 || reports[0].Failure == nil || reports[0].Failure.Kind != policy.Cut || reports[0].Again {
			t.Errorf("the hook was told %+v; want one cut answer", reports)
		}
	})
}

func TestAnAnswerLongerThanTheBoundIsWholeAllTheSame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		long := bytes.Repeat([]byte("0123456789"), 100)
		s := newScript(saysBody(200, string(long)))
		c := client.New(client.Options{HoldAnswer: 64})
		r := must[*http.Request](t)(http.NewRequest(http.MethodGet, "http://localhost/", nil))
		answer := must[*http.Response](t)(c.Transport(s).RoundTrip(r))
		if body := must[[]byte](t)(io.ReadAll(answer.Body)); !bytes.Equal(body, long) {
			t.Errorf("have %d bytes; want %d", len(body), len(long))
		}
		answer.Body.Close()
		if s.open != 0 {
			t.Error("the answer was not closed")
		}
	})
}

func TestAnAccountThatIsUsedUpAndAnOrderNotToTryAgainEndTheRetries(t *testing.T) {
	for name, first := range map[string]step{
		"insufficient_quota":    saysBody(429, `{"error":{"code":"insufficient_quota"}}`),
		"x-should-retry: false": says(429, "x-should-retry: false"),
	} {
		bubble(t, name, func(t *testing.T) {
			s := newScript(first, says(200))
			if status, _ := post(t, analysing(parse(t, "fixed(wait=1s, should-retry=obey)")), s); status != 429 || len(s.at) != 1 {
				t.Errorf("have %d after %d attempts; want 429 after 1", status, len(s.at))
			}
		})
	}
}

func TestWhenAGovernorEndsTheRetriesTheLastAnswerIsReturned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(saysBody(503, "sorry"))
		var last client.Report
		c := client.New(client.Options{
			Policy:    parse(t, "fixed(wait=1s)"),
			Repeat:    client.Safe,
			Governors: []governor.Governor{govern(t, "retry-budget(share=1, window=1m, minimum=0)")},
			Hook:      func(r client.Report) { last = r },
		})
		r := must[*http.Request](t)(http.NewRequest(http.MethodGet, "http://localhost/", nil))
		answer := must[*http.Response](t)(c.Transport(s).RoundTrip(r))
		body := must[[]byte](t)(io.ReadAll(answer.Body))
		if answer.StatusCode != 503 || string(body) != "sorry" || len(s.at) != 2 || !last.Withheld {
			t.Errorf("have %d %q after %d attempts, %+v; want 503 sorry after 2, withheld", answer.StatusCode, body, len(s.at), last)
		}
	})
}

func TestAnOpenBreakerIsToldAsAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := client.New(client.Options{Governors: []governor.Governor{govern(t, "circuit-breaker(failures=1, open-for=1m)")}, Repeat: client.Safe})
		s := newScript(says(503))
		post(t, c, s)
		_, err := post(t, c, s)
		var over *client.Error
		if !errors.As(err, &over) || over.Why != "governor" || over.Attempts != 0 || len(s.at) != 1 {
			t.Errorf("have %v after %d attempts; want a governor's refusal after 1", err, len(s.at))
		}
	})
}

// govern returns the governor of a spec.
func govern(t *testing.T, spec string) governor.Governor {
	t.Helper()
	make, _, err := governor.Forms(nil).Parse(spec, 0)
	if err != nil {
		t.Fatal(err)
	}
	return make()
}

func TestASeedRepeatsARunAndWithoutOneNoTwoRunsAreAlike(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		waits := func(seed *int64) string {
			s := newScript(says(503))
			run := client.NewRun(client.Config{Seed: seed})
			post(t, client.New(client.Options{Policy: parse(t, jittered), Repeat: client.Safe, Run: run}), s)
			return fmt.Sprint(s.waits())
		}
		seed := client.NewRun(client.Config{}).Seed()
		if a, b := waits(&seed), waits(&seed); a != b {
			t.Errorf("one seed gives %s and %s", a, b)
		}
		if a, b := waits(nil), waits(nil); a == b {
			t.Errorf("no seed gives %s twice", a)
		}
	})
}

func TestManyRequestsAtOnceShareGovernorsAndLeaveNothingBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		inFlight, most := 0, 0
		_, base := serve(t, func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			inFlight++
			most = max(most, inFlight)
			mu.Unlock()
			time.Sleep(100 * ms)
			mu.Lock()
			inFlight--
			mu.Unlock()
			if r.URL.Path == "/" {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		})
		c := client.New(client.Options{
			Policy:    parse(t, "full-jitter(base=100ms, cap=1s, attempts=3)"),
			Repeat:    client.Safe,
			Governors: []governor.Governor{&governor.Concurrency{Limit: 5}, &governor.Interval{Every: ms}},
		})
		var all sync.WaitGroup
		for range 200 {
			all.Go(func() { post(t, c, base) })
		}
		all.Wait()
		if most != 5 {
			t.Errorf("%d were in flight together; want 5", most)
		}
	})
}

func TestAClientThatJoinsARunLeavesSharedGovernorsAsTheyAre(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run, bucket := client.NewRun(client.Config{}), govern(t, "token-bucket(limit=1, per=1m, capacity=1)")
		options := client.Options{Run: run, Governors: []governor.Governor{bucket}}
		s := newScript(says(200))
		post(t, client.New(options), s)
		post(t, client.New(options), s)
		same(t, "waits", s.waits(), time.Minute)
	})
}

func TestTheLastRefusalCanBeReadToItsEndHoweverLongItIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, base := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusServiceUnavailable)
			for range 100 {
				fmt.Fprint(w, strings.Repeat("x", 1000))
				w.(http.Flusher).Flush()
				time.Sleep(ms)
			}
		})
		c := client.New(client.Options{Policy: parse(t, "fixed(wait=1s, attempts=2)"), Drain: 1000})
		answer := must[*http.Response](t)((&http.Client{Transport: c.Transport(base)}).Get("http://localhost/"))
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if len(body) != 100_000 || err != nil {
			t.Errorf("have %d bytes, %v; want 100000", len(body), err)
		}
	})
}
