package trace

import (
	"bufio"
	"encoding/json"
	"io"
)

// The kinds of records, as the field "kind" names them.
const (
	KindMade     = "made"
	KindRun      = "run"
	KindRequest  = "request"
	KindAttempt  = "attempt"
	KindDecision = "decision"
	KindEnd      = "end"
)

// The lines of a trace: a record with its kind first.
type (
	madeLine struct {
		Kind string `json:"kind"`
		Made
	}
	runLine struct {
		Kind string `json:"kind"`
		Run
	}
	requestLine struct {
		Kind string `json:"kind"`
		Request
	}
	attemptLine struct {
		Kind string `json:"kind"`
		Attempt
	}
	decisionLine struct {
		Kind string `json:"kind"`
		Decision
	}
	endLine struct {
		Kind string `json:"kind"`
		End
	}
)

// A Writer writes records as NDJSON. It is a Sink; Flush must be called at the
// end.
type Writer struct {
	buffer  *bufio.Writer
	encoder *json.Encoder
}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer {
	buffer := bufio.NewWriterSize(w, 1<<16)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	return &Writer{buffer: buffer, encoder: encoder}
}

// Run writes the record that opens a run.
func (w *Writer) Run(r Run) error {
	return w.encoder.Encode(runLine{KindRun, r})
}

// Request writes a request's arrival.
func (w *Writer) Request(r Request) error {
	return w.encoder.Encode(requestLine{KindRequest, r})
}

// Attempt writes one sending of a request.
func (w *Writer) Attempt(a Attempt) error {
	return w.encoder.Encode(attemptLine{KindAttempt, a})
}

// Decision writes what a client made of a failed attempt.
func (w *Writer) Decision(d Decision) error {
	return w.encoder.Encode(decisionLine{KindDecision, d})
}

// End writes what became of a request.
func (w *Writer) End(e End) error {
	return w.encoder.Encode(endLine{KindEnd, e})
}

// Flush writes what is still in memory.
func (w *Writer) Flush() error { return w.buffer.Flush() }

// A Tee is a Sink that hands each record to several, in order, until one fails.
type Tee []Sink

// Run hands on the record that opens a run.
func (t Tee) Run(r Run) error { return t.each(func(s Sink) error { return s.Run(r) }) }

// Request hands on a request's arrival.
func (t Tee) Request(r Request) error { return t.each(func(s Sink) error { return s.Request(r) }) }

// Attempt hands on one sending of a request.
func (t Tee) Attempt(a Attempt) error { return t.each(func(s Sink) error { return s.Attempt(a) }) }

// Decision hands on what a client made of a failed attempt.
func (t Tee) Decision(d Decision) error { return t.each(func(s Sink) error { return s.Decision(d) }) }

// End hands on what became of a request.
func (t Tee) End(e End) error { return t.each(func(s Sink) error { return s.End(e) }) }

func (t Tee) each(hand func(Sink) error) error {
	for _, s := range t {
		if err := hand(s); err != nil {
			return err
		}
	}
	return nil
}
