package policy

import (
	"slices"

	"ratesim/spec"
)

// An Argument is one setting of a policy as users write it.
type Argument = spec.Argument

// A Form is a kind of policy as users write it.
type Form struct {
	Name   string
	About  string     // the wait after the n-th failure, or what else it does
	Own    []Argument // its own arguments
	IsPart bool       // it says how long to wait, and may stand inside others; it takes Bounds, and Rules when it does not
}

// form is a Form and what reads it: either how long to wait, or a whole policy.
type form struct {
	Form
	backoff func(*reader) Backoff
	policy  func(*reader, form) Policy
}

// forms is the table of what there is. Parse, Names, messages, completion and the
// manual go by it.
func forms() []form {
	return slices.Concat([]form{
		{Form: Form{Name: "none", About: "makes one attempt and no other"}, policy: readNone},
	}, growthForms(), jitterForms(), []form{
		{Form: Form{Name: "stages", About: "first one backoff, then another, for which failures are counted anew", Own: []Argument{
			{Name: "first", Unit: "policy", About: "how long to wait at first"},
			{Name: "failures", Unit: "failures", Default: "1", About: "after which `first` decides"},
			{Name: "then", Unit: "policy", About: "how long to wait after that"},
		}}, backoff: readStages},
		{Form: Form{Name: "by-kind", About: "one backoff after a rate limit, and another otherwise", Own: []Argument{
			{Name: "rate-limit", Unit: "policy", About: "how long to wait after a 429"},
			{Name: "otherwise", Unit: "policy", About: "how long to wait after any other failure"},
		}}, backoff: readByKind},
		{Form: Form{Name: "layers", About: "two whole policies in one another; only the inner one sees what the server asks for", Own: []Argument{
			{Name: "outer", Unit: "policy", About: "the layer around, such as an application's own retries"},
			{Name: "inner", Unit: "policy", About: "the layer inside, such as an SDK's retries"},
		}}, policy: readLayers},
		{Form: Form{Name: "course", About: "as `" + courseText + "`; what is given takes the place of its own", Own: fullJitterArguments()}, policy: readCourse},
	})
}

// courseText is the spec of Course.
const courseText = "full-jitter(base=500ms, cap=8s, attempts=4, total=20s, retry=429+5xx+timeout, heed-after=429, max-hint=8s)"

func growthForms() []form {
	return []form{
		{Form: Form{Name: "fixed", About: "wait", Own: []Argument{
			{Name: "wait", Unit: "duration", Zero: "tries again at once", About: "the wait after each failure"},
		}}, backoff: func(r *reader) Backoff { return Fixed{Wait: r.duration("wait", nil)} }},
		{Form: Form{Name: "linear", About: "base + (n−1) · increment, at most cap", Own: []Argument{
			argumentBase, {Name: "increment", Unit: "duration", Default: "base", Zero: "a fixed wait", About: "each wait is so much longer than the last"}, argumentCap,
		}}, backoff: readLinear},
		{Form: Form{Name: "exponential", About: "base · factorⁿ⁻¹ − less, at most cap", Own: []Argument{
			argumentBase, argumentFactor, argumentCap, argumentLess, argumentWhole,
		}}, backoff: func(r *reader) Backoff { return r.exponential() }},
		{Form: Form{Name: "polynomial", About: "base · n^power, at most cap", Own: []Argument{
			argumentBase, {Name: "power", Unit: "halves", About: "0.5, 1, 1.5, 2 and so on", Zero: "a fixed wait"}, argumentCap,
		}}, backoff: readPolynomial},
		{Form: Form{Name: "list", About: "the n-th of the waits, and the last one from then on", Own: []Argument{
			{Name: "waits", Unit: "durations", Zero: "tries again at once", About: "up to 16, joined by `>`: `1s>5s>15s`"},
		}}, backoff: readList},
	}
}

func jitterForms() []form {
	return []form{
		{Form: Form{Name: "full-jitter", About: "random from low to w", Own: fullJitterArguments()},
			backoff: func(r *reader) Backoff { return FullJitter{Of: r.growth(), Low: r.optional("low")} }},
		{Form: Form{Name: "equal-jitter", About: "random from w/2 to w", Own: growth()},
			backoff: func(r *reader) Backoff { return EqualJitter{Of: r.growth()} }},
		{Form: Form{Name: "proportional-jitter", About: "w · a random factor from low to high", Own: growth(
			Argument{Name: "low", Unit: "factor", Zero: "down to no wait at all", About: "the least factor"},
			Argument{Name: "high", Unit: "factor", Zero: "no wait at all", About: "the largest factor, at least low"})},
			backoff: readProportional},
		{Form: Form{Name: "added-jitter", About: "w + a random time from 0 to jitter", Own: growth(
			Argument{Name: "jitter", Unit: "duration", Zero: "none", About: "the most that is added"})},
			backoff: func(r *reader) Backoff { return AddedJitter{Of: r.growth(), Jitter: r.duration("jitter", nil)} }},
		{Form: Form{Name: "spread-jitter", About: "w ± a random time up to jitter, at least 0", Own: growth(
			Argument{Name: "jitter", Unit: "duration", Zero: "none", About: "the most that is added or taken off"})},
			backoff: func(r *reader) Backoff { return SpreadJitter{Of: r.growth(), Jitter: r.duration("jitter", nil)} }},
		{Form: Form{Name: "decorrelated", About: "random from base to factor · the last wait, at most cap; base stands for the last wait at first", Own: []Argument{
			{Name: "base", Unit: "duration", Zero: "tries again at once", About: "the least wait"},
			argumentCap,
			{Name: "factor", Unit: "factor", Default: "3", About: "the longest wait, in last waits; at least 1"},
			{Name: "from", Unit: "factor", Default: "0", Zero: "from base", About: "the least wait, in last waits, if that is more than base"},
		}}, backoff: readDecorrelated},
		{Form: Form{Name: "rising-jitter", About: "base at first; then random from the last wait to factor · the last wait, or to cap if that is less", Own: []Argument{
			argumentBase, argumentCap,
			{Name: "factor", Unit: "factor", Default: "3", About: "the longest wait, in last waits; at least 1"},
		}}, backoff: readRising},
		{Form: Form{Name: "compound-jitter", About: "base at first; then random from 0 to 2ⁿ⁻¹ · the last wait, or cap if that is not below it", Own: []Argument{
			argumentBase, argumentCap,
		}}, backoff: func(r *reader) Backoff { return CompoundJitter{Base: r.duration("base", nil), Cap: r.optional("cap")} }},
		{Form: Form{Name: "tanh-jitter", About: "random, so that the first n waits together are base · 2ᵗ · tanh(√(4t)) / 1.4, for a random t from n−1 to n", Own: []Argument{
			argumentBase,
		}}, backoff: readTanh},
	}
}

// The arguments that several forms share.
var (
	argumentBase   = Argument{Name: "base", Unit: "duration", Zero: "tries again at once", About: "the wait after the first failure"}
	argumentFactor = Argument{Name: "factor", Unit: "factor", Default: "2", About: "each wait is so many times the last; at least 1"}
	argumentCap    = Argument{Name: "cap", Unit: "duration", Default: "0s", Zero: "no bound", About: "the longest wait, before any jitter"}
	argumentLess   = Argument{Name: "less", Unit: "duration", Default: "0s", Zero: "nothing", About: "taken off each wait"}
	argumentWhole  = Argument{Name: "whole", Unit: "duration", Default: "0s", Zero: "not cut off", About: "each wait is cut off to a whole number of these, before the next grows from it"}
)

func fullJitterArguments() []Argument {
	return growth(Argument{Name: "low", Unit: "duration", Default: "0s", Zero: "none", About: "the least wait"})
}

// growth returns the arguments of a jitter: those of an exponential backoff, or
// any other backoff in their place, and its own.
func growth(own ...Argument) []Argument {
	return append([]Argument{
		argumentBase, argumentFactor, argumentCap, argumentLess, argumentWhole,
		{Name: "of", Unit: "policy", Default: "exponential", About: "another backoff that gives w, in place of base, factor, cap, less and whole"},
	}, own...)
}

// Forms returns the policies that Parse knows, by what they do.
func Forms() []Form {
	var all []Form
	for _, f := range forms() {
		f.IsPart = f.backoff != nil
		all = append(all, f.Form)
	}
	return all
}

// Names returns the names of the forms and presets that Parse knows, sorted.
func Names() []string {
	names := append(Kinds(), PresetNames()...)
	slices.Sort(names)
	return names
}

// Kinds returns the names of the forms, sorted. Names has those of the presets, too.
func Kinds() []string {
	var names []string
	for _, f := range forms() {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return names
}

// backoffNames returns the names of the forms that may stand inside others.
func backoffNames() []string {
	var names []string
	for _, f := range forms() {
		if f.backoff != nil {
			names = append(names, f.Name)
		}
	}
	return names
}

func formNamed(name string) (form, bool) {
	all := forms()
	i := slices.IndexFunc(all, func(f form) bool { return f.Name == name })
	if i < 0 {
		return form{}, false
	}
	return all[i], true
}
