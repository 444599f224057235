package sdk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/sdk/ask"
)

// What is too long to be waited for is measured in fake time: in a bubble for Go, and
// for JavaScript by timers that node/fake.mjs has put in place of Node's.

// A faked call is what an SDK made of a network that refuses it twice with a wait, or
// never answers.
type faked struct {
	at    []time.Duration // of attempts
	over  []time.Duration // when those that were not answered were given up
	ended string
}

// fakes returns what an SDK makes of waits that it is told, in seconds as a header has
// them; of no answer for "".
func (s *sdk) fakes(t *testing.T, told []string) (all []faked) {
	t.Helper()
	if s.node != "" {
		return s.fakesByNode(t, told)
	}
	for _, one := range told {
		all = append(all, s.inBubble(t, one))
	}
	return all
}

// A refuser stands in for the network.
type refuser struct {
	faked
	retryAfter string // "" for no answer
	began      time.Time
}

func (n *refuser) RoundTrip(r *http.Request) (*http.Response, error) {
	n.at = append(n.at, time.Since(n.began))
	if n.retryAfter == "" {
		<-r.Context().Done()
		n.over = append(n.over, time.Since(n.began))
		return nil, r.Context().Err()
	}
	status, body := 429, `{"error":{"type":"rate_limit_error"}}`
	if len(n.at) > 2 {
		status, body = 200, `{"id":"1","type":"message","role":"assistant","object":"chat.completion","choices":[],"content":[]}`
	}
	header := http.Header{"Content-Type": {"application/json"}, "Retry-After": {n.retryAfter}}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

// inBubble lets an SDK for Go call in fake time, for three hours at most.
func (s *sdk) inBubble(t *testing.T, retryAfter string) faked {
	t.Helper()
	n := &refuser{retryAfter: retryAfter}
	synctest.Test(t, func(t *testing.T) {
		n.began = time.Now()
		usual := http.DefaultTransport
		http.DefaultTransport = n
		defer func() { http.DefaultTransport = usual }()
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Hour)
		defer cancel()
		if o := s.ask(ctx, ask.Job{ID: "1", URL: "http://localhost", API: s.api}); o.Error == ask.Answered || o.Error == ask.Waiting {
			n.ended = "error"
		} else {
			n.ended = "well" // whatever it makes of a body that says little
		}
	})
	return n.faked
}

// fakesByNode lets an SDK for JavaScript call with timers of its own.
func (s *sdk) fakesByNode(t *testing.T, told []string) (all []faked) {
	t.Helper()
	wanted, err := json.Marshal(map[string]any{"sdk": s.node, "told": told})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "fake.mjs")
	cmd.Dir, cmd.Stdin = "node", bytes.NewReader(wanted)
	var said bytes.Buffer
	cmd.Stderr = &said
	text, err := cmd.Output()
	var came []struct {
		At, Over []float64 // milliseconds
		Ended    string
	}
	if err := errors.Join(err, json.Unmarshal(text, &came)); err != nil || len(came) != len(told) {
		t.Fatalf("%s: %v\n%s", s.name, err, &said)
	}
	instants := func(of []float64) (all []time.Duration) {
		for _, one := range of {
			all = append(all, time.Duration(one*float64(time.Millisecond)))
		}
		return all
	}
	for _, c := range came {
		all = append(all, faked{at: instants(c.At), over: instants(c.Over), ended: c.Ended})
	}
	return all
}

// String returns it as a cell of the table: the waits in full, unless they are the SDK's
// own, which have chance in them.
func (f faked) String() string {
	if len(f.at) == 1 {
		return "1: " + f.ended
	}
	var waits []string
	for i := range f.at[1:] {
		wait := f.at[i+1] - f.at[i]
		if own := [...]time.Duration{500 * ms, second}[min(i, 1)]; wait >= own*3/4 && wait <= own {
			waits = append(waits, "own")
		} else {
			waits = append(waits, wait.String())
		}
	}
	return fmt.Sprintf("%d: %s, %s", len(f.at), strings.Join(waits, ", "), f.ended)
}

// longWaits are what is told, in seconds.
var longWaits = []string{"7", "59.9", "60", "61", "120", "121", "130", "3600"}

// simulatedLong returns what a preset makes of a wait.
func simulatedLong(t *testing.T, preset, told string) (f faked) {
	t.Helper()
	m := matter{fault: "rate-limit", hints: []string{fmt.Sprintf("seconds(value=%ss, step=100ms)", told)}}
	scenario := strings.Replace(m.scenario(), "horizon: "+tooLong.String(), "horizon: 3h", 1)
	scenario = strings.Replace(scenario, "constant(latency=50ms)", "constant(latency=0s)", 1)
	text := ratesim(t, scenario, "--policy", preset, "--trace", "-")
	f.ended = "error"
	if strings.Contains(string(text), `"outcome":"completed"`) {
		f.ended = "well"
	}
	for _, a := range attemptsOf(t, text)["1"] {
		f.at = append(f.at, a.At)
	}
	return f
}

// Waits that are too long to be waited for are kept in full, or taken for the SDK's own,
// or for the end, as the presets have it.
func TestLongWaitsInFakeTime(t *testing.T) {
	there := present(t)
	var text strings.Builder
	head, line := "| it is told | ", "| --- |"
	rows := make([]string, len(longWaits))
	for _, s := range there {
		head, line = head+s.name+" | ", line+" --- |"
		for i, have := range s.fakes(t, longWaits) {
			if want := simulatedLong(t, s.preset, longWaits[i]); have.String() != want.String() {
				t.Errorf("%s, told %s s: %v, at %v; its preset: %v", s.name, longWaits[i], have, have.at, want)
			}
			rows[i] += have.String() + " | "
		}
	}
	fmt.Fprintf(&text, "%s\n%s\n", strings.TrimSpace(head), line)
	for i, row := range rows {
		fmt.Fprintf(&text, "| 429, `retry-after: %s` | %s\n", longWaits[i], strings.TrimSpace(row))
	}
	if len(there) < len(sdks) {
		t.Log("SKIPPED the comparison of long waits with the page: not all SDKs are here")
		return
	}
	section(t, "long", text.String(), true)
}

// Without a timeout of the caller's, openai-go waits for ever, and the others for ten
// minutes, three times.
func TestTheUsualTimeouts(t *testing.T) {
	for _, s := range present(t) {
		n := s.fakes(t, []string{""})[0]
		want, attempts := 10*time.Minute, 3
		if s.ofOpenAI() && s.node == "" {
			want, attempts = 3*time.Hour, 1
		}
		if len(n.over) != attempts || n.over[0] != want {
			t.Errorf("%s: attempts at %v, given up at %v; want %d, the first one given up at %v", s.name, n.at, n.over, attempts, want)
		}
	}
}
