package client_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"ratesim/client"
	"ratesim/endpoint"
	"ratesim/sim"
	"ratesim/wire"
)

// A served is an endpoint behind the form of HTTP, in real time: it answers when
// the endpoint says that the answer is heard.
type served struct {
	endpoint endpoint.Endpoint
	flows    []sim.Flow
	seed     int64
	run      *client.Run
	vendor   wire.Vendor
	until    time.Duration // requests arrive

	mu sync.Mutex
}

// The fields by which an attempt names itself.
const (
	fieldFlow    = "X-Flow"
	fieldNumber  = "X-Number"
	fieldAttempt = "X-Attempt"
	fieldCost    = "X-Cost"
)

// label returns what writes the name of an attempt of a flow into its header.
func label(flow int) func(*http.Request, client.Sending) {
	return func(r *http.Request, s client.Sending) {
		r.Header.Set(fieldFlow, strconv.Itoa(flow))
		r.Header.Set(fieldNumber, strconv.FormatInt(s.Request.Number-1, 10))
		r.Header.Set(fieldAttempt, strconv.Itoa(s.Attempt))
	}
}

// RoundTrip serves an attempt.
func (s *served) RoundTrip(r *http.Request) (*http.Response, error) {
	a := s.serve(r)
	if wait := a.Heard - s.run.Now(); wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}
	if a.HTTP == 0 {
		if a.Status == endpoint.Connection {
			return nil, io.ErrUnexpectedEOF
		}
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	header := http.Header{}
	if a.Said != nil {
		if err := s.vendor.Write(header, *a.Said, time.Now()); err != nil {
			panic(err)
		}
	}
	body := io.Reader(bytes.NewReader([]byte("an answer")))
	switch a.Status {
	case endpoint.PartialOutput:
		body = io.MultiReader(body, broken{})
	case endpoint.Exhausted:
		body = bytes.NewReader([]byte(`{"error":{"code":"insufficient_quota"}}`))
	}
	return &http.Response{StatusCode: a.HTTP, Header: header, Body: io.NopCloser(body), Request: r}, nil
}

// broken is a connection that breaks off.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("the connection broke off") }

// serve asks the endpoint.
func (s *served) serve(r *http.Request) endpoint.Answer {
	number := func(field string) int {
		n, err := strconv.Atoi(r.Header.Get(field))
		if err != nil {
			panic(err)
		}
		return n
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f, index := s.flows[number(fieldFlow)], number(fieldNumber)
	size := f.Client.Sizes.Of(s.seed, int64(index), 0)
	q := endpoint.Request{
		Key:       f.Requests.Item(index).Hash,
		Try:       number(fieldAttempt),
		Input:     size.Input,
		Output:    size.Output,
		Flow:      f.Place,
		Number:    int64(index),
		Scope:     f.Client.Scope,
		Cached:    size.Cached,
		Estimate:  size.Estimate,
		MaxOutput: size.MaxOutput,
		HangUp:    endpoint.Forever,
	}
	if deadline, ok := r.Context().Deadline(); ok {
		q.HangUp = deadline.Sub(s.run.Began())
	}
	return s.endpoint.Serve(s.run.Now(), &q)
}

var _ http.RoundTripper = (*served)(nil)

// must returns a value that was had without an error.
func must[T any](t *testing.T) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}
