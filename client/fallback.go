package client

import (
	"time"

	"ratesim/trace"
)

// A Fallback is what a Client turns to when the policy makes no further attempt of a
// request. One that a governor gives up, or whose time has ended, has none.
type Fallback struct {
	Kind  FallbackKind
	After time.Duration // of a Queue: when it is tried again, from the last failure on; 0 for when the server said, if it did
	Model string        // of a Model: its name, which Sending.Request tells from then on
	Lacks bool          // of a Model: it lacks what the requests need, so that it is passed over, and the trace tells
}

// A FallbackKind is a kind of Fallback. The zero kind is none, and is passed over.
type FallbackKind uint8

// The kinds.
const (
	Person FallbackKind = 1 + iota // the request is given up, and the trace says that somebody does the work
	Queue                          // the request waits, and begins anew
	Model                          // the request begins anew, with another model
)

// String returns the kind as a trace has it, "" for none.
func (k FallbackKind) String() string {
	return [...]string{"", trace.FallbackPerson, trace.FallbackQueue, trace.FallbackModel}[k]
}

// A turning is how a request begins anew.
type turning struct {
	wait   time.Duration
	lost   int64 // tokens of calls that went well and are made again
	passed int   // fallbacks before it that lack what the request needs
}

// fallBack turns to the next fallback, if the request can begin anew by it. The server
// has asked for a wait, 0 if it has not.
func (q *request) fallBack(now, asked time.Duration) bool {
	var turn turning
	for q.fallback < len(q.client.Fallbacks) {
		to := q.client.Fallbacks[q.fallback]
		q.fallback++
		switch {
		case to.Kind == Queue:
			q.turned, turn.wait = Queue, max(to.After, asked)
			q.beginAnew(now, turn)
			return true
		case to.Kind == Model && !to.Lacks:
			q.turned, q.Model = Model, to.Model
			q.beginAnew(now, turn)
			return true
		case to.Kind == Person:
			q.turned = Person
			return false
		}
		turn.passed++
	}
	return false
}

// beginAnew tries a request again after a wait, as if it had not been tried.
func (q *request) beginAnew(now time.Duration, t turning) {
	t.lost = q.startOver()
	q.beginCall(q.call)
	if record := q.client.run.record; record != nil {
		record.fallsBack(q, now, t)
	}
	q.queueAt(after(now, t.wait))
}
