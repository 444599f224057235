package scenario

import "unicode"

// namePattern is that of a name that can be used in a flag, for schemas. Not all
// engines know \p{L}, so it says which signs are no letters and digits: all of
// them up to U+00FF, and beyond that the punctuation that one is likely to type.
const namePattern = "^[^\\x00-/:-@\\[-`" + furtherSigns + "][^\\x00-,./:-@\\[-\\^`" + furtherSigns + "]*$"

const furtherSigns = "{-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u3000-\u3004\ufeff"

// isPlain reports whether a name is one of letters, digits, - and _ that begins
// with a letter or a digit. All such names fit namePattern.
func isPlain(name string) bool {
	for i, r := range name {
		inside := i > 0 && (r == '_' || r == '-')
		if !inside && !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			return false
		}
	}
	return name != ""
}
