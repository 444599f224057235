package tickets

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lower returns text in lower case by the full mapping of the Unicode Standard
// (section 3.13), as the lesson's language has it. It differs from
// strings.ToLower in two letters: İ becomes two code points, and a capital
// sigma that ends a word becomes ς.
func Lower(text string) string {
	if isPlain(text) {
		return text
	}
	lowered := make([]byte, 0, len(text)+utf8.UTFMax)
	for i, r := range text {
		switch r {
		case 'İ':
			lowered = append(lowered, "i\u0307"...)
		case 'Σ':
			lowered = utf8.AppendRune(lowered, lowerSigma(text[:i], text[i+len("Σ"):]))
		default:
			lowered = utf8.AppendRune(lowered, unicode.ToLower(r))
		}
	}
	return string(lowered)
}

// isPlain reports that lower-casing leaves text as it is: ASCII without capitals.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}

// lowerSigma returns ς when the sigma between the two texts ends a word: a
// cased letter before it and none after it, case-ignorable characters left
// aside; else σ.
func lowerSigma(before, after string) rune {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(before, isCaseIgnorable))
	next, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(after, isCaseIgnorable))
	if isCased(last) && !isCased(next) {
		return 'ς'
	}
	return 'σ'
}

// isCased is the property Cased: DerivedCoreProperties of the Unicode Character
// Database.
func isCased(r rune) bool {
	return unicode.In(r, unicode.Ll, unicode.Lu, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
}

// isCaseIgnorable is the property Case_Ignorable: marks, formats, modifiers and
// the punctuation that may stand inside a word (Word_Break MidLetter, MidNumLet
// and Single_Quote, Unicode Standard Annex 29).
func isCaseIgnorable(r rune) bool {
	switch r {
	case '\'', '.', ':', '·', '\u0387', '\u055F', '\u05F4', '\u2018', '\u2019', '\u2024', '\u2027',
		'\uFE13', '\uFE52', '\uFE55', '\uFF07', '\uFF0E', '\uFF1A':
		return true
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}
