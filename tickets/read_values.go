package tickets

import (
	"strings"

	"ratesim/lines"
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
		return Ticket{}, lines.FaultAt(id.at, "the id is empty")
	case strings.TrimSpace(text.text) == "":
		return Ticket{}, lines.FaultAt(text.at, "the text is empty")
	case len(id.text) > MaxIDBytes:
		return Ticket{}, lines.FaultAt(id.at, "the id has %d bytes; want at most %d", len(id.text), MaxIDBytes)
	case len(topic.text) > MaxIDBytes:
		return Ticket{}, lines.FaultAt(topic.at, "the topic has %d bytes; want at most %d", len(topic.text), MaxIDBytes)
	}
	return Ticket{ID: id.text, Text: text.text, Topic: topic.text}, nil
}
