package lines

import (
	"bytes"
	"errors"
	"io"
)

// ErrNoRecord is what Parse returns of a line that is to be passed over, such as a
// comment.
var ErrNoRecord = errors.New("lines: no record")

// A Span is where a record stands in the lines at hand.
type Span struct {
	Begin int // byte at which it begins
	Size  int // bytes that it takes up, its last line end included
}

// A Walk goes through the records of a file.
type Walk struct {
	// Parse reads the record that begins in the given line, which stands without
	// its line end. It returns a *Fault if the record is bad, and in the span's
	// Size how much is to be given up.
	Parse func(line []byte) (Span, error)
	// Good is told of each record that Parse has read. Its error ends the walk.
	Good func(Place) error
	// Bad is told of each that is a Fault.
	Bad func(Problem)
}

// Walk reads the rest of the file, blank lines left out. A Fault that is fatal
// comes back as a Problem.
func (l *Reader) Walk(w Walk) error {
	for {
		line, err := l.FirstFilled()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		span, err := parse(line, w.Parse)
		bad, is := errors.AsType[*Fault](err)
		switch {
		case is && bad.Fatal:
			return l.Located(bad)
		case err == ErrNoRecord:
		case is:
			w.Bad(l.Problem(l.Place(bad.At), bad.Message))
		case err != nil:
			return err
		default:
			if err := w.Good(l.Place(span.Begin)); err != nil {
				return err
			}
		}
		l.Drop(span.Size)
	}
}

func parse(line []byte, with func([]byte) (Span, error)) (Span, error) {
	if len(line) > MaxLineBytes {
		return Span{Size: len(line) + 1}, FaultAt(0, "the line has more than %d bytes", MaxLineBytes)
	}
	return with(line)
}

// Format finds out the format of a file that has just been opened, and returns its
// first line that is not blank. want says what the file should be, for messages.
func (l *Reader) Format(want string) (format string, first []byte, err error) {
	line, err := l.FirstFilled()
	switch {
	case err == io.EOF && l.line == 1:
		return "", nil, l.Problem(Place{}, "the file is empty; want "+want)
	case err == io.EOF:
		return "", nil, l.Problem(Place{}, "the file has only blank lines; want "+want)
	case err != nil:
		return "", nil, err
	}
	switch bytes.TrimLeft(line, Blanks)[0] {
	case '{':
		return FormatJSONLines, line, nil
	case '[':
		return "", nil, l.Problem(l.Place(0), "the file is a JSON array; want one object a line, without brackets around them")
	}
	return FormatCSV, line, nil
}

// Problem returns a Problem of this file.
func (l *Reader) Problem(at Place, message string) Problem {
	return Problem{File: l.file, Place: at, Message: message}
}

// Located turns a Fault into a Problem and leaves other errors alone.
func (l *Reader) Located(err error) error {
	if bad, is := errors.AsType[*Fault](err); is {
		return l.Problem(l.Place(bad.At), bad.Message)
	}
	return err
}
