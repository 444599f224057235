package spec

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDepth is how many specs may stand in one another.
const maxDepth = 32

// nameParts says what isNamePart takes.
const nameParts = "lower-case letters, digits, - and _"

// An Error says what is wrong with a spec, and where.
type Error struct {
	Text    string // the whole spec
	At      int    // offset of the fault in Text, in bytes
	Message string
}

// Error returns the message, the spec in one line and a caret under the fault.
func (e *Error) Error() string {
	before := e.Text[:min(e.At, len(e.Text))]
	return fmt.Sprintf("%s\n\t%s\n\t%s^", e.Message, strings.Map(visible, e.Text), strings.Map(blank, before))
}

// visible returns the character, or � for one that cannot be seen, such as the
// end of a line.
func visible(r rune) rune {
	if r == '\t' || unicode.IsGraphic(r) {
		return r
	}
	return utf8.RuneError
}

// blank returns white space as wide as the character: none for an accent that
// stands on the letter before it.
func blank(r rune) rune {
	switch {
	case r == '\t':
		return r
	case unicode.Is(unicode.Mn, r):
		return -1
	}
	return ' '
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
		return s, p.fail("want a name of %s; have %s", nameParts, p.rest())
	}
	if p.accept('@') {
		p.blanks()
		if s.Version = p.take(isWordPart); s.Version == "" {
			return s, p.fail("want a version after the @; have %s", p.rest())
		}
	}
	if !p.accept('(') {
		return s, true
	}
	if depth == maxDepth {
		p.at = s.At
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
		arg := Arg{At: p.at}
		if arg.Key = p.take(isNamePart); arg.Key == "" {
			return p.fail("want a key of %s; have %s", nameParts, p.rest())
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
		var ok bool
		v.Text, ok = p.quoted()
		return v, ok
	}
	if v.Text = p.take(isWordPart); v.Text == "" {
		return v, p.fail("want a value; have %s", p.rest())
	}
	p.blanks()
	if p.at < len(p.text) && (p.text[p.at] == '(' || p.text[p.at] == '@') {
		p.at = v.At
		nested, ok := p.spec(depth + 1)
		if nested.Version == "" && len(nested.Args) == 0 {
			return Value{Text: nested.Name, At: v.At}, ok
		}
		return Value{Spec: &nested, At: v.At}, ok
	}
	return v, true
}

// quoted reads a text from its opening to its closing quote.
func (p *parser) quoted() (text string, ok bool) {
	opening := p.at
	p.at++
	var read []byte
	for p.at < len(p.text) && p.text[p.at] != '"' {
		r, multibyte, tail, err := strconv.UnquoteChar(p.text[p.at:], '"')
		if err != nil {
			return "", p.fail("want one of Go's escapes, such as \\\" or \\n; have %s", p.rest())
		}
		if multibyte {
			read = utf8.AppendRune(read, r)
		} else {
			read = append(read, byte(r))
		}
		p.at = len(p.text) - len(tail)
	}
	if p.at == len(p.text) {
		p.at = opening
		return "", p.fail("want a closing quote; have %s", p.rest())
	}
	p.at++
	return string(read), true
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

// isWordPart reports that a character may stand in a version, and in a value
// without quotes.
func isWordPart(r rune) bool {
	return r != utf8.RuneError && unicode.IsPrint(r) && !strings.ContainsRune(" ()=,@\"", r)
}

func isWord(text string) bool {
	return text != "" && strings.IndexFunc(text, func(r rune) bool { return !isWordPart(r) }) < 0
}
