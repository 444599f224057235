package lines

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
)

// gzipMagic begins each member of a gzip file.
var gzipMagic = []byte{0x1f, 0x8b}

// members reads the members of a gzip file one after another. gzip.Reader takes a few
// bytes of something else after the last one for a header that is cut off.
type members struct {
	from *bufio.Reader
	one  *gzip.Reader
}

// Read reads on, from the next member where one ends; gzip.ErrHeader if what follows is
// none.
func (m *members) Read(data []byte) (int, error) {
	m.one.Multistream(false)
	n, err := m.one.Read(data)
	switch {
	case n > 0 && err == io.EOF:
		return n, nil
	case err != io.EOF:
		return n, err
	}
	switch start, err := peek(m.from, len(gzipMagic)); {
	case err != nil:
		return 0, err
	case len(start) == 0:
		return 0, io.EOF
	case !bytes.Equal(start, gzipMagic):
		return 0, gzip.ErrHeader
	}
	return 0, m.one.Reset(m.from)
}
