package schema

import (
	"fmt"
	"maps"
	"slices"
)

// members returns an object with all that is required, and with the rest as far as
// there is room.
func (m *maker) members(s object, depth int) (any, bool) {
	properties, _ := s["properties"].(object)
	m.left -= len(properties)
	least, most := size(s["minProperties"], 0), size(s["maxProperties"], stepsMax)
	filled := object{}
	for _, one := range listOf(s["required"]) {
		name, isText := one.(string)
		if _, have := filled[name]; have || !isText {
			continue
		}
		value, ok := m.value(m.member(s, name), depth-1)
		if !ok {
			return nil, false
		}
		filled[name] = value
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if _, have := filled[name]; have || len(filled) >= most || m.left < stepsMax/2 && len(filled) >= least {
			continue
		}
		if value, ok := m.value(m.member(s, name), depth-1); ok {
			filled[name] = value
		}
	}
	for tries := 0; len(filled) < least && tries <= least; tries++ {
		name := fmt.Sprintf("%s_%d", m.word(), tries+1)
		value, ok := m.value(m.member(s, name), depth-1)
		if !ok {
			return nil, false
		}
		filled[name] = value
	}
	return filled, len(filled) >= least && len(filled) <= most || m.lenient
}

// member returns the schema of a member: that of its name and of the patterns that
// match it, else that of all others.
func (m *maker) member(s object, name string) any {
	m.left -= len(name) / perStep
	var parts []any
	properties, _ := s["properties"].(object)
	if schema, ok := properties[name]; ok {
		parts = append(parts, schema)
	}
	patterns, _ := s["patternProperties"].(object)
	for _, pattern := range slices.Sorted(maps.Keys(patterns)) {
		if re := m.pattern(pattern); re != nil && re.MatchString(name) {
			parts = append(parts, patterns[pattern])
		}
	}
	switch len(parts) {
	case 0:
		return s["additionalProperties"]
	case 1:
		return parts[0]
	}
	return object{"allOf": parts}
}
