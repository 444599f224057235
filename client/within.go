package client

import (
	"context"
	"net/http"

	"ratesim/policy"
)

// flightKey is the key of an attempt in the context of its call.
type flightKey struct{}

// flightOf returns the attempt to which a context belongs, nil for none.
func flightOf(ctx context.Context) *flight {
	f, _ := ctx.Value(flightKey{}).(*flight)
	return f
}

// SendingOf returns the attempt to which the context of a call belongs that Do or Chain
// makes: which one it is, and which model is asked. ok is false for other contexts.
func SendingOf(ctx context.Context) (s Sending, ok bool) {
	f := flightOf(ctx)
	if f == nil {
		return Sending{}, false
	}
	return f.request.about(), true
}

// Tell tells the attempt to which the context of a call belongs that Do or Chain makes
// what it has cost, as of a stream, besides what Options.Usage reads. Elsewhere it does
// nothing.
func Tell(ctx context.Context, u Usage) {
	if f := flightOf(ctx); f != nil {
		run := f.request.client.run
		run.mu.Lock()
		defer run.mu.Unlock()
		f.parts.usage.add(u)
	}
}

// add adds what another part of an attempt has cost.
func (u *Usage) add(o Usage) {
	u.Input += o.Input
	u.Cached += o.Cached
	u.Output += o.Output
	if o.Reply != "" {
		u.Reply = o.Reply
	}
}

// within sends an HTTP request that is part of an attempt: once, whatever comes of it,
// which the attempt hears.
func (t *transport) within(f *flight, r *http.Request) (*http.Response, error) {
	out := r.Clone(r.Context())
	if prepare := t.client.Prepare; prepare != nil {
		prepare(out, f.request.about())
	}
	response, err := t.base.RoundTrip(out)
	if err != nil {
		f.hears(&reply{failure: failureOfNetwork(err)})
		return nil, err
	}
	answer := t.client.read(hearer{cancel: func(error) {}, end: f.hears}, response)
	if !answer.goesOn {
		f.hears(answer)
	}
	if answer.response == nil {
		return nil, answer.err
	}
	return answer.response, nil
}

// failureOfNetwork returns what an error instead of an answer means.
func failureOfNetwork(err error) *policy.Failure {
	failure := FailureOf(err)
	if failure.Kind == policy.Unknown {
		failure.Kind = policy.Connection
	}
	return &failure
}

// hears takes in what came of an HTTP request that is part of the attempt. Usage adds
// up; else the last one counts.
func (f *flight) hears(r *reply) {
	run := f.request.client.run
	run.mu.Lock()
	defer run.mu.Unlock()
	heard := reply{failure: r.failure, first: r.first, status: r.status, usage: f.parts.usage}
	heard.usage.add(r.usage)
	if f.parts.first > 0 {
		heard.first = f.parts.first
	}
	f.parts = heard
}

// answers returns what came of the HTTP requests that are part of the attempt.
func (f *flight) answers() reply {
	run := f.request.client.run
	run.mu.Lock()
	defer run.mu.Unlock()
	return f.parts
}
