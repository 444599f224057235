package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ratesim/scenario"
	"ratesim/server"
	"ratesim/suggest"
	"ratesim/trace"
	"ratesim/wire"
)

// serveOptions are the flags of "ratesim serve", as typed.
type serveOptions struct {
	source  sourceFlags
	typed   lateFlags
	assert  assertFlags
	output  outputFlags
	open    openFlags
	seed    int64
	addr    string
	expose  bool
	speed   int64
	length  int64
	headers string
	trace   string
	lasts   time.Duration
	grace   time.Duration
}

func newServeCommand(e edge) *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Put an endpoint behind HTTP, for your own client to meet",
		Long: `Serve a scenario's endpoint in real time, in the form of OpenAI (Chat
Completions, Responses, Embeddings, Models), of Azure's deployments and of
Anthropic (Messages, token counting), until SIGINT or SIGTERM, or for as long as
you say. What is in flight then comes to its end, and the tables of the run are
printed, with what clients did that they should not do.

Point your client at http://127.0.0.1:8080/v1 (OpenAI) or http://127.0.0.1:8080
(Anthropic), with any key. GET / shows how it stands, /metrics the same for
Prometheus, and /ratesim/ is for setting faults and beginning anew.`,
		Args: noArguments,
		Example: `  ratesim serve --addr 127.0.0.1:0 --for 1s
  ratesim serve -f mine.yaml --seed 7 --addr 127.0.0.1:0 --for 1s
  ratesim serve --speed 60 --trace served.ndjson --addr 127.0.0.1:0 --for 1s`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(e, cmd) },
	}
	o.register(e, cmd)
	return cmd
}

func (o *serveOptions) register(e edge, cmd *cobra.Command) {
	o.source.registerScenario(e, cmd)
	f := cmd.Flags()
	f.Int64Var(&o.seed, "seed", 0, "`seed` of the run; default the scenario's")
	f.StringVar(&o.addr, "addr", "127.0.0.1:8080", "`address` to listen on; port 0 picks one and tells it")
	f.BoolVar(&o.expose, "expose-to-network", false, "allow an address that other machines can reach")
	o.speed, o.length = 1, 100
	f.Var(countFlag{&o.speed, 1_000_000}, "speed", "so many `times` as fast as real time: 60 runs an hour of limits in a minute")
	f.Var(countFlag{&o.length, 1_000_000}, "output", "`tokens` of an answer, if the request allows so many and does not say how many it wants")
	f.Var((*textFlag)(&o.headers), "headers", "`vendor` whose header fields answers have; default that of the scenario's endpoint, or of the API that is asked")
	f.Var((*fileFlag)(&o.trace), "trace", "record every attempt as NDJSON in a `file`; - for standard output, in place of the tables")
	writes(f, "trace")
	f.DurationVar(&o.lasts, "for", 0, "end after so long a real `time`; 0 for when it is told to")
	f.DurationVar(&o.grace, "grace", 10*time.Second, "real `time` that answers in flight have to come to their end")
	o.assert.register(cmd)
	o.output.register(cmd)
	o.open.register(cmd)
	completeNothing(cmd, "seed", "addr", "speed", "output", "for", "grace")
	complete(cmd, "headers", func(*cobra.Command) []string { return vendorNames() })
	o.typed.with(cmd)
}

func vendorNames() []string {
	var names []string
	for _, v := range wire.Vendors()[1:] {
		names = append(names, v.String())
	}
	return names
}

// check returns what is wrong with the flags, also with those that are for the end:
// what was served cannot be had again.
func (o *serveOptions) check(e edge, cmd *cobra.Command) []error {
	format, faults := o.output.check()
	_, more := o.open.check(format)
	_, err := o.assert.claims()
	faults = append(append(append(faults, o.typed.faults...), more...), err, o.output.golden.checkFile(e))
	faults = append(faults, insteadOfTables(e, cmd, o.trace)...)
	fault := func(is bool, flag, format string, args ...any) {
		if is {
			faults = append(faults, named(flag, fmt.Errorf(format, args...)))
		}
	}
	fault(o.lasts < 0, "--for", "want a time of at least 0s; have %v", o.lasts)
	fault(o.grace < 0, "--grace", "want a time of at least 0s; have %v", o.grace)
	if _, ok := wire.VendorNamed(o.headers); o.headers != "" && !ok {
		names := vendorNames()
		fault(true, "--headers", "want one of %s; have %q%s", strings.Join(names, ", "), o.headers, suggest.Question(o.headers, names))
	}
	return append(faults, o.checkAddress())
}

// checkAddress refuses an address that other machines can reach, unless that is
// asked for in so many words.
func (o *serveOptions) checkAddress() error {
	host, port, err := net.SplitHostPort(o.addr)
	if _, wrong := strconv.ParseUint(port, 10, 16); err != nil || wrong != nil {
		return named("--addr", fmt.Errorf("want an address such as 127.0.0.1:8080, with a port up to 65535; have %q", o.addr))
	}
	address, err := netip.ParseAddr(host)
	if o.expose || host == "localhost" || err == nil && address.IsLoopback() {
		return nil
	}
	return named("--addr", fmt.Errorf("%q can be reached by other machines, and nothing here asks who they are; want --expose-to-network, too, or an address such as 127.0.0.1:8080", host))
}

// insteadOfTables reports that the trace goes to standard output.
func (o *serveOptions) insteadOfTables(e edge) bool { return o.trace != "" && e.isOutput(o.trace) }

func (o *serveOptions) run(e edge, cmd *cobra.Command) error {
	faults := o.check(e, cmd)
	o.source.served = true
	source, err := o.source.open(cmd.Context(), e)
	if err != nil {
		return usageAll(append(faults, err))
	}
	defer source.close()
	if !cmd.Flags().Changed("seed") {
		o.seed = source.model.Scenario.Seed
	}
	config, err := o.config(e, source.model)
	faults = append(faults, err, o.checkClaims(e, config))
	if errors.Join(faults...) != nil {
		return usageAll(faults)
	}
	l, err := net.Listen("tcp", o.addr)
	if err != nil {
		return usage(fmt.Errorf("--addr: %w", err))
	}
	result, err := o.traced(cmd.Context(), e, serving{config: config, listener: l})
	if err != nil {
		return err
	}
	rows, err := o.judge(e, result)
	if err == nil && !o.insteadOfTables(e) {
		err = o.print(e, result, rows)
	}
	if err != nil {
		return err
	}
	return verdict(rows)
}

// traced serves, and writes the trace if one is wanted: before anything is made of it.
func (o *serveOptions) traced(ctx context.Context, e edge, s serving) (server.Result, error) {
	if o.trace == "" {
		return o.serve(ctx, e, s)
	}
	file, err := createFile(e, o.trace)
	if err != nil {
		s.listener.Close()
		return server.Result{}, err
	}
	defer file.discard()
	records := trace.NewWriter(file)
	s.config.Trace = records
	result, err := o.serve(ctx, e, s)
	if err != nil {
		return result, err
	}
	return result, errors.Join(records.Flush(), file.commit())
}

// config returns what is served.
func (o *serveOptions) config(e edge, m *scenario.Model) (server.Config, error) {
	live := m.Live()
	answers, err := m.LessonAnswers()
	if err != nil {
		return server.Config{}, err
	}
	live.Run.Seed, live.Run.Policy, live.Run.PolicySpec = o.seed, "served", "served"
	c := server.Config{
		Provider: live.Provider, Run: live.Run, Models: live.Models, Speed: o.speed, Output: o.length,
		Warn: func(text string) { tell(e.err, "%s", text) },
		Known: func(prompt string) (server.Known, bool) {
			a, ok := answers(prompt)
			return server.Known{Text: a.Label, Name: a.Hash, Input: a.Input, Output: a.Output}, ok
		},
	}
	c.Vendor, _ = wire.VendorNamed(cmp.Or(o.headers, live.Headers))
	for _, f := range live.Flows {
		c.Clients = append(c.Clients, server.Client{Flow: f.Name, Key: f.Key, Model: f.Model})
	}
	return c, nil
}

// A serving is what is served, and where.
type serving struct {
	config   server.Config
	listener net.Listener
}

// serve answers until it is told to end.
func (o *serveOptions) serve(ctx context.Context, e edge, s serving) (result server.Result, err error) {
	e.grace.extend(o.grace)
	api := server.New(s.config)
	tell(e.err, "serving %s on http://%v with seed %d", s.config.Run.Scenario, s.listener.Addr(), o.seed)
	if o.lasts > 0 {
		limited, cancel := context.WithTimeout(ctx, o.lasts)
		defer cancel()
		ctx = limited
	}
	ended := make(chan error, 1)
	go func() { ended <- api.Serve(s.listener) }()
	select {
	case err := <-ended:
		return result, fmt.Errorf("the listener has ended: %w", err)
	case <-ctx.Done():
	}
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), o.grace)
	defer cancel()
	return api.Shutdown(patience)
}
