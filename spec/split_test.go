package spec

import (
	"slices"
	"testing"
)

func TestSplitCutsAtTopLevelCommas(t *testing.T) {
	for text, want := range map[string][]string{
		"":                          {""},
		"a,b":                       {"a", "b"},
		"a(x=1, y=2),b":             {"a(x=1, y=2)", "b"},
		`"a,b",c`:                   {`"a,b"`, "c"},
		`"a\",b",c`:                 {`"a\",b"`, "c"},
		"[1,2],{3,4},":              {"[1,2]", "{3,4}", ""},
		"a),b":                      {"a)", "b"},
		"layers(a(x=1,y=2),b(z)),c": {"layers(a(x=1,y=2),b(z))", "c"},
	} {
		if have := Split(text); !slices.Equal(have, want) {
			t.Errorf("%q is cut into %q; want %q", text, have, want)
		}
	}
}
