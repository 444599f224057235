package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ratesim/client/clienttest"
	"ratesim/scenario"
	"ratesim/trace"
)

const second = time.Second

// A bubble is a server in a bubble of fake time, and a client of it.
type bubble struct {
	*testing.T
	server *Server
	pipes  *clienttest.Pipes
	client *http.Client
	trace  *bytes.Buffer
	result Result
}

// account is a scenario file of an account with an endpoint that is given.
func account(endpoint string) string {
	return "extends: account\nname: test\nendpoint:\n" + strings.TrimRight(indent(endpoint), " ") + "\nflows:\n  work: {arrivals: 'poisson(rate=1/s)'}\n"
}

func indent(text string) string {
	var lines []string
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		lines = append(lines, "  "+line)
	}
	return strings.Join(lines, "\n")
}

// configOf returns the config of a scenario file.
func configOf(t testing.TB, file string) Config {
	t.Helper()
	s, err := scenario.Read(scenario.Input{File: strings.NewReader(file), FileName: "test.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	prompter, err := scenario.NewPrompter(s, nil)
	if err != nil && !s.IsOpen() {
		t.Fatal(err)
	}
	m, err := scenario.NewModel(s, prompter, nil)
	if err != nil {
		t.Fatal(err)
	}
	live := m.Live()
	answers, err := m.LessonAnswers()
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Provider: live.Provider, Run: live.Run, Models: live.Models, Known: func(prompt string) (Known, bool) {
		a, ok := answers(prompt)
		return Known{Text: a.Label, Name: a.Hash, Input: a.Input, Output: a.Output}, ok
	}}
	for _, f := range live.Flows {
		c.Clients = append(c.Clients, Client{Flow: f.Name, Key: f.Key, Model: f.Model})
	}
	return c
}

// inBubble runs a test against a server, and proves the trace at the end.
func inBubble(t *testing.T, c Config, test func(b *bubble)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := &bubble{T: t, pipes: clienttest.NewPipes(), trace: &bytes.Buffer{}}
		file := trace.NewWriter(b.trace)
		c.Trace = file
		b.server = New(c)
		ended := make(chan error, 1)
		go func() { ended <- b.server.Serve(b.pipes) }()
		transport := &http.Transport{DialContext: b.pipes.Dial, MaxIdleConnsPerHost: 1000}
		b.client = &http.Client{Transport: transport}
		test(b)
		transport.CloseIdleConnections()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		result, err := b.server.Shutdown(ctx)
		if err != nil {
			t.Errorf("shutdown: %v", err)
		}
		b.result = result
		if err := <-ended; err != nil {
			t.Errorf("serve: %v", err)
		}
		if err := file.Flush(); err != nil {
			t.Error(err)
		}
		prove(t, b.trace.Bytes())
	})
}

// prove checks a trace by the rules of its limits.
func prove(t testing.TB, text []byte) {
	t.Helper()
	check := &trace.Checker{}
	if err := trace.Read(bytes.NewReader(text), "trace", check); err != nil {
		t.Errorf("%v\n%s", err, tail(text))
		return
	}
	if err := check.Finish(); err != nil {
		t.Errorf("%v\n%s", err, tail(text))
	}
}

// tail returns the end of a text.
func tail(text []byte) []byte { return text[max(0, len(text)-3000):] }

// An answer is what a client got.
type got struct {
	status int
	header http.Header
	body   string
	err    error         // of the connection or the body
	at     time.Duration // of real time, since the server began
}

// post sends a body to a path, with fields of a header as "Name: value".
func (b *bubble) post(path, body string, fields ...string) got {
	b.Helper()
	return b.send(b.Context(), "POST", path, body, fields...)
}

func (b *bubble) send(ctx context.Context, method, path, body string, fields ...string) (g got) {
	b.Helper()
	r, err := http.NewRequestWithContext(ctx, method, "http://localhost"+path, strings.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, ": ")
		r.Header.Add(name, value)
	}
	response, err := b.client.Do(r)
	if err == nil {
		g.status, g.header = response.StatusCode, response.Header
		var text []byte
		text, err = io.ReadAll(response.Body)
		g.body = string(text)
		response.Body.Close()
	}
	g.err = err
	g.at = time.Since(b.server.clock.began)
	return g
}

// chat is a body of Chat.
func chat(more string) string {
	return `{"model":"m","messages":[{"role":"user","content":"hello there"}]` + more + `}`
}

// state returns the server's state.
func (b *bubble) state() State { return b.server.State() }

// want reports a difference.
func (b *bubble) want(what string, have, want any) {
	b.Helper()
	if fmt.Sprint(have) != fmt.Sprint(want) {
		b.Errorf("%s: %v; want %v", what, have, want)
	}
}

// in returns a value of a JSON text at a path of names and numbers.
func in(text string, path ...any) any {
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		return err
	}
	for _, step := range path {
		switch at := value.(type) {
		case map[string]any:
			value = at[fmt.Sprint(step)]
		case []any:
			if i := step.(int); i < len(at) {
				value = at[i]
			} else {
				return nil
			}
		default:
			return nil
		}
	}
	return value
}
