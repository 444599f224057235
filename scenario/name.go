package scenario

import "unicode"

// namePattern is that of a name that can be used in a flag.
const namePattern = `^[\p{L}\p{N}][\p{L}\p{N}_-]*$`

// isPlain reports whether a name fits namePattern.
func isPlain(name string) bool {
	for i, r := range name {
		inside := i > 0 && (r == '_' || r == '-')
		if !inside && !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			return false
		}
	}
	return name != ""
}
