package spec

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDepth is how deep specs may stand in one another.
const maxDepth = 32

// An Error says what is wrong with a spec, and where.
type Error struct {
	Text    string // the whole spec
	At      int    // offset of the fault in Text, in bytes
	Message string
}

// Error returns the message, the spec and a caret under the fault.
func (e *Error) Error() string {
	return fmt.Sprintf("%s\n\t%s\n\t%s^", e.Message, e.Text, blanks(e.Text[:e.At]))
}

// blanks returns as much white space as text is wide.
func blanks(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, text)
}

// Parse reads one spec. Its errors are of type *Error.
func Parse(text string) (Spec, error) {
	p := parser{text: text}
	s, ok := p.spec(0)
	p.blanks()
	if ok && p.at < len(p.text) {
		ok = p.fail("want the end of the spec; have %q", p.text[p.at:])
	}
	if !ok {
		return Spec{}, p.err
	}
	return s, nil
}

// A parser reads text from at. Its methods report whether they succeeded; err
// says why one did not.
type parser struct {
	text string
	at   int
	err  *Error
}

func (p *parser) fail(format string, args ...any) bool {
	p.err = &Error{Text: p.text, At: p.at, Message: fmt.Sprintf(format, args...)}
	return false
}

func (p *parser) blanks() {
	p.at = len(p.text) - len(strings.TrimLeft(p.text[p.at:], " \t"))
}

// accept reads the character if it is next.
func (p *parser) accept(c byte) bool {
	p.blanks()
	if p.at < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *parser) spec(depth int) (Spec, bool) {
	p.blanks()
	s := Spec{At: p.at}
	if s.Name = p.take(isNamePart); s.Name == "" {
		return s, p.fail("want a name; have %s", p.rest())
	}
	if p.accept('@') {
		if s.Version = p.take(isWordPart); s.Version == "" {
			return s, p.fail("want a version after the @; have %s", p.rest())
		}
	}
	if !p.accept('(') {
		return s, true
	}
	if depth == maxDepth {
		return s, p.fail("want at most %d specs in one another", maxDepth)
	}
	return s, p.args(&s, depth)
}

func (p *parser) args(s *Spec, depth int) bool {
	if p.accept(')') {
		return true
	}
	for {
		p.blanks()
		arg := Arg{At: p.at, Key: p.take(isNamePart)}
		if arg.Key == "" {
			return p.fail("want a key; have %s", p.rest())
		}
		for _, other := range s.Args {
			if other.Key == arg.Key {
				p.at = arg.At
				return p.fail("%s is given twice", arg.Key)
			}
		}
		if !p.accept('=') {
			return p.fail("want = after %s; have %s", arg.Key, p.rest())
		}
		var ok bool
		if arg.Value, ok = p.value(depth); !ok {
			return false
		}
		s.Args = append(s.Args, arg)
		if p.accept(')') {
			return true
		}
		if !p.accept(',') {
			return p.fail("want a comma or ) after the value of %s; have %s", arg.Key, p.rest())
		}
	}
}

func (p *parser) value(depth int) (Value, bool) {
	p.blanks()
	v := Value{At: p.at}
	if p.at < len(p.text) && p.text[p.at] == '"' {
		quoted, err := strconv.QuotedPrefix(p.text[p.at:])
		if err != nil {
			return v, p.fail("want a closing quote")
		}
		p.at += len(quoted)
		v.Text, _ = strconv.Unquote(quoted)
		return v, true
	}
	if v.Text = p.take(isWordPart); v.Text == "" {
		return v, p.fail("want a value; have %s", p.rest())
	}
	p.blanks()
	if p.at < len(p.text) && (p.text[p.at] == '(' || p.text[p.at] == '@') {
		p.at = v.At
		nested, ok := p.spec(depth + 1)
		return Value{Spec: &nested, At: v.At}, ok
	}
	return v, true
}

// take reads the characters that belong.
func (p *parser) take(belongs func(rune) bool) string {
	start := p.at
	for p.at < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.text[p.at:])
		if !belongs(r) {
			break
		}
		p.at += size
	}
	return p.text[start:p.at]
}

func (p *parser) rest() string {
	if p.at == len(p.text) {
		return "the end"
	}
	return strconv.Quote(p.text[p.at:])
}

func isNamePart(r rune) bool {
	return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-' || r == '_'
}

// isWordPart reports that a character may stand in a value without quotes.
func isWordPart(r rune) bool {
	return r != utf8.RuneError && unicode.IsGraphic(r) && !strings.ContainsRune(" ()=,@\"", r)
}

func isWord(text string) bool {
	return text != "" && strings.IndexFunc(text, func(r rune) bool { return !isWordPart(r) }) < 0
}
