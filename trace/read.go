package trace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A LineError says what is wrong with a line of a trace.
type LineError struct {
	File    string
	Line    int // from 1
	Column  int // from 1, in characters; 0 for the line as a whole
	Message string
	Err     error // the sink's error; nil when the line itself is at fault
}

// Error returns the place and what is wrong.
func (e *LineError) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Unwrap returns the sink's error.
func (e *LineError) Unwrap() error { return e.Err }

// lineMax bounds a line of a trace, in bytes.
const lineMax = 1 << 20

// Read hands each record of a trace to the sink. It stops at the first line that
// is no record, with a *LineError, and at the first error of the sink, to which
// it adds the line. An empty trace is an error: it would report nothing as if
// all were well. A trace may be compressed by gzip.
func Read(r io.Reader, file string, sink Sink) error {
	from, err := unpacked(r)
	if err != nil {
		return unreadable(err, file, 0)
	}
	if err := tellOpen(sink); err != nil {
		return err
	}
	lines := bufio.NewScanner(from)
	lines.Buffer(make([]byte, 0, 1<<16), lineMax)
	number, reading := 0, reading{sink: sink}
	for lines.Scan() {
		number++
		line := lines.Bytes()
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err := reading.hand(line); err != nil {
			if cut := lines.Err(); cut != nil {
				return unreadable(cut, file, number-1) // the line is not whole
			}
			return place(err, LineError{File: file, Line: number}, line)
		}
	}
	if err := lines.Err(); err != nil {
		return unreadable(err, file, number)
	}
	switch {
	case !reading.begun:
		return &LineError{File: file, Line: 1, Message: "want records of a trace; there are none"}
	case reading.made:
		return &LineError{File: file, Line: number, Message: "want a run record after a made record; the trace ends"}
	}
	return nil
}

// A reading is how far a trace has been read.
type reading struct {
	sink  Sink
	begun bool // some run has begun
	made  bool // the last record says how the runs came about that must follow
}

// hand decodes a record and hands it to the sink. The first one that is not about how
// runs came about must begin a run, as that after such a record must.
func (r *reading) hand(line []byte) error {
	kind, err := kindOf(line)
	switch {
	case err != nil:
		return err
	case kind == KindRun:
		r.begun, r.made = true, false
		var run Run
		return thenHand(decodeRun(line, &run), func() error { return r.sink.Run(run) })
	case r.made && (r.begun || kind == KindMade):
		return fmt.Errorf("want a run record after a made record; have %s", kind)
	case kind == KindMade:
		r.made = true
		var m Made
		return thenHand(decodeMade(line, &m), func() error { return tellMade(r.sink, m) })
	case !r.begun:
		return fmt.Errorf("want a run record first; have %s", kind)
	}
	return handWithin(line, kind, r.sink)
}

// handWithin does so with a record of what happens in a run.
func handWithin(line []byte, kind string, sink Sink) error {
	switch kind {
	case KindRequest:
		var r Request
		return thenHand(decode(line, KindRequest, &r), func() error { return sink.Request(r) })
	case KindAttempt:
		var a Attempt
		return thenHand(decode(line, KindAttempt, &a), func() error { return sink.Attempt(a) })
	case KindDecision:
		var d Decision
		return thenHand(decode(line, KindDecision, &d), func() error { return sink.Decision(d) })
	default:
		var e End
		return thenHand(decode(line, KindEnd, &e), func() error { return sink.End(e) })
	}
}

// thenHand returns err, or what next returns if err is nil.
func thenHand(err error, next func() error) error {
	if err != nil {
		return err
	}
	if err := next(); err != nil {
		return sinkError{err}
	}
	return nil
}

// A sinkError is an error of the sink, which took no offence at the line itself.
type sinkError struct{ error }

// decode reads a record of a kind, which must have all its fields and no others,
// so that neither a lost nor a misspelled one is taken for 0.
func decode(line []byte, kind string, record any) error {
	if err := checkFields(line, kind); err != nil {
		return err
	}
	return json.Unmarshal(line, record)
}

// decodeRun reads a run record with its lists. Its version comes first: a newer
// one may have other fields.
func decodeRun(line []byte, r *Run) error {
	if err := checkVersion(line); err != nil {
		return err
	}
	if err := decode(line, KindRun, r); err != nil {
		return err
	}
	var lists struct {
		Flows  []json.RawMessage `json:"flows"`
		Limits []json.RawMessage `json:"limits"`
	}
	if err := json.Unmarshal(line, &lists); err != nil {
		return err
	}
	for _, flow := range lists.Flows {
		if err := checkWith(flow, partFlow, partSource); err != nil {
			return err
		}
	}
	for _, limit := range lists.Limits {
		if err := checkWith(limit, partLimit, partRule); err != nil {
			return err
		}
	}
	return nil
}

// checkVersion refuses a record of a newer format.
func checkVersion(line []byte) error {
	var version struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(line, &version); err != nil {
		return err
	}
	if at, given := find(line, "version"); given && (version.Version > Version || version.Version < 1) {
		return &offsetError{at, fmt.Sprintf("want a trace of version %d or older; have version %d", Version, version.Version)}
	}
	return nil
}

// checkWith checks the fields of a part, and those of a part that it may have.
func checkWith(object []byte, kind, inner string) error {
	if err := checkPart(object, kind); err != nil {
		return err
	}
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(object, &parts); err != nil || parts[inner] == nil {
		return err
	}
	return checkPart(parts[inner], inner)
}

// An offsetError is what is wrong at some byte of a line.
type offsetError struct {
	offset  int // bytes before it
	message string
}

func (e *offsetError) Error() string { return e.message }

// place adds a line to an error, and the column if the error knows one.
func place(err error, at LineError, line []byte) error {
	at.Message = err.Error()
	var in *offsetError
	var kind *json.UnmarshalTypeError
	var sink sinkError
	switch {
	case errors.As(err, &sink):
		at.Err = sink.error
	case errors.As(err, &in):
		at.Column = column(line, in.offset)
	case errors.As(err, &kind):
		at.Message = fmt.Sprintf("%s: want %s; have JSON %s", kind.Field, wanted(kind.Type), kind.Value)
		name, _, _ := strings.Cut(kind.Field, ".")
		if offset, ok := find(line, name); ok {
			at.Column = column(line, offset)
		}
	}
	at.Message = onOneLine(at.Message)
	return &at
}

// onOneLine returns a text in which names of a trace neither break lines nor steer a
// terminal.
func onOneLine(text string) string {
	return strings.Map(func(sign rune) rune {
		if !unicode.IsPrint(sign) {
			return ' '
		}
		return sign
	}, text)
}

// column returns the column of what follows so many bytes, in characters.
func column(line []byte, offset int) int { return 1 + utf8.RuneCount(line[:offset]) }

// wanted says in words what a field of a type holds.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Struct:
		return "an object"
	}
	return "a text"
}
