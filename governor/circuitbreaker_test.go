package governor

import (
	"slices"
	"testing"
	"time"
)

// hears tells a breaker of answers to attempts that it let pass: f for a failure,
// s for a success, r for a 400.
func hears(g Governor, now time.Duration, answers string) {
	for i, answer := range answers {
		s := Sending{Request: int64(i)}
		g.Take(now, s)
		g.Heard(now, s, map[rune]Outcome{'f': broken, 's': ok, 'r': rejected}[answer])
	}
}

func TestBreakerOpens(t *testing.T) {
	for _, tt := range []struct {
		text, answers string
		want          bool // that it is open then
	}{
		{"circuit-breaker(failures=3)", "fff", true},
		{"circuit-breaker(failures=3)", "ffsff", false},
		{"circuit-breaker(failures=3)", "ffrff", false},
		{"circuit-breaker(failures=3)", "rrrrrrrrrr", false}, // H14: a bad request says nothing of the server
		{"circuit-breaker(failures=3, on=400)", "rrr", true},
		{"circuit-breaker(share=0.5, calls=4)", "fff", false},
		{"circuit-breaker(share=0.5, calls=4)", "fsfs", true},
		{"circuit-breaker(share=0.5, calls=4)", "fsss", false},
		{"circuit-breaker(share=0.5, calls=4)", "fsssfsf", true}, // of the last four
		{"circuit-breaker(share=0.5, calls=4)", "ffrr", true},
		{"circuit-breaker(share=0.5, calls=4, window=10s)", "fsssfsf", false}, // of all seven
		{"circuit-breaker(share=0.5, calls=4, window=10s)", "fsssffff", true},
		{"circuit-breaker(share=0.1, calls=30)", "sssssssssssssssssssssssssssfff", true},
		{"circuit-breaker(share=0.5, calls=4, failures=2)", "ff", true},
	} {
		g := read(t, tt.text)
		hears(g, 0, tt.answers)
		if got := g.Ask(0, Sending{}, nil).Refused; got != tt.want {
			t.Errorf("%s: after %s it is open: %v; want %v", tt.text, tt.answers, got, tt.want)
		}
	}
}

func TestBreakerForgetsWhatHasLeftTheWindow(t *testing.T) {
	g := read(t, "circuit-breaker(share=0.5, calls=4, window=10s)")
	hears(g, 0, "fff")
	hears(g, 10*second, "fss")
	if g.Ask(10*second, Sending{}, nil).Refused {
		t.Error("failures of ten seconds ago open it")
	}
	if hears(g, 11*second, "f"); !g.Ask(11*second, Sending{}, nil).Refused {
		t.Error("two failures of four do not open it")
	}
}

// An outage from 10 s to 70 s, a request each second: three open the breaker, it
// probes every 30 s, and the probe at 72 s closes it.
func TestBreakerSparesABrokenServer(t *testing.T) {
	outage := func(now time.Duration) Outcome {
		if 10*second <= now && now < 70*second {
			return broken
		}
		return ok
	}
	c := drive(time.Hour, inSequence(120, second, job{serve: outage}), read(t, "circuit-breaker(failures=3, open-for=30s)"))
	var want []int
	for i := range 120 {
		if i <= 12 || i == 42 || i >= 72 {
			want = append(want, i)
		}
	}
	var got []int
	for _, s := range c.sent {
		got = append(got, s.job)
	}
	if !slices.Equal(got, want) || c.refused != 120-len(want) {
		t.Errorf("sent are %v, %d are refused; want %v", got, c.refused, want)
	}
}

func TestBreakerMayHoldRequestsUp(t *testing.T) {
	jobs := []job{{serve: always(broken)}, {takes: second}, {takes: second}, {takes: second}}
	c := drive(time.Hour, jobs, read(t, "concurrency(limit=1)"), read(t, "circuit-breaker(failures=1, open-for=30s, open=wait)"))
	// The probe at 30 s goes well; only then the others may pass.
	for i, want := range []time.Duration{0, 30 * second, 31 * second, 32 * second} {
		if got := c.of(i); len(got) != 1 || got[0] != want {
			t.Errorf("job %d is sent at %v; want %v", i, got, want)
		}
	}
}

func TestBreakerProbes(t *testing.T) {
	g := read(t, "circuit-breaker(failures=1, open-for=30s, probes=2, open=wait)")
	late := Sending{Request: 99}
	g.Take(0, late)
	hears(g, 0, "f")
	one, two := Sending{Request: 1}, Sending{Request: 2}
	wait := func(at, want time.Duration, when string) {
		t.Helper()
		if got := g.Ask(at, Sending{}, nil); got != (Permit{Wait: want}) {
			t.Errorf("%s: have %+v; want a wait of %v", when, got, want)
		}
	}
	wait(10*second, 20*second, "open")
	wait(30*second, 0, "half open")
	g.Take(30*second, one)
	wait(30*second, 0, "one probe")
	g.Take(30*second, two)
	wait(30*second, Forever, "two probes")
	g.Heard(31*second, late, broken) // it was sent before
	wait(31*second, Forever, "something old came back")
	g.Heard(31*second, one, ok)
	wait(31*second, Forever, "one went well")
	g.Heard(32*second, two, broken)
	wait(32*second, 30*second, "one failed")
	g.Take(62*second, one)
	g.Take(62*second, two)
	g.Heard(63*second, one, rejected)
	g.Heard(63*second, two, ok)
	wait(63*second, 0, "both went well")
	hears(g, 63*second, "f")
	wait(63*second, 30*second, "a failure after it had closed")
}
