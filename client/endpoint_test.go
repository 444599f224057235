package client_test

import (
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"strconv"
	"strings"
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
	fieldHangUp  = "X-Hang-Up" // the instant at which the client will, for an endpoint that is told in advance
)

// label returns what writes the name of an attempt of a flow into its header.
func label(flow int, run *client.Run) func(*http.Request, client.Sending) {
	return func(r *http.Request, s client.Sending) {
		hangUp := endpoint.Forever
		if deadline, ok := r.Context().Deadline(); ok {
			hangUp = deadline.Sub(run.Began())
		}
		r.Header.Set(fieldFlow, strconv.Itoa(flow))
		r.Header.Set(fieldNumber, strconv.FormatInt(s.Request.Number-1, 10))
		r.Header.Set(fieldAttempt, strconv.Itoa(s.Attempt))
		r.Header.Set(fieldHangUp, strconv.FormatInt(int64(hangUp), 10))
	}
}

// RoundTrip serves an attempt without a network.
func (s *served) RoundTrip(r *http.Request) (*http.Response, error) {
	a := s.serve(r)
	if !s.passes(r.Context(), a) {
		return nil, r.Context().Err()
	}
	if a.Status == endpoint.Connection {
		return nil, io.ErrUnexpectedEOF
	}
	body := io.Reader(strings.NewReader(textOf(a)))
	if a.Status == endpoint.PartialOutput {
		body = io.MultiReader(body, broken{})
	}
	return &http.Response{StatusCode: a.HTTP, Header: s.header(a), Body: io.NopCloser(body), Request: r}, nil
}

// ServeHTTP serves an attempt that came over a network.
func (s *served) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	a := s.serve(r)
	if !s.passes(r.Context(), a) || a.Status == endpoint.Connection {
		panic(http.ErrAbortHandler)
	}
	maps.Copy(w.Header(), s.header(a))
	if a.Status == endpoint.PartialOutput {
		w.Header().Set("Content-Length", "1000")
	}
	w.WriteHeader(a.HTTP)
	io.WriteString(w, textOf(a))
}

// passes waits until an answer is heard; false if its client hangs up before.
func (s *served) passes(ctx context.Context, a endpoint.Answer) bool {
	if a.HTTP == 0 && a.Status != endpoint.Connection {
		<-ctx.Done()
		return false
	}
	timer := time.NewTimer(a.Heard - s.run.Now())
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// header returns what an answer says of waits.
func (s *served) header(a endpoint.Answer) http.Header {
	header := http.Header{}
	if a.Said != nil {
		if err := s.vendor.Write(header, *a.Said, time.Now()); err != nil {
			panic(err)
		}
	}
	return header
}

// textOf returns the body of an answer, as much of it as comes.
func textOf(a endpoint.Answer) string {
	if a.Status == endpoint.Exhausted {
		return `{"error":{"code":"insufficient_quota"}}`
	}
	return "an answer"
}

// broken is a connection that breaks off.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("the connection broke off") }

// serve asks the endpoint.
func (s *served) serve(r *http.Request) endpoint.Answer {
	number := func(field string) int {
		n, err := strconv.Atoi(r.Header.Get(field)) // of 64 bits
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
		HangUp:    time.Duration(number(fieldHangUp)),
	}
	return s.endpoint.Serve(s.run.Now(), &q)
}

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
