package wire

import (
	"encoding/json"
	"maps"
	"slices"
)

// An example goes so deep into a schema, and has so many values.
const (
	fakeDepth  = 8
	fakeValues = 1000
)

// A faker makes an example.
type faker struct {
	word func() string
	left int // values
}

// Example returns a value that follows a JSON Schema, as far as types, properties,
// enumerations and constants go: what a model would fill in. word makes texts. A
// schema that cannot be read has the example {}.
func Example(schema json.RawMessage, word func() string) []byte {
	var read any
	if json.Unmarshal(schema, &read) != nil {
		return []byte("{}")
	}
	f := faker{word: word, left: fakeValues}
	value := f.example(read, fakeDepth)
	if _, ok := value.(object); !ok {
		return []byte("{}")
	}
	return encode(value)
}

func (f *faker) example(schema any, depth int) any {
	s, ok := schema.(object)
	if !ok || depth == 0 || f.left <= 0 {
		return nil
	}
	f.left--
	if constant, ok := s["const"]; ok {
		return constant
	}
	if choices, ok := s["enum"].([]any); ok && len(choices) > 0 {
		return choices[0]
	}
	for _, name := range []string{"anyOf", "oneOf", "allOf"} {
		if choices, ok := s[name].([]any); ok && len(choices) > 0 {
			return f.example(choices[0], depth-1)
		}
	}
	switch kindOf(s) {
	case "string":
		return f.word()
	case "integer", "number":
		if least, ok := s["minimum"].(float64); ok {
			return least
		}
		return 1
	case "boolean":
		return true
	case "array":
		return f.list(s, depth)
	case "null":
		return nil
	}
	members, filled := s["properties"].(object), object{}
	for _, name := range sortedNames(members) {
		filled[name] = f.example(members[name], depth-1)
	}
	return filled
}

// list returns a list of one element, or of as many as there must be.
func (f *faker) list(s object, depth int) []any {
	least, _ := s["minItems"].(float64)
	list := make([]any, max(1, min(16, int(least))))
	for i := range list {
		list[i] = f.example(s["items"], depth-1)
	}
	return list
}

// kindOf returns the type of a schema, the first of several.
func kindOf(s object) string {
	switch kind := s["type"].(type) {
	case string:
		return kind
	case []any:
		for _, k := range kind {
			if name, ok := k.(string); ok && name != "null" {
				return name
			}
		}
	}
	return "object"
}

func sortedNames(members object) []string { return slices.Sorted(maps.Keys(members)) }
