package client

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"math"
	rng "math/rand/v2"
	"slices"
	"sync"
	"time"

	"ratesim/chance"
	"ratesim/governor"
	"ratesim/trace"
)

// forever is an instant that does not come.
const forever time.Duration = math.MaxInt64

// A Config describes a Run.
type Config struct {
	Seed    *int64        // of chance; nil for one that is drawn from the system's entropy
	Trace   trace.Sink    // takes the records of the run; nil for none
	Name    string        // of the run in its trace, as of a scenario
	Load    string        // the same
	Horizon time.Duration // what happens then or later is not recorded; 0 for 24 h

	// Settle, if set, returns when all that is due at the present instant has
	// happened. It is testing/synctest.Wait in a test that runs in a bubble: then
	// ties are those of package sim, and a run can be compared with a simulated
	// one to the nanosecond. No other goroutine may call it. Nil elsewhere.
	Settle func()
}

// A Run is what clients have in common: a clock, a seed, a trace, and the lock
// under which their governors are asked.
type Run struct {
	config   Config
	seed     int64
	began    time.Time
	instants instants

	mu       sync.Mutex
	clients  []*Client
	flows    int    // that the clients have
	places   uint64 // in lines, given so far
	sendings uint64
	wake     *time.Timer
	wakeAt   time.Duration // forever when nobody waits for it
	due      bool          // somebody may be able to send
	cursor   int           // the client whose turn it is to send
	jitter   chance.Named
	rng      *rng.Rand // draws from jitter
	record   *recorder
}

// horizonUsual is how long a run is recorded if nobody says.
const horizonUsual = 24 * time.Hour

// NewRun returns a Run that begins now.
func NewRun(c Config) *Run {
	r := &Run{config: c, began: time.Now(), wakeAt: forever}
	r.rng = rng.New(&r.jitter)
	r.seed = entropy()
	if c.Seed != nil {
		r.seed = *c.Seed
	}
	if c.Trace != nil {
		if r.config.Horizon <= 0 {
			r.config.Horizon = horizonUsual
		}
		r.record = &recorder{run: r, sink: c.Trace}
	}
	r.instants.run = r
	return r
}

// entropy returns a seed that nobody can guess.
func entropy() int64 {
	var bytes [8]byte
	rand.Read(bytes[:]) // never returns an error
	return int64(binary.LittleEndian.Uint64(bytes[:]))
}

// Seed returns the seed by which the run can be repeated.
func (r *Run) Seed() int64 { return r.seed }

// Now returns the present instant of the run.
func (r *Run) Now() time.Duration { return time.Since(r.began) }

// Began returns the instant 0 of the run.
func (r *Run) Began() time.Time { return r.began }

// add makes a Client the next flow of the run.
func (r *Run) add(c *Client) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.record != nil && r.record.opened {
		panic("client: a Client must be made before the first request of its Run is recorded")
	}
	c.order, c.circle = len(r.clients), len(r.clients)
	if c.Of != nil {
		c.place, c.numbers = c.Of.place, c.Of.numbers
	} else {
		c.place = r.flows
		r.flows++
		for n, name := 2, c.Flow; r.has(c.Flow); n++ {
			c.Flow = fmt.Sprintf("%s %d", name, n)
		}
	}
	for _, g := range c.Governors {
		if !r.governs(g) {
			g.Reset()
		}
		r.join(c, g)
	}
	r.clients = append(r.clients, c)
}

// join makes one circle of those of a new client and of all that share a governor
// with it.
func (r *Run) join(c *Client, g governor.Governor) {
	for _, o := range r.clients {
		if o.circle == c.circle || !slices.Contains(o.Governors, g) {
			continue
		}
		from := o.circle
		for _, other := range r.clients {
			if other.circle == from {
				other.circle = c.circle
			}
		}
	}
}

// has reports whether a flow of the run has a name.
func (r *Run) has(flow string) bool {
	return slices.ContainsFunc(r.clients, func(c *Client) bool { return c.Flow == flow })
}

// governs reports whether a governor is in use, and must not be reset.
func (r *Run) governs(g governor.Governor) bool {
	return slices.ContainsFunc(r.clients, func(c *Client) bool { return slices.Contains(c.Governors, g) })
}

// Close ends the record of the run: requests that have not ended are recorded as
// unfinished. It does not stop them. The error is the first one of the sink.
func (r *Run) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.record == nil {
		return nil
	}
	return r.record.close()
}
