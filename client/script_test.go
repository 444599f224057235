package client_test

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ratesim/client"
	"ratesim/policy"
)

const ms = time.Millisecond

// A step is what a script answers to one attempt.
type step func(*http.Request) (*http.Response, error)

// A script answers one attempt after another, the last step for ever. It is no
// server: it is asked in the goroutine that sends.
type script struct {
	steps  []step
	began  time.Time
	at     []time.Duration // when each attempt came
	bodies []string        // that they had
	open   int             // answers that were not closed
}

func newScript(steps ...step) *script { return &script{steps: steps, began: time.Now()} }

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	s.at = append(s.at, time.Since(s.began))
	body := ""
	if r.Body != nil {
		text, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil {
			return nil, err
		}
		body = string(text)
	}
	s.bodies = append(s.bodies, body)
	next := s.steps[min(len(s.at), len(s.steps))-1]
	answer, err := next(r)
	if err != nil {
		return nil, err
	}
	answer.Request = r
	s.open++
	answer.Body = closing{answer.Body, func() { s.open-- }}
	return answer, nil
}

// closing tells when it is closed for the first time.
type closing struct {
	io.ReadCloser
	tell func()
}

func (c closing) Close() error {
	c.tell()
	return c.ReadCloser.Close()
}

// waits returns the time between the attempts.
func (s *script) waits() []time.Duration {
	var waits []time.Duration
	for i := 1; i < len(s.at); i++ {
		waits = append(waits, s.at[i]-s.at[i-1])
	}
	return waits
}

// says answers with a status and a header of lines such as "retry-after: 30".
func says(status int, header ...string) step { return saysBody(status, "", header...) }

func saysBody(status int, body string, header ...string) step {
	return func(*http.Request) (*http.Response, error) {
		h := http.Header{}
		for _, line := range header {
			name, value, _ := strings.Cut(line, ": ")
			h.Add(name, value)
		}
		return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(bytes.NewReader([]byte(body)))}, nil
	}
}

// breaks has an error instead of an answer.
func breaks(err error) step {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// hangs does not answer until the client hangs up.
func hangs(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// after answers later.
func after(wait time.Duration, then step) step {
	return func(r *http.Request) (*http.Response, error) {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
			return then(r)
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}
}

// timedOut is the error of an attempt that had no answer in time.
type timedOut struct{}

func (timedOut) Error() string { return "no answer in time" }
func (timedOut) Timeout() bool { return true }

// parse returns the policy of a spec.
func parse(t *testing.T, spec string) policy.Policy {
	t.Helper()
	return must[policy.Policy](t)(policy.Parse(spec, policy.Defaults{}))
}

// post sends a POST by a Client and returns the status, 0 with an error.
func post(t *testing.T, c *client.Client, s http.RoundTripper) (int, error) {
	t.Helper()
	r := must[*http.Request](t)(http.NewRequest(http.MethodPost, "http://localhost/", strings.NewReader("a prompt")))
	answer, err := c.Transport(s).RoundTrip(r)
	if err != nil {
		return 0, err
	}
	answer.Body.Close()
	return answer.StatusCode, nil
}

// bubble runs a test in which time passes only when everybody waits. A goroutine
// that is left over fails it.
func bubble(t *testing.T, name string, test func(*testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
}

// same reports a difference between two lists.
func same[T comparable](t *testing.T, what string, have []T, want ...T) {
	t.Helper()
	if !slices.Equal(have, want) {
		t.Errorf("%s: have %v; want %v", what, have, want)
	}
}
