package scenario

import (
	"fmt"
	"slices"
	"strings"

	"ratesim/endpoint"
	"ratesim/preset"
	"ratesim/trace"
)

// A Live is a scenario's endpoint for a server in real time, with what the trace of
// its runs says at its head.
type Live struct {
	Provider *endpoint.Provider
	Run      trace.Run // without policy, for clients bring their own
	Flows    []LiveFlow
	Models   []string // that there are; nil for any
	Headers  string   // the vendor, of package wire, whose fields carry its hints; "" for any
}

// A LiveFlow is a flow as a server can tell it from others.
type LiveFlow struct{ Name, Key, Model string }

// Live returns a fresh endpoint of the scenario. The lesson's is the same limit and the same faults, in continuous time: a step is
// no more than its length.
func (m *Model) Live() (l Live) {
	s := m.Scenario
	if !s.IsOpen() {
		return m.liveLesson()
	}
	l.Provider = m.account.provider(s)
	l.Run = m.account.header(s, Case{}, s.Seed)
	if text := s.Open.Endpoint.Preset; text != "none" {
		if filled, err := preset.Parse(text); err == nil {
			l.Headers = filled.Headers
		}
	}
	for _, f := range s.Open.Flows {
		l.Flows = append(l.Flows, LiveFlow{f.Name, f.Value.Key, f.Value.Model})
	}
	if len(s.Open.Models) > 0 {
		l.Models = s.Open.Models.Names()
	}
	return l
}

// liveLesson returns the endpoint of a scenario of the lesson's kind.
func (m *Model) liveLesson() Live {
	s := m.Scenario
	text := fmt.Sprintf("sliding-log(limit=%d, window=%v, count-refused=%s)", s.Limit.Calls, m.duration(s.Limit.Window), yesNo(s.Limit.CountRefused))
	l := Live{
		Provider: &endpoint.Provider{Faults: []endpoint.NamedFault{{Name: "lesson", Counted: true, Fault: m.Endpoint().Faults}}},
		Run:      trace.Run{Version: trace.Version, Scenario: s.Name, Seed: s.Seed, Open: true, Limits: []trace.Limit{}},
	}
	for _, name := range []string{InteractiveFlow, BatchFlow} {
		l.Run.Flows = append(l.Run.Flows, trace.Flow{Name: name})
		l.Flows = append(l.Flows, LiveFlow{Name: name, Key: name})
	}
	if rule, canonical, err := endpoint.LimitForms().Parse(text, s.Step); err == nil {
		rule.Name = "calls"
		l.Provider.Quotas = endpoint.NewQuotas([]endpoint.Rule{rule})
		l.Run.Limits = append(l.Run.Limits, recordOf(rule, canonical.String()))
	}
	return l
}

func yesNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// A LessonAnswer is what the lesson's model answers to a prompt.
type LessonAnswer struct {
	Label  string
	Hash   uint32 // by which its faults are drawn
	Input  int64  // tokens
	Output int64  // tokens
}

// LessonAnswers returns the lesson's model, or that of a scenario of its kind: it
// answers prompts that begin as the scenario's do, and no others.
func (m *Model) LessonAnswers() (func(prompt string) (LessonAnswer, bool), error) {
	if m.Scenario.IsOpen() {
		s, err := Load(Default)
		if err != nil {
			return nil, err
		}
		prompter, err := NewPrompter(s, nil)
		if err != nil {
			return nil, err
		}
		if m, err = NewModel(s, prompter, nil); err != nil {
			return nil, err
		}
	}
	flows := &m.Scenario.Flows
	beginnings := []string{beginning(flows.Batch.Prompt), beginning(flows.Interactive.Prompt)}
	return func(prompt string) (LessonAnswer, bool) {
		if !slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(prompt, b) }) {
			return LessonAnswer{}, false
		}
		item := m.Prompter.Item(prompt)
		label := m.labels[item.Label]
		return LessonAnswer{Label: label.Name, Hash: item.Hash, Input: int64(item.Tokens), Output: label.Tokens}, true
	}, nil
}

// beginning returns what stands in a template before its first mark.
func beginning(template string) string {
	before, _, _ := strings.Cut(template, "{")
	return before
}
