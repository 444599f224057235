package main

import (
	"ratesim/spec"
	"slices"
	"strings"
	"testing"
)

func TestListsSplitAtTopLevelCommas(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"a", []string{"a"}},
		{"a,b", []string{"a", "b"}},
		{" a , b ", []string{"a", "b"}},
		{"fixed(wait=1s, attempts=2),none", []string{"fixed(wait=1s, attempts=2)", "none"}},
		{"a(b(c,d),e),f", []string{"a(b(c,d),e)", "f"}},
		{"[1,2],{3,4}", []string{"[1,2]", "{3,4}"}},
		{`a(b="x,)"),c`, []string{`a(b="x,)")`, "c"}},
		{`a(b="x\",)"),c`, []string{`a(b="x\",)")`, "c"}},
		{"a(b,c", []string{"a(b,c"}},
		{"a),b", []string{"a)", "b"}},
	} {
		var got list
		if err := got.Set(test.text); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%q is %q, %v; want %q", test.text, got, err, test.want)
		}
	}
}

func TestAnEmptyItemIsAMistake(t *testing.T) {
	for _, text := range []string{"", " ", ",", "a,", ",a", "a,,b"} {
		var got list
		if err := got.Set(text); err == nil {
			t.Errorf("%q is %q; want an error", text, got)
		}
	}
}

// FuzzSplitList splits any text into parts that make up the text again, of which
// only those within brackets or quotes have a comma.
func FuzzSplitList(f *testing.F) {
	for _, text := range []string{"", "a,b", "a(b,c),d", `a("b,c"),d`, `a("\",),b`, "a)(,b"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		items := spec.Split(text)
		if joined := strings.Join(items, ","); joined != text {
			t.Errorf("%q is split into %q", text, items)
		}
		for _, item := range items {
			if strings.Contains(item, ",") && !strings.ContainsAny(item, `([{"`) {
				t.Errorf("%q is split into %q", text, items)
			}
		}
	})
}
