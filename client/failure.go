package client

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"
	"time"

	"ratesim/policy"
	"ratesim/wire"
)

// A Failed is an error that says what came of a call, for a policy to go by. Calls
// made by Do may return it; other errors are judged by what they are.
type Failed struct {
	Failure policy.Failure // of which Kind, Status and Said are read
	Err     error          // that this one stands around; nil for none
}

// Error returns the text of Err, or the kind of failure.
func (f *Failed) Error() string {
	if f.Err == nil {
		return f.Failure.Kind.String()
	}
	return f.Err.Error()
}

// Unwrap returns Err.
func (f *Failed) Unwrap() error { return f.Err }

// Permanent returns an error that no policy tries again after, unless it retries
// all failures.
func Permanent(err error) error {
	return &Failed{Failure: policy.Failure{Kind: policy.Rejected}, Err: err}
}

// FailureOf returns what an error of a call means: the Failure of a Failed; a
// timeout, if it has a method Timeout that says so; a lost connection, for errors
// of the network; a rejection, if somebody has cancelled the call or trusts no
// certificate; else Unknown, which policies retry unless they say otherwise.
func FailureOf(err error) policy.Failure {
	var failed *Failed
	var timeout interface{ Timeout() bool }
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &failed):
		f := failed.Failure
		return policy.Failure{Kind: f.Kind, Status: f.Status, Said: f.Said}
	case errors.Is(err, context.Canceled) || errors.As(err, &certificate):
		return policy.Failure{Kind: policy.Rejected}
	case errors.As(err, &timeout) && timeout.Timeout():
		return policy.Failure{Kind: policy.Timeout}
	case isOfTheNetwork(err):
		return policy.Failure{Kind: policy.Connection}
	}
	return policy.Failure{}
}

// isOfTheNetwork reports whether an error says that there is no connection.
func isOfTheNetwork(err error) bool {
	var number syscall.Errno
	var ofNet net.Error
	for _, known := range []error{io.EOF, io.ErrUnexpectedEOF, io.ErrClosedPipe, net.ErrClosed} {
		if errors.Is(err, known) {
			return true
		}
	}
	return errors.As(err, &ofNet) || errors.As(err, &number)
}

// FailureOfAnswer returns what an answer with a status of 400 or more means, by
// its header and as much of its body as was read.
func FailureOfAnswer(v wire.Vendor, r *http.Response, body []byte, received time.Time) policy.Failure {
	f := policy.Failure{Kind: policy.KindOfStatus(r.StatusCode), Status: r.StatusCode}
	if wire.AccountIsUsedUp(body) {
		f.Kind = policy.Exhausted
	}
	said := v.Read(r.Header, received)
	if h, ok := wire.RetryInfo(body); ok {
		said.Hints = append(said.Hints, h)
	}
	if h, ok := wire.TryAgain(string(body)); ok {
		said.Hints = append(said.Hints, h)
	}
	if len(said.Hints)+len(said.Limits) > 0 {
		f.Said = &said
	}
	return f
}

// RepeatOf returns what it means to send an HTTP request a second time. GET, HEAD,
// OPTIONS, TRACE, PUT and DELETE are safe (RFC 9110, section 9.2.2); others are
// if they carry an idempotency key, and else are not. A model that is asked by POST
// only reads: for it, say Repeat: client.Safe.
func RepeatOf(r *http.Request) policy.Repeat {
	switch r.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete:
		return policy.Safe
	}
	if wire.HasIdempotencyKey(r.Header) {
		return policy.Keyed
	}
	return policy.Unsafe
}

// Safe says of every request that doing it twice is doing it once, but for what it
// costs.
func Safe(*http.Request) policy.Repeat { return policy.Safe }
