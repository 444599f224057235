package governor

import (
	"math/rand/v2"
	"time"

	"ratesim/policy"
	"ratesim/spec"
)

// A CircuitBreaker opens after Failures in a row, or when a Share of the answers
// are failures, and then lets nothing pass for OpenFor. After that it is half
// open: Probes attempts may pass. If all of them go well it closes, and the first
// that fails opens it again. An answer that is no failure in On, such as a 400 for
// one bad request, is a sign of life.
//
// The pattern is of M. Nygard, "Release It!", 2007. The share of a window of time
// is Hystrix's rule, that of the last answers resilience4j's.
type CircuitBreaker struct {
	Free
	Failures int64         // in a row that open it; 0: they do not
	Share    float64       // of failures that opens it, to a millionth; 0: none does
	Calls    int64         // answers that the share is of: so many at least in the Window, or else the last so many
	Window   time.Duration // 0 to count the last Calls, whenever they came
	OpenFor  time.Duration
	Probes   int64          // at least 1
	Waits    bool           // attempts wait while it is open; else they are refused
	On       policy.Classes // failures that count

	inRow   int64
	last    answers // if there is no Window
	counts  recent  // if there is one: answers, and failures as some
	opened  bool    // and not closed since
	until   time.Duration
	probing map[request]struct{} // probes in flight
	alive   int64                // probes that went well
}

// Ask holds up or refuses attempts while the breaker is open.
func (b *CircuitBreaker) Ask(now time.Duration, _ Sending, _ *rand.Rand) Permit {
	switch {
	case !b.opened || now >= b.until && int64(len(b.probing))+b.alive < b.Probes:
		return Permit{}
	case !b.Waits:
		return Permit{Refused: true}
	case now < b.until:
		return Permit{Wait: b.until - now}
	}
	return Permit{Wait: Forever}
}

// Take counts a probe.
func (b *CircuitBreaker) Take(_ time.Duration, s Sending) {
	if b.opened {
		b.probing[s.request()] = struct{}{}
	}
}

// Heard opens or closes the breaker. What was sent before it opened and comes
// back later does not count.
func (b *CircuitBreaker) Heard(now time.Duration, s Sending, o Outcome) {
	_, isProbe := b.probing[s.request()]
	delete(b.probing, s.request())
	failed := o.isIn(b.On)
	switch {
	case !b.opened:
		if b.trips(now, failed) {
			b.open(now)
		}
	case isProbe && failed:
		b.open(now)
	case isProbe:
		if b.alive++; b.alive >= b.Probes {
			b.close()
		}
	}
}

// Reset closes the breaker.
func (b *CircuitBreaker) Reset() { b.close() }

// trips counts an answer and reports whether it is time to open.
func (b *CircuitBreaker) trips(now time.Duration, failed bool) bool {
	b.inRow++
	counted := tally{all: 1, some: 1}
	if !failed {
		b.inRow, counted.some = 0, 0
	}
	if b.Failures > 0 && b.inRow >= b.Failures {
		return true
	}
	if b.Share == 0 {
		return false
	}
	var of tally
	if b.Window > 0 {
		b.counts.add(now, counted)
		of = b.counts.at(now)
	} else {
		of = b.last.add(failed, b.Calls)
	}
	return of.all >= b.Calls && of.some*million >= of.all*millionths(b.Share)
}

func (b *CircuitBreaker) open(now time.Duration) {
	b.close()
	b.opened, b.until = true, plus(now, b.OpenFor)
}

// close closes the breaker and forgets all that was counted.
func (b *CircuitBreaker) close() {
	b.opened, b.until, b.alive, b.inRow = false, 0, 0, 0
	b.last, b.counts, b.probing = answers{}, over(b.Window), map[request]struct{}{}
}

// answers are the last ones that came, and whether they were failures.
type answers struct {
	failed []bool
	oldest int // once there are as many as are kept
	sum    tally
}

// add counts an answer and returns the tally of the last few.
func (a *answers) add(failed bool, keep int64) tally {
	if int64(len(a.failed)) < keep {
		a.failed = append(a.failed, failed)
		a.sum.all++
	} else {
		if a.failed[a.oldest] {
			a.sum.some--
		}
		a.failed[a.oldest] = failed
		a.oldest = (a.oldest + 1) % len(a.failed)
	}
	if failed {
		a.sum.some++
	}
	return a.sum
}

func circuitBreakerForm() spec.Form[Maker] {
	return spec.Form[Maker]{
		Name: "circuit-breaker", About: "after many failures it lets nothing pass for a while, and then tries",
		Arguments: []spec.Argument{
			{Name: "failures", Unit: "failures", Default: "0", Zero: "they do not open it", About: "failures in a row that open it"},
			{Name: "share", Unit: "share", Default: "0", Zero: "none opens it", About: "the share of failures among answers that opens it"},
			{Name: "calls", Unit: "answers", Default: "20", About: "the share is of the last so many; with `window`, of all that came in it if they are so many"},
			{Name: "window", Unit: "duration", Default: "0s", Zero: "the last `calls`, whenever they came", About: "the time in which answers count, in tenths of it"},
			{Name: "open-for", Unit: "duration", Default: "30s", About: "how long it lets nothing pass"},
			{Name: "probes", Unit: "attempts", Default: "1", About: "attempts that pass after that; if all go well it closes"},
			{Name: "open", Unit: "word", Default: "refuse", About: "what becomes of an attempt while it is open: it is refused and its request ends, or it waits", Choices: []string{"refuse", "wait"}},
			on(worthARetry(), "that count; others are a sign of life"),
		},
		Read: readCircuitBreaker,
	}
}

func readCircuitBreaker(r *spec.Reader) Maker {
	b := CircuitBreaker{
		Failures: r.Count("failures", 0),
		Share:    r.Share("share"),
		Calls:    r.Count("calls", 1),
		Window:   r.Duration("window"),
		OpenFor:  r.Positive("open-for"),
		Probes:   r.Count("probes", 1),
		Waits:    r.Choice("open") == 1,
		On:       failures(r),
	}
	if b.Failures == 0 && b.Share == 0 {
		r.Fault("failures", "want a number in a row, such as failures=5, or a share, such as share=0.5")
	}
	return made(b)
}
