package tickets

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// A value is what a record holds for one role.
type value struct {
	text string
	at   int // byte at which it begins, counted as in a fault
}

// newTicket makes a ticket of its values, or says which of them is no good.
func newTicket(values [roles]value) (Ticket, error) {
	id, text, topic := values[roleID], values[roleText], values[roleTopic]
	switch {
	case strings.TrimSpace(id.text) == "":
		return Ticket{}, faultAt(id.at, "the id is empty")
	case strings.TrimSpace(text.text) == "":
		return Ticket{}, faultAt(text.at, "the text is empty")
	case len(id.text) > MaxIDBytes:
		return Ticket{}, faultAt(id.at, "the id has %d bytes; want at most %d", len(id.text), MaxIDBytes)
	case len(topic.text) > MaxIDBytes:
		return Ticket{}, faultAt(topic.at, "the topic has %d bytes; want at most %d", len(topic.text), MaxIDBytes)
	}
	return Ticket{ID: id.text, Text: text.text, Topic: topic.text}, nil
}

// checkText returns a fault if there is something in a text that no text has.
func checkText(text []byte) error {
	if at := bytes.IndexByte(text, 0); at >= 0 {
		return faultAt(at, "a NUL byte; want text")
	}
	if utf8.Valid(text) {
		return nil
	}
	for at := 0; ; {
		char, size := utf8.DecodeRune(text[at:])
		if char == utf8.RuneError && size == 1 {
			return faultAt(at, "byte 0x%02x is not UTF-8", text[at])
		}
		at += size
	}
}
