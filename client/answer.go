package client

import (
	"bytes"
	"context"
	"io"
	"mime"
	"net/http"
	"sync"
	"time"

	"ratesim/policy"
)

// A hearer is who wants to know what comes of an answer that is read.
type hearer struct {
	cancel context.CancelCauseFunc // ends the attempt, when an answer that was left open is closed
	end    func(*reply)            // hears the end of an answer that was handed over
}

// read reads what a client must know of an answer.
func (c *Client) read(h hearer, r *http.Response) *reply {
	status := r.StatusCode
	answer := func() *reply {
		switch {
		case status >= http.StatusBadRequest:
			return c.readRefusal(h, r)
		case status == http.StatusSwitchingProtocols:
			return &reply{response: r, open: true}
		case c.HoldAnswer == 0 || isStream(r):
			return c.handOver(h, r, r.Body)
		}
		return c.readWhole(h, r)
	}()
	answer.status = status
	return answer
}

// isStream reports whether an answer is a stream of events.
func isStream(r *http.Response) bool {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return kind == "text/event-stream"
}

// readRefusal reads an answer that is none, so that its connection is free while
// the client waits. What is longer than the bound stays to be read.
func (c *Client) readRefusal(h hearer, r *http.Response) *reply {
	begin, err := io.ReadAll(io.LimitReader(r.Body, c.Drain+1))
	failure := FailureOfAnswer(c.Vendor, r, begin, time.Now())
	refusal := &reply{response: r, failure: &failure, begin: begin}
	if err != nil || int64(len(begin)) <= c.Drain {
		r.Body.Close()
		r.Body = io.NopCloser(bytes.NewReader(begin))
		return refusal
	}
	refusal.open = true
	r.Body = joined{io.MultiReader(bytes.NewReader(begin), r.Body), closing{r.Body, h.cancel}}
	return refusal
}

// closing closes an answer and ends its attempt's context.
type closing struct {
	io.Closer
	cancel context.CancelCauseFunc
}

// Close closes the answer.
func (c closing) Close() error {
	err := c.Closer.Close()
	c.cancel(context.Canceled)
	return err
}

// readWhole reads an answer to its end, unless it is longer than the bound.
func (c *Client) readWhole(h hearer, r *http.Response) *reply {
	clock := &firstByte{Reader: r.Body, run: c.run}
	begin, err := io.ReadAll(io.LimitReader(clock, c.HoldAnswer+1))
	switch {
	case err != nil:
		r.Body.Close()
		failure := FailureOfAnswer(c.Vendor, r, nil, time.Now())
		failure.Kind = policy.Cut
		return &reply{err: err, failure: &failure, first: clock.at}
	case int64(len(begin)) > c.HoldAnswer:
		answer := c.handOver(h, r, io.MultiReader(bytes.NewReader(begin), r.Body))
		answer.first = clock.at
		return answer
	}
	r.Body.Close()
	if c.Check != nil {
		if err := c.Check(r, begin); err != nil {
			return &reply{err: err, failure: &policy.Failure{Kind: policy.Cut, Status: r.StatusCode}, first: clock.at}
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(begin))
	whole := &reply{response: r, first: clock.at}
	if c.Usage != nil {
		whole.usage = c.Usage(r, begin)
	}
	return whole
}

// firstByte notes when the first byte was read.
type firstByte struct {
	io.Reader
	run *Run
	at  time.Duration // 0 for not yet
}

// Read reads on.
func (f *firstByte) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if n > 0 && f.at == 0 {
		f.at = f.run.Now()
	}
	return n, err
}

// handOver returns an answer whose end the caller reads.
func (c *Client) handOver(h hearer, r *http.Response, rest io.Reader) *reply {
	s := &stream{firstByte: firstByte{Reader: rest, run: c.run}, body: r.Body, hearer: h}
	r.Body = s
	s.reply = &reply{response: r, goesOn: true}
	return s.reply
}

// A stream is the body of an answer that was handed over. Its attempt ends when it
// does.
type stream struct {
	firstByte
	hearer
	body  io.ReadCloser
	reply *reply
	over  sync.Once
}

// Read reads on, and hears the end of the answer.
func (s *stream) Read(p []byte) (int, error) {
	n, err := s.firstByte.Read(p)
	switch {
	case err == io.EOF:
		s.ends(nil)
	case err != nil:
		s.ends(err)
	}
	return n, err
}

// Close closes the answer. One that was not read to its end is taken for whole:
// the caller has what he wanted.
func (s *stream) Close() error {
	s.ends(nil)
	return s.body.Close()
}

// ends hears how the answer ended; nil for well.
func (s *stream) ends(err error) {
	s.over.Do(func() {
		r := s.reply
		if r.first == 0 {
			r.first = s.at
		}
		if r.err = err; err != nil {
			r.failure = &policy.Failure{Kind: policy.Cut, Status: r.response.StatusCode}
		}
		s.end(r)
	})
}
