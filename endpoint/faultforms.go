package endpoint

import (
	"slices"
	"strings"

	"ratesim/spec"
)

// FaultForms returns how faults are written. The scenario gives each its name.
// Every effect is a fault, too: one that strikes a share of calls.
func FaultForms() spec.Forms[NamedFault] {
	forms := spec.Forms[NamedFault]{What: "fault"}
	for _, effect := range EffectForms().All {
		forms.All = append(forms.All, sometimesForm(effect))
	}
	forms.All = append(forms.All,
		faultForm("no", spec.Form[Fault]{Name: "outage", About: "strikes every call in a time, or in one after another", Arguments: []spec.Argument{
			{Name: "from", Unit: "duration", Default: "0s", Zero: "from the beginning", About: "when it begins"},
			{Name: "to", Unit: "duration", Default: "never", About: "when it ends; at that instant it strikes no more"},
			{Name: "lasts", Unit: "duration", Default: "0s", Zero: "until `to`", About: "how long each lasts"},
			{Name: "every", Unit: "duration", Default: "0s", Zero: "it comes once", About: "from the beginning of one to that of the next"},
			argumentAs("error(status=503)"),
		}, Read: readOutage}),
		faultForm("no", spec.Form[Fault]{Name: "script", About: "strikes call after call, as its steps say, and none after the last", Arguments: []spec.Argument{
			{Name: "steps", Unit: "steps", About: "joined by `>`: `ok`, `rate_limit`, `rate_limit:2` (which asks for 2 s), `timeout`, `timeout:30` (after 30 s), `server_error`, `server_error:500`, `overloaded`, `connection`"},
			argumentPer(),
		}, Read: func(r *spec.Reader) Fault { return &Script{Steps: steps(r), PerRequest: isPerRequest(r)} }}),
		faultForm("no", spec.Form[Fault]{Name: "first", About: "strikes the first calls, and no others", Arguments: []spec.Argument{
			{Name: "failures", Unit: "calls", About: "how many, at least 1"},
			argumentAs("error(status=503)"), argumentPer(),
		}, Read: func(r *spec.Reader) Fault {
			return &Script{Steps: []Effect{effect(r)}, Times: r.Count("failures", 1), PerRequest: isPerRequest(r)}
		}}),
		faultForm("yes", spec.Form[Fault]{Name: "crowded", About: "strikes by chance, the more likely the more calls are in flight", Arguments: []spec.Argument{
			{Name: "above", Unit: "calls", Default: "0", Zero: "each call counts", About: "calls in flight that make no difference"},
			{Name: "per", Unit: "share", About: "of calls that each further call in flight makes it strike"},
			argumentAs("overloaded"),
		}, Read: func(r *spec.Reader) Fault {
			return Crowded{Above: r.Count("above", 0), Per: r.Share("per"), Effect: effect(r)}
		}}),
		contentionForm())
	return forms
}

// uncounted are the effects that come before the limits, if a spec does not say
// otherwise.
const uncounted = "connection exhausted rate-limit"

// sometimesForm returns the fault that has an effect on a share of calls.
func sometimesForm(effect spec.Form[Effect]) spec.Form[NamedFault] {
	counted := "yes"
	if slices.Contains(strings.Fields(uncounted), effect.Name) {
		counted = "no"
	}
	return faultForm(counted, spec.Form[Fault]{Name: effect.Name, About: effect.About, Arguments: append([]spec.Argument{
		{Name: "share", Unit: "share", Default: "1", Zero: "none", About: "of calls that it strikes"},
		{Name: "per-token", Unit: "share", Default: "0", Zero: "size makes no difference", About: "added to share for each token of input"},
	}, effect.Arguments...), Read: func(r *spec.Reader) Fault {
		return Sometimes{Share: r.Share("share"), PerToken: r.Share("per-token"), Effect: effect.Read(r)}
	}})
}

// faultForm returns a form with the arguments that all faults have; counted is the
// default of the one of that name.
func faultForm(counted string, form spec.Form[Fault]) spec.Form[NamedFault] {
	return spec.Form[NamedFault]{Name: form.Name, About: form.About, Arguments: append(form.Arguments,
		spec.Argument{Name: "counted", Unit: "yes or no", Default: counted, About: "it strikes what the limits have admitted and counted; with `no` it strikes before they are asked"},
		spec.Argument{Name: "key", Unit: "name", Default: "any", About: "whose calls it strikes"},
		spec.Argument{Name: "model", Unit: "name", Default: "any", About: "of which model"},
	), Read: func(r *spec.Reader) NamedFault {
		return NamedFault{Of: Scope{Key: idOf(r, "key"), Model: idOf(r, "model")}, Counted: r.Flag("counted"), Fault: form.Read(r)}
	}}
}

// idOf reads a name as a number, 0 for any.
func idOf(r *spec.Reader, name string) uint32 {
	word := r.Word(name)
	if word == "any" {
		return 0
	}
	return ID(word)
}

func argumentAs(effect string) spec.Argument {
	return spec.Argument{Name: "as", Unit: "effect", Default: effect, About: "what becomes of the calls"}
}

func argumentPer() spec.Argument {
	return spec.Argument{Name: "per", Unit: "word", Default: "endpoint", Choices: []string{"endpoint", "request"},
		About: "counts all calls together (`endpoint`), or the tries of each request (`request`)"}
}

func isPerRequest(r *spec.Reader) bool { return r.Choice("per") == 1 }

func effect(r *spec.Reader) Effect { return spec.Nested(r, "as", EffectForms()) }

func readOutage(r *spec.Reader) Fault {
	f := Outage{From: r.Duration("from"), To: Forever, Lasts: r.Duration("lasts"), Every: r.Duration("every"), Effect: effect(r)}
	if r.Word("to") != "never" {
		f.To = r.Duration("to")
	}
	if f.To <= f.From {
		r.Fault("to", "want an instant after from, %v; have %v", f.From, f.To)
	}
	if f.Every > 0 && f.Lasts == 0 {
		r.Fault("every", "want lasts, too: how long each of them lasts, less than %v", f.Every)
	}
	if f.Every > 0 && f.Lasts >= f.Every {
		r.Fault("lasts", "want less than every, %v; have %v", f.Every, f.Lasts)
	}
	return f
}
