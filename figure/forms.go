package figure

import (
	"math"

	"ratesim/spec"
)

// Forms returns the figures that a spec may name.
func Forms() spec.Forms[Figure] {
	forms := spec.Forms[Figure]{What: "figure"}
	for _, events := range eventForms().All {
		forms.All = append(forms.All, spec.Form[Figure]{Name: events.Name, About: events.About, Arguments: events.Arguments,
			Read: func(r *spec.Reader) Figure { return events.Read(r) }})
	}
	forms.All = append(forms.All,
		spec.Form[Figure]{Name: "last", About: "the instant of the last of some events, in seconds", Arguments: []spec.Argument{argumentOf("events")},
			Read: func(r *spec.Reader) Figure { return &Last{Of: events(r)} }},
		spec.Form[Figure]{Name: "peak", About: "the most of some events in a window by the clock", Arguments: []spec.Argument{
			argumentOf("events"),
			{Name: "in", Unit: "duration", Default: "1s", About: "length of a window"},
		}, Read: func(r *spec.Reader) Figure { return &Peak{Of: events(r), In: max(1, r.Positive("in"))} }},
		spec.Form[Figure]{Name: "latency", About: "a percentile of how long requests took from arrival to their completion, in seconds; of those that were completed",
			Arguments: append(argumentsOfEvents(), spec.Argument{Name: "percent", Unit: "number", Default: "50", About: "which percentile, by nearest rank"}),
			Read: func(r *spec.Reader) Figure {
				return &Latency{Of: *readEvents(r, Completion), Percent: r.Number("percent", 1e-3, 100)}
			}},
	)
	return withDerived(forms)
}

// withDerived adds the figures that are made of others.
func withDerived(forms spec.Forms[Figure]) spec.Forms[Figure] {
	figure := func(r *spec.Reader, name string) Figure {
		if f := spec.Nested(r, name, Forms()); f != nil {
			return f
		}
		return &Events{}
	}
	forms.All = append(forms.All,
		spec.Form[Figure]{Name: "ratio", About: "one figure over another", Arguments: []spec.Argument{
			argumentOf("figure"),
			{Name: "to", Unit: "figure", About: "what it is divided by"},
		}, Read: func(r *spec.Reader) Figure { return Ratio{Of: figure(r, "of"), To: figure(r, "to")} }},
		spec.Form[Figure]{Name: "excess", About: "by how much a figure is above a bound, 0 if it is not", Arguments: []spec.Argument{
			argumentOf("figure"),
			{Name: "over", Unit: "number", About: "the bound"},
		}, Read: func(r *spec.Reader) Figure {
			return Excess{Figure: figure(r, "of"), Over: r.Number("over", -math.MaxFloat64, math.MaxFloat64)}
		}},
		spec.Form[Figure]{Name: "below", About: "1 if a figure is less than a bound, else 0: over runs, the share in which that is so", Arguments: []spec.Argument{
			argumentOf("figure"),
			{Name: "bound", Unit: "number", About: "the bound"},
		}, Read: func(r *spec.Reader) Figure {
			return Below{Figure: figure(r, "of"), Bound: r.Number("bound", -math.MaxFloat64, math.MaxFloat64)}
		}},
	)
	return forms
}

func argumentOf(unit string) spec.Argument {
	return spec.Argument{Name: "of", Unit: unit, About: "what it is about"}
}

// events reads the events that a figure is about.
func events(r *spec.Reader) Events {
	if e := spec.Nested(r, "of", eventForms()); e != nil {
		return *e
	}
	return Events{}
}
