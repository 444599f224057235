package bench

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"

	"ratesim/client"
	"ratesim/policy"
	"ratesim/sim"
	"ratesim/wire"
)

// A call is one of those of a request.
type call struct {
	index  int // of the request in its flow, from 0 on
	number int // of the call in its request, from 0 on
	size   sim.Size
	job    *job
}

// jobKey is the key of a job in the context of its request.
type jobKey struct{}

// sendOne sends a request until it ends.
func (s *sender) sendOne(a arrival) {
	b := s.bench
	b.late(b.run.Now() - a.at)
	about := client.Request{
		ID: s.Requests.Ticket(a.index).ID, Number: int64(a.index) + 1, Repeat: s.Client.Repeat,
		Key: s.Client.Names.Key, Model: b.Target.model(s),
	}
	j := &job{}
	var steps []client.Step
	for number, size := range a.sizes {
		j.reckoned = append(j.reckoned, reckoned(size))
		c := call{a.index, number, size, j}
		steps = append(steps, client.Step{
			Do:     func(ctx context.Context) error { return s.ask(ctx, c) },
			Prompt: size.Input, Cached: size.Cached, Estimate: size.Estimate, MaxOutput: size.MaxOutput,
		})
	}
	known := request{s.Place, int64(a.index)}
	b.purse.enter(known, j)
	defer b.purse.leave(known)
	ctx := context.WithValue(client.With(b.ctx, about), jobKey{}, j)
	_ = s.by.Chain(ctx, steps...) // the trace has what became of it
}

// ask makes one call, and reads its answer to the end.
func (s *sender) ask(ctx context.Context, c call) error {
	t := &s.bench.Target
	sending, _ := client.SendingOf(ctx)
	body := wire.Asking{
		API: t.API, Model: cmp.Or(sending.Request.Model, unnamed), Stream: s.bench.Stream,
		Prompt: prompt(c.size.Input, s.bench.Seed, request{s.Place, int64(c.index)}, c.number), MaxOutput: c.job.reckoned[c.number].Output,
	}.Body()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, t.URL, bytes.NewReader(body))
	if err != nil {
		s.bench.mistake(err)
		return err
	}
	t.describe(r, s, c)
	answer, err := s.network.RoundTrip(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode >= http.StatusBadRequest {
		return errors.New(answer.Status)
	}
	if s.bench.Stream {
		return s.readStream(ctx, c, answer)
	}
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}

// readStream reads a stream of events to its end, and notes what it says that it cost.
func (s *sender) readStream(ctx context.Context, c call, answer *http.Response) error {
	said, err := wire.ReadStream(s.bench.Target.API, answer.Body)
	if err != nil {
		return cut(answer, err)
	}
	c.job.told = said
	client.Tell(ctx, client.Usage{Input: said.Input, Cached: said.Cached, Output: said.Output})
	return nil
}

// cut is the error of an answer that went well but has no end.
func cut(answer *http.Response, err error) error {
	return &client.Failed{Failure: policy.Failure{Kind: policy.Cut, Status: answer.StatusCode}, Err: err}
}

// usage reads what an answer says that it cost, and notes it for the purse.
func usage(r *http.Response, body []byte) client.Usage {
	said := wire.ReadUsage(body)
	if j, is := r.Request.Context().Value(jobKey{}).(*job); is {
		j.told = said
	}
	return client.Usage{Input: said.Input, Cached: said.Cached, Output: said.Output}
}

// reckoned returns what a call costs at most. A client that does not bound the answer
// would pay for whatever a real model says, so it is bounded by its size.
func reckoned(s sim.Size) wire.Usage {
	return wire.Usage{Input: max(s.Input, s.Estimate), Output: cmp.Or(s.MaxOutput, s.Output)}
}
