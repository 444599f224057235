package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ratesim/scenario"
	"ratesim/suggest"
	"ratesim/tickets"
)

// sourceFlags are the flags that say what is simulated, as typed.
type sourceFlags struct {
	builtIn   string
	file      string
	endpoint  string
	several   *manySources // what may be given more than once; nil for nothing
	settings  []string
	arrivals  arrivalsFlags
	tickets   string
	columns   string
	skipBad   bool
	tokenizer string
	served    bool // clients come from outside
}

// register adds the flags of a scenario, and those of the user's own tickets.
func (s *sourceFlags) register(e edge, cmd *cobra.Command) {
	s.registerScenario(e, cmd)
	f := cmd.Flags()
	f.Var((*fileFlag)(&s.tickets), "tickets", "your own tickets instead of fictional ones: a CSV or JSON Lines `file`, - for standard input")
	f.Var((*textFlag)(&s.columns), "columns", "`names` of the tickets' columns, as id=NAME,text=NAME,topic=NAME, or of the trace's, as at=NAME,input=NAME,output=NAME")
	f.BoolVar(&s.skipBad, "skip-bad", false, "leave out tickets, or rows of traces, that cannot be read, and say how many")
	f.Var((*textFlag)(&s.tokenizer), "tokenizer", "`name` of what counts tokens: "+strings.Join(scenario.Tokenizers(), ", "))
	complete(cmd, "tokenizer", tokenizerNames)
	completeNothing(cmd, "columns")
}

func (s *sourceFlags) registerScenario(e edge, cmd *cobra.Command) {
	f := cmd.Flags()
	more := ""
	builtIn, file, endpoint := pflag.Value((*textFlag)(&s.builtIn)), pflag.Value((*fileFlag)(&s.file)), pflag.Value((*textFlag)(&s.endpoint))
	if s.several != nil {
		more = "; may be repeated"
		builtIn = &severalFlag{all: &s.several.builtIns, first: &s.builtIn}
		file = &severalFlag{all: &s.several.files, first: &s.file}
		endpoint = &severalFlag{all: &s.several.endpoints, first: &s.endpoint}
	}
	f.Var(builtIn, "scenario", "`name` of a built-in scenario; default lesson"+more)
	f.VarP(file, "file", "f", "scenario `file` in YAML, - for standard input"+more)
	f.Var(endpoint, "endpoint", "a `provider`'s limits in place of the scenario's, such as 'openai(tpm=200000)'; ratesim endpoints lists them"+more)
	f.StringArrayVar(&s.settings, "set", nil, "set a value of the scenario, as `path=value`; may be repeated")
	f.StringArrayVar(&s.arrivals.instants, "arrivals", nil, "let a flow send what is recorded in a file, instants or a trace, as `FLOW=FILE`; may be repeated")
	complete(cmd, "scenario", scenarioNames)
	registerCompletion(cmd, "endpoint", func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return completeEndpoint(typed)
	})
	completeSetting(e, cmd, "set", s)
}

// scenario reads and checks the scenario.
func (s *sourceFlags) scenario(ctx context.Context, e edge) (*scenario.Scenario, error) {
	text, err := s.text(ctx, e)
	if err != nil {
		return nil, err
	}
	loaded, err := s.read(text)
	if err == nil {
		s.tellVersion(e.err, loaded)
	}
	return loaded, err
}

// tellVersion says that a file does not say in which version it is written.
func (s *sourceFlags) tellVersion(w io.Writer, loaded *scenario.Scenario) {
	if note := loaded.VersionNote(); s.file != "" && note != "" {
		tell(w, "%s: %s", shownName(s.file), note)
	}
}

// read reads and checks the scenario of a text.
func (s *sourceFlags) read(text scenarioText) (*scenario.Scenario, error) {
	plain := text
	plain.Settings = nil
	loaded, err := text.read()
	if err != nil {
		return nil, s.arrivals.explain(err, plain.input("", nil))
	}
	return loaded, s.arrivals.check(loaded, plain.input("", nil))
}

// text reads what a scenario is made of.
func (s *sourceFlags) text(ctx context.Context, e edge) (scenarioText, error) {
	if s.tickets == "" {
		s.arrivals.cut.columns = s.columns
	}
	text := scenarioText{BuiltIn: s.base(), Endpoint: s.endpoint, Settings: slices.Clone(s.settings), served: s.served}
	settings, err := s.arrivals.settings()
	if err != nil {
		return text, err
	}
	if s.tokenizer != "" {
		settings = append(settings, flagSetting{path: "tickets.tokenizer", value: s.tokenizer, flag: "--tokenizer " + s.tokenizer, typed: "--tokenizer " + s.tokenizer})
	}
	if err := errors.Join(s.check(), s.contradictions(settings)); err != nil {
		return text, usage(err)
	}
	text.add(settings)
	if s.file != "" {
		file, err := readScenarioFile(ctx, e, s.file)
		if err != nil {
			return text, err
		}
		text.FileName, text.File = shownName(s.file), string(file)
	}
	return text, nil
}

// check finds flags that do not go together.
func (s *sourceFlags) check() error {
	var faults []error
	if s.file != "" && s.builtIn != "" {
		faults = append(faults, errors.New("--scenario and --file are mutually exclusive; a file names the scenario that it extends"))
	}
	if s.file == standard && s.tickets == standard {
		faults = append(faults, errors.New("--file and --tickets: only one of them can be standard input"))
	}
	faults = append(faults, s.checkInputs()...)
	if names := scenario.Tokenizers(); s.tokenizer != "" && !slices.Contains(names, s.tokenizer) {
		faults = append(faults, fmt.Errorf("--tokenizer: want one of %s; have %q%s", strings.Join(names, ", "), s.tokenizer, suggest.Question(s.tokenizer, names)))
	}
	return errors.Join(faults...)
}

// A source is what is simulated, made ready.
type source struct {
	model     *scenario.Model
	own       *tickets.Loaded // nil for fictional tickets
	spools    []*os.File
	temporary *temporaries // which spools are of
}

// close removes what the source has put on disk.
func (s *source) close() {
	for _, spool := range s.spools {
		s.temporary.remove(spool)
	}
}

// err returns what went wrong while tickets or recorded requests were looked up.
func (s *source) err() error {
	if s.own == nil {
		return s.model.Err()
	}
	return s.own.Err()
}

// open reads scenario and tickets and makes a model of them. The caller closes
// the source.
func (s *sourceFlags) open(ctx context.Context, e edge) (*source, error) {
	read, err := s.scenario(ctx, e)
	if err != nil {
		return nil, err
	}
	if err := s.checkSkip(read); err != nil {
		return nil, err
	}
	return s.openRead(ctx, e, read)
}

// checkSkip finds a flag about bad records where none are read.
func (s *sourceFlags) checkSkip(read *scenario.Scenario) error {
	if s.skipBad && s.tickets == "" && len(read.Recordings()) == 0 {
		return usageError{fmt.Errorf("--skip-bad: want --tickets or --trace-in, too, or a flow that sends a trace; the scenario %s has none", read.Name)}
	}
	return nil
}

// openRead makes a model of a scenario and the tickets of the flags.
func (s *sourceFlags) openRead(ctx context.Context, e edge, read *scenario.Scenario) (*source, error) {
	if read.IsOpen() {
		return s.openAccount(ctx, e, read)
	}
	prompter, err := scenario.NewPrompter(read, counters())
	if err != nil {
		return nil, usage(err)
	}
	made := &source{temporary: e.temporary}
	var own tickets.Source
	if s.tickets != "" {
		s.tellUnused(e.err)
		if err := s.load(ctx, e, made, func(t tickets.Ticket) tickets.Item {
			return prompter.Ticket(read.Flows.Batch.Prompt, t)
		}); err != nil {
			made.close()
			return nil, err
		}
		own = made.own
	}
	made.model, err = scenario.NewModel(read, prompter, own)
	if err != nil {
		made.close()
		return nil, usage(err)
	}
	return made, nil
}

// load reads the user's tickets. Their ids and topics, which only a trace shows,
// are put on disk.
func (s *sourceFlags) load(ctx context.Context, e edge, into *source, compile func(tickets.Ticket) tickets.Item) error {
	columns, err := tickets.ParseColumns(s.columns)
	if err != nil {
		return usage(fmt.Errorf("--columns: %w", err))
	}
	file, err := openInput(ctx, e, s.tickets)
	if err != nil {
		return err
	}
	defer file.close()
	spool, err := e.temporary.create(os.TempDir(), 0o600)
	if err != nil {
		return err
	}
	into.spools = append(into.spools, spool)
	var summary tickets.Summary
	into.own, summary, err = tickets.Load(file, tickets.LoadOptions{
		ReadOptions: tickets.ReadOptions{
			File:    shownName(s.tickets),
			Columns: columns,
			Bad: func(p tickets.Problem) {
				if !s.skipBad {
					tell(file.bar, "%v", p)
				}
			},
		},
		SkipBad: s.skipBad,
		Compile: compile,
		Spool:   spool,
	})
	if err != nil {
		return ticketsError(err)
	}
	tellTickets(file.bar, shownName(s.tickets), summary)
	return nil
}

// ticketsError sorts what is wrong with a file of tickets: its content is the
// user's to mend, a disk that fails is not.
func ticketsError(err error) error {
	var problem tickets.Problem
	var rejected tickets.Rejected
	if errors.As(err, &problem) || errors.As(err, &rejected) {
		return usage(err)
	}
	return err
}

// tellTickets says what the user should know of the tickets that were read.
func tellTickets(w io.Writer, name string, s tickets.Summary) {
	if left := s.Bad + s.Duplicates; left > 0 {
		tell(w, "%s: %d of %d records left out: %d that cannot be read, %d with an id that came before", name, left, left+s.Tickets, s.Bad, s.Duplicates)
	}
	if len(s.Ignored) > 0 {
		tell(w, "%s: not used: %s", name, strings.Join(s.Ignored, ", "))
	}
	if s.Ungraded > 0 {
		tell(w, "%s: %d of %d tickets have no topic among the labels, so correct is left out", name, s.Ungraded, s.Tickets)
	}
}

// tellUnused says which settings are in vain with the user's own tickets: those
// that are about fictional ones.
func (s *sourceFlags) tellUnused(w io.Writer) {
	var unused []string
	for _, setting := range s.settings {
		path, _, _ := strings.Cut(setting, "=")
		if strings.HasPrefix(path, "tickets.") && path != "tickets.tokenizer" {
			unused = append(unused, path)
		}
	}
	if len(unused) > 0 {
		tell(w, "not used with --tickets: %s", strings.Join(unused, ", "))
	}
}
