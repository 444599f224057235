package scenario

import (
	"fmt"
	"slices"
	"strings"

	"ratesim/spec"
	"ratesim/suggest"
)

// An item is one of a list.
type item struct {
	path string
	at   int // from 0
}

// faultItem faults one item of a list, where it stands if that is known.
func (c *checker) faultItem(i item, format string, args ...any) {
	message := fmt.Sprintf("item %d: ", i.at+1) + fmt.Sprintf(format, args...)
	if places := c.scenario.set[i.path].items; i.at < len(places) && len(c.faults) <= faultsMax {
		c.faults = append(c.faults, newFault(places[i.at], i.path, message))
		return
	}
	c.fault(i.path, nil, "%s", message)
}

// namesIn are the names in an argument of a spec, and those that they may be.
type namesIn struct {
	path, text string
	argument   string
	what       string // is wanted
	names      []string
}

// anyName are the words that stand for no name in particular.
var anyName = []string{"all", "any"}

// known faults each name in an argument that is none of those there are. What is no
// spec at all is left to whoever reads it.
func (c *checker) known(n namesIn) {
	parsed, err := spec.Parse(n.text)
	if err != nil {
		return
	}
	for _, argument := range parsed.Args {
		if argument.Key != n.argument || argument.Value.Spec != nil || slices.Contains(anyName, argument.Value.Text) {
			continue
		}
		at := argument.Value.At
		for name := range strings.SplitSeq(argument.Value.Text, "+") {
			if name != "" && !slices.Contains(n.names, name) {
				c.fault(n.path, nil, "%v", &spec.Error{Text: n.text, At: at, Message: fmt.Sprintf("%s: want %s, %s; have %q%s",
					n.argument, n.what, orNone(n.names), name, suggest.Question(name, n.names))})
			}
			at += len(name) + 1
		}
	}
}

// scopes faults the names of keys and models in limits and faults that nobody has:
// such a rule would be about nothing. Without flows nobody is known yet.
func (c *checker) scopes() {
	o := &c.scenario.Open
	if len(o.Flows) == 0 {
		return
	}
	models, keys := o.Models.Names(), []string(nil)
	for _, f := range o.Flows {
		models, keys = withName(models, f.Value.Model), withName(keys, f.Value.Key)
	}
	for _, l := range o.Endpoint.Limits {
		c.known(namesIn{"endpoint.limits." + l.Name, l.Value, "models", "the name of a model", models})
	}
	for _, f := range o.Endpoint.Faults {
		c.known(namesIn{"endpoint.faults." + f.Name, f.Value, "model", "the name of a model", models})
		c.known(namesIn{"endpoint.faults." + f.Name, f.Value, "key", "the key of a flow", keys})
	}
}

// withName returns names and another one, if it is one and new.
func withName(names []string, name string) []string {
	if name == "" || slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}
