package lines

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// A jsonScanner walks through a line of JSON (RFC 8259) from left to right. Each
// method takes one thing in and leaves the scanner behind it, or returns a fault
// that tells where the line is not JSON.
type jsonScanner struct {
	line []byte
	at   int // the next byte
}

// only takes in an object and nothing else, and hands its members to each.
func (s *jsonScanner) only(each func(Member) error) error {
	s.space()
	if s.peek() != '{' {
		return s.unexpected("an object")
	}
	if err := s.object(1, each); err != nil {
		return err
	}
	s.space()
	if s.at < len(s.line) {
		return FaultAt(s.at, "something stands after the object; want one object a line and nothing else")
	}
	return nil
}

// object takes in an object, which is inside depth-1 others. A nil each is not
// called.
func (s *jsonScanner) object(depth int, each func(Member) error) error {
	s.at++
	s.space()
	if s.next('}') {
		return nil
	}
	for {
		s.space()
		m, err := s.member(depth)
		if err != nil {
			return err
		}
		if each != nil {
			if err := each(m); err != nil {
				return err
			}
		}
		s.space()
		switch {
		case s.next('}'):
			return nil
		case !s.next(','):
			return s.unexpected("a comma or }")
		}
	}
}

func (s *jsonScanner) member(depth int) (m Member, err error) {
	if s.peek() != '"' {
		return m, s.unexpected("a name in quotes")
	}
	m.NameAt = s.at
	if err := s.text(); err != nil {
		return m, err
	}
	m.Name = s.line[m.NameAt:s.at]
	s.space()
	if !s.next(':') {
		return m, s.unexpected("a colon")
	}
	s.space()
	m.At = s.at
	err = s.value(depth)
	m.Value = s.line[m.At:s.at]
	return m, err
}

func (s *jsonScanner) array(depth int) error {
	s.at++
	s.space()
	if s.next(']') {
		return nil
	}
	for {
		s.space()
		if err := s.value(depth); err != nil {
			return err
		}
		s.space()
		switch {
		case s.next(']'):
			return nil
		case !s.next(','):
			return s.unexpected("a comma or ]")
		}
	}
}

// value takes in any value, which is inside depth objects and arrays.
func (s *jsonScanner) value(depth int) error {
	const depthMax = 1000
	c := s.peek()
	switch {
	case c == '"':
		return s.text()
	case c == '-' || isDigit(c):
		return s.number()
	case (c == '{' || c == '[') && depth == depthMax:
		return FaultAt(s.at, "more than %d objects and arrays inside one another", depthMax)
	case c == '{':
		return s.object(depth+1, nil)
	case c == '[':
		return s.array(depth + 1)
	case unicode.IsLetter(rune(c)) && c < utf8.RuneSelf:
		return s.word()
	}
	return s.unexpected("a value")
}

func (s *jsonScanner) word() error {
	begin := s.at
	for c := s.peek(); c < utf8.RuneSelf && (unicode.IsLetter(rune(c)) || isDigit(c)); c = s.peek() {
		s.at++
	}
	switch word := string(s.line[begin:s.at]); word {
	case "true", "false", "null":
		return nil
	default:
		const shown = 20
		return FaultAt(begin, "%q is not a JSON value", word[:min(shown, len(word))])
	}
}

func (s *jsonScanner) number() error {
	s.next('-')
	if !s.next('0') {
		if err := s.digits(); err != nil {
			return err
		}
	}
	if s.next('.') {
		if err := s.digits(); err != nil {
			return err
		}
	}
	if s.next('e') || s.next('E') {
		if !s.next('+') {
			s.next('-')
		}
		return s.digits()
	}
	return nil
}

// digits takes in one digit or more.
func (s *jsonScanner) digits() error {
	if !isDigit(s.peek()) {
		return s.unexpected("a digit")
	}
	for isDigit(s.peek()) {
		s.at++
	}
	return nil
}

// text takes in a string.
func (s *jsonScanner) text() error {
	begin := s.at
	for s.at++; s.at < len(s.line); {
		switch c := s.line[s.at]; {
		case c == '"':
			s.at++
			return nil
		case c < ' ':
			return FaultAt(s.at, "%q in a string; want it escaped", c)
		case c == '\\':
			if err := s.escape(); err != nil {
				return err
			}
		default:
			s.at++
		}
	}
	return FaultAt(begin, "the line is cut off inside the string that begins here")
}

// escape takes in a backslash and what belongs to it.
func (s *jsonScanner) escape() error {
	begin := s.at
	s.at++
	if s.at == len(s.line) {
		return nil // text will see it
	}
	if c := s.line[s.at]; c != 'u' {
		if !strings.ContainsRune(`"\/bfnrt`, rune(c)) {
			char, _ := utf8.DecodeRune(s.line[s.at:])
			return FaultAt(begin, `\%c is not an escape in JSON; a backslash is written \\`, char)
		}
		s.at++
		return nil
	}
	first, ok := s.codeUnit()
	if !ok {
		return FaultAt(begin, `want four hexadecimal digits after \u`)
	}
	if !utf16.IsSurrogate(first) {
		return nil
	}
	if s.next('\\') && s.peek() == 'u' {
		if second, ok := s.codeUnit(); ok && utf16.DecodeRune(first, second) != unicode.ReplacementChar {
			return nil
		}
	}
	return FaultAt(begin, `half of a surrogate pair; want both halves, or the character itself`)
}

// codeUnit takes in the u of an escape and the four digits that follow it.
func (s *jsonScanner) codeUnit() (unit rune, ok bool) {
	end := s.at + len("u0000")
	if end > len(s.line) {
		return 0, false
	}
	bits, err := strconv.ParseUint(string(s.line[s.at+1:end]), 16, 16)
	s.at = end
	return rune(bits), err == nil
}

// space takes in white space.
func (s *jsonScanner) space() {
	for s.at < len(s.line) && strings.IndexByte(Blanks, s.line[s.at]) >= 0 {
		s.at++
	}
}

// next takes in the byte c if it comes next, and tells whether it did.
func (s *jsonScanner) next(c byte) bool {
	found := s.peek() == c
	if found {
		s.at++
	}
	return found
}

// peek returns the next byte; 0 at the end of the line, which has no such byte.
func (s *jsonScanner) peek() byte {
	if s.at == len(s.line) {
		return 0
	}
	return s.line[s.at]
}

// unexpected says what stands here in place of what is wanted.
func (s *jsonScanner) unexpected(want string) error {
	if s.at == len(s.line) {
		return FaultAt(s.at, "the line is cut off; want %s here", want)
	}
	char, _ := utf8.DecodeRune(s.line[s.at:])
	return FaultAt(s.at, "%q where %s should be", char, want)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
