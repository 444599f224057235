package schema

// list returns a list of one element, or of as many as there must be.
func (m *maker) list(s object, depth int) (any, bool) {
	least, most := size(s["minItems"], 0), size(s["maxItems"], stepsMax)
	contained, contains := s["contains"]
	if contains {
		least = max(least, size(s["minContains"], 1))
	}
	length := min(max(least, len(prefix(s)), 1), most)
	if length < least || length > stepsMax {
		return []any{}, m.lenient
	}
	isUnique, seen := s["uniqueItems"] == true, map[string]bool{}
	defer func(turn int) { m.turn = turn }(m.turn)
	all := make([]any, 0, min(length, 100))
	for i := range length {
		element := element(s, i)
		if contains && i < size(s["minContains"], 1) {
			element = object{"allOf": []any{element, contained}}
		}
		value, ok := m.value(element, depth-1)
		for tries := 0; isUnique && ok && seen[textOf(value)] && tries < turnsMax; tries++ {
			m.turn++
			value, ok = m.value(element, depth-1)
		}
		if !ok || isUnique && seen[textOf(value)] {
			return all, i >= least || m.lenient
		}
		if isUnique {
			seen[textOf(value)] = true
		}
		all = append(all, value)
	}
	return all, true
}

// prefix returns the schemas of the first elements, which before 2020 were a list of
// items.
func prefix(s object) []any {
	if first, ok := s["prefixItems"].([]any); ok {
		return first
	}
	return listOf(s["items"])
}

// element returns the schema of an element.
func element(s object, i int) any {
	if first := prefix(s); i < len(first) {
		return first[i]
	}
	if _, isList := s["items"].([]any); isList {
		return s["additionalItems"]
	}
	return s["items"]
}
