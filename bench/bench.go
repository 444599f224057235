// Package bench sends the flows of a scenario to a real endpoint over HTTP, in real
// time, by package client: the same arrivals, sizes, policies and governors that
// package sim runs in virtual time, and the same trace.
//
// It sends no more than its Budget allows and ends by itself: when all flows have
// ended, at the horizon, when the budget is used up, or when its context ends. Then
// nothing more is sent, and answers in flight are waited for.
package bench

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"ratesim/client"
	"ratesim/governor"
	"ratesim/sim"
	"ratesim/trace"
	"ratesim/wire"
)

// A Config says what is sent, where to, and how much of it.
type Config struct {
	Target  Target
	Flows   []sim.Flow    // each of a Client, in the order of their Place; those of one Place are processes of a flow
	Stream  bool          // answers are asked for as streams of events, and read to their end
	Workers int           // requests that are under way at once, waits between attempts included; others wait in line. 0 for no bound
	Budget  Budget        // that must not be exceeded
	Seed    int64         // of arrivals, sizes and waits
	Horizon time.Duration // when it ends at the latest; more than 0
	Grace   time.Duration // how long answers in flight are waited for when it ends
	Head    trace.Run     // of the trace
	Trace   trace.Sink    // takes the records; nil for none

	// Progress is told the present instant with each answer, one call at a time. nil
	// for nobody.
	Progress func(now time.Duration)

	Settle func() // see client.Config; nil outside of a test
}

// A Result is what a bench has done, besides its trace.
type Result struct {
	End      End
	Ended    time.Duration // the instant at which it ended
	Attempts int64         // that were sent
	Spent    Spending      // by what answers said; as reckoned where none did
	Untold   int64         // answers that did not say what they cost
	Absurd   int64         // answers that said that they cost what cannot be
	Said     error         // what the first of them said; nil for none
	Late     time.Duration // the most by which a request arrived later than it was due
	Statuses map[int]int64 // answers of 400 or more, by HTTP status
}

// An End is why a bench ended. The zero End is Done.
type End uint8

// The ends.
const (
	Done     End = iota // all that the flows had was sent, and ended
	Horizon             // time was up
	Spent               // the budget allows no further attempt
	Stopped             // its context ended
	Mistaken            // the target is none; the error of Run says why
)

// Run sends until the end, which the Result tells. The error is that of the target,
// if it is none, or the first one of the trace.
func Run(ctx context.Context, c Config) (Result, error) {
	b := newBench(c)
	defer b.cancel()
	ended := make(chan struct{})
	go func() {
		b.all.Wait()
		close(ended)
	}()
	horizon := time.NewTimer(c.Horizon)
	defer horizon.Stop()
	select {
	case <-ended:
	case <-horizon.C:
		b.result.End = Horizon
	case <-b.purse.empty:
		b.result.End = Spent
	case <-ctx.Done():
		b.result.End = Stopped
	case <-b.mistaken:
		b.result.End = Mistaken
	}
	b.result.Ended = min(b.run.Now(), c.Horizon)
	b.end(ended)
	if err := b.run.Close(); err != nil && b.err == nil {
		b.err = err
	}
	b.cancel() // what still waits will not be sent
	<-ended
	b.result.Spent, b.result.Attempts = b.purse.spent, b.purse.sent
	b.result.Untold, b.result.Absurd, b.result.Said = b.purse.untold, b.purse.absurd, b.purse.first
	return b.result, b.err
}

// A bench is a Config at work.
type bench struct {
	Config
	run     *client.Run
	purse   *purse
	ctx     context.Context // of all requests
	cancel  context.CancelFunc
	stopped chan struct{} // closed when no further request is to arrive
	all     sync.WaitGroup

	mistaken chan struct{} // closed when the target is none
	once     sync.Once
	err      error

	mu     sync.Mutex
	result Result
}

// newBench begins to send.
func newBench(c Config) *bench {
	b := &bench{Config: c, stopped: make(chan struct{}), mistaken: make(chan struct{}), purse: newPurse(c.Budget), result: Result{Statuses: map[int]int64{}}}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	config := client.Config{Seed: &c.Seed, Horizon: c.Horizon, Settle: c.Settle}
	if c.Trace != nil {
		head := c.Head
		head.Observed = trace.ObservedByClient
		config.Trace = headed{c.Trace, head}
	}
	b.run = client.NewRun(config)
	var shared []governor.Governor
	if c.Workers > 0 {
		shared = append(shared, &governor.Concurrency{Limit: int64(c.Workers), Hold: governor.Call})
	}
	for _, processes := range byPlace(c.Flows) {
		var first *client.Client
		var senders []*sender
		for _, f := range processes {
			one := b.sender(f, first, shared)
			if first == nil {
				first = one.by
			}
			senders = append(senders, one)
		}
		if processes[0].Loop != nil {
			for _, s := range senders {
				b.all.Go(s.sendLoop)
			}
			continue
		}
		b.all.Go(func() { sendOpen(senders) })
	}
	return b
}

// byPlace returns flows by their place: the processes of each.
func byPlace(flows []sim.Flow) (all [][]sim.Flow) {
	for i, f := range flows {
		if i == 0 || flows[i-1].Place != f.Place {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], f)
	}
	return all
}

// sender returns what sends a flow, or another process of one. The flow's own
// governors are asked first: their chance is named by their place.
func (b *bench) sender(f sim.Flow, of *client.Client, shared []governor.Governor) *sender {
	s := &sender{Flow: f, bench: b}
	s.by = client.New(client.Options{
		Policy:    f.Policy,
		Governors: slices.Concat(f.Client.Governors, shared, []governor.Governor{b.purse.governor()}),
		Budget:    max(0, f.Budget),
		Flow:      f.Name,
		Run:       b.run,
		Of:        of,
		Whole:     f.Client.Whole,
		Fallbacks: fallbacks(f.Client),
		Hook:      b.heard,
		Vendor:    b.Target.Vendor,
		Prepare:   b.Target.prepare,
		Usage:     usage,
		Check:     func(_ *http.Response, body []byte) error { return wire.Whole(body) },
	})
	s.network = s.by.Transport(strict{b.Target.base(), b.mistake})
	return s
}

// fallbacks returns what a flow turns to.
func fallbacks(c *sim.Client) (all []client.Fallback) {
	for _, f := range c.Fallbacks {
		kind := map[sim.FallbackKind]client.FallbackKind{sim.Person: client.Person, sim.Queue: client.Queue, sim.Model: client.Model}[f.Kind]
		all = append(all, client.Fallback{Kind: kind, After: f.After, Model: c.Names.Models[f.Model], Lacks: !f.Capable})
	}
	return all
}

// end lets nothing more be sent, and waits for what is in flight.
func (b *bench) end(ended <-chan struct{}) {
	close(b.stopped)
	b.purse.close()
	patience := time.NewTimer(b.Grace)
	defer patience.Stop()
	select {
	case <-ended:
	case <-b.purse.landed:
	case <-patience.C:
	}
}

// mistake ends the bench because its target is none.
func (b *bench) mistake(err error) {
	b.once.Do(func() {
		b.err = err
		close(b.mistaken)
	})
}

// heard counts an answer.
func (b *bench) heard(r client.Report) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if f := r.Failure; f != nil && f.Status >= http.StatusBadRequest {
		b.result.Statuses[f.Status]++
	}
	if b.Progress != nil {
		b.Progress(min(r.Heard, b.Horizon))
	}
}

// late notes by how much a request arrived later than it was due.
func (b *bench) late(by time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.result.Late = max(b.result.Late, by)
}

// headed is a trace whose head is told beforehand.
type headed struct {
	trace.Sink
	head trace.Run
}

// Run writes the head.
func (h headed) Run(trace.Run) error { return h.Sink.Run(h.head) }

// Request writes an arrival, of whose calls the head has told.
func (h headed) Request(r trace.Request) error {
	r.Calls = 0
	return h.Sink.Request(r)
}
