package workload

import (
	"time"

	"ratesim/recorded"
	"ratesim/spec"
)

// Sized are Arrivals that bring sizes along.
type Sized interface {
	Arrivals
	// Row returns the sizes of the arrival that Next has returned last.
	Row() recorded.Row
}

// A Recording says which file holds recorded requests and how it is laid out.
type Recording struct {
	File    string // as the spec names it
	Format  string // "" to find it out
	Columns string // as recorded.ParseColumns reads them; "" for those of the format
}

// Recorded arrivals are those that somebody has recorded.
type Recorded struct {
	Recording
	Tape *recorded.Tape // nil if nobody has read the file: there are no arrivals then
	Cut  recorded.Cut   // what is played of it

	player *recorded.Player
	row    recorded.Row
	next   int
}

// Reset begins again with the first arrival.
func (r *Recorded) Reset() {
	r.next = 0
	if r.player == nil && r.Tape != nil {
		r.player = r.Tape.Play(r.Cut)
	}
	if r.player != nil {
		r.player.Reset()
	}
}

// Next returns the next arrival.
func (r *Recorded) Next() (time.Duration, int, bool) {
	if r.player == nil {
		return 0, 0, false
	}
	row, ok := r.player.Next()
	if !ok {
		return 0, 0, false
	}
	r.row = row
	r.next++
	return time.Duration(row.At), r.next - 1, true
}

// Row returns the sizes of the arrival that Next has returned last.
func (r *Recorded) Row() recorded.Row { return r.row }

// A Tapes returns the tape of a recording, nil if nobody has read the file.
type Tapes func(Recording) *recorded.Tape

// What stands for nothing in a spec of recorded arrivals.
const (
	detected = "detect"
	usual    = "usual"
)

func recordedForm(tapes Tapes) spec.Form[Source] {
	return spec.Form[Source]{Name: "trace", About: "as somebody has recorded them, with their sizes", Arguments: []spec.Argument{
		{Name: "file", Unit: "file", About: "CSV, JSON Lines or a list of instants, gzipped or not; - for standard input"},
		{Name: "format", Unit: "name", Default: detected, About: "how it is laid out", Choices: append([]string{detected}, recorded.FormatNames()...)},
		{Name: "columns", Unit: "names", Default: usual, About: "columns of a format of your own, such as \"at=time,input=prompt,output=answer\""},
		{Name: "scale-rate", Unit: "number", Default: "1", About: "requests come so much faster"},
		{Name: "scale-tokens", Unit: "number", Default: "1", About: "all sizes are so much larger"},
		{Name: "from", Unit: "duration", Default: "0s", About: "where the part that is sent begins, counted from the first row; the run begins there"},
		{Name: "until", Unit: "duration", Default: "0s", Zero: "the end", About: "where it ends"},
		{Name: "sample", Unit: "share", Default: "1", About: "share of the rows that is sent, drawn row by row"},
		{Name: "sample-seed", Unit: "seed", Default: "1", About: "names the draw, so that all runs send the same rows"},
	}, Read: func(r *spec.Reader) Source {
		one := readRecorded(r)
		if tapes != nil {
			one.Tape = tapes(one.Recording)
		}
		return open(func() Arrivals { own := one; return &own })
	}}
}

func readRecorded(r *spec.Reader) Recorded {
	one := Recorded{Recording: Recording{File: r.Word("file"), Format: r.Word("format"), Columns: r.Word("columns")}}
	if one.Format == detected {
		one.Format = ""
	}
	if one.Columns == usual {
		one.Columns = ""
	}
	if _, err := recorded.ParseColumns(one.Columns); err != nil {
		r.Fault("columns", "%v", err)
	}
	if one.Columns != "" && one.Format != "" {
		r.Fault("format", "want no format beside columns; have %q", one.Format)
	}
	one.Cut = recorded.Cut{From: r.Duration("from"), Until: r.Duration("until"), Sample: r.Share("sample"), SampleSeed: r.Count("sample-seed", 0)}
	if one.Cut.Until > 0 && one.Cut.Until <= one.Cut.From {
		r.Fault("until", "want more than from, %v; have %v", one.Cut.From, one.Cut.Until)
	}
	if one.Cut.Sample == 0 {
		r.Fault("sample", "want a share of more than 0")
	}
	one.Cut.Rate, one.Cut.Tokens = readRatio(r, "scale-rate"), readRatio(r, "scale-tokens")
	return one
}

func readRatio(r *spec.Reader, name string) recorded.Ratio {
	ratio, message := recorded.ParseRatio(r.Word(name))
	if message != "" {
		r.Fault(name, "%s", message)
	}
	return ratio
}
