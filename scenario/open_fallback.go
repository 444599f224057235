package scenario

import (
	"errors"

	"ratesim/endpoint"
	"ratesim/sim"
	"ratesim/spec"
	"ratesim/suggest"
)

// fallback reads one fallback of a flow.
func (c *checker) fallback(at item, text string, needs []string) sim.Fallback {
	f, _, err := fallbackForms().Parse(text, c.scenario.Step)
	if message := wantSpec("flows.*.fallbacks", text); err != nil && message != "" {
		err = errors.New(message)
	}
	for _, fault := range each(err) {
		c.faultItem(at, "%v", fault)
	}
	if f.Kind != sim.Model || err != nil {
		return f.Fallback
	}
	can := c.scenario.Open.Models.At(f.name)
	if can == nil {
		names := c.scenario.Open.Models.Names()
		c.faultItem(at, "want the name of a model, %s; have %q%s", orNone(names), f.name, suggest.Question(f.name, names))
		return f.Fallback
	}
	f.Capable = len(lacking(needs, can)) == 0
	return f.Fallback
}

// A namedFallback is a fallback with the name of its model.
type namedFallback struct {
	sim.Fallback
	name string
}

func fallbackForms() spec.Forms[namedFallback] {
	return spec.Forms[namedFallback]{What: "fallback", All: []spec.Form[namedFallback]{
		{Name: "person", About: "somebody does the work", Read: func(*spec.Reader) namedFallback { return namedFallback{Fallback: sim.Fallback{Kind: sim.Person}} }},
		{Name: "queue", About: "tries again later, as if for the first time", Arguments: []spec.Argument{
			{Name: "after", Unit: "duration", Default: "0s", Zero: "when the server said, if it did", About: "how long after the last failure"},
		}, Read: func(r *spec.Reader) namedFallback {
			return namedFallback{Fallback: sim.Fallback{Kind: sim.Queue, After: r.Duration("after")}}
		}},
		{Name: "model", About: "asks another model, if it can do what the flow needs", Arguments: []spec.Argument{
			{Name: "name", Unit: "name", About: "which model"},
		}, Read: func(r *spec.Reader) namedFallback {
			name := r.Word("name")
			return namedFallback{Fallback: sim.Fallback{Kind: sim.Model, Model: endpoint.ID(name)}, name: name}
		}},
	}}
}
