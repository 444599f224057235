package tickets

import (
	"iter"
	"unicode"
)

// tokenLength is the lesson's longest token, in code points.
const tokenLength = 5

// A Counter returns how many tokens a text has.
type Counter func(text string) int

// Tokens yields the tokens of the lesson's fictional tokenizer: the text in
// lower case, split at white space, each comma a word of its own, each word cut
// into pieces of five code points.
func Tokens(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		lowered := Lower(text)
		start, length := 0, 0 // of the token that is being read
		for i, r := range lowered {
			ends := r == ',' || isSpace(r)
			if length > 0 && (ends || length == tokenLength) {
				if !yield(lowered[start:i]) {
					return
				}
				length = 0
			}
			if r == ',' && !yield(",") {
				return
			}
			if ends {
				continue
			}
			if length == 0 {
				start = i
			}
			length++
		}
		if length > 0 {
			yield(lowered[start:])
		}
	}
}

// CountTokens returns how many Tokens a text has.
func CountTokens(text string) int {
	n := 0
	for range Tokens(text) {
		n++
	}
	return n
}

// CountBytes estimates the tokens of a text as a quarter of its bytes, rounded
// up: the rule of thumb that OpenAI's help centre gives for English text
// ("What are tokens and how to count them?").
func CountBytes(text string) int {
	return (len(text) + 3) / 4
}

// isSpace is the white space of the lesson's language: Unicode's, and the four
// information separators U+001C to U+001F.
func isSpace(r rune) bool {
	return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f
}

// Hash returns the 32-bit FNV-1a hash over the text's code points (not its
// bytes), the name under which the lesson draws a prompt's faults. Constants:
// Fowler, Noll and Vo.
func Hash(text string) uint32 {
	return hashOn(2166136261, text)
}

// hashOn continues a hash, so that a common beginning is hashed once.
func hashOn(h uint32, text string) uint32 {
	for _, r := range text {
		h = (h ^ uint32(r)) * 16777619
	}
	return h
}

// Prefix returns the first n code points of text.
func Prefix(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}
