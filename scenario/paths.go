package scenario

import "strings"

// Paths returns the path of each value that the scenario has.
func (s *Scenario) Paths() []string {
	var paths []string
	for _, f := range s.language.fields {
		if f.names == nil {
			paths = append(paths, f.path)
			continue
		}
		for _, name := range f.names(s) {
			paths = append(paths, strings.Replace(f.path, "*", name, 1))
		}
	}
	return paths
}

// lookup finds the field at a path and the name that stands for its *.
func (l *language) lookup(path string) (f field, name string, ok bool) {
	for _, f := range l.fields {
		if name, ok := match(f.path, path); ok {
			return f, name, true
		}
	}
	return field{}, "", false
}

// match reports whether a path fits a pattern, and what stands for its *. The
// last part of a path may be any text, also one with dots.
func match(pattern, path string) (name string, ok bool) {
	before, after, wild := strings.Cut(pattern, "*")
	if !wild {
		return "", pattern == path
	}
	rest, ok := strings.CutPrefix(path, before)
	if !ok {
		return "", false
	}
	name, ok = strings.CutSuffix(rest, after)
	return name, ok && name != "" && (after == "" || !strings.Contains(name, "."))
}

// reserved returns the name that must not stand below a branch, "" if any may.
func (l *language) reserved(branch string) string {
	for _, f := range l.fields {
		if f.reserved != "" && strings.HasPrefix(f.path, branch+".*") {
			return f.reserved
		}
	}
	return ""
}

// split cuts a path into its parts. The part after a * that ends a pattern may
// have dots.
func (l *language) split(path string) []string {
	for _, f := range l.fields {
		before, ends := strings.CutSuffix(f.path, ".*")
		if name, ok := strings.CutPrefix(path, before+"."); ends && ok {
			return append(strings.Split(before, "."), name)
		}
	}
	return strings.Split(path, ".")
}

// children returns the names that may stand below a branch: each once, in the
// table's order. wild is true when any name may.
func (l *language) children(branch string) (names []string, wild bool) {
	seen, parts := map[string]bool{}, strings.Split(branch, ".")
	if branch == "" {
		parts = nil
	}
	for _, f := range l.fields {
		rest, ok := below(f.path, parts)
		if !ok {
			continue
		}
		name, _, _ := strings.Cut(rest, ".")
		if name == "*" {
			wild = true
		} else if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names, wild
}

// below returns what is left of a pattern under a branch, which is a path's parts.
func below(pattern string, branch []string) (rest string, ok bool) {
	for _, name := range branch {
		if pattern, ok = under(pattern, name); !ok {
			return "", false
		}
	}
	return pattern, true
}

// under returns what is left of a pattern behind its first part, if that fits a name.
func under(pattern, name string) (rest string, ok bool) {
	if len(pattern) > len(name) && pattern[len(name)] == '.' && pattern[:len(name)] == name {
		return pattern[len(name)+1:], true
	}
	return strings.CutPrefix(pattern, "*.")
}

// Choices returns the values that there are for a path; none if they cannot be
// listed.
func (s *Scenario) Choices(path string) []string {
	f, name, ok := s.language.lookup(path)
	if !ok {
		return nil
	}
	if _, isBool := f.value(&Scenario{}, name).(*bool); isBool {
		return []string{"true", "false"}
	}
	if path == "extends" {
		return Names()
	}
	return f.choices
}
