package scenario

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// cutSpec returns the spec that YAML has cut at its commas, for it stands without quotes
// as a value within braces, and how many pairs after its own the rest makes up; 0 if
// there is none. i is the place of its key.
func cutSpec(braces *yaml.Node, i int) (text string, pairs int) {
	text = braces.Content[i+1].Value
	if !isCut(braces, braces.Content[i+1]) {
		return text, 0
	}
	for j := i + 2; j+1 < len(braces.Content); j += 2 {
		if braces.Content[j+1].Tag != "!!null" || braces.Content[j+1].Value != "" {
			break
		}
		text += ", " + braces.Content[j].Value
		if pairs++; unclosed(text) <= 0 {
			return text, pairs
		}
	}
	return text, 0
}

// cutItem returns the spec that YAML has cut at its commas, as cutSpec does, from an item
// of a list on; "" if there is none.
func cutItem(brackets *yaml.Node, i int) string {
	text := brackets.Content[i].Value
	if !isCut(brackets, brackets.Content[i]) {
		return ""
	}
	for _, item := range brackets.Content[i+1:] {
		if text += ", " + item.Value; unclosed(text) <= 0 {
			return text
		}
	}
	return ""
}

// isCut reports that a value may be the beginning of a spec.
func isCut(in, value *yaml.Node) bool {
	return in.Style&yaml.FlowStyle != 0 && value.Kind == yaml.ScalarNode && value.Style == 0 && unclosed(value.Value) > 0
}

// unclosed returns how many brackets are open at the end of a text.
func unclosed(text string) int { return strings.Count(text, "(") - strings.Count(text, ")") }

// wantQuotes says that a spec belongs in quotes.
func wantQuotes(within, text string) string {
	return fmt.Sprintf("within %s a comma ends a value; want the spec in quotes: %q", within, text)
}
