package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// documentBytesMost bounds what is read to tell one document from another.
const documentBytesMost = 64 << 20

// A documentError says that a file is no trace but one JSON document over several lines,
// as results and manifests are.
type documentError struct {
	file   string // as messages call it
	text   []byte
	search bool // it is what ratesim tune prints
	said   string
}

// Error says what the file is, and what takes it.
func (e *documentError) Error() string { return e.file + ": want a trace; this is " + e.said }

// recordsOf returns the records of a trace to read. It is an error when there is a
// document in their place.
func recordsOf(file io.Reader, name string) (io.Reader, error) {
	in := bufio.NewReader(file)
	head, _ := in.Peek(64) // what is wrong with the file is told when it is read
	if isTable(head) {
		return nil, fmt.Errorf("%s:1:1: want a trace, a record in JSON a line, as --trace writes; this is a table. Requests that somebody recorded are played by --trace-in, as in \"ratesim run --trace-in FILE\"; tickets are read by --tickets", name)
	}
	first, _, more := bytes.Cut(bytes.TrimLeft(head, " \t\r\n"), []byte("\n"))
	if text := strings.TrimSpace(string(first)); !more || text != "{" && text != "[" {
		return in, nil
	}
	text, err := io.ReadAll(io.LimitReader(in, documentBytesMost))
	if err != nil {
		return nil, err
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil {
		return bytes.NewReader(text), nil // reading it as a trace tells where it is broken
	}
	said, search := documentOf(members)
	return nil, &documentError{file: name, text: text, search: search, said: said}
}

// isTable reports whether a file that begins so is CSV: names, or values, with commas,
// semicolons or tabs between them. What is packed, or no text, is none.
func isTable(head []byte) bool {
	if bytes.ContainsFunc(head, func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\r\n", r) }) {
		return false
	}
	line, _, _ := bytes.Cut(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n"), []byte("\n"))
	isOther := len(line) == 0 || bytes.ContainsAny(line[:1], "{[#") || bytes.Contains(line, []byte(": ")) // JSON, YAML
	return !isOther && bytes.ContainsAny(line, ",;\t")
}

// documentOf says what a document is by its members, and whether it is a search.
func documentOf(members map[string]json.RawMessage) (said string, search bool) {
	has := func(names ...string) bool {
		for _, name := range names {
			if members[name] == nil {
				return false
			}
		}
		return true
	}
	printed := func(by string) string {
		return fmt.Sprintf("what ratesim %s printed as JSON, which has no records of calls; ratesim run --trace FILE makes some", by)
	}
	switch {
	case has("goal", "points"):
		return "what ratesim tune printed as JSON; ratesim plot draws it alone, as --picture frontier", true
	case has("ratesim", "command", "inputs"):
		return "a manifest; ratesim replay and ratesim verify take it, and ratesim report --made-by", false
	case has("baseline", "rows"):
		return printed("compare"), false
	case has("scenario", "rows"):
		return printed("run"), false
	}
	return "another JSON document; ratesim run --trace FILE records a trace", false
}
