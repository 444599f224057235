package client

import (
	"context"

	"ratesim/policy"
)

// A Request is what is known of a request besides its HTTP form. All of it may be
// left out.
type Request struct {
	ID     string        // its name in a trace; "" for its number
	Number int64         // in its flow, from 1 on; it names chance. 0 for the next one in order of arrival
	Repeat policy.Repeat // what a second sending of a call made by Do may do; a Transport has its own rule
	Topic  string        // the right answer; "" when unknown

	// Sizes in tokens, for governors that count them and for a trace.

	Prompt    int64
	Cached    int64 // of Prompt, read from a cache
	Estimate  int64 // what the client takes Prompt for; 0 for Prompt
	MaxOutput int64 // the most that the client allows; 0 if it does not say

	Key   string // whose limits are asked, in a trace
	Model string // in a trace
}

// expected returns what a governor expects a call to cost, in tokens.
func (r Request) expected() int64 {
	if r.Estimate > 0 {
		return r.Estimate + r.MaxOutput
	}
	return r.Prompt + r.MaxOutput
}

// A Usage is what an answer says it cost, in tokens.
type Usage struct {
	Input  int64 // cached ones included
	Cached int64
	Output int64
	Reply  string // the answer as a trace names it; "" for nothing
}

type aboutKey struct{}

// With returns a context that tells a Client what the request is.
func With(ctx context.Context, r Request) context.Context {
	return context.WithValue(ctx, aboutKey{}, r)
}

// about returns what is known of a request.
func about(ctx context.Context) Request {
	r, _ := ctx.Value(aboutKey{}).(Request)
	return r
}
