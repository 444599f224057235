package lines

import (
	"bytes"
	"unicode/utf8"
)

// CheckText returns a Fault if there is something in a text that no text has.
func CheckText(text []byte) error {
	if at := bytes.IndexByte(text, 0); at >= 0 {
		return FaultAt(at, "a NUL byte; want text")
	}
	if utf8.Valid(text) {
		return nil
	}
	for at := 0; ; {
		char, size := utf8.DecodeRune(text[at:])
		if char == utf8.RuneError && size == 1 {
			return FaultAt(at, "byte 0x%02x is not UTF-8", text[at])
		}
		at += size
	}
}
