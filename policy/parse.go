package policy

import (
	"time"

	"ratesim/spec"
	"ratesim/suggest"
)

// Defaults complete a spec that leaves things out.
type Defaults struct {
	Step     time.Duration // the length of one "step" in a duration; 0 when there are none
	Attempts int           // of a policy that retries and does not say; 0 for no bound
}

// Parse reads a policy, such as none, fixed(wait=1s), exponential(base=1s,
// attempts=4) or full-jitter(base=0.5s, cap=8s, attempts=4, total=20s). Forms
// lists what there is, and Rules what every policy but none and layers takes
// besides. Durations are Go's, such as 1.5s or 2m30s, or a whole number of
// steps, such as 2steps. The name of a Preset, such as openai-go@3 or
// openai-node@7(attempts=5), stands for its policy.
//
// Parse gives back what String wrote, whatever the Defaults: a policy that does
// not say its attempts takes theirs, and String always says them. The error names each fault of the spec.
func Parse(text string, d Defaults) (Policy, error) {
	s, err := spec.Parse(text)
	if err != nil {
		return nil, err
	}
	return Build(s, Source{Text: text, Defaults: d})
}

// A Source is where a spec stands, and what completes it.
type Source struct {
	Text string // that the spec was parsed from, for messages
	Defaults
}

// Build returns the policy that a parsed spec describes.
func Build(s spec.Spec, source Source) (Policy, error) {
	var faults []*spec.Error
	r := reader{spec: s, called: s.Name, source: source, faults: &faults}
	p := r.policy()
	if len(faults) > 0 {
		return nil, spec.Joined(faults)
	}
	return p, nil
}

// policy reads a whole policy.
func (r *reader) policy() Policy {
	f, ok := formNamed(r.spec.Name)
	if !ok && len(PresetsNamed(r.spec.Name)) > 0 {
		return r.preset()
	}
	if !ok {
		r.fault(r.spec.At, "there is no policy %q%s", r.spec.Name, suggest.Question(r.spec.Name, Names()))
		return None{}
	}
	r.rejectVersion()
	if f.policy != nil {
		return f.policy(r, f)
	}
	return r.retry(f)
}

// retry reads a policy that is a Retry, and all of its arguments.
func (r *reader) retry(f form) Retry {
	p := Retry{Backoff: r.backoff(f)}
	r.rules(&p)
	r.rejectOthers(f)
	return p
}

func (r *reader) rejectVersion() {
	if r.spec.Version != "" {
		r.fault(r.spec.At, "%s has no versions; leave out @%s", r.spec.Name, r.spec.Version)
	}
}

func readNone(r *reader, f form) Policy {
	r.rejectOthers(f)
	return None{}
}

func readLayers(r *reader, f form) Policy {
	p := Layers{Outer: r.layer("outer"), Inner: r.layer("inner")}
	r.rejectOthers(f)
	return p
}

// layer reads a whole policy that is the value of an argument.
func (r *reader) layer(key string) Policy {
	inner, ok := r.inner(key, "exponential(base=1s)")
	if !ok {
		return None{}
	}
	return inner.policy()
}

// readCourse reads a spec whose arguments take the place of those of Course.
func readCourse(r *reader, _ form) Policy { return r.over(Course().Spec()) }

// backoff reads the form's own arguments, and the bounds that any Backoff takes.
func (r *reader) backoff(f form) Backoff {
	b := f.backoff(r)
	c := Clamp{Min: r.optional("min-wait"), Max: r.optional("max-wait"), Step: r.optional("wait-step"), Of: b}
	if c.Max > 0 && c.Max < c.Min {
		r.fault(r.at("max-wait"), "max-wait: want at least min-wait, %v; have %v", c.Min, c.Max)
	}
	if c.Min == 0 && c.Max == 0 && c.Step == 0 {
		return b
	}
	return c
}

// nestedBackoff reads a Backoff that is the value of an argument.
func (r *reader) nestedBackoff(key string) Backoff {
	inner, ok := r.inner(key, "exponential(base=1s)")
	if !ok {
		return Fixed{}
	}
	f, known := formNamed(inner.spec.Name)
	switch {
	case !known && len(PresetsNamed(inner.spec.Name)) > 0:
		inner.fault(inner.spec.At, "%s: want what says how long to wait, such as exponential(base=1s); %s says more", key, inner.spec.Name)
	case !known:
		inner.fault(inner.spec.At, "there is no policy %q%s", inner.spec.Name, suggest.Question(inner.spec.Name, backoffNames()))
	case f.backoff == nil:
		inner.fault(inner.spec.At, "%s: want what says how long to wait, such as exponential(base=1s); %s says more", key, inner.spec.Name)
	default:
		inner.isPart = true
		inner.rejectVersion()
		b := inner.backoff(f)
		inner.rejectOthers(f)
		return b
	}
	return Fixed{}
}

// rules reads what every policy takes besides its own arguments.
func (r *reader) rules(p *Retry) {
	for _, rule := range rules() {
		v, ok := r.word(rule.Name)
		if !ok {
			continue
		}
		if message := rule.read(v.Text, p, r.source); message != "" {
			r.fault(v.At, "%s: %s", rule.Name, message)
		}
	}
	if p.Attempts == 0 && !r.has("attempts") {
		p.Attempts = r.source.Attempts
	}
	r.rejectPairs(p)
}

// rejectPairs faults rules that make no sense together, or alone.
func (r *reader) rejectPairs(p *Retry) {
	if r.has("attempts") && r.has("retries") {
		r.fault(r.at("retries"), "retries: attempts says it already; a retry is an attempt after the first")
	}
	if p.AtBudget != NoWaitPast && p.Budget == 0 {
		r.fault(r.at("at-budget"), "at-budget wants a budget, such as budget=30s")
	}
	if p.Heed.Above != AboveStop && p.Heed.Max == 0 {
		r.fault(r.at("above"), "above wants a bound on hints, such as max-hint=60s")
	}
}
