package schema

import (
	"net/url"
	"strconv"
	"strings"
)

// resolve returns what a reference names: the schema itself or a place in it, as a
// JSON Pointer in a fragment says it (RFC 6901, section 6), or an $anchor of one of
// its definitions. Nothing is fetched.
func (m *maker) resolve(name string) (any, bool) {
	fragment, ok := strings.CutPrefix(name, "#")
	if !ok {
		return nil, false
	}
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return nil, false
	}
	if pointer != "" && pointer[0] != '/' {
		return m.anchored(pointer)
	}
	place := m.root
	for i, part := range strings.Split(pointer, "/") {
		if i == 0 {
			continue // before the first slash
		}
		if place, ok = below(place, strings.NewReplacer("~1", "/", "~0", "~").Replace(part)); !ok {
			return nil, false
		}
	}
	return place, true
}

// below returns a member of an object, or an element of a list.
func below(place any, name string) (any, bool) {
	switch p := place.(type) {
	case object:
		member, ok := p[name]
		return member, ok
	case []any:
		if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(p) {
			return p[i], true
		}
	}
	return nil, false
}

// anchored returns the definition with an anchor.
func (m *maker) anchored(name string) (any, bool) {
	root, _ := m.root.(object)
	for _, word := range []string{"$defs", "definitions"} {
		definitions, _ := root[word].(object)
		m.left -= len(definitions)
		for _, definition := range definitions {
			if d, ok := definition.(object); ok && d["$anchor"] == name {
				return d, true
			}
		}
	}
	return nil, false
}
