package lines

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"unicode/utf8"
)

// Blanks are what may stand on a blank line.
const Blanks = " \t\r"

// A Reader hands out a text by its lines. It holds a window of lines that
// have been read and not dropped, so that a record may take several lines, and
// all but the first can be read anew if it proves bad.
type Reader struct {
	from   *bufio.Reader
	file   string // for messages
	window []byte // lines, each ending in LF only; a line is cut after MaxLineBytes+1 bytes
	start  int    // where in window the lines not dropped begin
	line   int    // number of the first of them
}

// Text returns the lines in the window. Reading more makes it stale.
func (l *Reader) Text() []byte {
	return l.window[l.start:]
}

// FirstFilled drops blank lines and returns the first other line, without its
// end; io.EOF if there is none.
func (l *Reader) FirstFilled() ([]byte, error) {
	for {
		if len(l.Text()) == 0 {
			if err := l.more(); err != nil {
				return nil, err
			}
		}
		line, _, _ := bytes.Cut(l.Text(), []byte{'\n'})
		if len(bytes.TrimLeft(line, Blanks)) > 0 {
			return line, nil
		}
		l.Drop(len(line) + 1)
	}
}

// more reads one more line into the window; io.EOF if there is none.
func (l *Reader) more() error {
	if l.start > len(l.window)/2 {
		l.window = append(l.window[:0], l.Text()...)
		l.start = 0
	}
	begin := len(l.window)
	for {
		piece, err := l.from.ReadSlice('\n')
		room := begin + MaxLineBytes + 3 - len(l.window) // one byte too many, and CRLF
		l.window = append(l.window, piece[:min(room, len(piece))]...)
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(l.window) == begin:
			return io.EOF
		case err != nil && err != io.EOF:
			l.window = l.window[:begin]
			return l.explain(err)
		}
		l.endLine(begin)
		return nil
	}
}

// endLine gives the last line of the window, which begins at begin, its one
// kind of line end.
func (l *Reader) endLine(begin int) {
	line := l.window[begin:]
	line = bytes.TrimSuffix(line, []byte{'\n'})
	line = bytes.TrimSuffix(line, []byte{'\r'})
	line = line[:min(len(line), MaxLineBytes+1)]
	l.window = append(l.window[:begin+len(line)], '\n')
}

// Drop leaves out the first size bytes of the window, which are whole lines.
func (l *Reader) Drop(size int) {
	l.line += bytes.Count(l.Text()[:size], []byte{'\n'})
	l.start += size
}

// Place returns where byte number at of the window stands.
func (l *Reader) Place(at int) Place {
	before := l.Text()[:at]
	lineStart := bytes.LastIndexByte(before, '\n') + 1
	return Place{
		Line:   l.line + bytes.Count(before, []byte{'\n'}),
		Column: utf8.RuneCount(before[lineStart:]) + 1,
	}
}

// Open returns a Reader of what is in r: decompressed if r begins as gzip does, and
// without byte order mark. file is what messages call it.
func Open(r io.Reader, file string) (l *Reader, gzipped bool, err error) {
	l = &Reader{file: file, line: 1}
	l.from, gzipped, err = unpack(r)
	if err != nil {
		err = l.explain(err)
	}
	return l, gzipped, err
}

// unpack returns the text in r: decompressed if r begins as gzip does, and
// without byte order mark.
func unpack(r io.Reader) (text *bufio.Reader, gzipped bool, err error) {
	const buffer = 64 << 10
	text = bufio.NewReaderSize(r, buffer)
	start, err := peek(text, 2)
	if err != nil {
		return text, false, err
	}
	if bytes.Equal(start, gzipMagic) {
		gzipped = true
		one, err := gzip.NewReader(text)
		if err != nil {
			return text, gzipped, err
		}
		text = bufio.NewReaderSize(&members{from: text, one: one}, buffer)
	}
	start, err = peek(text, 3)
	if err != nil {
		return text, gzipped, err
	}
	switch {
	case bytes.HasPrefix(start, []byte{0xff, 0xfe}), bytes.HasPrefix(start, []byte{0xfe, 0xff}):
		return text, gzipped, errUTF16
	case bytes.IndexByte(start, 0) >= 0:
		return text, gzipped, errBinary
	case string(start) == "\ufeff":
		_, err = text.Discard(len(start))
	}
	return text, gzipped, err
}

var (
	errUTF16  = errors.New("the file is UTF-16; want UTF-8")
	errBinary = errors.New("the file begins with a NUL byte, as UTF-16 or binary files do; want UTF-8 text")
)

// peek returns the next n bytes, or as many as there are.
func peek(r *bufio.Reader, n int) ([]byte, error) {
	start, err := r.Peek(n)
	if err == io.EOF {
		err = nil
	}
	return start, err
}

// explain says in words why no more can be read. What the file is to blame for
// gets a place.
func (l *Reader) explain(err error) error {
	line := l.line + bytes.Count(l.Text(), []byte{'\n'})
	problem := Problem{File: l.file, Place: Place{Line: line, Column: 1}}
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, errUTF16), errors.Is(err, errBinary):
		problem.Message = err.Error()
	case errors.Is(err, io.ErrUnexpectedEOF):
		problem.Message = "the gzip data is cut off in this line"
	case errors.Is(err, gzip.ErrHeader):
		problem.Message = "the gzip data goes on with bytes that are not gzip"
	case errors.Is(err, gzip.ErrChecksum), errors.As(err, &corrupt):
		problem.Message = "the gzip data is damaged in or before this line"
	default:
		if path, is := errors.AsType[*fs.PathError](err); is {
			err = path.Err // the path is in File
		}
		if l.file == "" {
			return err
		}
		return fmt.Errorf("%s: %w", l.file, err)
	}
	return problem
}
