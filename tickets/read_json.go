package tickets

import (
	"bytes"
	"fmt"
	"slices"

	"ratesim/lines"
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

// A jsonMember is a member of an object that may have a role.
type jsonMember struct {
	lines.Member
	field *jsonField
}

func newJSONParser(columns Columns, ignore func(string)) *jsonParser {
	p := &jsonParser{columns: columns, ignore: ignore, fields: map[string]*jsonField{}}
	for r := range roles {
		p.chosen[r] = columns.given(r)
	}
	return p
}

func (p *jsonParser) parse(line []byte) (Ticket, lines.Span, error) {
	p.begin()
	begin, err := lines.Object(line, p.take)
	span := lines.Span{Begin: begin, Size: len(line) + 1}
	if err != nil {
		return Ticket{}, span, err
	}
	var values [roles]value
	for r := range roles {
		if values[r], err = p.value(r, begin); err != nil {
			return Ticket{}, span, err
		}
	}
	ticket, err := newTicket(values)
	return ticket, span, err
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
func (p *jsonParser) take(member lines.Member) error {
	name := member.Key()
	if len(name) > MaxIDBytes {
		return lines.FaultAt(member.NameAt, "a field's name has more than %d bytes", MaxIDBytes)
	}
	field := p.fields[string(name)]
	if field == nil {
		field = &jsonField{name: string(name)}
		field.role, field.wanted = p.columns.roleOf(field.name)
		p.fields[field.name] = field
		if !field.wanted {
			p.ignore(field.name)
		}
	}
	if field.object == p.objects {
		return lines.FaultAt(member.NameAt, "%q stands twice in one object", name)
	}
	field.object = p.objects
	if p.count++; p.count > MaxColumns {
		return lines.FaultAt(member.NameAt, "more than %d fields", MaxColumns)
	}
	if field.wanted {
		p.members = append(p.members, jsonMember{member, field})
	}
	return nil
}

// value returns what the object at hand, which begins at begin, holds for a role.
func (p *jsonParser) value(r role, begin int) (value, error) {
	if p.chosen[r] == "" {
		if err := p.choose(r); err != nil {
			return value{}, &lines.Fault{At: begin, Message: err.Error(), Fatal: true}
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
		return v, lines.FaultAt(begin, "%s", missingColumn(r, p.chosen[r], p.names()))
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
	switch kind := lines.KindOf(m.Value); {
	case kind == "a string":
		return value{lines.Unquote(m.Value), m.At}, nil
	case r == roleTopic && kind == "null":
		return value{"", m.At}, nil
	case r == roleTopic:
		return value{}, lines.FaultAt(m.At, "the topic in %q is %s; want a string or null", m.field.name, kind)
	case r == roleText:
		return value{}, lines.FaultAt(m.At, "the text in %q is %s; want a string", m.field.name, kind)
	case kind != "a number":
		return value{}, lines.FaultAt(m.At, "the id in %q is %s; want a string or an integer", m.field.name, kind)
	case bytes.ContainsAny(m.Value, ".eE"):
		return value{}, lines.FaultAt(m.At, "the id in %q has a fraction or an exponent; want a string or an integer", m.field.name)
	}
	return value{string(m.Value), m.At}, nil
}
