package tickets

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// A jsonParser reads JSON Lines: one object (RFC 8259) a line.
type jsonParser struct {
	columns Columns
	ignore  func(name string)

	chosen  [roles]string         // the field that has the role; "" until an object shows one
	fields  map[string]*jsonField // those that have been seen, or that have lately
	members []jsonMember          // of the object at hand, those that may have a role
	count   int                   // of all members of the object at hand
	objects int                   // begun so far
	topics  bool                  // an object had one
}

// A jsonField is what is known of all members with one name.
type jsonField struct {
	name   string
	role   role
	wanted bool // it may have the role
	object int  // number of the last object that had it
}

// A jsonMember is a member of an object as it stands in the line.
type jsonMember struct {
	field  *jsonField
	name   []byte // with its quotes
	nameAt int
	value  []byte // as written
	at     int    // where value begins
}

func newJSONParser(columns Columns, ignore func(string)) *jsonParser {
	p := &jsonParser{columns: columns, ignore: ignore, fields: map[string]*jsonField{}}
	for r := range roles {
		p.chosen[r] = columns.given(r)
	}
	return p
}

func (p *jsonParser) parse(line []byte) (record, error) {
	scanner := jsonScanner{line: line}
	scanner.space()
	found := record{begin: scanner.at, size: len(line) + 1}
	if err := checkText(line); err != nil {
		return found, err
	}
	p.begin()
	if err := scanner.only(p.take); err != nil {
		return found, err
	}
	var values [roles]value
	for r := range roles {
		var err error
		if values[r], err = p.value(r, found.begin); err != nil {
			return found, err
		}
	}
	var err error
	found.ticket, err = newTicket(values)
	return found, err
}

// begin makes ready for the next object.
func (p *jsonParser) begin() {
	if len(p.fields) > 2*MaxColumns { // a file that makes up new names all the time
		clear(p.fields)
	}
	p.members = p.members[:0]
	p.count = 0
	p.objects++
}

// take notes a member of the object at hand.
func (p *jsonParser) take(m jsonMember) error {
	name := m.name[1 : len(m.name)-1]
	if bytes.IndexByte(name, '\\') >= 0 {
		name = []byte(unquoteJSON(m.name))
	}
	if len(name) > MaxIDBytes {
		return faultAt(m.nameAt, "a field's name has more than %d bytes", MaxIDBytes)
	}
	m.field = p.fields[string(name)]
	if m.field == nil {
		m.field = &jsonField{name: string(name)}
		m.field.role, m.field.wanted = p.columns.roleOf(m.field.name)
		p.fields[m.field.name] = m.field
		if !m.field.wanted {
			p.ignore(m.field.name)
		}
	}
	if m.field.object == p.objects {
		return faultAt(m.nameAt, "%q stands twice in one object", name)
	}
	m.field.object = p.objects
	if p.count++; p.count > MaxColumns {
		return faultAt(m.nameAt, "more than %d fields", MaxColumns)
	}
	if m.field.wanted {
		p.members = append(p.members, m)
	}
	return nil
}

// value returns what the object at hand, which begins at begin, holds for a role.
func (p *jsonParser) value(r role, begin int) (value, error) {
	if p.chosen[r] == "" {
		if err := p.choose(r); err != nil {
			return value{}, &fault{at: begin, message: err.Error(), fatal: true}
		}
	}
	var v value
	var err error
	found := false
	for _, m := range p.members {
		switch {
		case m.field.role != r:
		case m.field.name == p.chosen[r]:
			v, err = valueOf(r, m)
			found = true
		default:
			p.ignore(m.field.name)
		}
	}
	if !found && r != roleTopic {
		return v, faultAt(begin, "%s", missingColumn(r, p.chosen[r], p.names()))
	}
	if found && r == roleTopic {
		p.topics = true
	}
	return v, err
}

// choose settles which field has the role, if the object at hand has one.
func (p *jsonParser) choose(r role) error {
	var names []string
	for _, m := range p.members {
		if m.field.role == r {
			names = append(names, m.field.name)
		}
	}
	i, found, err := p.columns.choose(r, names)
	if found {
		p.chosen[r] = names[i]
	}
	return err
}

// names returns the names of all members of the object at hand.
func (p *jsonParser) names() []string {
	var names []string
	for name, field := range p.fields {
		if field.object == p.objects {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// end returns an error if no object had the topic that was asked for.
func (p *jsonParser) end() error {
	if topic := p.columns.Topic; topic != "" && !p.topics {
		return fmt.Errorf("no object has a %q, which was to be the topic", topic)
	}
	return nil
}

// valueOf reads the value of a member that has the role r.
func valueOf(r role, m jsonMember) (value, error) {
	switch kind := kindOfJSON(m.value); {
	case kind == "a string":
		return value{unquoteJSON(m.value), m.at}, nil
	case r == roleTopic && kind == "null":
		return value{"", m.at}, nil
	case r == roleTopic:
		return value{}, faultAt(m.at, "the topic in %q is %s; want a string or null", m.field.name, kind)
	case r == roleText:
		return value{}, faultAt(m.at, "the text in %q is %s; want a string", m.field.name, kind)
	case kind != "a number":
		return value{}, faultAt(m.at, "the id in %q is %s; want a string or an integer", m.field.name, kind)
	case bytes.ContainsAny(m.value, ".eE"):
		return value{}, faultAt(m.at, "the id in %q has a fraction or an exponent; want a string or an integer", m.field.name)
	}
	return value{string(m.value), m.at}, nil
}

// unquoteJSON returns what a string that has been scanned stands for.
func unquoteJSON(quoted []byte) string {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return string(quoted[1 : len(quoted)-1])
	}
	var text string
	if err := json.Unmarshal(quoted, &text); err != nil {
		panic(fmt.Sprintf("tickets: %s was scanned and is not JSON: %v", quoted, err))
	}
	return text
}

// kindOfJSON names the kind of a value that has been scanned.
func kindOfJSON(value []byte) string {
	switch value[0] {
	case '"':
		return "a string"
	case '{':
		return "an object"
	case '[':
		return "an array"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	}
	return "a number"
}
