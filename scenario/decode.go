package scenario

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"ratesim/suggest"
)

// A decoder puts the values of a YAML document into a scenario and gathers what
// is wrong with it.
type decoder struct {
	scenario *Scenario
	source   string // a file's name, or a flag as typed
	order    int    // 0 for a file; 1 and more for flags, whose lines mean nothing
	builtIn  bool   // values count as not set by the user
	faults   FaultList
}

func (d *decoder) placeOf(n *yaml.Node) place {
	p := place{source: d.source, order: d.order}
	if d.order == 0 && n != nil {
		p.line, p.column = n.Line, n.Column
	}
	return p
}

func (d *decoder) fault(n *yaml.Node, path string, format string, args ...any) {
	d.faults = append(d.faults, newFault(d.placeOf(n), path, fmt.Sprintf(format, args...)))
}

const noAnchors = "anchors and aliases are not read; write the value out"

// writtenOut reports that a node is no alias and has no anchor, and faults one that
// is or has.
func (d *decoder) writtenOut(n *yaml.Node, path string) bool {
	if n.Kind != yaml.AliasNode && n.Anchor == "" {
		return true
	}
	d.fault(n, path, noAnchors)
	return false
}

// namesMax bounds the keys of a mapping, so that names may be looked up one by one.
const namesMax = 10_000

// branch puts the values of a mapping into the scenario.
func (d *decoder) branch(n *yaml.Node, path string) {
	if !d.writtenOut(n, path) {
		return
	}
	if n.Kind != yaml.MappingNode {
		d.fault(n, path, "want keys and values; have %s", describe(n))
		return
	}
	if len(n.Content)/2 > namesMax {
		d.fault(n, path, "want at most %d keys; have %d", namesMax, len(n.Content)/2)
		return
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content) && len(d.faults) <= faultsMax; i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if !d.writtenOut(key, path) {
			continue
		}
		if key.Kind != yaml.ScalarNode || key.Tag == "!!binary" {
			d.fault(key, path, "want a name as key; have %s", describe(key))
			continue
		}
		if line, twice := seen[key.Value]; twice {
			d.fault(key, join(path, key.Value), "given twice, the first time in line %d", line)
			continue
		}
		seen[key.Value] = key.Line
		if text, pairs := cutSpec(n, i); pairs > 0 {
			d.fault(value, join(path, key.Value), "%s", wantQuotes("braces", text))
			i += 2 * pairs
			continue
		}
		d.member(key, value, path)
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

const wantName = "want a name without dots that is not empty; have %q"

// member puts one key's value into the scenario.
func (d *decoder) member(key, value *yaml.Node, branch string) {
	path := join(branch, key.Value)
	known, wild := d.scenario.language.children(branch)
	f, _, isLeaf := d.scenario.language.lookup(path)
	ways, anyWay := d.scenario.language.children(path)
	switch {
	case wild && key.Value == "":
		d.fault(key, path, wantName, key.Value)
	case wild && key.Value == d.scenario.language.reserved(branch):
		d.fault(key, path, "want another name than %q, under which all of them are counted together", key.Value)
	case wild && value.Tag == "!!null" && (isLeaf || len(ways) > 0):
		d.remove(key, value, branch)
	case isLeaf:
		d.leaf(value, path, f)
	case len(ways) > 0 || anyWay:
		d.branch(value, path)
	case wild:
		d.fault(key, path, wantName, key.Value)
	default:
		at := branch
		if at == "" {
			at = "a scenario"
		}
		d.fault(key, path, "there is no such key; %s has %s%s", at, strings.Join(known, ", "), suggest.Question(key.Value, known))
	}
}

// remove takes a name out of the map that is a branch.
func (d *decoder) remove(key, null *yaml.Node, branch string) {
	fields := d.scenario.language.fields
	i := slices.IndexFunc(fields, func(f field) bool { return f.remove != nil && strings.HasPrefix(f.path, branch+".*") })
	f, path := fields[i], join(branch, key.Value)
	if names := f.names(d.scenario); !slices.Contains(names, key.Value) {
		d.fault(key, path, "null takes out what is there; %s has %s%s", branch, strings.Join(names, ", "), suggest.Question(key.Value, names))
		return
	}
	d.lostBelow(null, path)
	f.remove(d.scenario, key.Value)
	d.mark(path, null)
}

// lostBelow faults a flag that takes out what flags before it have set.
func (d *decoder) lostBelow(null *yaml.Node, path string) {
	var lost []place
	for set, at := range d.scenario.set {
		if strings.HasPrefix(set, path+".") && at.order > 0 && d.order > 0 {
			lost = append(lost, at)
		}
	}
	slices.SortFunc(lost, place.compare)
	bySetting := func(a, b place) bool { return a.order == b.order }
	for _, at := range slices.CompactFunc(lost, bySetting) {
		d.fault(null, path, "null would take out what %s sets; want one of them, or null first", at.source)
	}
}

// mark remembers where a path was set. Of two flags that set one the last would win in
// silence.
func (d *decoder) mark(path string, n *yaml.Node) {
	if d.builtIn {
		return
	}
	if first := d.scenario.set[path]; first.order > 0 && d.order > 0 {
		d.fault(n, path, "given twice, the first time by %s", first.source)
		return
	}
	at := d.placeOf(n)
	for _, item := range n.Content {
		at.items = append(at.items, d.placeOf(item))
	}
	d.scenario.set[path] = at
}

// leaf puts a value into its field.
func (d *decoder) leaf(n *yaml.Node, path string, f field) {
	name, _ := match(f.path, path)
	if !d.writtenOut(n, path) {
		return
	}
	if f.plain && !isPlain(name) {
		d.fault(n, path, "want a name of letters, digits, - and _; have %q", name)
		return
	}
	if f.model && !isModel(name) {
		d.fault(n, path, "want the name of a model, of letters, digits, -, _, ., /, : and @; have %q", name)
		return
	}
	if at, message := f.put(d.scenario, name, n); message != "" {
		d.fault(at, path, "%s", message)
		return
	}
	d.mark(path, n)
}
