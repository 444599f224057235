package sdk

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"ratesim/policy"
)

// An answer is what a script says to one attempt; status 0 is a lost connection.
type answer struct {
	status int
	header string // lines such as "retry-after: 7"
	body   string
}

// A script answers one attempt after another, the last answer for ever. It stands
// in for the network.
type script struct {
	answers []answer
	began   time.Time
	at      []time.Duration // when each attempt came
	bodies  []string
	path    string
}

func newScript(answers ...answer) *script { return &script{answers: answers, began: time.Now()} }

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	s.at, s.path = append(s.at, time.Since(s.began)), r.URL.Path
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil {
			return nil, err
		}
		s.bodies = append(s.bodies, string(body))
	}
	a := s.answers[min(len(s.at), len(s.answers))-1]
	if a.status == 0 {
		return nil, io.ErrUnexpectedEOF
	}
	header := http.Header{"Content-Type": {"application/json"}}
	for line := range strings.Lines(a.header) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		header.Set(name, value)
	}
	return &http.Response{StatusCode: a.status, Header: header, Body: io.NopCloser(strings.NewReader(a.body)), Request: r}, nil
}

// through makes a script the network of http.DefaultTransport for a test.
func through(t *testing.T, s *script) {
	t.Helper()
	usual := http.DefaultTransport
	http.DefaultTransport = s
	t.Cleanup(func() { http.DefaultTransport = usual })
}

// parse returns the policy of a spec.
func parse(t *testing.T, spec string) policy.Policy {
	t.Helper()
	p, err := policy.Parse(spec, policy.Defaults{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
