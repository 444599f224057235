package scenario

import (
	"fmt"
	"slices"
)

// nestingMax bounds how deep a file nests. The reader of YAML calls itself at each
// level, and a browser ends a program that does so some thousand times.
const nestingMax = 100

// A tooDeep is where a text nests deeper than that.
type tooDeep struct{ line, column int }

// Error says what is wanted.
func (tooDeep) Error() string { return fmt.Sprintf("want at most %d levels", nestingMax) }

// A nesting follows how deep a YAML text nests, without reading it. Brackets in quotes,
// in comments and within words count for nothing.
type nesting struct {
	text         []rune
	at           int   // in the text
	line, column int   // of that, from 0
	brackets     int   // that are open
	blocks       []int // columns of the blocks that are open, the innermost last
	node         int   // column at which the present node of a block began; -1 for none
	met          int   // levels at once, so far
	deepest      *tooDeep
}

// checkNesting returns an error where a text nests deeper than scenarios may.
func checkNesting(text []byte) error {
	n := nesting{text: []rune(string(text)), node: -1}
	for n.at < len(n.text) && n.deepest == nil {
		n.token()
	}
	if n.deepest != nil {
		return *n.deepest
	}
	return nil
}

func isBreak(r rune) bool {
	return r == '\n' || r == '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029'
}

func isSpace(r rune) bool { return r == ' ' || r == '\t' || r == 0 || isBreak(r) }

// peek returns the rune that comes after so many others; 0 behind the end.
func (n *nesting) peek(after int) rune {
	if n.at+after < len(n.text) {
		return n.text[n.at+after]
	}
	return 0
}

// next goes to the next rune.
func (n *nesting) next() {
	r := n.peek(0)
	n.at++
	if !isBreak(r) {
		n.column++
		return
	}
	if r == '\r' && n.peek(0) == '\n' {
		n.at++
	}
	n.line, n.column, n.node = n.line+1, 0, -1
}

// skip goes on until a rune is met.
func (n *nesting) skip(until func(rune) bool) {
	for n.at < len(n.text) && !until(n.peek(0)) {
		n.next()
	}
}

func (n *nesting) rest() { n.skip(isBreak) }

func (n *nesting) blanks() { n.skip(func(r rune) bool { return !isSpace(r) && r != '\ufeff' }) }

// isIndicator reports whether here is one of the signs that a blank must follow.
func (n *nesting) isIndicator() bool {
	r := n.peek(0)
	return (r == '-' || r == '?' || r == ':') && isSpace(n.peek(1))
}

// token goes over a token.
func (n *nesting) token() {
	n.blanks()
	if n.at >= len(n.text) {
		return
	}
	if n.brackets == 0 && n.node < 0 {
		n.dedent()
	}
	r := n.peek(0)
	switch {
	case r == '#':
		n.rest()
	case n.isMarker():
		n.at, n.column, n.blocks = n.at+3, 3, nil
	case n.isIndicator() || r == ',' && n.brackets > 0:
		n.indicator(r)
	case r == '[' || r == '{':
		n.open()
	case r == ']' || r == '}':
		n.brackets = max(0, n.brackets-1)
		n.next()
		n.key()
	case (r == '|' || r == '>') && n.brackets == 0:
		n.block()
	default:
		n.scalar(r)
	}
}

// dedent closes the blocks that this column ends.
func (n *nesting) dedent() {
	for len(n.blocks) > 0 && n.blocks[len(n.blocks)-1] > n.column {
		n.blocks = n.blocks[:len(n.blocks)-1]
	}
}

// deepen opens a block at a column, if it does not go on there.
func (n *nesting) deepen(column int) {
	if len(n.blocks) == 0 || n.blocks[len(n.blocks)-1] < column {
		n.blocks = append(n.blocks, column)
	}
	n.check()
}

// check notes that a level too much begins here.
func (n *nesting) check() {
	n.met = max(n.met, n.brackets+len(n.blocks))
	if n.met > nestingMax && n.deepest == nil {
		n.deepest = &tooDeep{n.line + 1, n.column + 1}
	}
}

func (n *nesting) indicator(r rune) {
	if n.brackets == 0 && (r != ':' || n.node < 0) {
		n.deepen(n.column)
	}
	n.next()
	n.node = -1
}

// begin notes where a node begins, of which this may be a part.
func (n *nesting) begin() {
	if n.node < 0 {
		n.node = n.column
	}
}

func (n *nesting) open() {
	n.begin()
	n.brackets++
	n.check()
	n.next()
}

// block goes over a text that | or > introduces: all lines that are set in further than
// the block around it.
func (n *nesting) block() {
	around := -1
	if len(n.blocks) > 0 {
		around = n.blocks[len(n.blocks)-1]
	}
	n.rest()
	for n.at < len(n.text) {
		before := *n
		n.next()
		n.skip(func(r rune) bool { return r != ' ' })
		if n.at < len(n.text) && !isBreak(n.peek(0)) && (n.column <= around || n.isMarker()) {
			n.at, n.line, n.column, n.node = before.at, before.line, before.column, -1
			n.next()
			return
		}
		n.rest()
	}
}

// isMarker reports whether a document begins or ends here.
func (n *nesting) isMarker() bool {
	three := string(n.text[n.at:min(len(n.text), n.at+3)])
	return n.column == 0 && (three == "---" || three == "...") && isSpace(n.peek(3))
}

// scalar goes over a word or a quote, or what stands before one: an anchor, an alias, a tag.
func (n *nesting) scalar(r rune) {
	n.begin()
	switch r {
	case '"':
		n.quote('"', '\\')
	case '\'':
		n.quote('\'', 0)
	case '&', '*', '!':
		n.next()
		n.skip(func(r rune) bool { return isSpace(r) || n.brackets > 0 && slices.Contains([]rune(",[]{}"), r) })
	default:
		n.plain()
	}
	n.key()
}

// quote goes over what is quoted. Two single quotes are one that ends nothing; the text
// behind them is quoted, too.
func (n *nesting) quote(sign, escape rune) {
	node := n.node
	for n.next(); n.at < len(n.text) && n.peek(0) != sign; n.next() {
		if escape != 0 && n.peek(0) == escape {
			n.next()
		}
	}
	n.next()
	n.node = node
}

// plain goes over words without quotes, which may go on in the next lines.
func (n *nesting) plain() {
	around := -1
	if len(n.blocks) > 0 {
		around = n.blocks[len(n.blocks)-1]
	}
	n.next()
	for n.at < len(n.text) {
		n.skip(n.endsPlain)
		before, line := *n, n.line
		n.blanks()
		goesOn := n.at < len(n.text) && n.at > before.at && n.line > line &&
			!n.endsPlain(n.peek(0)) && n.peek(0) != '#' && (n.brackets > 0 || n.column > around && !n.isMarker())
		if !goesOn {
			*n = before
			return
		}
	}
}

// endsPlain reports whether words without quotes end at a rune, which is the present one.
func (n *nesting) endsPlain(r rune) bool {
	switch {
	case isBreak(r):
		return true
	case n.brackets > 0 && slices.Contains([]rune(",[]{}"), r):
		return true
	case r == ':':
		return isSpace(n.peek(1)) || n.brackets > 0 && slices.Contains([]rune(",[]{}"), n.peek(1))
	}
	return r == '#' && n.at > 0 && isSpace(n.text[n.at-1])
}

// key opens the block of a key, if what has been gone over is one.
func (n *nesting) key() {
	if n.brackets > 0 || n.node < 0 {
		return
	}
	n.skip(func(r rune) bool { return r != ' ' && r != '\t' })
	if n.peek(0) == ':' && isSpace(n.peek(1)) {
		n.deepen(n.node)
	}
}
