package bench

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ratesim/client/clienttest"
	"ratesim/scenario"
	"ratesim/server"
	"ratesim/sim"
	"ratesim/trace"
)

// A world is a scenario, a policy and a seed.
type world struct {
	text, spec string
	seed       int64
}

// open makes a world ready.
func (w world) open(t *testing.T) (*scenario.Model, scenario.Case) {
	t.Helper()
	s, err := scenario.Read(scenario.Input{File: strings.NewReader(w.text), FileName: "world.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	m, err := scenario.NewOpenModel(s)
	if err != nil {
		t.Fatal(err)
	}
	c, err := m.Case("", w.spec)
	if err != nil {
		t.Fatal(err)
	}
	return m, c
}

// served returns what "ratesim serve" serves of a model.
func served(m *scenario.Model, seed int64) server.Config {
	live := m.Live()
	live.Run.Seed = seed
	c := server.Config{Provider: live.Provider, Run: live.Run, Models: live.Models}
	for _, f := range live.Flows {
		c.Clients = append(c.Clients, server.Client{Flow: f.Name, Key: f.Key, Model: f.Model})
	}
	return c
}

// A sent is a bench that has ended.
type sent struct {
	Result
	err   error
	trace string
}

// inBubble runs a world's flows against a handler, or if that is nil against the
// world's own endpoint, in a bubble of fake time. change may change the Config; stops
// are when the context ends.
func inBubble(t *testing.T, w world, handler http.Handler, change func(*Config), stops ...time.Duration) (s sent) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		m, c := w.open(t)
		p := clienttest.NewPipes()
		var api interface{ Serve(net.Listener) error } = server.New(served(m, w.seed))
		if handler != nil {
			api = &http.Server{Handler: handler}
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = api.Serve(p)
		}()
		target, err := NewTarget("http://localhost", strings.Contains(w.text, "anthropic"))
		if err != nil {
			t.Fatal(err)
		}
		network := &http.Transport{DialContext: p.Dial, MaxIdleConnsPerHost: 1000}
		target.Base = network
		if err := target.Meet(t.Context()); err != nil {
			t.Fatal(err)
		}
		var written bytes.Buffer
		file, check := trace.NewWriter(&written), &trace.Checker{}
		sim := m.Config(c)
		config := Config{Target: target, Flows: sim.Flows, Seed: w.seed, Horizon: sim.Horizon, Grace: time.Minute, Settle: synctest.Wait}
		config.Head = m.Header(c, w.seed)
		config.Head.Limits = []trace.Limit{}
		ctx := t.Context()
		for _, after := range stops {
			limited, cancel := context.WithTimeout(ctx, after)
			defer cancel()
			ctx = limited
		}
		if change != nil {
			change(&config)
		}
		config.Trace = trace.Tee{seen{file, config.Stream, config.Horizon}, check}
		s.Result, s.err = Run(ctx, config)
		if err := check.Finish(); err != nil {
			t.Error(err)
		}
		if err := file.Flush(); err != nil {
			t.Error(err)
		}
		s.trace = written.String()
		network.CloseIdleConnections()
		if own, ours := api.(*server.Server); ours {
			if _, err := own.Shutdown(t.Context()); err != nil {
				t.Error(err)
			}
		} else {
			api.(*http.Server).Close()
		}
		p.Close()
		<-ended
	})
	return s
}

// seen keeps of a trace what a client can know, so that it can be compared with a
// simulated one.
type seen struct {
	trace.Sink
	first   bool          // it knows when output began
	horizon time.Duration // what hangs is given up then
}

func (s seen) Run(r trace.Run) error {
	r.Limits = []trace.Limit{}
	return s.Sink.Run(r)
}

func (s seen) Attempt(a trace.Attempt) error {
	a.WindowFill, a.WindowLimit, a.RefusedBy, a.Wait = 0, 0, "", 0
	a.Done, a.Produced, a.Uncounted = 0, 0, false
	if !s.first || a.Status != trace.StatusOK {
		a.First = 0
	}
	if a.Status == trace.StatusTimeout {
		a.Heard = min(a.Heard, int64(s.horizon))
	}
	if a.Status != trace.StatusOK {
		a.InputTokens, a.OutputTokens, a.Cached = 0, 0, 0
	}
	return s.Sink.Attempt(a)
}

func (s seen) End(e trace.End) error {
	e.Repeated = 0
	return s.Sink.End(e)
}

// simulated returns the trace of the same run in virtual time.
func simulated(t *testing.T, w world, stream bool) string {
	t.Helper()
	m, c := w.open(t)
	var written bytes.Buffer
	file := trace.NewWriter(&written)
	head := m.Header(c, w.seed)
	head.Observed = trace.ObservedByClient // as that of the bench is
	if err := (seen{file, stream, m.Config(c).Horizon}).Run(head); err != nil {
		t.Fatal(err)
	}
	if _, err := sim.NewRunner(m.Config(c)).Run(w.seed, seen{file, stream, m.Config(c).Horizon}); err != nil {
		t.Fatal(err)
	}
	if err := file.Flush(); err != nil {
		t.Fatal(err)
	}
	return written.String()
}
