package report

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"ratesim/suggest"
	"ratesim/trace"
)

// A Wanted says which request's story is told. An empty Flow, Load or Policy and
// a nil Seed fit all.
type Wanted struct {
	Request string // its id
	Flow    string
	Load    string
	Policy  string // as given, or in canonical form
	Seed    *int64
}

// A Story is what happened to one request in one run.
type Story struct {
	Run       trace.Run
	Request   trace.Request
	Attempts  []trace.Attempt
	Decisions []trace.Decision
	End       trace.End
}

// A Finder gathers the stories that are wanted from a trace. It is a trace.Sink.
type Finder struct {
	Wanted  Wanted
	Stories []Story

	run  trace.Run
	fits bool
	open map[string]*Story // of this run, by flow

	flows, loads, policies []string // that the trace has, each once
}

// Run begins the records of a run.
func (f *Finder) Run(r trace.Run) error {
	w := f.Wanted
	f.loads, f.policies = withName(f.loads, r.Load), withName(f.policies, r.Policy)
	for _, flow := range r.Flows {
		f.flows = withName(f.flows, flow.Name)
	}
	f.run, f.open = r, map[string]*Story{}
	f.fits = (w.Load == "" || w.Load == r.Load) &&
		(w.Policy == "" || w.Policy == r.Policy || w.Policy == r.PolicySpec) &&
		(w.Seed == nil || *w.Seed == r.Seed)
	return nil
}

// Request begins the story of a request that is wanted.
func (f *Finder) Request(r trace.Request) error {
	if f.fits && r.ID == f.Wanted.Request && (f.Wanted.Flow == "" || f.Wanted.Flow == r.Flow) {
		f.open[r.Flow] = &Story{Run: f.run, Request: r}
	}
	return nil
}

// Attempt adds one sending of a request that is wanted.
func (f *Finder) Attempt(a trace.Attempt) error {
	if s := f.open[a.Flow]; s != nil && s.Request.ID == a.Request {
		s.Attempts = append(s.Attempts, a)
	}
	return nil
}

// Decision adds what was made of a failed attempt of a request that is wanted.
func (f *Finder) Decision(d trace.Decision) error {
	if s := f.open[d.Flow]; s != nil && s.Request.ID == d.Request {
		s.Decisions = append(s.Decisions, d)
	}
	return nil
}

// End ends the story of a request that is wanted.
func (f *Finder) End(e trace.End) error {
	if s := f.open[e.Flow]; s != nil && s.Request.ID == e.Request {
		s.End = e
		f.Stories = append(f.Stories, *s)
		delete(f.open, e.Flow)
	}
	return nil
}

// Story returns the one story that was found. With none, or several, the error
// says what there is to choose from.
func (f *Finder) Story() (Story, error) {
	switch len(f.Stories) {
	case 0:
		return Story{}, errors.New("the trace has no such request" + f.Wanted.String() + f.misnamed())
	case 1:
		return f.Stories[0], nil
	}
	var choices []string
	for _, c := range []choice{
		{"--flow", func(s Story) string { return s.Request.Flow }},
		{"--load", func(s Story) string { return s.Run.Load }},
		{"--policy", func(s Story) string { return s.Run.Policy }},
		{"--seed", func(s Story) string { return fmt.Sprint(s.Run.Seed) }},
	} {
		if names := c.among(f.Stories); len(names) > 1 {
			choices = append(choices, fmt.Sprintf("%s (%s)", c.flag, printable(strings.Join(names, ", "))))
		}
	}
	if len(choices) == 0 {
		return Story{}, fmt.Errorf("the trace holds the same run %d times", len(f.Stories))
	}
	return Story{}, fmt.Errorf("%d requests match%s; choose by %s", len(f.Stories), f.Wanted, strings.Join(choices, ", "))
}

// withName adds a name to the names, unless they have it.
func withName(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// misnamed says which of the wanted names the trace does not have at all, and
// what it has instead.
func (f *Finder) misnamed() string {
	text := ""
	for _, part := range []struct {
		noun, wanted string
		names        []string
	}{
		{"flow", f.Wanted.Flow, f.flows}, {"load", f.Wanted.Load, f.loads}, {"policy", f.Wanted.Policy, f.policies},
	} {
		known := part.wanted == "" || slices.Contains(part.names, part.wanted)
		if !known && part.noun == "policy" && strings.ContainsAny(part.wanted, "(@") {
			known = true // it may be a canonical spec, of which there may be many
		}
		if !known {
			text += fmt.Sprintf("; of %s there is %s%s", part.noun, printable(strings.Join(upTo(10, part.names), ", ")), suggest.Question(part.wanted, part.names))
		}
	}
	return text
}

// upTo returns at most so many of the names, and a mark if there are more.
func upTo(most int, names []string) []string {
	if len(names) <= most {
		return names
	}
	return append(slices.Clone(names[:most]), "…")
}

// A choice is what tells stories apart.
type choice struct {
	flag string
	of   func(Story) string
}

// among returns the values that the stories have, up to ten.
func (c choice) among(stories []Story) []string {
	var names []string
	for _, s := range stories {
		names = withName(names, c.of(s))
	}
	return upTo(10, names)
}

// String returns what was asked for, for a message.
func (w Wanted) String() string {
	text := fmt.Sprintf(": request %s", w.Request)
	for _, part := range []struct{ name, value string }{{"flow", w.Flow}, {"load", w.Load}, {"policy", w.Policy}} {
		if part.value != "" {
			text += fmt.Sprintf(", %s %s", part.name, part.value)
		}
	}
	if w.Seed != nil {
		text += fmt.Sprintf(", seed %d", *w.Seed)
	}
	return text
}

// Write tells the story in lines: when, what, and why.
func (s Story) Write(w io.Writer) error {
	var lines []string
	tell := func(at int64, format string, args ...any) {
		lines = append(lines, fmt.Sprintf("%*s  %s", s.margin(), s.when(at), printable(fmt.Sprintf(format, args...))))
	}
	topic := ""
	if s.Request.Topic != nil {
		topic = ", topic " + *s.Request.Topic
	}
	tell(s.Request.Arrival, "arrives%s", topic)
	for _, e := range s.events() {
		tell(e.at, "%s", e.text)
	}
	tell(s.End.At, "%s", s.endText())
	title := fmt.Sprintf("%s request %s: load %s, policy %s, seed %d", s.Request.Flow, s.Request.ID, s.Run.Load, s.Run.PolicySpec, s.Run.Seed)
	if s.Run.Open {
		title = fmt.Sprintf("%s request %s: policy %s, seed %d", s.Request.Flow, s.Request.ID, s.Run.PolicySpec, s.Run.Seed)
	}
	_, err := io.WriteString(w, printable(title)+"\n"+strings.Join(lines, "\n")+"\n")
	return err
}

// margin returns how wide instants are written.
func (s Story) margin() int {
	if !s.Run.Open {
		return 10
	}
	widest := max(len(s.when(s.Request.Arrival)), len(s.when(s.End.At)))
	for _, e := range s.events() {
		widest = max(widest, len(s.when(e.at)))
	}
	return widest
}

// when returns an instant as a step, or as a time when time is continuous.
func (s Story) when(at int64) string {
	if s.Run.StepNS > 0 {
		return fmt.Sprintf("step %d", at/s.Run.StepNS)
	}
	return time.Duration(at).String()
}

// span returns a length of time in steps, or as a time.
func (s Story) span(length int64) string {
	if s.Run.StepNS == 0 {
		return time.Duration(length).String()
	}
	if length == s.Run.StepNS {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", length/s.Run.StepNS)
}

// endText says how the request ended, and why.
func (s Story) endText() string {
	switch {
	case s.End.Outcome == trace.OutcomeCompleted && s.End.Correct == nil:
		return "completed"
	case s.End.Outcome == trace.OutcomeCompleted && *s.End.Correct:
		return "completed, rightly"
	case s.End.Outcome == trace.OutcomeCompleted:
		return "completed, wrongly"
	case s.End.Outcome == trace.OutcomeUnfinished && len(s.Attempts) == 0:
		return "unfinished at the horizon: never sent"
	case s.End.Outcome == trace.OutcomeUnfinished:
		return "unfinished at the horizon"
	case s.Run.Open:
		return s.openEndText()
	case s.End.Why == trace.WhyDeadline:
		return "given up: its latency budget is used up"
	case len(s.Attempts) == 1:
		return "given up: the policy makes no second attempt"
	}
	return fmt.Sprintf("given up: the policy makes no further attempt after %d", len(s.Attempts))
}
