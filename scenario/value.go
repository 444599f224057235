package scenario

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"ratesim/spec"
	"ratesim/suggest"
)

// put writes the value of a node into the scenario, under a name for a path with
// *. When something is wrong with the value, the scenario is left as it was, and
// the message says what, and at which node.
func (f field) put(s *Scenario, name string, n *yaml.Node) (at *yaml.Node, message string) {
	if at, message = f.read(f.value(&Scenario{}, "name"), n); message == "" {
		f.read(f.value(s, name), n)
	}
	return at, message
}

// read writes the value of a node through a pointer. The message says what is
// wrong with it, "" if nothing, and at which node.
func (f field) read(target any, n *yaml.Node) (at *yaml.Node, message string) {
	if list, ok := target.(*[]string); ok {
		return f.readList(list, n)
	}
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return n, fmt.Sprintf("want %s; have %s", f.wanted(), describe(n))
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
		if message := wantSpec(f.path, n.Value); message != "" && n.Tag != "!!str" {
			return n, message
		}
		if n.Tag != "!!str" && !(n.Tag == "!!timestamp" && f.unit == unitInstant) {
			return n, fmt.Sprintf("want %s; have %s, which is none unless it stands in quotes", f.wanted(), describe(n))
		}
		*target, ok = n.Value, len(f.choices) == 0 || slices.Contains(f.choices, n.Value)
	case *time.Duration:
		var message string
		*target, message = spec.ParseDuration(n.Value, 0)
		ok = message == "" && time.Duration(f.min) <= *target && *target <= time.Duration(f.max)
	case *Span:
		*target, ok = parseSpan(n, f)
	}
	if !ok {
		return n, fmt.Sprintf("want %s; have %s%s", f.wanted(), describe(n), suggest.Question(n.Value, f.choices))
	}
	return n, ""
}

func (f field) readList(target *[]string, n *yaml.Node) (at *yaml.Node, message string) {
	if n.Kind != yaml.SequenceNode {
		return n, fmt.Sprintf("want a list of texts such as [a, b]; have %s", describe(n))
	}
	list := make([]string, 0, len(n.Content))
	for i, item := range n.Content {
		if text := cutItem(n, i); text != "" {
			return item, wantQuotes("brackets", text)
		}
		switch {
		case item.Kind == yaml.AliasNode || item.Anchor != "":
			return item, noAnchors
		case item.Kind != yaml.ScalarNode || item.Tag == "!!null":
			return item, fmt.Sprintf("want a text; have %s", describe(item))
		case item.Tag != "!!str" && wantSpec(f.path, item.Value) != "":
			return item, wantSpec(f.path, item.Value)
		case item.Tag != "!!str":
			return item, fmt.Sprintf("want a text; have %s, which is none unless it stands in quotes", describe(item))
		}
		list = append(list, item.Value)
	}
	*target = list
	return n, ""
}

// parseWhole reads a decimal number. One with a leading 0 is octal to some
// readers of YAML and decimal to others, so it is refused. 1.0 is whole, as it is
// to JSON Schema.
func parseWhole(n *yaml.Node, f field) (int64, bool) {
	v, err := strconv.ParseInt(n.Value, 10, 64)
	digits := strings.TrimLeft(n.Value, "+-")
	switch {
	case n.Tag == "!!float":
		if v, err = parseWholeFloat(n.Value); err != nil {
			return 0, false
		}
	case err != nil || n.Tag != "!!int" || digits[0] == '0' && digits != "0":
		return 0, false
	}
	return v, f.unbounded() || int64(f.min) <= v && v <= int64(f.max)
}

// parseWholeFloat reads a number with a decimal point that is whole, and small enough
// for a float64 to be exact.
func parseWholeFloat(text string) (int64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v != math.Trunc(v) || math.Abs(v) > large {
		return 0, strconv.ErrRange
	}
	return int64(v), nil
}

func parseNumber(n *yaml.Node, f field) (float64, bool) {
	v, err := strconv.ParseFloat(n.Value, 64)
	if err != nil || n.Tag != "!!float" && n.Tag != "!!int" || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, false
	}
	return v, f.min <= v && v <= f.max
}

func parseSpan(n *yaml.Node, f field) (Span, bool) {
	if n.Tag == "!!int" || n.Tag == "!!float" {
		steps, ok := parseWhole(n, f)
		return Span{Steps: steps}, ok
	}
	duration, message := spec.ParseDuration(n.Value, 0)
	return Span{Duration: duration}, message == "" && (duration > 0 || f.min == 0)
}

// unitInstant is the unit of fields that hold an instant.
const unitInstant = "RFC 3339"

// unbounded reports that a number may be any.
func (f field) unbounded() bool { return f.min == 0 && f.max == 0 }

// wanted says in words what a field takes.
func (f field) wanted() string {
	if f.want != "" {
		return f.want
	}
	switch f.value(&Scenario{}, "name").(type) {
	case *int64:
		return "a whole number" + f.bounds()
	case *float64:
		return "a number" + f.bounds()
	case *bool:
		return "true or false"
	case *time.Duration:
		if f.min == 0 {
			return "a duration such as 1s or 250ms, from 0 to 73 years"
		}
		return "a duration such as 1s or 250ms, more than 0 and at most 73 years"
	case *Span:
		return "a whole number of steps" + f.bounds() + ", or a duration such as 3s, at most 73 years in all"
	}
	if len(f.choices) > 0 {
		return "one of " + strings.Join(f.choices, ", ")
	}
	return "a text"
}

func (f field) bounds() string {
	switch {
	case f.unbounded():
		return " of 64 bits"
	case f.min == f.max:
		return fmt.Sprintf(", %v", f.min)
	case f.max == large:
		return fmt.Sprintf(" from %v to 2^53", f.min)
	}
	return fmt.Sprintf(" from %v to %s", f.min, strconv.FormatFloat(f.max, 'f', -1, 64))
}

// describe says what a node is, for messages.
func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "keys and values"
	case yaml.SequenceNode:
		return "a list"
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
