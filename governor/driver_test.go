package governor

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"ratesim/policy"
)

const (
	ms     = time.Millisecond
	second = time.Second
	minute = time.Minute
)

var (
	ok       = Outcome{OK: true}
	limited  = failed(policy.RateLimit, 429)
	broken   = failed(policy.ServerError, 503)
	rejected = failed(policy.Rejected, 400)
	timedOut = failed(policy.Timeout, 0)
)

func failed(kind policy.FailureKind, status int) Outcome {
	return Outcome{Failure: policy.Failure{Kind: kind, Status: status}}
}

// read returns the governor of a text. The flows are chat and batch.
func read(t *testing.T, text string) Governor {
	t.Helper()
	build, _, err := Forms([]string{"chat", "batch"}).Parse(text, 0)
	if err != nil {
		t.Fatal(err)
	}
	return build()
}

// A job is a request and what becomes of its attempts.
type job struct {
	at     time.Duration
	flow   int
	tokens int64
	takes  time.Duration                   // of each attempt
	serve  func(now time.Duration) Outcome // at the instant of the answer; nil for ok
	waits  []time.Duration                 // of the policy after each failure; it gives up after the last
}

// A sent is an attempt that was sent.
type sent struct {
	at      time.Duration
	job     int
	attempt int
}

// A client drives governors with jobs: it looks at everything that has something
// to do at an instant, in the order of the jobs, answers first.
type client struct {
	governors []Governor
	jobs      []job
	states    []state
	sent      []sent
	refused   int // jobs that a governor ended
}

// A state is that of a job.
type state struct {
	next     time.Duration // when there is something to do; Forever for when something is heard
	attempts int
	inFlight bool
	done     bool
}

// drive sends all jobs until an instant, that excluded.
func drive(until time.Duration, jobs []job, governors ...Governor) *client {
	c := &client{governors: governors, jobs: jobs, states: make([]state, len(jobs))}
	for i, j := range jobs {
		c.states[i].next = j.at
	}
	for {
		now := until
		for _, s := range c.states {
			if !s.done {
				now = min(now, s.next)
			}
		}
		if now >= until {
			return c
		}
		c.hear(now)
		c.ask(now)
	}
}

// hear hears all answers that are due. After that those who wait ask again.
func (c *client) hear(now time.Duration) {
	heard := false
	for i := range c.states {
		s := &c.states[i]
		if s.done || !s.inFlight || s.next > now {
			continue
		}
		heard, s.inFlight = true, false
		outcome := c.jobs[i].outcome(now)
		again, wait := !outcome.OK && s.attempts <= len(c.jobs[i].waits), time.Duration(0)
		for _, g := range c.governors {
			g.Heard(now, c.sending(i, s.attempts), outcome)
		}
		if again {
			wait = c.jobs[i].waits[s.attempts-1]
		}
		for _, g := range c.governors {
			again = again && g.Retry(now, c.sending(i, s.attempts), wait)
		}
		s.next = now + wait
		if !again {
			c.end(i, now)
		}
	}
	for i := range c.states {
		if heard && c.states[i].next == Forever {
			c.states[i].next = now
		}
	}
}

// ask sends what may be sent.
func (c *client) ask(now time.Duration) {
	rng := rand.New(rand.NewPCG(1, uint64(now)))
	for i := range c.states {
		s := &c.states[i]
		if s.done || s.inFlight || s.next > now {
			continue
		}
		sending, wait, refused := c.sending(i, s.attempts+1), time.Duration(0), false
		for _, g := range c.governors {
			p := g.Ask(now, sending, rng)
			wait, refused = max(wait, p.Wait), refused || p.Refused
		}
		switch {
		case refused:
			c.refused++
			c.end(i, now)
		case wait > 0:
			s.next = plus(now, wait)
		default:
			for _, g := range c.governors {
				g.Take(now, sending)
			}
			s.attempts++
			s.inFlight, s.next = true, now+c.jobs[i].takes
			c.sent = append(c.sent, sent{now, i, s.attempts})
		}
	}
}

func (c *client) end(i int, now time.Duration) {
	c.states[i].done = true
	if c.states[i].attempts == 0 {
		return
	}
	for _, g := range c.governors {
		g.Ended(now, c.sending(i, c.states[i].attempts))
	}
}

func (c *client) sending(i, attempt int) Sending {
	return Sending{Flow: c.jobs[i].flow, Request: int64(i), Attempt: attempt, Retry: attempt > 1, Tokens: c.jobs[i].tokens}
}

func (j job) outcome(now time.Duration) Outcome {
	if j.serve == nil {
		return ok
	}
	return j.serve(now)
}

// always is a server that answers all attempts alike.
func always(o Outcome) func(time.Duration) Outcome {
	return func(time.Duration) Outcome { return o }
}

// of returns when the attempts of a job were sent.
func (c *client) of(job int) (at []time.Duration) {
	for _, s := range c.sent {
		if s.job == job {
			at = append(at, s.at)
		}
	}
	return at
}

// within returns how many attempts were sent from an instant on, until another.
func (c *client) within(from, until time.Duration) (n int) {
	for _, s := range c.sent {
		if from <= s.at && s.at < until {
			n++
		}
	}
	return n
}

// queue is so many equal jobs.
func queue(n int, j job) []job { return slices.Repeat([]job{j}, n) }

// inSequence is so many equal jobs, each so long after the last.
func inSequence(n int, gap time.Duration, j job) []job {
	jobs := queue(n, j)
	for i := range jobs {
		jobs[i].at += time.Duration(i) * gap
	}
	return jobs
}
