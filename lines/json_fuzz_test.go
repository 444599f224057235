package lines

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// jsonSeeds are lines to begin from.
var jsonSeeds = []string{
	"", "{}", `{"id":"1","text":"a \ud83d\ude00 \n"}`, `{"id":1,"text":"é","x":[{},null,-1e5,true]}`,
	`{"id":"1","id":2}`, ` {"a":"\ud83d"} `, `{"a":1}{"b":2}`, `{"a":NaN}`, `{"a":01}`, `{"a":"`, `[1]`,
}

// What is read as JSON is JSON, and what is not read is not, or is one of the
// things that Read forbids on top.
func FuzzJSONScannerAgreesWithTheStandardLibrary(f *testing.F) {
	for _, seed := range jsonSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if !utf8.Valid(line) || bytes.ContainsAny(line, "\n\x00") {
			return
		}
		members := map[string]string{}
		scanner := jsonScanner{line: line}
		err := scanner.only(func(m Member) error {
			members[Unquote(m.Name)] = string(m.Value)
			return nil
		})
		var want map[string]json.RawMessage
		wantErr := json.Unmarshal(line, &want)
		switch {
		case err == nil && wantErr != nil:
			t.Errorf("%q is taken for JSON; it is not: %v", line, wantErr)
		case err == nil:
			for name, value := range want {
				if members[name] != string(value) {
					t.Errorf("%q: member %q is %q; want %q", line, name, members[name], value)
				}
			}
		case wantErr == nil && want != nil && !bytes.Contains(bytes.ToLower(line), []byte(`\ud`)) && !strings.Contains(err.Error(), "more than"):
			t.Errorf("%q is not taken for JSON: %v", line, err)
		}
	})
}
