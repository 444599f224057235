// Package server puts an endpoint of package endpoint behind HTTP in real time, in
// the form of OpenAI, Azure and Anthropic, and judges its clients.
//
// One lock stands around the endpoint: each attempt is decided at one instant, in
// the order in which they came, as in a simulation. What the answer then takes, its
// handler waits out. Instants are time.Durations of the run: the time since it
// began, times Config.Speed. Draws are named by seed, call and try, so that they do
// not depend on which of several clients came first.
//
// Whatever a client sends, memory is bounded: bodies, headers, connections, calls,
// keys and records all have a maximum, beyond which the answer is a refusal that
// says so.
package server

import (
	"math"
	"net/http"
	"slices"
	"sync"
	"time"

	"ratesim/endpoint"
	"ratesim/trace"
	"ratesim/wire"
)

// A Config describes a Server.
type Config struct {
	Provider *endpoint.Provider // that answers; nobody else uses it
	Run      trace.Run          // the head of the trace: scenario, seed, limits, flows, price
	Clients  []Client           // by which keys and models flows are told apart; in the order of Run.Flows
	Models   []string           // that there are; nil for any
	Keys     []string           // further names of keys that are shown as they are

	Speed  int64             // so many times as fast as real time; 0 for 1
	Vendor wire.Vendor       // whose header fields answers have; Any for those of the API that is asked
	Trace  trace.Sink        // takes the records; nil for nobody
	Known  KnownAnswers      // answers of its own to some prompts; nil for none
	Count  func(string) int  // tokens of a text; nil for a quarter of its bytes
	Output int64             // tokens of an answer whose request says nothing; 0 for 100
	Warn   func(text string) // is told, once each, what a user should know; nil for nobody
	Bounds Bounds
}

// A Client is how a flow is told from others.
type Client struct {
	Flow       string
	Key, Model string // "" for any
}

// KnownAnswers returns an answer to a prompt that is known; ok is false for others.
type KnownAnswers func(prompt string) (a Known, ok bool)

// Known is a known answer.
type Known struct {
	Text   string
	Name   uint32 // by which package endpoint's Faults draw
	Input  int64  // tokens of the prompt
	Output int64  // tokens of the text
}

// Bounds keep a server alive. Where 0 stands the default holds.
type Bounds struct {
	Body        int64         // bytes of a request's body; default 8 MiB
	Bodies      int64         // bytes of all bodies in memory, of requests and answers; default 256 MiB
	Header      int           // bytes of a request's header; default 64 KiB
	Connections int           // open ones; default 20,000
	Attempts    int           // in flight; default 20,000
	Keys        int           // that are told apart, and models; default 10,000
	Calls       int           // that are remembered; default 100,000
	Records     int           // kept behind an attempt that is still in flight; default 200,000
	Read        time.Duration // real, for a header, and for a body; default 30 s
	Write       time.Duration // real, for a client to take a part of its answer; default 30 s
	Idle        time.Duration // real, of a connection between two requests; default 2 min
	Answer      time.Duration // real, until an answer that hangs is cut off; default 15 min
}

// orDefaults fills in the defaults.
func (b Bounds) orDefaults() Bounds {
	set := func(into *int, value int) {
		if *into == 0 {
			*into = value
		}
	}
	last := func(into *time.Duration, value time.Duration) {
		if *into == 0 {
			*into = value
		}
	}
	if b.Body == 0 {
		b.Body = 8 << 20
	}
	if b.Bodies == 0 {
		b.Bodies = 256 << 20
	}
	set(&b.Header, 64<<10)
	set(&b.Connections, 20_000)
	set(&b.Attempts, 20_000)
	set(&b.Keys, 10_000)
	set(&b.Calls, 100_000)
	set(&b.Records, 200_000)
	last(&b.Read, 30*time.Second)
	last(&b.Write, 30*time.Second)
	last(&b.Idle, 2*time.Minute)
	last(&b.Answer, 15*time.Minute)
	return b
}

// A Server is an endpoint behind HTTP. It is a http.Handler; Serve puts it behind a
// listener with all its bounds.
type Server struct {
	config Config
	http   *http.Server
	routes *http.ServeMux
	sealed http.Handler // what may change the server, closed to other sites' pages

	mu       sync.Mutex
	clock    clock
	seed     int64
	now      time.Duration // of the last event
	asked    time.Duration // when the endpoint was last asked
	calls    calls
	journal  *journal
	faults   faultSet
	names    names
	figures  figures
	delay    delays
	bodies   int64 // bytes of bodies in memory, of requests and answers
	closing  bool  // no further attempt is taken
	flying   map[*attempt]bool
	warned   map[string]bool
	finished []Measured // runs that have ended by a reset
}

// Others is the flow of clients that no flow of the scenario has named.
const Others = "clients"

// Flows returns the flows that runs have: those of Run, and Others where clients may be
// of none of them.
func (c Config) Flows() []trace.Flow {
	flows := slices.Clone(c.Run.Flows)
	if len(flows) == 0 || len(c.Clients) > 1 {
		flows = append(flows, trace.Flow{Name: Others})
	}
	return flows
}

// New returns a Server whose run begins now.
func New(c Config) *Server {
	c.Bounds = c.Bounds.orDefaults()
	c.Speed = max(1, c.Speed)
	if c.Output == 0 {
		c.Output = 100
	}
	if c.Count == nil {
		c.Count = quarterOfBytes
	}
	c.Run.Flows = c.Flows()
	for i := range c.Run.Flows {
		c.Run.Flows[i].Loop, c.Run.Flows[i].Calls = 0, 0 // what a client does is its own affair
	}
	c.Run.Version, c.Run.Open, c.Run.StepNS, c.Run.HorizonNS = trace.Version, true, 0, int64(horizon)
	s := &Server{config: c, warned: map[string]bool{}, flying: map[*attempt]bool{}}
	s.faults.scenario = c.Provider.Faults
	s.names = newNames(c)
	s.routes = s.newRoutes()
	s.begin(c.Run.Seed)
	return s
}

// horizon is where a live run ends at the latest.
const horizon = 100 * 365 * 24 * time.Hour

// quarterOfBytes estimates tokens: OpenAI's rule of thumb for English text ("What
// are tokens and how to count them?", help.openai.com).
func quarterOfBytes(text string) int { return (len(text) + 3) / 4 }

// begin begins a run under a seed. The lock is held, or nobody else knows the
// server.
func (s *Server) begin(seed int64) {
	s.seed, s.now, s.asked = seed, 0, -1
	s.clock = clock{began: time.Now(), speed: s.config.Speed}
	s.config.Provider.BeganAt, s.config.Provider.Faults = s.clock.began, s.faults.scenario // whose scripts begin anew
	s.config.Provider.Reset(seed)
	s.calls = newCalls(s.config.Bounds.Calls)
	s.figures = newFigures()
	s.delay = delays{}
	head := s.config.Run
	head.Seed = seed
	s.journal = newJournal(head, s.config.Trace)
}

// tick returns the instant of an event. The lock is held.
func (s *Server) tick() time.Duration {
	s.now = max(s.now, s.clock.now())
	return s.now
}

// part returns the instant at which a client leaves: behind all that was decided, so
// that what it gives back was not there before. The lock is held.
func (s *Server) part() time.Duration {
	if s.tick() == s.asked {
		s.now++
	}
	return s.now
}

// A clock tells the instants of a run.
type clock struct {
	began time.Time
	speed int64
}

// now returns the instant of the run that it is.
func (c clock) now() time.Duration {
	real := time.Since(c.began)
	if int64(real) > int64(horizon)/c.speed {
		return horizon - 1
	}
	return real * time.Duration(c.speed)
}

// at returns when an instant of the run is, not before it.
func (c clock) at(instant time.Duration) time.Time { return c.began.Add(c.real(instant)) }

// real returns how long a time of the run takes, rounded up to a nanosecond.
func (c clock) real(d time.Duration) time.Duration {
	if d == math.MaxInt64 {
		return d
	}
	q := d / time.Duration(c.speed)
	if d > 0 && d%time.Duration(c.speed) != 0 {
		q++
	}
	return q
}

// warn tells the user something once. The lock is held.
func (s *Server) warn(text string) {
	if !s.warned[text] && s.config.Warn != nil {
		s.config.Warn(text)
	}
	s.warned[text] = true
}
