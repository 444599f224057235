package scenario

import (
	"errors"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"
)

func TestNestingIsBounded(t *testing.T) {
	deep := func(n int, text string) string { return strings.Repeat(text, n) }
	stairs := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.Repeat(" ", i) + "a:\n")
		}
		return b.String()
	}
	for _, tt := range []struct {
		name, text string
		want       *tooDeep // nil where it does not nest too deep
	}{
		{"brackets", "a: " + deep(10_000, "["), &tooDeep{1, 103}},
		{"as many as may be", "a: " + deep(99, "[") + deep(99, "]"), nil},
		{"braces", "seed: 1\na:\n  b: " + deep(100, "{c: "), &tooDeep{3, 6 + 4*98}},
		{"lists", deep(101, "- "), &tooDeep{1, 201}},
		{"keys of keys", deep(101, "? "), &tooDeep{1, 201}},
		{"stairs", stairs(101), &tooDeep{101, 102}},
		{"stairs that may be", stairs(100), nil},
		{"closed in between", deep(500, "a: [[1], {b: [2]}]\n"), nil},
		{"in quotes", "a: \"" + deep(500, "[") + "\"\nb: '" + deep(500, "{''") + "'\n", nil},
		{"in a comment", "a: 1 # " + deep(500, "[") + "\n", nil},
		{"within words", "a: x" + deep(500, "[") + "\n  " + deep(500, "[") + "\n", nil},
		{"in a text", "a:\n  b: |\n    " + deep(500, "[") + "\n\n   \"{\n  c: " + deep(99, "["), &tooDeep{6, 6 + 98}},
		{"after a quote within a word", "a: it's\nb: " + deep(100, "["), &tooDeep{2, 103}},
		{"closed in quotes only", "a: " + deep(200, `["]", `), &tooDeep{1, 4 + 99*6}},
		{"letters of several bytes", "ä: 'ö' \nü: " + deep(100, "["), &tooDeep{2, 103}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := checkNesting([]byte(tt.text))
			var have tooDeep
			switch is := errors.As(err, &have); {
			case tt.want == nil && err != nil:
				t.Errorf("got %v; want none", have)
			case tt.want != nil && (!is || have != *tt.want):
				t.Errorf("got %v, %v; want %v", err, have, *tt.want)
			}
		})
	}
}

// depth returns how many lists and mappings stand around the innermost node.
func depth(n *yaml.Node) int {
	most := 0
	for _, below := range n.Content {
		most = max(most, depth(below))
	}
	if n.Kind == yaml.SequenceNode || n.Kind == yaml.MappingNode {
		most++
	}
	return most
}

// Whatever YAML reads of a text that is put together from what makes YAML nest, it nests
// no deeper than was counted, but for keys that are lists and for pairs in lists, [a: b].
func TestNothingNestsDeeperThanWasCounted(t *testing.T) {
	pieces := []string{"[", "]", "{", "}", "\"", "'", "''", "\\", "#", " # ", ": ", ":", "? ", "- ", "-", ", ", ",", "|", "|\n", ">-\n", "\n", "\n ", "\n  ", "\n    ", " ", "a", "b: ", "it's", "&x ", "*x", "!t ", "\r\n", "\u2028", "---\n", "\t"}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 40).Draw(t, "text"), "")
		var read yaml.Node
		if yaml.Unmarshal([]byte(text), &read) != nil {
			return
		}
		n := nesting{text: []rune(text), node: -1}
		counted := 0
		for n.at < len(n.text) {
			n.token()
			counted = max(counted, n.met)
		}
		if is := depth(&read); is > 2*counted+1 {
			t.Fatalf("%q nests %d deep; counted %d", text, is, counted)
		}
	})
}
