package policy

import (
	"time"

	"ratesim/hint"
)

// A Failure is all that a client may know when an attempt has failed: what came
// of the attempt, and what its Session remembers of the request.
type Failure struct {
	Kind   FailureKind
	Status int        // the answer's HTTP status; 0 if none came
	Said   *hint.Said // what the answer said about waits, which nobody changes; nil for nothing
	Repeat Repeat     // what a second sending may do

	Attempt  int           // attempts made so far, this one included; at least 1
	Elapsed  time.Duration // since the request's first attempt was sent
	Sent     time.Duration // when this attempt was sent, since the first one was
	Waited   time.Duration // all waits so far
	LastWait time.Duration // the wait before this attempt; 0 before the first
	Hinted   int           // the last attempt after which a hint was heeded; 0 for none
}

// The statuses that stand for a kind of failure where the server gave none
// (RFC 9110, section 15; RFC 6585, section 4).
const (
	statusBadRequest  = 400
	statusTooMany     = 429
	statusServerError = 500
)

// A FailureKind is what became of an attempt.
type FailureKind uint8

// The kinds of failure. The zero FailureKind is Unknown.
const (
	Unknown     FailureKind = iota // nobody said; with a status that decides, else it may pass
	RateLimit                      // refused by a limit, 429: no work was done
	Exhausted                      // refused because an account is used up, whatever the status: no wait cures that
	Rejected                       // refused for what the request is, such as 400: the same one fails again
	ServerError                    // broken or overloaded on the server's side, 5xx: the work may have been done
	Timeout                        // no answer in time: the work may have been done
	Connection                     // no connection, or one lost before the answer: the work may have been done
	Cut                            // the answer broke off midway: part of the work was done
)

// String returns the kind as one word.
func (k FailureKind) String() string {
	words := [...]string{"unknown", "rate-limit", "exhausted", "rejected", "server-error", "timeout", "connection", "cut"}
	if int(k) < len(words) {
		return words[k]
	}
	return formatInt(int(k))
}

// KindOfStatus returns the kind of an answer with an HTTP status of 400 or more.
// That an account is used up, the status does not tell.
func KindOfStatus(status int) FailureKind {
	switch {
	case status == statusTooMany:
		return RateLimit
	case status >= statusServerError:
		return ServerError
	case status >= statusBadRequest:
		return Rejected
	}
	return Unknown
}

// A Repeat says what it means to send a request a second time.
type Repeat uint8

// The repeats. The zero Repeat is Safe.
const (
	Safe   Repeat = iota // doing it twice is doing it once: it only reads
	Keyed                // it carries an idempotency key, so the receiver does it once
	Unsafe               // doing it twice is twice done: a refund is paid twice
)

// status returns the HTTP status of the answer, or the usual one of its kind; 0
// if there was no answer, or nothing is known.
func (f *Failure) status() int {
	if f.Status != 0 {
		return f.Status
	}
	switch f.Kind {
	case RateLimit, Exhausted:
		return statusTooMany
	case Rejected:
		return statusBadRequest
	case ServerError:
		return statusServerError
	}
	return 0
}

// mayHaveWorked reports whether the server may have done the work in spite of
// the failure: always, unless a limit refused the request.
func (f *Failure) mayHaveWorked() bool {
	switch f.Kind {
	case RateLimit, Exhausted:
		return false
	case Unknown:
		return f.Status != statusTooMany
	}
	return true
}
