package scenario

import (
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"ratesim/policy"
	"ratesim/suggest"
)

// A decoder puts the values of a YAML document into a scenario and gathers what
// is wrong with it.
type decoder struct {
	scenario *Scenario
	source   string // a file's name, or a flag
	flag     bool   // lines and columns mean nothing
	builtIn  bool   // values count as not set by the user
	faults   FaultList
}

func (d *decoder) placeOf(n *yaml.Node) place {
	if d.flag || n == nil {
		return place{source: d.source}
	}
	return place{source: d.source, line: n.Line, column: n.Column}
}

func (d *decoder) fault(n *yaml.Node, path string, format string, args ...any) {
	p := d.placeOf(n)
	d.faults = append(d.faults, Fault{
		Source: p.source, Line: p.line, Column: p.column, Path: path, Message: fmt.Sprintf(format, args...),
	})
}

// parse reads one YAML document with a mapping at its top. It returns nil when
// there is none, and then says why.
func (d *decoder) parse(r io.Reader) *yaml.Node {
	var document, second yaml.Node
	decoder := yaml.NewDecoder(r)
	err := decoder.Decode(&document)
	if errors.Is(err, io.EOF) {
		d.fault(nil, "", "want a scenario; the file is empty")
		return nil
	}
	if err != nil {
		d.syntax(err)
		return nil
	}
	if err := decoder.Decode(&second); err == nil {
		d.fault(&second, "", "want one document; here a second one begins")
	} else if !errors.Is(err, io.EOF) {
		d.syntax(err)
	}
	top := document.Content[0]
	if top.Kind != yaml.MappingNode {
		d.fault(top, "", "want keys and values such as seed: 7; have %s", describe(top))
		return nil
	}
	return top
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// syntax passes on what the YAML parser says, with its line in our form.
func (d *decoder) syntax(err error) {
	message := err.Error()
	at := &yaml.Node{Line: 1, Column: 1}
	if m := yamlLine.FindStringSubmatch(message); m != nil {
		if line, err := strconv.Atoi(m[1]); err == nil {
			at.Line = line
		}
		message = message[len(m[0]):]
	}
	d.fault(at, "", "not YAML: %s", message)
}

// branch puts the values of a mapping into the scenario.
func (d *decoder) branch(n *yaml.Node, path string) {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		d.fault(n, path, "anchors and aliases are not read; write the value out")
		return
	}
	if n.Kind != yaml.MappingNode {
		d.fault(n, path, "want keys and values; have %s", describe(n))
		return
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if line, twice := seen[key.Value]; twice {
			d.fault(key, join(path, key.Value), "given twice, the first time in line %d", line)
			continue
		}
		seen[key.Value] = key.Line
		d.member(key, value, path)
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// member puts one key's value into the scenario.
func (d *decoder) member(key, value *yaml.Node, branch string) {
	path := join(branch, key.Value)
	if f, name, ok := lookup(path); ok {
		d.leaf(value, path, f, name)
		return
	}
	known, wild := children(branch)
	if below, anyBelow := children(path); len(below) > 0 || anyBelow {
		if wild && value.Tag == "!!null" {
			d.removeAll(path, key.Value)
			return
		}
		d.branch(value, path)
		return
	}
	at := branch
	if at == "" {
		at = "a scenario"
	}
	d.fault(key, path, "there is no such key; %s has %s%s", at, strings.Join(known, ", "), suggest.Question(key.Value, known))
}

// removeAll takes a name out of the map that its fields belong to.
func (d *decoder) removeAll(path, name string) {
	for _, f := range fields() {
		if _, ok := below(f.path, path); ok && f.remove != nil {
			f.remove(d.scenario, name)
			return
		}
	}
}

// leaf puts a value into its field.
func (d *decoder) leaf(n *yaml.Node, path string, f field, name string) {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		d.fault(n, path, "anchors and aliases are not read; write the value out")
		return
	}
	if n.Tag == "!!null" && strings.HasSuffix(f.path, "*") {
		f.remove(d.scenario, name)
		return
	}
	if name != "" && !d.checkName(n, path, f, name) {
		return
	}
	if message := put(f.value(d.scenario, name), n, f); message != "" {
		d.fault(n, path, "%s", message)
		return
	}
	if !d.builtIn {
		d.scenario.set[path] = d.placeOf(n)
	}
}

var plainName = regexp.MustCompile(`^[\pL\pN][\pL\pN_-]*$`)

// checkName faults a name that could not be used in a flag. Cues are tokens,
// which may be anything.
func (d *decoder) checkName(n *yaml.Node, path string, f field, name string) bool {
	if f.path == "labels.cues.*" || f.path == "tickets.topics.*.weight" || f.path == "tickets.topics.*.templates" || plainName.MatchString(name) {
		return true
	}
	d.fault(n, path, "want a name of letters, digits, - and _; have %q", name)
	return false
}

// put writes the value of a node through a pointer. The message says what is
// wrong with it, "" if nothing.
func put(target any, n *yaml.Node, f field) (message string) {
	if list, ok := target.(*[]string); ok {
		return putList(list, n)
	}
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return fmt.Sprintf("want %s; have %s", f.wanted(), describe(n))
	}
	var ok bool
	switch target := target.(type) {
	case *int64:
		*target, ok = parseWhole(n, f)
	case *float64:
		*target, ok = parseNumber(n, f)
	case *bool:
		*target, ok = n.Value == "true", n.Tag == "!!bool" && (n.Value == "true" || n.Value == "false")
	case *string:
		*target = n.Value
		ok = len(f.choices) == 0 || slices.Contains(f.choices, n.Value)
	case *time.Duration:
		var err error
		*target, err = time.ParseDuration(n.Value)
		ok = err == nil && *target >= time.Duration(f.min)
	case *Span:
		*target, ok = parseSpan(n, f)
	}
	if !ok {
		return fmt.Sprintf("want %s; have %s%s", f.wanted(), describe(n), suggest.Question(n.Value, f.choices))
	}
	return ""
}

func putList(target *[]string, n *yaml.Node) (message string) {
	if n.Kind != yaml.SequenceNode {
		return fmt.Sprintf("want a list of texts such as [a, b]; have %s", describe(n))
	}
	list := make([]string, 0, len(n.Content))
	for i, item := range n.Content {
		if item.Kind != yaml.ScalarNode || item.Tag == "!!null" || item.Anchor != "" {
			return fmt.Sprintf("item %d: want a text; have %s", i+1, describe(item))
		}
		list = append(list, item.Value)
	}
	*target = list
	return ""
}

func parseWhole(n *yaml.Node, f field) (int64, bool) {
	v, err := strconv.ParseInt(n.Value, 10, 64)
	if err != nil || n.Tag != "!!int" {
		return 0, false
	}
	return v, f.min == 0 && f.max == 0 || int64(f.min) <= v && v <= int64(f.max)
}

func parseNumber(n *yaml.Node, f field) (float64, bool) {
	v, err := strconv.ParseFloat(n.Value, 64)
	if err != nil || n.Tag != "!!float" && n.Tag != "!!int" || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, false
	}
	return v, f.min <= v && v <= f.max
}

func parseSpan(n *yaml.Node, f field) (Span, bool) {
	if n.Tag == "!!int" {
		steps, ok := parseWhole(n, f)
		return Span{Steps: steps}, ok
	}
	duration, message := policy.ParseDuration(n.Value, 0)
	return Span{Duration: duration}, message == "" && (duration > 0 || f.min == 0)
}

// wanted says in words what a field takes.
func (f field) wanted() string {
	switch target := f.value(&Scenario{}, "name").(type) {
	case *int64:
		return "a whole number" + f.bounds()
	case *float64:
		return "a number" + f.bounds()
	case *bool:
		return "true or false"
	case *time.Duration:
		return "a duration such as 1s or 250ms, more than 0"
	case *Span:
		return "a whole number of steps" + f.bounds() + ", or a duration such as 3s"
	case *string:
		if len(f.choices) > 0 {
			return "one of " + strings.Join(f.choices, ", ")
		}
		return "a text"
	default:
		return fmt.Sprintf("a list of texts (%T)", target)
	}
}

func (f field) bounds() string {
	switch {
	case f.min == 0 && f.max == 0:
		return ""
	case f.max >= requestsMax:
		return fmt.Sprintf(" of at least %v", f.min)
	}
	return fmt.Sprintf(" from %v to %v", f.min, f.max)
}

// describe says what a node is, for messages.
func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "keys and values"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias"
	}
	switch n.Tag {
	case "!!null":
		return "nothing"
	case "!!str":
		return fmt.Sprintf("the text %q", shorten(n.Value))
	}
	return shorten(n.Value)
}

func shorten(text string) string {
	if short := []rune(text); len(short) > 60 {
		return string(short[:60]) + "…"
	}
	return text
}
