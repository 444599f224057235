package wire

import (
	"encoding/base64"
	"strconv"
	"strings"
)

// An item is one member of a structured list: a value with its parameters
// (RFC 9651, section 3.1).
type item struct {
	value      value
	parameters map[string]value // of two with one key the later counts
}

// A value is a bare item of a structured field. Of types that rate limits do not
// use only the type is kept.
type value struct {
	kind    valueKind
	text    string // of a string, unescaped
	integer int64  // of an integer, at most 15 digits
}

// A valueKind is the type of a bare item.
type valueKind uint8

const (
	otherValue valueKind = iota // a decimal, token, byte sequence, boolean, date or display string
	stringValue
	integerValue
)

// parseList reads a structured list (RFC 9651, section 4.2.1). Lists within the
// list are refused: no rate limit has one. ok is false for a malformed field,
// which is to be ignored as a whole.
func parseList(text string) (items []item, ok bool) {
	p := structured{rest: strings.Trim(text, " ")}
	for p.rest != "" {
		items = append(items, p.item())
		p.blanks(" \t")
		if p.rest == "" || p.broken {
			break
		}
		p.expect(",")
		p.blanks(" \t")
		p.broken = p.broken || p.rest == "" // nothing after a comma
	}
	return items, !p.broken
}

// structured reads a structured field from the front. Once broken it stays so,
// and what it returns does not count.
type structured struct {
	rest   string
	broken bool
}

func (p *structured) blanks(set string) { p.rest = strings.TrimLeft(p.rest, set) }

// expect takes a text off the front.
func (p *structured) expect(text string) {
	rest, found := strings.CutPrefix(p.rest, text)
	p.rest, p.broken = rest, p.broken || !found
}

// take takes off the front what consists of the characters that are allowed.
func (p *structured) take(allowed func(byte) bool) string {
	i := 0
	for i < len(p.rest) && allowed(p.rest[i]) {
		i++
	}
	taken := p.rest[:i]
	p.rest = p.rest[i:]
	return taken
}

// item reads a bare item and its parameters.
func (p *structured) item() item {
	it := item{value: p.value(), parameters: map[string]value{}}
	for strings.HasPrefix(p.rest, ";") {
		p.rest = p.rest[1:]
		p.blanks(" ")
		key := p.key()
		parameter := value{} // a boolean, true
		if strings.HasPrefix(p.rest, "=") {
			p.rest = p.rest[1:]
			parameter = p.value()
		}
		it.parameters[key] = parameter
	}
	return it
}

// key reads the key of a parameter (section 4.2.3.3).
func (p *structured) key() string {
	if p.rest == "" || !isLower(p.rest[0]) && p.rest[0] != '*' {
		p.broken = true
		return ""
	}
	return p.take(func(c byte) bool {
		return isLower(c) || isDigit(c) || strings.IndexByte("_-.*", c) >= 0
	})
}

// value reads a bare item (section 4.2.3.1).
func (p *structured) value() value {
	if p.rest == "" {
		p.broken = true
		return value{}
	}
	switch c := p.rest[0]; {
	case c == '"':
		return p.string()
	case c == '-' || isDigit(c):
		return p.number()
	case c == '*' || isLetter(c):
		p.take(isTokenByte)
	case c == ':':
		p.bytes()
	case c == '?':
		p.boolean()
	case c == '@':
		p.rest = p.rest[1:]
		p.broken = p.number().kind != integerValue || p.broken
	case strings.HasPrefix(p.rest, `%"`):
		p.displayString()
	default:
		p.broken = true
	}
	return value{}
}

// string reads a string: printable ASCII, with \" and \\ (section 4.2.5).
func (p *structured) string() value {
	var b strings.Builder
	for i := 1; i < len(p.rest); i++ {
		c := p.rest[i]
		switch {
		case c == '"':
			p.rest = p.rest[i+1:]
			return value{kind: stringValue, text: b.String()}
		case c == '\\' && i+1 < len(p.rest) && (p.rest[i+1] == '"' || p.rest[i+1] == '\\'):
			i++
			b.WriteByte(p.rest[i])
		case c == '\\' || c < 0x20 || c > 0x7e:
			p.broken = true
			return value{}
		default:
			b.WriteByte(c)
		}
	}
	p.broken = true // no end
	return value{}
}

// number reads an integer of at most 15 digits, or a decimal of at most 12 and 3
// (section 4.2.4).
func (p *structured) number() value {
	negative := strings.HasPrefix(p.rest, "-")
	if negative {
		p.rest = p.rest[1:]
	}
	whole := p.take(isDigit)
	if strings.HasPrefix(p.rest, ".") {
		p.rest = p.rest[1:]
		fraction := p.take(isDigit)
		p.broken = p.broken || whole == "" || len(whole) > 12 || fraction == "" || len(fraction) > 3
		return value{}
	}
	n, err := strconv.ParseInt(whole, 10, 64)
	p.broken = p.broken || err != nil || len(whole) > 15
	if negative {
		n = -n
	}
	return value{kind: integerValue, integer: n}
}

// bytes reads a byte sequence in base64 between colons (section 4.2.7).
func (p *structured) bytes() {
	encoded, rest, found := strings.Cut(p.rest[1:], ":")
	_, err := base64.StdEncoding.DecodeString(encoded)
	p.rest, p.broken = rest, p.broken || !found || err != nil
}

// boolean reads ?0 or ?1 (section 4.2.8).
func (p *structured) boolean() {
	p.rest = p.rest[1:]
	p.broken = p.broken || p.rest == "" || p.rest[0] != '0' && p.rest[0] != '1'
	if !p.broken {
		p.rest = p.rest[1:]
	}
}

// displayString reads a display string (section 4.2.10), but not what it says.
func (p *structured) displayString() {
	said, rest, found := strings.Cut(p.rest[2:], `"`)
	p.rest, p.broken = rest, p.broken || !found || strings.ContainsFunc(said, func(r rune) bool { return r < 0x20 || r > 0x7e })
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLower(c byte) bool  { return 'a' <= c && c <= 'z' }
func isLetter(c byte) bool { return isLower(c) || 'A' <= c && c <= 'Z' }

// isTokenByte reports what a token may consist of after its first character.
func isTokenByte(c byte) bool {
	return isLetter(c) || isDigit(c) || strings.IndexByte("!#$%&'*+-.^_`|~:/", c) >= 0
}
