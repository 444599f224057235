package schema

import (
	"encoding/json"
	"maps"
	"math/big"
	"slices"
)

// both returns a schema that asks for all that two ask for.
func (m *maker) both(a, b object) object {
	if len(b) == 0 {
		return a
	}
	m.left -= len(a) + len(b)
	whole := maps.Clone(a)
	if whole == nil {
		whole = object{}
	}
	var more []any
	for _, name := range slices.Sorted(maps.Keys(b)) {
		have, twice := whole[name]
		switch {
		case !twice:
			whole[name] = b[name]
		case name == "const" && len(common([]any{have}, []any{b[name]})) == 0:
			whole["enum"] = []any{} // there is no such value
		case name == "$ref" || name == "anyOf" || name == "oneOf":
			more = append(more, object{name: b[name]})
		default:
			whole[name] = m.joined(name, have, b[name])
		}
	}
	if len(more) > 0 {
		parts, _ := whole["allOf"].([]any)
		whole["allOf"] = slices.Concat(parts, more)
	}
	return whole
}

// joined returns what a word must say to say what two say. Of words that cannot be
// joined, such as pattern, the first stands.
func (m *maker) joined(name string, a, b any) any {
	switch name {
	case "allOf", "required":
		return slices.Concat(listOf(a), listOf(b))
	case "enum":
		return common(listOf(a), listOf(b))
	case "type":
		return commonKinds(a, b)
	case "properties", "patternProperties":
		return m.joinedMembers(a, b)
	case "items", "additionalProperties", "contains":
		return object{"allOf": []any{a, b}}
	case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties":
		return further(a, b, 1)
	case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties":
		return further(a, b, -1)
	case "uniqueItems":
		return a == true || b == true
	}
	return a
}

func listOf(value any) []any {
	list, _ := value.([]any)
	return list
}

// joinedMembers joins the schemas of members by their names.
func (m *maker) joinedMembers(a, b any) any {
	first, _ := a.(object)
	second, _ := b.(object)
	m.left -= len(first) + len(second)
	all := maps.Clone(first)
	if all == nil {
		all = object{}
	}
	for name, schema := range second {
		if have, twice := all[name]; twice {
			schema = object{"allOf": []any{have, schema}}
		}
		all[name] = schema
	}
	return all
}

// common returns the values of a list that another has, too.
func common(list, other []any) []any {
	texts := map[string]bool{}
	for _, value := range other {
		texts[textOf(value)] = true
	}
	shared := []any{}
	for _, value := range list {
		if texts[textOf(value)] {
			shared = append(shared, value)
		}
	}
	return shared
}

func textOf(value any) string {
	text, _ := json.Marshal(value) // was read from JSON
	return string(text)
}

// commonKinds returns the types that two schemas allow; an integer is a number.
func commonKinds(a, b any) any {
	first, isTyped := kindsOf(object{"type": a})
	second, isTypedToo := kindsOf(object{"type": b})
	if !isTyped {
		return b
	}
	if !isTypedToo {
		return a
	}
	shared := []any{}
	for _, kind := range kindNames {
		allows := func(kinds []string) bool {
			return slices.Contains(kinds, kind) || kind == "integer" && slices.Contains(kinds, "number")
		}
		if allows(first) && allows(second) {
			shared = append(shared, kind)
		}
	}
	return shared
}

// further returns the larger of two bounds, or with a sign of −1 the smaller one. What
// is no number stands back.
func further(a, b any, sign int) any {
	first, second := rational(a), rational(b)
	if second == nil || first != nil && first.Cmp(second)*sign >= 0 {
		return a
	}
	return b
}

// rationalMax bounds the digits of a number that is reckoned with.
const rationalMax = 40

// rational returns a number exactly, nil for what is none or cannot be reckoned with.
func rational(value any) *big.Rat {
	text, ok := value.(json.Number)
	if !ok || len(text) > rationalMax {
		return nil
	}
	near, err := text.Float64()
	if err != nil { // its power is too large
		return nil
	}
	if near == 0 { // or so small that it is better not written out
		return new(big.Rat)
	}
	exact, _ := new(big.Rat).SetString(text.String())
	return exact
}

// size returns a whole number of at least 0, or otherwise what is given.
func size(value any, otherwise int) int {
	n := rational(value)
	switch {
	case n == nil || n.Sign() < 0:
		return otherwise
	case !n.IsInt() || !n.Num().IsInt64() || n.Num().Int64() > 1<<30:
		return 1 << 30
	}
	return int(n.Num().Int64())
}
