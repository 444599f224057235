// Package schema makes up values that follow a JSON Schema, as a model does that is
// told to answer in one.
//
// It goes by type, enum, const, the bounds of numbers, texts, lists and objects,
// multipleOf, format, pattern, uniqueItems, prefixItems, items, contains, properties,
// patternProperties, additionalProperties, required, allOf, anyOf, oneOf, and $ref to
// a place in the same schema: "JSON Schema: A Media Type for Describing JSON
// Documents" and "JSON Schema Validation", drafts 4 to 2020-12. Of anyOf and oneOf it
// follows the first that it can; whether another one of oneOf fits, too, it does not
// ask. Other words, such as not, if and dependentRequired, are passed over.
package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// Bounds of one example, whatever a schema asks for.
const (
	depthMax = 40    // levels of values and schemas within each other
	stepsMax = 20000 // schemas looked at, and words of them that are put together
	textMax  = 10000 // characters of one text
	perStep  = 4     // characters that count as a step
	turnsMax = 60    // values tried for a list without repetitions
)

// An object is a JSON object.
type object = map[string]any

// Example returns a JSON object that follows a schema. word makes texts; for the same
// words and the same schema the example is the same. What is not required is filled
// in, too, as far as there is room. A schema that no object follows, or that cannot be
// read, has the best that can be made of it, at worst {}.
func Example(schema []byte, word func() string) []byte {
	d := json.NewDecoder(bytes.NewReader(schema))
	d.UseNumber()
	var root any
	if d.Decode(&root) != nil {
		return []byte("{}")
	}
	for _, lenient := range []bool{false, true} {
		m := maker{root: root, word: word, left: stepsMax, lenient: lenient, open: map[string]int{}}
		value, ok := m.value(object{"type": "object", "allOf": []any{root}}, depthMax)
		if made, isObject := value.(object); ok && isObject {
			if text, err := json.Marshal(made); err == nil {
				return text
			}
		}
	}
	return []byte("{}")
}

// A maker makes one example.
type maker struct {
	root    any
	word    func() string
	left    int            // steps
	lenient bool           // what cannot be followed is passed over
	open    map[string]int // references that are being followed
	turn    int            // 0 for the first choice of each value, 1 for the second
}

// value returns a value that follows a schema; ok is false if there is none, or no
// room for it.
func (m *maker) value(schema any, depth int) (value any, ok bool) {
	if m.left--; m.left < 0 || depth <= 0 {
		return nil, false
	}
	switch s := schema.(type) {
	case object:
		return m.composed(s, depth)
	case bool:
		return m.word(), s || m.lenient
	}
	return m.word(), true
}

// composed follows a schema that may be put together of others.
func (m *maker) composed(s object, depth int) (any, bool) {
	if name, ok := s["$ref"].(string); ok {
		return m.follow(name, without(s, "$ref"), depth)
	}
	if parts, ok := s["allOf"].([]any); ok {
		whole := without(s, "allOf")
		for _, part := range parts {
			if part == false && !m.lenient {
				return nil, false
			}
			more, _ := part.(object)
			whole = m.both(whole, more)
		}
		return m.value(whole, depth-1)
	}
	for _, name := range []string{"oneOf", "anyOf"} {
		if choices, ok := s[name].([]any); ok && len(choices) > 0 {
			return m.oneOf(without(s, name), choices, depth)
		}
	}
	return m.plain(s, depth)
}

// oneOf follows a schema and the first of several that it can be followed with.
func (m *maker) oneOf(s object, choices []any, depth int) (any, bool) {
	for _, choice := range choices {
		more, isObject := choice.(object)
		if !isObject && choice != true && !m.lenient {
			continue
		}
		if value, ok := m.value(m.both(s, more), depth-1); ok {
			return value, true
		}
	}
	return nil, false
}

// nested is how often a reference is followed within itself.
const nested = 2

// follow follows a reference, and what stands beside it.
func (m *maker) follow(name string, beside object, depth int) (any, bool) {
	target, ok := m.resolve(name)
	switch more, isObject := target.(object); {
	case m.open[name] >= nested:
		return nil, false
	case !ok || target == false:
		if !m.lenient {
			return nil, false
		}
		return m.value(beside, depth-1)
	case isObject:
		m.open[name]++
		defer func() { m.open[name]-- }()
		return m.value(m.both(more, beside), depth-1)
	}
	return m.value(beside, depth-1)
}

// plain follows a schema that stands alone.
func (m *maker) plain(s object, depth int) (any, bool) {
	if values, isFixed := fixed(s); isFixed {
		if m.left -= len(values); len(values) == 0 {
			return nil, false
		}
		value := values[m.turn%len(values)]
		m.left -= len(textOf(value)) / perStep
		return value, m.left >= 0
	}
	for _, kind := range m.kinds(s) {
		if value, ok := m.ofKind(kind, s, depth); ok {
			return value, true
		}
	}
	return nil, false
}

// ofKind returns a value of one type.
func (m *maker) ofKind(kind string, s object, depth int) (any, bool) {
	switch kind {
	case "string":
		return m.text(s)
	case "integer", "number":
		return m.number(s, kind == "integer")
	case "boolean":
		return m.turn%2 == 0, true
	case "null":
		return nil, true
	case "array":
		return m.list(s, depth)
	}
	return m.members(s, depth)
}

// fixed returns the values that a schema lists and that are of its type; isFixed is
// false if it lists none.
func fixed(s object) (values []any, isFixed bool) {
	constant, isConstant := s["const"]
	listed, isListed := s["enum"].([]any)
	switch {
	case isConstant && isListed:
		values = common(listed, []any{constant})
	case isConstant:
		values = []any{constant}
	default:
		values = listed
	}
	kinds, isTyped := kindsOf(s)
	return slices.DeleteFunc(slices.Clone(values), func(v any) bool { return isTyped && !isOneOf(v, kinds) }), isConstant || isListed
}

// without returns a schema without one of its words.
func without(s object, name string) object {
	rest := maps.Clone(s)
	delete(rest, name)
	return rest
}
