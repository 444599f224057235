package schema

import (
	"encoding/json"
	"slices"
)

// kindNames are the types of JSON Schema.
var kindNames = []string{"object", "array", "string", "number", "integer", "boolean", "null"}

// kindsOf returns the types that a schema allows, null at the end; isTyped is false if
// it names none that there is.
func kindsOf(s object) (kinds []string, isTyped bool) {
	list, isList := s["type"].([]any)
	if !isList {
		list = []any{s["type"]}
	}
	hasNull := false
	for _, one := range list {
		name, _ := one.(string)
		switch {
		case name == "null":
			hasNull = true
		case slices.Contains(kindNames, name):
			kinds = append(kinds, name)
		}
	}
	if hasNull {
		kinds = append(kinds, "null")
	}
	return kinds, len(kinds) > 0 || isList && len(list) == 0
}

// typical says by which words a schema without a type can be known to be about one.
var typical = []struct {
	kind  string
	words []string
}{
	{"object", []string{"properties", "required", "additionalProperties", "patternProperties", "minProperties", "maxProperties"}},
	{"array", []string{"items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"}},
	{"number", []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}},
}

// kinds returns the types to try in turn. A schema that allows all of them is taken
// for one about what its words are about, else about a text.
func (m *maker) kinds(s object) []string {
	if kinds, isTyped := kindsOf(s); isTyped && !(m.lenient && len(kinds) == 0) {
		return kinds
	}
	for _, t := range typical {
		if slices.ContainsFunc(t.words, func(word string) bool { _, has := s[word]; return has }) {
			return []string{t.kind}
		}
	}
	return []string{"string"}
}

// isOneOf reports that a value is of one of the types.
func isOneOf(value any, kinds []string) bool {
	is := func(kind string) bool { return slices.Contains(kinds, kind) }
	switch v := value.(type) {
	case nil:
		return is("null")
	case bool:
		return is("boolean")
	case string:
		return is("string")
	case []any:
		return is("array")
	case json.Number:
		n := rational(v)
		return is("number") || is("integer") && n != nil && n.IsInt()
	}
	return is("object")
}
