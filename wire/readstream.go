package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// eventMax bounds one line of a stream, in bytes.
const eventMax = 1 << 20

// ReadStream reads a stream of events of Chat or Messages to its end, and what the
// answer has cost as far as it says. The error is that
// of the reader, of an event that is no JSON or is about a mistake, or of a stream that
// ends without its last event: io.ErrUnexpectedEOF.
func ReadStream(a API, r io.Reader) (b Bill, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, eventMax)
	ended := false
	for lines.Scan() {
		data, is := bytes.CutPrefix(lines.Bytes(), []byte("data:"))
		if data = bytes.TrimSpace(data); !is || len(data) == 0 {
			continue
		}
		if a == Chat && string(data) == "[DONE]" {
			ended = true
			continue
		}
		var e streamEvent
		if err := json.Unmarshal(data, &e); err != nil {
			return b, fmt.Errorf("want events of JSON: %w", err)
		}
		if e.Error != nil {
			return b, fmt.Errorf("the stream breaks off with an error: %s", e.Error.Message)
		}
		ended = ended || a == Messages && e.Type == "message_stop"
		b = b.followedBy(ReadUsage(e.Message)).followedBy(ReadUsage(data))
	}
	switch {
	case lines.Err() != nil:
		return b, lines.Err()
	case !ended:
		return b, io.ErrUnexpectedEOF
	}
	return b, nil
}

// A streamEvent is what must be known of any event.
type streamEvent struct {
	Type    string          `json:"type"`
	Message json.RawMessage `json:"message"` // of the first event of Messages
	Error   *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// followedBy returns what is told when a later event has told something, too: all of it,
// or of Messages the output alone. What cannot be stays so.
func (b Bill) followedBy(o Bill) Bill {
	switch {
	case b.Absurd != nil || !o.Told && o.Absurd == nil:
		return b
	case o.Told && o.Input == 0:
		o.Input, o.Cached = b.Input, b.Cached
	}
	return o
}
