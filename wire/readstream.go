package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// eventMax bounds one line of a stream, in bytes: far more than an image or a sound in
// base64 needs. Memory is only taken for what comes.
const eventMax = 16 << 20

// ReadStream reads a stream of events of Chat or Messages to its end, and what the
// answer has cost as far as it says. The error is that
// of the reader, of an event that is no JSON or is about a mistake, or of a stream that
// ends without its last event: io.ErrUnexpectedEOF.
func ReadStream(a API, r io.Reader) (Bill, error) {
	told, err := readParts(a, r)
	return told.bill(), err
}

// readParts reads a stream to its end. What the first event of Messages says of the
// output is not what it comes to.
func readParts(a API, r io.Reader) (told part, err error) {
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
			return told, fmt.Errorf("want events of JSON: %w", err)
		}
		if e.Error != nil {
			return told, fmt.Errorf("the stream breaks off with an error: %s", e.Error.Message)
		}
		ended = ended || a == Messages && e.Type == "message_stop"
		first := readPart(e.Message)
		first.output = false
		told = told.followedBy(first).followedBy(readPart(data))
	}
	switch {
	case errors.Is(lines.Err(), bufio.ErrTooLong):
		return told, fmt.Errorf("want events of less than %d bytes", eventMax)
	case lines.Err() != nil:
		return told, lines.Err()
	case !ended:
		return told, io.ErrUnexpectedEOF
	}
	return told, nil
}

// A streamEvent is what must be known of any event.
type streamEvent struct {
	Type    string          `json:"type"`
	Message json.RawMessage `json:"message"` // of the first event of Messages
	Error   *struct {
		Message string `json:"message"`
	} `json:"error"`
}
