package client_test

import (
	"context"
	"errors"
	"fmt"
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
	streams  bool          // answers that go well are streams of events

	mu sync.Mutex
}

// The fields by which an attempt names itself.
const (
	fieldFlow    = "X-Flow"
	fieldNumber  = "X-Number"
	fieldAttempt = "X-Attempt"
	fieldCall    = "X-Call"
	fieldModel   = "X-Model"
	fieldUsage   = "X-Usage"   // of an answer: tokens of input, cached ones, output
	fieldHangUp  = "X-Hang-Up" // the instant at which the client will, for an endpoint that is told in advance
)

// label returns what writes the name of an attempt of a flow into its header.
func label(flow int, run *client.Run, horizon time.Duration) func(*http.Request, client.Sending) {
	return func(r *http.Request, s client.Sending) {
		hangUp := endpoint.Forever
		if deadline, ok := r.Context().Deadline(); ok && deadline.Sub(run.Began()) < horizon+patience {
			hangUp = deadline.Sub(run.Began())
		}
		r.Header.Set(fieldFlow, strconv.Itoa(flow))
		r.Header.Set(fieldNumber, strconv.FormatInt(s.Request.Number-1, 10))
		r.Header.Set(fieldAttempt, strconv.Itoa(s.Attempt))
		r.Header.Set(fieldCall, strconv.Itoa(s.Call))
		r.Header.Set(fieldModel, s.Request.Model)
		r.Header.Set(fieldHangUp, strconv.FormatInt(int64(hangUp), 10))
	}
}

// RoundTrip serves an attempt without a network.
func (s *served) RoundTrip(r *http.Request) (*http.Response, error) {
	a := s.serve(r)
	if s.isStream(a) {
		if !s.waits(r.Context(), a.First) {
			return nil, r.Context().Err()
		}
		return &http.Response{StatusCode: a.HTTP, Header: s.header(a), Body: io.NopCloser(s.stream(r.Context(), a)), Request: r}, nil
	}
	if !s.passes(r, a) {
		return nil, r.Context().Err()
	}
	switch a.Status {
	case endpoint.Connection:
		return nil, io.ErrUnexpectedEOF
	case endpoint.Timeout:
		return nil, timedOut{}
	}
	body := io.Reader(strings.NewReader(textOf(a)))
	if a.Status == endpoint.PartialOutput && a.Ending == endpoint.EndsCut {
		body = io.MultiReader(body, broken{})
	}
	return &http.Response{StatusCode: a.HTTP, Header: s.header(a), Body: io.NopCloser(body), Request: r}, nil
}

// isStream reports whether an answer comes as a stream of events.
func (s *served) isStream(a endpoint.Answer) bool {
	return s.streams && (a.Status == endpoint.OK || a.Status == endpoint.PartialOutput)
}

// stream returns the body of a stream, which has begun: its rest comes when the answer
// is heard.
func (s *served) stream(ctx context.Context, a endpoint.Answer) io.Reader {
	rest := reading(func() (int, error) {
		switch {
		case !s.waits(ctx, a.Heard):
			return 0, ctx.Err()
		case a.Status == endpoint.PartialOutput && a.Ending == endpoint.EndsCut:
			return 0, errors.New("the connection broke off")
		}
		return 0, io.EOF
	})
	ending := map[endpoint.Ending]string{endpoint.EndsError: "data: {\"error\":{}}\n\n", endpoint.EndsMalformed: "data: {?\n\n"}[a.Ending]
	if a.Status == endpoint.OK {
		ending = "data: [DONE]\n\n"
	}
	return io.MultiReader(strings.NewReader("data: {}\n\n"), rest, strings.NewReader(ending))
}

// A reading is a reader by what it does.
type reading func() (int, error)

func (r reading) Read([]byte) (int, error) { return r() }

// waits waits until an instant; false if the client hangs up before.
func (s *served) waits(ctx context.Context, until time.Duration) bool {
	timer := time.NewTimer(until - s.run.Now())
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// ServeHTTP serves an attempt that came over a network.
func (s *served) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	a := s.serve(r)
	if !s.passes(r, a) || a.Status == endpoint.Connection {
		panic(http.ErrAbortHandler)
	}
	maps.Copy(w.Header(), s.header(a))
	if a.Status == endpoint.PartialOutput && a.Ending == endpoint.EndsCut {
		w.Header().Set("Content-Length", "1000")
	}
	w.WriteHeader(a.HTTP)
	io.WriteString(w, textOf(a))
}

// passes waits until an answer is heard; false if its client hangs up before.
func (s *served) passes(r *http.Request, a endpoint.Answer) bool {
	hangUp, err := strconv.ParseInt(r.Header.Get(fieldHangUp), 10, 64)
	if err != nil {
		panic(err)
	}
	if a.Status == endpoint.Timeout && int64(a.Heard) >= hangUp || a.Heard >= s.until+patience {
		<-r.Context().Done()
		return false
	}
	return s.waits(r.Context(), a.Heard)
}

// header returns what an answer says of waits.
func (s *served) header(a endpoint.Answer) http.Header {
	header := http.Header{}
	if s.isStream(a) {
		header.Set("Content-Type", "text/event-stream")
	}
	if a.Status == endpoint.OK {
		header.Set(fieldUsage, fmt.Sprint(a.Input, a.Cached, a.Output))
	}
	if a.Said != nil {
		if err := s.vendor.Write(header, *a.Said, time.Now()); err != nil {
			panic(err)
		}
	}
	return header
}

// usageOf returns what an answer says that it cost.
func usageOf(header http.Header) (u client.Usage) {
	fmt.Sscan(header.Get(fieldUsage), &u.Input, &u.Cached, &u.Output)
	return u
}

// textOf returns the body of an answer, as much of it as comes.
func textOf(a endpoint.Answer) string {
	switch {
	case a.Status == endpoint.Exhausted:
		return `{"error":{"code":"insufficient_quota"}}`
	case a.Status == endpoint.PartialOutput:
		return map[endpoint.Ending]string{endpoint.EndsError: `{"error":{}}`, endpoint.EndsMalformed: `{"answer":?<`}[a.Ending]
	}
	return `{"answer":true}`
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
	call, scope := number(fieldCall), f.Client.Scope
	if model := r.Header.Get(fieldModel); model != "" {
		scope.Model = endpoint.ID(model)
	}
	size := f.Client.Sizes.Of(s.seed, int64(index), call)
	q := endpoint.Request{
		Key:       f.Requests.Item(index).Hash,
		Try:       number(fieldAttempt),
		Input:     size.Input,
		Output:    size.Output,
		Flow:      f.Place,
		Number:    int64(index),
		Call:      call,
		Scope:     scope,
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
