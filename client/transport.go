package client

import (
	"context"
	"net/http"

	"ratesim/policy"
	"ratesim/trace"
)

// Transport returns a http.RoundTripper that sends each request by the Client's
// policy and through its governors; base makes the attempts, http.DefaultTransport
// if it is nil.
//
// When retries have ended it returns the last answer, whatever its status, as any
// RoundTripper does. Where there is none, the error is an *Error. Answers that are
// streams of events, and those longer than HoldAnswer, are handed over when they
// begin; if they break off after that, the caller reads the error and they are not
// asked for again. All the time that the policy allows an attempt counts until the
// end of its answer. A caller must close the body of an answer, as ever.
//
// Within a call that the Client itself makes by Do or Chain, a request is part of that
// attempt, and is sent once.
//
// A request's body is sent again by its GetBody, or from memory up to HoldBody; one
// that is longer is sent once.
func (c *Client) Transport(base http.RoundTripper) http.RoundTripper {
	if base == nil {
		base = http.DefaultTransport
	}
	return &transport{client: c, base: base}
}

type transport struct {
	client *Client
	base   http.RoundTripper
}

// RoundTrip sends a request until it is answered or given up.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if f := flightOf(r.Context()); f != nil && f.request.client == t.client {
		return t.within(f, r)
	}
	b, err := t.client.holdBody(r)
	if err != nil {
		return nil, err
	}
	defer b.close()
	q := t.client.request(r.Context())
	q.repeat = t.client.Repeat(r)
	if !b.again {
		q.policy = policy.None{}
	}
	last, over := q.send(func(ctx context.Context) *reply { return t.attempt(ctx, q, r, b) })
	if last != nil && last.goesOn {
		return last.response, nil
	}
	q.cancel()
	if last == nil || last.response == nil || over != nil && over.Why == trace.WhyDeadline {
		if last != nil {
			last.letGo()
		}
		return nil, over
	}
	return last.response, nil
}

// attempt sends a request once.
func (t *transport) attempt(ctx context.Context, q *request, r *http.Request, b *body) *reply {
	out := r.Clone(ctx)
	var err error
	if out.Body, err = b.open(); err != nil {
		return &reply{err: err, failure: &policy.Failure{Kind: policy.Rejected}}
	}
	out.GetBody = nil
	if b.again && r.Body != nil {
		out.GetBody = b.reopen
	}
	if b.length > 0 {
		out.ContentLength = b.length
	}
	if prepare := t.client.Prepare; prepare != nil {
		prepare(out, q.about())
	}
	response, err := t.base.RoundTrip(out)
	if err != nil {
		return &reply{err: err, failure: failureOfNetwork(err)}
	}
	return t.client.read(hearer{cancel: q.flight.cancel, end: q.endLate}, response)
}

// endLate hears the end of an answer that was handed over before.
func (q *request) endLate(r *reply) {
	q.handedOver = true
	q.flight.land()
	q.hear(r)
	q.cancel()
}

// CloseIdleConnections closes those of the transport that makes the attempts.
func (t *transport) CloseIdleConnections() {
	if c, ok := t.base.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}
