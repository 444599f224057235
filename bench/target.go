package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ratesim/client"
	"ratesim/wire"
)

// A Target is the endpoint that is asked. Make one with NewTarget.
type Target struct {
	URL    string      // of the operation
	API    wire.API    // Chat or Messages
	Vendor wire.Vendor // whose header is read

	Key   string            // the API key; "" for the name of each flow's
	Model string            // that is asked where a flow names none
	Tells bool              // requests carry what a simulated endpoint is told: call, attempt, sizes and, of those that it has, the flow
	Flows []string          // that a simulated endpoint has
	Base  http.RoundTripper // makes the attempts; nil for http.DefaultTransport
}

// NewTarget returns the target of a base URL, such as http://127.0.0.1:8080 or
// https://api.openai.com/v1: that of Chat below it, or with anthropic that of
// Messages. A URL without a path has /v1. The error says what is wanted.
func NewTarget(text string, anthropic bool) (Target, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return Target{}, fmt.Errorf("want a URL such as http://127.0.0.1:8080 or https://api.openai.com/v1; have %q", text)
	case u.User != nil:
		return Target{}, fmt.Errorf("want a URL without a user or password")
	case u.Fragment != "":
		return Target{}, fmt.Errorf("want a URL without a fragment; have %q", text)
	}
	t := Target{API: wire.Chat, Vendor: wire.OpenAI}
	path := "chat/completions"
	if anthropic {
		t.API, t.Vendor, path = wire.Messages, wire.Anthropic, "messages"
	}
	base := strings.TrimRight(u.Path, "/")
	if base == "" || anthropic && !strings.HasSuffix(base, "/v1") {
		base += "/v1"
	}
	u.Path = base + "/" + path
	t.URL = u.String()
	return t, nil
}

// Host returns the host and port that are asked.
func (t Target) Host() string {
	u, err := url.Parse(t.URL)
	if err != nil {
		return ""
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return net.JoinHostPort(u.Hostname(), port)
}

// Meet asks whether the target is "ratesim serve", and if so has requests tell it
// what a simulated endpoint is told. The error is that of the connection.
func (t *Target) Meet(ctx context.Context) error {
	u, err := url.Parse(t.URL)
	if err != nil {
		return err
	}
	u.Path, u.RawQuery = "/ratesim/state", ""
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return err
	}
	answer, err := t.base().RoundTrip(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	var state struct {
		Flows []string `json:"flows"`
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, stateMax))
	if err == nil && answer.StatusCode == http.StatusOK && json.Unmarshal(body, &state) == nil && len(state.Flows) > 0 {
		t.Tells, t.Flows = true, state.Flows
	}
	return nil
}

// stateMax bounds what is read of a state.
const stateMax = 1 << 20

// base returns what makes the attempts.
func (t *Target) base() http.RoundTripper {
	if t.Base == nil {
		return http.DefaultTransport
	}
	return t.Base
}

// unnamed is the model that is asked if nobody names one, for a body must.
const unnamed = "any"

// model returns the model that a flow asks, "" if nobody names one.
func (t *Target) model(s *sender) string {
	return cmp.Or(s.Client.Names.Models[s.Client.Scope.Model], t.Model)
}

// describe sets the fields of one call of a request that are the same in all its
// attempts.
func (t *Target) describe(r *http.Request, s *sender, c call) {
	t.Vendor.SetCaller(r.Header, cmp.Or(t.Key, s.Client.Names.Key, "ratesim"))
	r.Header.Set("User-Agent", "ratesim-bench")
	if !t.Tells {
		return
	}
	flow := ""
	if slices.Contains(t.Flows, s.Name) {
		flow = s.Name
	}
	wire.WriteDirections(r.Header, wire.Directions{
		Call: strconv.Itoa(c.index), Attempt: -1, Step: c.number, Flow: flow,
		Sizes: wire.Sizes{Input: c.size.Input, Output: c.size.Output, Cached: c.size.Cached, Estimate: c.size.Estimate, MaxOutput: c.size.MaxOutput},
	})
}

// prepare tells which attempt it is.
func (t *Target) prepare(r *http.Request, s client.Sending) {
	if t.Tells {
		wire.WriteDirections(r.Header, wire.Directions{Attempt: s.Attempt, Sizes: wire.NoSizes})
	}
}

// strict makes attempts, of which a redirect is a mistake: whoever answers so is not
// the endpoint that was meant, and a key must not be sent on.
type strict struct {
	http.RoundTripper
	mistake func(error)
}

// RoundTrip makes an attempt.
func (s strict) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := s.RoundTripper.RoundTrip(r)
	if err != nil || answer.StatusCode < http.StatusMultipleChoices || answer.StatusCode >= http.StatusBadRequest {
		return answer, err
	}
	answer.Body.Close()
	wrong := fmt.Errorf("%s answers with status %d, to %q; want the URL of the endpoint itself", r.URL.Redacted(), answer.StatusCode, answer.Header.Get("Location"))
	s.mistake(wrong)
	return nil, wrong
}
