package lines

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// A Member is a member of an object as it stands in the line.
type Member struct {
	Name   []byte // with its quotes
	NameAt int
	Value  []byte // as written
	At     int    // where Value begins
}

// Key returns the name without its quotes and escapes. It is valid as long as the
// line is.
func (m Member) Key() []byte {
	if bytes.IndexByte(m.Name, '\\') >= 0 {
		return []byte(Unquote(m.Name))
	}
	return m.Name[1 : len(m.Name)-1]
}

// Object takes in a line that is one object and nothing else, and hands its
// members to each. It returns the byte at which the object begins. A line that is
// not so, or not text, is a Fault; an error from each comes back as it is.
func Object(line []byte, each func(Member) error) (begin int, err error) {
	scanner := jsonScanner{line: line}
	scanner.space()
	begin = scanner.at
	if err := CheckText(line); err != nil {
		return begin, err
	}
	return begin, scanner.only(each)
}

// Unquote returns what a string that has been scanned stands for.
func Unquote(quoted []byte) string {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return string(quoted[1 : len(quoted)-1])
	}
	var text string
	if err := json.Unmarshal(quoted, &text); err != nil {
		panic(fmt.Sprintf("lines: %s was scanned and is not JSON: %v", quoted, err))
	}
	return text
}

// KindOf names the kind of a value that has been scanned.
func KindOf(value []byte) string {
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
