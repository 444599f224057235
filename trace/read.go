package trace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// A LineError says what is wrong with a line of a trace.
type LineError struct {
	File    string
	Line    int // from 1
	Column  int // from 1, in characters; 0 for the line as a whole
	Message string
}

// Error returns the place and what is wrong.
func (e *LineError) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// lineMax bounds a line of a trace, in bytes.
const lineMax = 16 << 20

// Read hands each record of a trace to the sink. It stops at the first line that
// is no record, with a *LineError, and at the first error of the sink, to which
// it adds the line. An empty trace is an error: it would report nothing as if
// all were well.
func Read(r io.Reader, file string, sink Sink) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 1<<16), lineMax)
	number, records := 0, 0
	for lines.Scan() {
		number++
		line := lines.Bytes()
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		records++
		if err := hand(line, records == 1, sink); err != nil {
			return place(err, LineError{File: file, Line: number}, line)
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return &LineError{File: file, Line: number + 1, Message: fmt.Sprintf("want a record of at most %d bytes a line", lineMax)}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", file, number+1, err)
	}
	if records == 0 {
		return &LineError{File: file, Line: 1, Message: "want records of a trace; there are none"}
	}
	return nil
}

// hand decodes a record and hands it to the sink.
func hand(line []byte, first bool, sink Sink) error {
	var kind struct {
		Kind *string `json:"kind"`
	}
	if err := json.Unmarshal(line, &kind); err != nil {
		return err
	}
	if kind.Kind == nil {
		return errors.New(`want a record with "kind", one of run, request, attempt, end`)
	}
	if first && *kind.Kind != KindRun {
		return fmt.Errorf("want a run record first; have %s", *kind.Kind)
	}
	switch *kind.Kind {
	case KindRun:
		var l runLine
		if err := decode(line, &l); err != nil {
			return err
		}
		if l.Version > Version || l.Version < 1 {
			return fmt.Errorf("want a trace of version 1 to %d; have %d", Version, l.Version)
		}
		return sink.Run(l.Run)
	case KindRequest:
		var l requestLine
		return thenHand(decode(line, &l), func() error { return sink.Request(l.Request) })
	case KindAttempt:
		var l attemptLine
		return thenHand(decode(line, &l), func() error { return sink.Attempt(l.Attempt) })
	case KindEnd:
		var l endLine
		return thenHand(decode(line, &l), func() error { return sink.End(l.End) })
	}
	return fmt.Errorf("want kind run, request, attempt or end; have %q", *kind.Kind)
}

// thenHand returns err, or what next returns if err is nil.
func thenHand(err error, next func() error) error {
	if err != nil {
		return err
	}
	return next()
}

// decode reads a record. Fields that it does not have are refused, so that a
// misspelled one is not lost.
func decode(line []byte, record any) error {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	return decoder.Decode(record)
}

// place adds a line to an error, and the column if the error knows one.
func place(err error, at LineError, line []byte) error {
	at.Message = err.Error()
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at.Column = column(line, syntax.Offset)
		at.Message = "not JSON: " + at.Message
	case errors.As(err, &kind):
		at.Column = column(line, kind.Offset)
		at.Message = fmt.Sprintf("%s: want %s; have %s", kind.Field, kind.Type, kind.Value)
	}
	return &at
}

// column returns the column of the last of so many bytes, in characters.
func column(line []byte, bytes int64) int {
	return max(1, utf8.RuneCount(line[:min(max(bytes, 0), int64(len(line)))]))
}
