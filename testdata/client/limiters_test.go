package sdk

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/throttled/throttled/v2"
	"github.com/throttled/throttled/v2/store/memstore"
	"golang.org/x/time/rate"

	"ratesim/client"
	"ratesim/endpoint"
	"ratesim/governor"
	"ratesim/scenario"
	"ratesim/wire"
)

// Limiters that many use decide about the same requests as the presets of their names,
// each in a bubble, request by request and wait by wait.

const sequences = 300 // of requests, each with limits and instants of its own

// preset returns an endpoint by its preset, without latency.
func preset(t *testing.T, spec string) endpoint.Endpoint {
	t.Helper()
	text := fmt.Sprintf("version: 1\nextends: account\nname: limiter\nendpoint: {preset: %q, latency: constant(latency=0s)}\nflows: {calls: {arrivals: poisson(rate=1/s)}}\n", spec)
	read, err := scenario.Read(scenario.Input{BuiltIn: "account", File: strings.NewReader(text), FileName: "limiter.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	model, err := scenario.NewOpenModel(read)
	if err != nil {
		t.Fatal(err)
	}
	c, err := model.Case("", "none")
	if err != nil {
		t.Fatal(err)
	}
	api := model.Config(c).Endpoint
	api.Reset(1)
	return api
}

// meet sends one call to an endpoint.
func meet(api endpoint.Endpoint, at time.Duration) endpoint.Answer {
	return api.Serve(at, &endpoint.Request{Input: 1, HangUp: endpoint.Forever})
}

// waitOf returns the wait that a refusal knows of; 0 for an answer.
func waitOf(a endpoint.Answer) time.Duration {
	if a.Refusal == nil {
		return 0
	}
	return a.Refusal.Wait
}

// pause sleeps whole steps until the next request: often not at all, often just until the
// wait that was told has passed, or a step less.
func pause(draw *rand.Rand, interval, wait, step time.Duration) {
	switch draw.IntN(5) {
	case 0: // at once
	case 1:
		time.Sleep(wait)
	case 2:
		time.Sleep(wait - step)
	default:
		time.Sleep(step * time.Duration(draw.Int64N(2*int64(interval/step))))
	}
}

// tally counts what sequences consist of, so that none of it is missing.
type tally struct{ admitted, refused int }

func (n *tally) count(admitted bool) {
	if admitted {
		n.admitted++
	} else {
		n.refused++
	}
}

func (n *tally) check(t *testing.T) {
	t.Helper()
	if n.admitted < 5*sequences || n.refused < 5*sequences {
		t.Errorf("of %d sequences %d requests are admitted and %d refused; that shows little", sequences, n.admitted, n.refused)
	}
}

// Its interval is period/count, cut off to whole nanoseconds.
func TestThrottledIsThePresetGCRAToTheNanosecond(t *testing.T) {
	var n tally
	for seed := range uint64(sequences) {
		draw := rand.New(rand.NewPCG(seed, 1))
		count, burst := 1+draw.IntN(60), draw.IntN(20)
		period := time.Duration(1+draw.Int64N(120)) * time.Second
		interval := period / time.Duration(count)
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			api := preset(t, fmt.Sprintf("gcra(count=%d, period=%v, burst=%d)", count, interval*time.Duration(count), burst))
			store, err := memstore.NewCtx(0)
			if err != nil {
				t.Fatal(err)
			}
			limiter, err := throttled.NewGCRARateLimiterCtx(store, throttled.RateQuota{MaxRate: throttled.PerDuration(count, period), MaxBurst: burst})
			if err != nil {
				t.Fatal(err)
			}
			inHTTP := (&throttled.HTTPRateLimiterCtx{RateLimiter: limiter}).RateLimit(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
			for i := range 60 {
				_, peeked, err := limiter.RateLimitCtx(context.Background(), "", 0)
				if err != nil {
					t.Fatal(err)
				}
				recorder := httptest.NewRecorder()
				inHTTP.ServeHTTP(recorder, httptest.NewRequest(http.MethodPost, "/", nil))
				a := meet(api, time.Since(began))
				if want := max(0, peeked.RetryAfter); waitOf(a) != want {
					t.Fatalf("seed %d, request %d: the library waits %v, the preset %v", seed, i, want, waitOf(a))
				}
				if a.Said == nil {
					t.Fatalf("seed %d, request %d: the preset says nothing", seed, i)
				}
				sameHeader(t, recorder, a)
				n.count(recorder.Code == http.StatusOK)
				pause(draw, interval, waitOf(a), 1)
			}
		})
		if t.Failed() {
			t.Fatalf("with seed %d: %d in %v, a burst of %d more", seed, count, period, burst)
		}
	}
	n.check(t)
}

// sameHeader checks that status and header fields are equal.
func sameHeader(t *testing.T, library *httptest.ResponseRecorder, a endpoint.Answer) {
	t.Helper()
	ours := http.Header{}
	if err := wire.Gateway.Write(ours, *a.Said, time.Now()); err != nil {
		t.Fatal(err)
	}
	theirs := library.Header().Clone()
	maps.DeleteFunc(theirs, func(name string, _ []string) bool {
		return strings.HasPrefix(name, "Content-") || strings.HasPrefix(name, "X-Content-")
	})
	if library.Code != a.HTTP || !maps.EqualFunc(ours, theirs, slices.Equal) {
		t.Errorf("the library says %d %v, the preset %d %v", library.Code, theirs, a.HTTP, ours)
	}
}

// A clocking is how the limiter of x/time is driven.
type clocking struct {
	rates func(*rand.Rand) int64 // a second
	step  time.Duration          // between instants
	early time.Duration          // how much sooner the library may be for each wait that came before
}

// clockings: the library reckons in binary fractions. Where they are exact it is equal to the
// nanosecond. Elsewhere it cuts a wait off to the nanosecond, where ours is rounded up, so
// that a row of waits ends sooner by up to a nanosecond each.
var clockings = map[string]clocking{
	"in binary fractions": {func(draw *rand.Rand) int64 { return 1 << draw.IntN(8) }, time.Second / 512, 0},
	"at any rate":         {func(draw *rand.Rand) int64 { return 1 + draw.Int64N(100) }, 1, 1},
}

func TestTheLimiterOfXTimeIsThePresetXrate(t *testing.T) {
	for name, clocking := range clockings {
		t.Run(name, func(t *testing.T) {
			var n tally
			for seed := range uint64(sequences) {
				draw := rand.New(rand.NewPCG(seed, 2))
				each, burst := clocking.rates(draw), 1+draw.IntN(20)
				synctest.Test(t, func(t *testing.T) {
					api, began := preset(t, fmt.Sprintf("xrate(rate=%d, burst=%d)", each, burst)), time.Now()
					limiter := rate.NewLimiter(rate.Limit(each), burst)
					var within time.Duration
					for i := range 60 {
						told, wait := allow(limiter), waitOf(meet(api, time.Since(began)))
						within += clocking.early
						if early := wait - told; early < 0 || early > within {
							t.Fatalf("seed %d, request %d, %d a second, a burst of %d: the library waits %v, the preset %v", seed, i, each, burst, told, wait)
						}
						if told == 0 && wait > 0 {
							time.Sleep(wait)
							meet(api, time.Since(began)) // which has taken none, as the library has
						}
						n.count(told == 0)
						pause(draw, time.Second/time.Duration(each), wait, clocking.step)
					}
				})
			}
			n.check(t)
		})
	}
}

// allow asks a limiter for one event, and returns 0 or how long it would wait for it.
func allow(limiter *rate.Limiter) time.Duration {
	if limiter.Allow() {
		return 0
	}
	r := limiter.Reserve()
	defer r.Cancel()
	return r.Delay()
}

// As a governor it has callers wait in line, each for what it costs.
func TestTheLimiterOfXTimeSendsWhenTheGovernorDoes(t *testing.T) {
	for name, clocking := range clockings {
		t.Run(name, func(t *testing.T) {
			waited := 0
			for seed := range uint64(sequences) {
				draw := rand.New(rand.NewPCG(seed, 3))
				each, burst := clocking.rates(draw), 1+draw.Int64N(20)
				var arrivals []arrival
				for range 40 {
					gap := clocking.step * time.Duration(1+draw.Int64N(2)*draw.Int64N(int64(time.Second/clocking.step)))
					arrivals = append(arrivals, arrival{gap: gap, cost: 1 + draw.Int64N(burst)})
				}
				library := sentWhen(t, arrivals, byLimiter(t, each, burst))
				ours := sentWhen(t, arrivals, byGovernor(t, each, burst))
				var due, within time.Duration
				for i := range arrivals {
					within += clocking.early
					if early := ours[i] - library[i]; early < 0 || early > within {
						t.Fatalf("seed %d, request %d of %d at %d a second, a burst of %d: the library sends at %v, the governor at %v", seed, i, arrivals[i].cost, each, burst, library[i], ours[i])
					}
					if due += arrivals[i].gap; ours[i] > due {
						waited++
					}
				}
			}
			if waited < 5*sequences {
				t.Errorf("in %d sequences only %d requests had to wait; that shows little", sequences, waited)
			}
		})
	}
}

// byLimiter paces by the library.
func byLimiter(t *testing.T, each, burst int64) func() sending {
	return func() sending {
		limiter := rate.NewLimiter(rate.Limit(each), int(burst))
		return func(cost int64, send func()) {
			if err := limiter.WaitN(context.Background(), int(cost)); err != nil {
				t.Error(err)
			}
			send()
		}
	}
}

// byGovernor paces by a token bucket.
func byGovernor(t *testing.T, each, burst int64) func() sending {
	return func() sending {
		c := client.New(client.Options{
			Run:       client.NewRun(client.Config{Settle: synctest.Wait}),
			Governors: []governor.Governor{&governor.TokenBucket{Limit: each, Per: time.Second, Capacity: burst, Unit: governor.Tokens}},
		})
		return func(cost int64, send func()) {
			about := client.With(context.Background(), client.Request{Prompt: cost})
			if err := c.Do(about, func(context.Context) error { send(); return nil }); err != nil {
				t.Error(err)
			}
		}
	}
}

// An arrival is a request that comes so long after the one before.
type arrival struct {
	gap  time.Duration
	cost int64
}

// A sending calls send when a request of a cost may be sent.
type sending func(cost int64, send func())

// sentWhen returns when each of the arrivals is sent, in a bubble.
func sentWhen(t *testing.T, arrivals []arrival, pace func() sending) []time.Duration {
	t.Helper()
	at := make([]time.Duration, len(arrivals))
	synctest.Test(t, func(*testing.T) {
		began, paced := time.Now(), pace()
		var all sync.WaitGroup
		for i, a := range arrivals {
			time.Sleep(a.gap)
			all.Go(func() { paced(a.cost, func() { at[i] = time.Since(began) }) })
		}
		all.Wait()
	})
	return at
}
