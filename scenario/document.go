package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// fileMax bounds a scenario file, in bytes.
const fileMax = 1 << 20

// document reads one YAML document with a mapping at its top. It returns nil when
// there is none, and then says why. The error is the reader's.
func (d *decoder) document(r io.Reader) (top *yaml.Node, err error) {
	text, err := io.ReadAll(io.LimitReader(r, fileMax+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.source, err)
	}
	if len(text) > fileMax {
		d.fault(nil, "", "want a file of at most %d bytes", fileMax)
		return nil, nil
	}
	if at := foreign(text); at != nil {
		d.fault(at, "", "want UTF-8; here is a byte that does not belong to it, %#02x", at.Value)
		return nil, nil
	}
	return d.parse(text), nil
}

// foreign returns the place of the first byte that is not UTF-8, nil if there is
// none. A text that begins with the byte order mark of UTF-16 is left to YAML,
// which reads that, too.
func foreign(text []byte) *yaml.Node {
	if utf8.Valid(text) || bytes.HasPrefix(text, []byte{0xff, 0xfe}) || bytes.HasPrefix(text, []byte{0xfe, 0xff}) {
		return nil
	}
	valid := text
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			valid = text[:i]
			break
		}
		i += size
	}
	line := valid[bytes.LastIndexByte(valid, '\n')+1:]
	return &yaml.Node{
		Line:   1 + bytes.Count(valid, []byte("\n")),
		Column: 1 + utf8.RuneCount(line),
		Value:  string(text[len(valid) : len(valid)+1]),
	}
}

// parse returns the mapping at the top of a text.
func (d *decoder) parse(text []byte) *yaml.Node {
	first, second, err := decode(text)
	switch {
	case errors.Is(err, io.EOF):
		d.fault(nil, "", "want a scenario; there is none in this file")
		return nil
	case err != nil:
		d.syntax(text, err)
		return nil
	case second != nil:
		d.fault(second, "", "want one document; here a second one begins")
		return nil
	case first.Kind != yaml.MappingNode:
		d.fault(first, "", "want keys and values such as seed: 7; have %s", describe(first))
		return nil
	}
	return first
}

// decode returns the top of the first document of a text, and of the second one,
// nil if there is none.
func decode(text []byte) (first, second *yaml.Node, err error) {
	if err := checkNesting(text); err != nil {
		return nil, nil, err
	}
	first, second, err = decodeYAML(text)
	if err != nil && strings.Contains(err.Error(), badEscape) {
		return decodeYAML(joinSurrogates(text))
	}
	return first, second, err
}

// badEscape is what the parser says of half a sign.
const badEscape = "invalid Unicode character escape code"

func decodeYAML(text []byte) (first, second *yaml.Node, err error) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var one, two yaml.Node
	if err := decoder.Decode(&one); err != nil {
		return nil, nil, err
	}
	if err := decoder.Decode(&two); err == nil {
		second = &two
	} else if !errors.Is(err, io.EOF) {
		return nil, nil, err
	}
	return one.Content[0], second, nil
}

// syntax passes on what the YAML parser says, with the line in our form.
func (d *decoder) syntax(text []byte, err error) {
	var deep tooDeep
	if errors.As(err, &deep) {
		d.fault(&yaml.Node{Line: deep.line, Column: deep.column}, "", "%v", deep)
		return
	}
	message := err.Error()
	found := regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?`).FindStringSubmatch(message)
	line, unknown := strconv.Atoi(found[1])
	message = message[len(found[0]):]
	if unknown != nil || strings.HasPrefix(message, "did not find expected") || strings.Contains(message, "tab character") {
		line = failing(text, err)
	}
	lines := strings.Split(string(text), "\n")
	shown := lines[min(line, len(lines))-1] // YAML knows other line ends, too
	content := strings.TrimLeft(shown, " \t")
	indent := shown[:len(shown)-len(content)]
	at := &yaml.Node{Line: line, Column: 1 + len(indent)}
	switch tab := strings.IndexByte(indent, '\t'); {
	case tab >= 0:
		at.Column, message = 1+tab, "want blanks before a key; have a tab"
	case strings.HasPrefix(message, "unknown anchor"):
		message = noAnchors
	case strings.Contains(message, badEscape):
		message = halfSign
	default:
		message = "not YAML: " + message
	}
	d.fault(at, "", "%s", message)
}

// halfSign refuses \ud83d alone.
const halfSign = `want both halves of a sign beyond U+FFFF, such as \ud83d\ude00, or \U0001f600; here is one that is none`

// failing returns the line at which the parser finds an error: the last one of
// the shortest beginning of the text that gives the same error. What the parser
// itself says is the line before that at which the block began, or nothing.
func failing(text []byte, err error) int {
	ends := []int{0} // of the first n lines
	for i, c := range text {
		if c == '\n' {
			ends = append(ends, i+1)
		}
	}
	if last := len(ends) - 1; ends[last] < len(text) {
		ends = append(ends, len(text))
	}
	return max(1, sort.Search(len(ends)-1, func(n int) bool {
		_, _, same := decode(text[:ends[n]])
		return same != nil && same.Error() == err.Error()
	}))
}
