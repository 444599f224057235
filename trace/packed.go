package trace

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// unpacked returns what is in r: decompressed if r begins as gzip does.
func unpacked(r io.Reader) (io.Reader, error) {
	from := bufio.NewReaderSize(r, 1<<16)
	if start, _ := from.Peek(2); !bytes.Equal(start, []byte{0x1f, 0x8b}) {
		return from, nil // what cannot be read is told when it is read
	}
	one, err := gzip.NewReader(from)
	return &gzipMembers{from: from, one: one}, err
}

// gzipMembers reads the members of a gzip file one after another. gzip.Reader takes a few
// bytes of something else after the last one for a header that is cut off.
type gzipMembers struct {
	from *bufio.Reader
	one  *gzip.Reader
}

// Read reads on, from the next member where one ends; gzip.ErrHeader if what follows is
// none.
func (m *gzipMembers) Read(data []byte) (int, error) {
	m.one.Multistream(false)
	n, err := m.one.Read(data)
	switch {
	case n > 0 && err == io.EOF:
		return n, nil
	case err != io.EOF:
		return n, err
	}
	switch start, err := m.from.Peek(2); {
	case len(start) == 0:
		return 0, err
	case !bytes.Equal(start, []byte{0x1f, 0x8b}):
		return 0, gzip.ErrHeader
	}
	return 0, m.one.Reset(m.from)
}

// unreadable says in words why no more can be read after a line. What the file is to
// blame for is a *LineError.
func unreadable(err error, file string, line int) error {
	what := LineError{File: file, Line: line + 1}
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, bufio.ErrTooLong):
		what.Message = fmt.Sprintf("want a record of less than %d bytes", lineMax)
	case errors.Is(err, io.ErrUnexpectedEOF):
		what.Message = "the gzip data is cut off in this line"
	case errors.Is(err, gzip.ErrHeader):
		what.Message = "the gzip data goes on with bytes that are not gzip"
	case errors.Is(err, gzip.ErrChecksum), errors.As(err, &corrupt):
		what.Message = "the gzip data is damaged in or before this line"
	default:
		return fmt.Errorf("%s:%d: %w", file, line+1, err)
	}
	return &what
}
