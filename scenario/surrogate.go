package scenario

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf16"
)

// joinSurrogates returns a text in which "\ud83d\ude00", as JSON writes a sign beyond
// U+FFFF, is written as YAML does, "\U0001f600". In all else JSON is YAML.
func joinSurrogates(text []byte) []byte {
	var joined bytes.Buffer
	for len(text) > 0 {
		high, isHigh := surrogate(text)
		low, isLow := rune(0), false
		if isHigh {
			low, isLow = surrogate(text[escapeLength:])
		}
		taken := 1
		switch sign := utf16.DecodeRune(high, low); {
		case isLow && sign != '\ufffd':
			fmt.Fprintf(&joined, `\U%08x`, sign)
			text = text[2*escapeLength:]
			continue
		case text[0] == '\\' && len(text) > 1:
			taken = 2 // what is escaped begins no escape itself
		}
		joined.Write(text[:taken])
		text = text[taken:]
	}
	return joined.Bytes()
}

// escapeLength is that of \ud83d.
const escapeLength = 6

// surrogate returns half a sign with which a text begins.
func surrogate(text []byte) (half rune, ok bool) {
	if len(text) < escapeLength || !bytes.HasPrefix(text, []byte(`\u`)) {
		return 0, false
	}
	v, err := strconv.ParseUint(string(text[2:escapeLength]), 16, 16)
	return rune(v), err == nil && utf16.IsSurrogate(rune(v))
}
