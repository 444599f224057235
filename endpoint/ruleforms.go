package endpoint

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ratesim/spec"
)

// ruleArguments returns the arguments that every limit has but a concurrency: what
// it counts and when, and those of scopeArguments.
func ruleArguments() []spec.Argument {
	return append([]spec.Argument{
		{Name: "of", Unit: "word", Default: "requests", Choices: []string{"requests", "input", "output", "tokens"},
			About: "what it counts: `requests`, or tokens of `input`, `output` or both (`tokens`)"},
		{Name: "when", Unit: "word", Default: "arrival", Choices: []string{"arrival", "settled", "answer", "produced"},
			About: "what is expected on arrival, and that stays (`arrival`) or is corrected at the end (`settled`); what it was, at the end (`answer`); input on arrival and output when it is there (`produced`)"},
		{Name: "cached", Unit: "word", Default: "counts", Choices: []string{"counts", "free", "returned"},
			About: "input read from a cache: like other input, not at all, or on arrival only (with when=settled)"},
		{Name: "estimate", Unit: "word", Default: "sum", Choices: []string{"sum", "larger"},
			About: "what is expected of a call's tokens: prompt and bound together, or the larger of the two"},
		{Name: "bound", Unit: "tokens", Default: "0", Zero: "none", About: "what is expected of the output of a call that does not bound it itself (max_tokens)"},
		{Name: "weight", Unit: "units", Default: "1", About: "what a token of output counts for once it is there"},
		{Name: "every", Unit: "duration", Default: "0s", Zero: "at each token", About: "how often output is counted with when=produced"},
		{Name: "count-refused", Unit: "yes or no", Default: "no", About: "a call that is refused, by this limit or another, counts as on arrival"},
	}, scopeArguments()...)
}

// scopeArguments returns the arguments that every limit has.
func scopeArguments() []spec.Argument {
	return []spec.Argument{
		{Name: "per", Unit: "word", Default: "all", Choices: []string{"all", "key", "model", "key+model"},
			About: "who has a limit of their own: nobody (`all` share it), each key, each model, or each pair"},
		{Name: "models", Unit: "names", Default: "all", About: "the models that it is about, joined by `+`"},
		{Name: "changes", Unit: "changes", Default: "none", About: "other limits from given times on, joined by `>`: `10m:600>20m:300`"},
	}
}

// readRule reads the arguments of scopeArguments but for changes.
func readRule(r *spec.Reader) Rule {
	rule := Rule{Per: [...]Per{0, PerKey, PerModel, PerKey | PerModel}[r.Choice("per")]}
	if names := r.Word("models"); names != "all" {
		for name := range strings.SplitSeq(names, "+") {
			if name == "" {
				r.Fault("models", "want names joined by +; have %q", names)
			}
			rule.Models = append(rule.Models, ID(name))
		}
	}
	return rule
}

// readCharge reads what a limit counts, and when.
func readCharge(r *spec.Reader) Charge {
	return Charge{
		Of:     [...]Unit{Requests, InputTokens, OutputTokens, Tokens}[r.Choice("of")],
		When:   [...]Moment{OnArrival, Settled, AfterAnswer, AsProduced}[r.Choice("when")],
		Cached: [...]Cached{CachedCounts, CachedFree, CachedReturned}[r.Choice("cached")],
		Larger: r.Choice("estimate") == 1,
		Bound:  r.Count("bound", 0),
		Weight: r.Count("weight", 1),
		Every:  r.Duration("every"),
	}
}

// readChanges reads how a limit changes, nil if it does not.
func readChanges(r *spec.Reader) (changes []Change) {
	if r.Word("changes") == "none" {
		return nil
	}
	for _, text := range r.List("changes") {
		at, limit, _ := strings.Cut(text, ":")
		instant, message := spec.ParseDuration(at, r.Step())
		units, err := strconv.ParseInt(limit, 10, 64)
		if message != "" || err != nil || units < 0 || units > 1<<53 {
			r.Fault("changes", "want a time and a limit, such as 10m:600; have %q", text)
			return nil
		}
		changes = append(changes, Change{At: instant, Limit: units})
	}
	if _, err := NewScheduled(&SlidingLog{}, changes); err != nil {
		r.Fault("changes", "%v", err)
	}
	return changes
}

// How windows are placed.
const (
	byTheClock = iota
	fromTheRun
	fromFirstCall
)

// byClock returns the arguments of limits whose windows go by the clock.
func byClock(also ...string) []spec.Argument {
	about := "windows go by the `clock`, to whole minutes, hours or midnight, or from the beginning of the `run`"
	if also != nil {
		about += "; with `first-call` one begins with the first unit counted when none is open"
	}
	return []spec.Argument{
		{Name: "begins", Unit: "word", Default: "clock", Choices: append([]string{"clock", "run"}, also...), About: about},
		{Name: "zone", Unit: "offset", Default: "local", About: "whose clock, as `-08:00` or `+05:30`; `local` is that in which the beginning of the run is given"},
	}
}

// A placing is how windows are placed.
type placing struct {
	begins int
	zone   *time.Location // nil for local
}

func clockOf(r *spec.Reader) placing {
	p := placing{begins: r.Choice("begins")}
	if zone := r.Word("zone"); zone != "local" {
		at, err := time.Parse("-07:00", zone)
		if err != nil {
			r.Fault("zone", "want an offset from UTC such as -08:00, or local; have %q", zone)
		}
		_, seconds := at.Zone()
		p.zone = time.FixedZone(fmt.Sprint("UTC", zone), seconds)
	}
	return p
}

// offset returns how far into a window a run begins.
func (p placing) offset(began time.Time, window time.Duration) time.Duration {
	switch {
	case p.begins != byTheClock:
		return 0
	case p.zone != nil:
		began = began.In(p.zone)
	}
	return IntoWindow(began, window)
}
