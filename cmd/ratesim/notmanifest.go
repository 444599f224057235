package main

import (
	"bytes"
	"encoding/json"
	"fmt"
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
		return nil
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
