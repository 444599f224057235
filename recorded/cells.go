package recorded

import (
	"bytes"
	"fmt"
	"strings"

	"ratesim/lines"
)

// A cell is what a row holds for one role.
type cell struct {
	text   []byte // valid until the next row
	at     int    // byte at which it begins, counted as in a fault
	given  bool
	quoted bool // it is a string in JSON
	list   bool // it is an array in JSON
}

// cells are those of one row, by role.
type cells [roles]cell

// A csvParser reads the cells of CSV under a header.
type csvParser struct {
	lines.CSV
	columns map[role]int
	format  Format
	needed  [roles]bool // what no row may lack
}

func (t *reader) openCSV(first []byte) (parser, error) {
	p := &csvParser{columns: map[role]int{}}
	names, err := p.Header(t.lines, first)
	if err != nil {
		return nil, err
	}
	if p.format, err = t.options.choose(names); err != nil {
		return nil, lines.FaultAt(0, "%v", err)
	}
	for i, name := range names {
		r, ok := p.format.roleOf(name)
		if !ok {
			t.found.Ignored.Add(name)
			continue
		}
		if _, twice := p.columns[r]; twice {
			return nil, lines.FaultAt(0, "two columns are called %q; want each name once", name)
		}
		p.columns[r] = i
	}
	p.needed = p.format.required(names)
	p.Below()
	t.format, t.found.Format = p.format, p.format.Name
	return p, nil
}

func (p *csvParser) parse(line []byte) (c cells, span lines.Span, err error) {
	if span, err = p.Record(line); err != nil {
		return c, span, err
	}
	for r := range roles {
		i, ok := p.columns[r]
		if !ok {
			continue
		}
		text := bytes.Trim(p.Field(i), lines.Blanks)
		c[r] = cell{text: text, at: p.At(i), given: len(text) > 0}
		if !c[r].given && p.needed[r] {
			return c, span, lines.FaultAt(p.At(i), "%s is empty; want a number", p.format.columns[r][0])
		}
	}
	return c, span, nil
}

// A jsonParser reads the cells of JSON Lines.
type jsonParser struct {
	format  Format
	needed  [roles]bool // what no row may lack: what the first one names
	ignored *lines.Ignored
}

func (t *reader) openJSON(first []byte) (parser, error) {
	var names []string
	_, err := lines.Object(first, func(m lines.Member) error {
		names = append(names, string(m.Key()))
		return nil
	})
	if err != nil {
		return nil, err // nothing can be known of the rows below either
	}
	f, err := t.options.choose(names)
	if err != nil {
		return nil, lines.FaultAt(0, "%v", err)
	}
	t.format, t.found.Format = f, f.Name
	return &jsonParser{format: f, needed: f.required(names), ignored: &t.found.Ignored}, nil
}

func (p *jsonParser) parse(line []byte) (c cells, span lines.Span, err error) {
	span.Size = len(line) + 1
	span.Begin, err = lines.Object(line, func(m lines.Member) error { return p.take(&c, m) })
	if err != nil {
		return c, span, err
	}
	for r := range roles {
		if err := p.check(&c[r], r, span.Begin); err != nil {
			return c, span, err
		}
	}
	return c, span, nil
}

// check says what a cell lacks, or that a size is in this row and not in the first:
// those above would pass for rows of 0 tokens.
func (p *jsonParser) check(c *cell, r role, begin int) error {
	name := strings.Join(p.format.columns[r], `" and no "`)
	switch {
	case !c.given && p.needed[r] && c.at > 0:
		return lines.FaultAt(c.at, "%q is null; want %s", name, wanted(r))
	case !c.given && p.needed[r]:
		return lines.FaultAt(begin, "the object has no %q", name)
	case c.given && !p.needed[r] && (r == roleInput || r == roleOutput):
		return lines.FaultAt(c.at, "%q is not in the first row; want it in each row or in none", name)
	}
	return nil
}

// take notes a member.
func (p *jsonParser) take(c *cells, m lines.Member) error {
	name := m.Key()
	r, ok := p.format.roleOf(string(name))
	if !ok {
		p.ignored.Add(string(name[:min(len(name), lines.MaxNameBytes)]))
		return nil
	}
	if c[r].at > 0 {
		return lines.FaultAt(m.NameAt, "%q stands twice in one object", name)
	}
	kind := lines.KindOf(m.Value)
	c[r] = cell{text: m.Value, at: m.At, given: kind != "null", quoted: kind == "a string", list: kind == "an array"}
	if c[r].quoted {
		c[r].text = []byte(lines.Unquote(m.Value))
	}
	if kind == "an object" || kind == "true or false" || c[r].list != (r == roleBlocks) && c[r].given {
		return lines.FaultAt(m.At, "%q is %s; want %s", name, kind, wanted(r))
	}
	return nil
}

func wanted(r role) string {
	switch r {
	case roleAt:
		return "an instant"
	case roleBlocks:
		return "an array of numbers"
	}
	return "a number of tokens"
}

// A listParser reads a list of instants.
type listParser struct{}

func (listParser) parse(line []byte) (c cells, span lines.Span, err error) {
	span.Size = len(line) + 1
	text := bytes.Trim(line, lines.Blanks)
	if text[0] == '#' {
		return c, span, lines.ErrNoRecord
	}
	span.Begin = bytes.Index(line, text)
	if err := lines.CheckText(line); err != nil {
		return c, span, err
	}
	c[roleAt] = cell{text: text, at: span.Begin, given: true}
	return c, span, nil
}

// isInstant reports whether a file that begins with the line is a list of instants.
func isInstant(line []byte) bool {
	text := bytes.Trim(line, lines.Blanks)
	_, message := parseStamp(&cell{text: text}, durations)
	return text[0] == '#' || message == ""
}

// tokens reads a number of tokens; 0 if the row has none.
func tokens(c *cells, r role, begin int) (int64, error) {
	one := &c[r]
	if !one.given {
		return 0, nil
	}
	most := int64(tokensMax)
	if r == roleOutput {
		most = answerMax
	}
	n, ok := wholeNumber(one.text)
	if one.quoted || !ok || n > most {
		have := fmt.Sprintf("%.40q", one.text)
		if one.quoted {
			have = "the text " + have
		}
		return 0, lines.FaultAt(one.at, "%s: want a whole number of tokens from 0 to %d; have %s", r, most, have)
	}
	return n, nil
}
