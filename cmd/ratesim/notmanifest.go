package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// notManifest says what a file is that holds no manifest; nil for one that is meant as
// one, whatever is wrong with it.
func notManifest(text []byte) error {
	found := ""
	members, isJSON := firstMembers(text)
	has := func(name string) bool { return members[name] != nil }
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		found = "an empty file"
	case bytes.HasPrefix(text, []byte("\x1f\x8b")):
		found = "a file that is packed by gzip"
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		found = "a text in UTF-16, as some shells write what is redirected: want UTF-8"
	case !isJSON && bytes.TrimSpace(text)[0] != '{':
		found = "a file that is no JSON"
	case !isJSON || has("manifest"):
		if found = spoiledJSON(text); found == "" {
			return nil
		}
	case has("kind"):
		found = "a trace, which \"ratesim report\" reads"
	case has("plan"):
		found = "the plan of a sweep, whose rows have one"
	case has("version") && has("scenario"):
		found = "a result without one, as golden files and results of earlier versions are; --manifest writes one"
	case !json.Valid(text):
		found = "a file of JSON lines, which has none"
	default:
		found = "JSON of another kind"
	}
	return fmt.Errorf("want a manifest, or a result that holds one; this is %s", found)
}

// spoiledJSON says from where on a text that begins with an object is no JSON, be it that
// it was cut off or that more follows; "" where it is JSON to its end.
func spoiledJSON(text []byte) string {
	var whole json.RawMessage
	fault, isSyntax := errors.AsType[*json.SyntaxError](json.Unmarshal(text, &whole))
	if !isSyntax {
		return ""
	}
	before := text[:max(0, fault.Offset-1)]
	line, column := 1+bytes.Count(before, []byte("\n")), len(before)-bytes.LastIndexByte(before, '\n')
	switch err := json.NewDecoder(bytes.NewReader(text)).Decode(&whole); {
	case err == nil:
		return fmt.Sprintf("JSON that has ended where more follows, at line %d, column %d", line, column)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Sprintf("JSON that breaks off in line %d, before its object ends", line)
	}
	return fmt.Sprintf("no JSON from line %d, column %d on", line, column)
}

// firstMembers returns the members of the JSON object that a text begins with; none of
// another value. !isJSON when it begins with none: a number may begin a line of CSV.
func firstMembers(text []byte) (members map[string]json.RawMessage, isJSON bool) {
	var first json.RawMessage
	err := json.NewDecoder(bytes.NewReader(text)).Decode(&first)
	if err != nil || first[0] != '{' && !json.Valid(text) {
		return nil, false
	}
	_ = json.Unmarshal(first, &members) // a list or a number has none
	return members, true
}
