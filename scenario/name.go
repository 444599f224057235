package scenario

import (
	"strings"
	"unicode"
	"unicode/utf16"
)

// namePattern is that of a name that can be used in a flag, for schemas, where its signs
// up to U+00FF are concerned; what is no letter beyond them is otherSigns.
const namePattern = "^[^\\x00-/:-@\\[-`" + furtherSigns + "][^\\x00-,./:-@\\[-\\^`" + furtherSigns + "]*$"

const furtherSigns = "{-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7"

// aName refers to the schema of a name that can be used in a flag.
var aName = &schema{Ref: "#/$defs/name"}

// nameSchema returns the schema of a name that can be used in a flag. Not all engines know
// \p{L}, so it says which signs from U+0100 to U+FFFF are no letters and numbers; those
// beyond, such as pictures, it lets through.
func nameSchema() *schema {
	return &schema{Pattern: namePattern, Not: &schema{Pattern: otherSigns()}}
}

// modelPattern is that of a model's name, in the same way.
const modelPattern = "^[^\\x00-/:-?\\[-`" + furtherSigns + "][^\\x00-,;-?\\[-\\^`" + furtherSigns + "]*$"

// modelSchema returns the schema of a model's name.
func modelSchema() *schema {
	return &schema{Pattern: modelPattern, Not: &schema{Ref: aName.Ref + "/not"}}
}

// otherSigns returns the pattern of a sign from U+0100 to U+FFFF that is no letter and no
// number.
func otherSigns() string {
	var class strings.Builder
	first := rune(-1)
	for r := rune(0x100); r <= 0x10000; r++ {
		isOther := r <= 0xffff && !utf16.IsSurrogate(r) && !unicode.IsLetter(r) && !unicode.IsNumber(r)
		switch {
		case isOther && first < 0:
			first = r
		case !isOther && first >= 0:
			class.WriteRune(first)
			if last := r - 1; last > first {
				class.WriteString("-" + string(last))
			}
			first = -1
		}
	}
	return "[" + class.String() + "]"
}

// isPlain reports whether a name is one of letters, digits, - and _ that begins
// with a letter or a digit. All such names fit the schema of one.
func isPlain(name string) bool { return isNameOf(name, "", "-_") }

// isModel reports whether a name is like those that providers give their models, such as
// gpt-4.1, meta-llama/Llama-3.1-8B, anthropic.claude-v2:1 or @cf/meta/llama-2-7b.
func isModel(name string) bool { return isNameOf(name, "@", "-_./:@") }

// isNameOf reports whether a name is one of letters, digits and signs: those with which it
// may begin, and those that it may have further on.
func isNameOf(name, first, further string) bool {
	for i, r := range name {
		signs := further
		if i == 0 {
			signs = first
		}
		if !strings.ContainsRune(signs, r) && !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			return false
		}
	}
	return name != ""
}
