package server

import (
	"time"

	"ratesim/endpoint"
	"ratesim/trace"
)

// A Client's figures are what was seen of one key.
type figuresOf struct {
	calls, attempts, completed int64
	refused                    map[string]int64 // by the limit, or the reason
	findings                   [findingsCount]int64
}

// A Finding is something that a client should not do.
type Finding int

// The findings. One attempt, or one call, counts once in each.
const (
	Early     Finding = iota // a retry came before the wait that it was told
	Futile                   // what cannot succeed was tried again
	Storm                    // a call was attempted more than ten times
	Hurried                  // retries came at once, and no wait was told
	Truncated                // a broken answer was followed by no retry: it was taken for whole, or given up
)

const findingsCount = 5

// Findings are all there are.
var Findings = [findingsCount]string{
	Early:     "retry_after_ignored",
	Futile:    "retried_what_cannot_succeed",
	Storm:     "retry_storm",
	Hurried:   "no_backoff",
	Truncated: "truncated_taken_for_whole",
}

// stormAttempts is how many attempts of a call are no storm yet.
const stormAttempts = 10

// Slack for a retry that comes early: clocks and timers are not exact.
const (
	slackPart = 20 // a twentieth of the wait
	slack     = 50 * time.Millisecond
)

// hurry is, in real time, how soon after a failure a retry is no backoff.
const hurry = 20 * time.Millisecond

// figures are what was seen of all clients.
type figures struct {
	clients map[string]*figuresOf
	turned  int64            // attempts that the server itself had no room for
	broken  int64            // requests that were refused before they became attempts
	looks   int64            // answers that no limit counts
	panics  int64            // faults of the server itself
	status  map[string]int64 // attempts by what became of them
}

func newFigures() figures {
	return figures{clients: map[string]*figuresOf{}, status: map[string]int64{}}
}

// of returns the figures of a client. There are no more clients than keys.
func (f *figures) of(client string) *figuresOf {
	c := f.clients[client]
	if c == nil {
		c = &figuresOf{refused: map[string]int64{}}
		f.clients[client] = c
	}
	return c
}

// count counts an attempt that is over.
func (f *figures) count(a *attempt) {
	c := f.of(a.key)
	c.attempts++
	f.status[a.record.Status]++
	switch a.answer.Status {
	case endpoint.OK:
		c.completed++
	case endpoint.RateLimit, endpoint.Rejected, endpoint.Exhausted:
		c.refused[reason(a)]++
	}
}

// reason returns why an attempt was refused.
func reason(a *attempt) string {
	switch {
	case a.answer.Refusal != nil && a.answer.Refusal.Never:
		return a.answer.Refusal.By + ", never fits"
	case a.answer.Refusal != nil:
		return a.answer.Refusal.By
	}
	return a.record.Status
}

// judge looks at how an attempt follows the one before it.
func (f *figures) judge(c *call, a *attempt, speed int64) {
	if c.attempts == 0 || c.last == nil {
		return
	}
	of, last := f.of(a.key), c.last
	since := a.at - last.heard()
	if told := last.told; told > 0 && since < told-told/slackPart-slack*time.Duration(speed) {
		of.findings[Early]++
	}
	if isFinal(last) {
		of.findings[Futile]++
	}
	if c.attempts == stormAttempts {
		of.findings[Storm]++
	}
	if since < hurry*time.Duration(speed) && last.told < 0 && last.record.Status != trace.StatusTimeout {
		if c.hurried++; c.hurried == 2 {
			of.findings[Hurried]++
		}
	} else {
		c.hurried = 0
	}
}

// isFinal reports that an attempt failed in a way that trying again cannot cure.
func isFinal(a *outcome) bool {
	switch a.answer.Status {
	case endpoint.Exhausted:
		return true
	case endpoint.Rejected:
		return a.answer.HTTP != 408 && a.answer.HTTP != 409 && a.answer.HTTP != 425
	}
	if a.answer.Said != nil {
		for _, h := range a.answer.Said.Hints {
			if again, given := h.Order(); given && !again {
				return true
			}
		}
	}
	return a.answer.Refusal != nil && a.answer.Refusal.Never
}

// abandoned looks at a call that no attempt will follow.
func (f *figures) abandoned(c *call) {
	if c.last != nil && c.last.answer.Status == endpoint.PartialOutput {
		f.of(c.last.record.Key).findings[Truncated]++
	}
}
