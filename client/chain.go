package client

import (
	"context"

	"ratesim/policy"
)

// A Step is one call of a chain: a request that is several calls in sequence, as an
// agent's turns are. Its sizes are as those of a Request.
type Step struct {
	Do func(context.Context) error // makes the call; see Client.Do

	Prompt    int64
	Cached    int64
	Estimate  int64
	MaxOutput int64
}

// Do makes a call by a policy: again, after the policy's waits, until it returns
// nil, the policy gives up or the context ends. The call is given a context that
// ends when the policy hangs up. FailureOf says what its errors mean. The error is
// an *Error around that of the last call.
func Do(ctx context.Context, p policy.Policy, call func(context.Context) error) error {
	return New(Options{Policy: p}).Do(ctx, call)
}

// Do makes a call by the Client's policy and through its governors. What the call
// is can be said by With; without a Repeat there it is safe to repeat. SendingOf
// tells the call which attempt it is.
//
// HTTP requests that the call sends through the Client's own Transport, with its
// context, are part of the attempt: they are sent once, and what their answers say
// is heard.
func (c *Client) Do(ctx context.Context, call func(context.Context) error) error {
	q := about(ctx)
	return c.Chain(ctx, Step{Do: call, Prompt: q.Prompt, Cached: q.Cached, Estimate: q.Estimate, MaxOutput: q.MaxOutput})
}

// Chain makes the calls of a request, one after the other, each as Do makes its own.
// A call that fails is made again, and those before it are not; with Options.Whole
// the first and all after it are made again. Policies count the attempts of each
// call by itself, those of a Whole all together. Without a call it does nothing.
func (c *Client) Chain(ctx context.Context, calls ...Step) error {
	if len(calls) == 0 {
		return nil
	}
	q := c.request(ctx)
	q.steps = calls
	defer q.cancel()
	if _, err := q.send(q.callOnce); err != nil {
		return err
	}
	return nil // not an *Error that is nil
}

// callOnce makes the present call of a chain once.
func (q *request) callOnce(ctx context.Context) *reply {
	f := q.flight
	err := q.steps[q.call].Do(context.WithValue(ctx, flightKey{}, f))
	answered := f.answers()
	made := &reply{err: err, usage: answered.usage, first: answered.first}
	switch {
	case err == nil:
		made.status = answered.status
	case answered.failure != nil:
		made.failure = answered.failure
	default:
		failure := FailureOf(err)
		made.failure = &failure
	}
	return made
}

// sizes puts the sizes of the present call into the request.
func (q *request) sizes() {
	if q.steps == nil {
		return
	}
	s := &q.steps[q.call]
	q.Prompt, q.Cached, q.Estimate, q.MaxOutput = s.Prompt, s.Cached, s.Estimate, s.MaxOutput
}

// goOn makes the request's next call the one to be sent; false after the last one.
func (q *request) goOn() bool {
	if q.call+1 >= len(q.steps) {
		return false
	}
	if q.client.Whole {
		q.call++
		q.failed = false
		return true
	}
	q.beginCall(q.call + 1)
	return true
}

// beginCall makes the next attempt the first one of a call.
func (q *request) beginCall(call int) { q.call, q.begun, q.failed = call, false, false }

// startOver makes the first call the one to be sent, if that is the Client's way, and
// returns the tokens that calls which went well have cost for nothing.
func (q *request) startOver() (lost int64) {
	if q.client.Whole {
		q.call = 0
		return q.lose()
	}
	return 0
}

// lose returns the tokens that calls which went well have cost, as they are lost.
func (q *request) lose() (lost int64) {
	lost, q.paid = q.paid, 0
	return lost
}
