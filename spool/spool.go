// Package spool says where that is put which is too much for memory, and puts it
// in memory where there is no disk.
package spool

import "io"

// A Spool is a file, empty at first, that nobody else uses.
type Spool interface {
	io.Writer
	io.ReaderAt
}

// pieceLength is the bytes of each piece of a Memory.
const pieceLength = 1 << 12

// A Memory is a Spool without a file. It grows without being copied. The zero
// value is empty.
type Memory struct {
	pieces [][]byte
	length int
}

// Write puts bytes at the end.
func (m *Memory) Write(data []byte) (int, error) {
	for rest := data; len(rest) > 0; {
		if m.length == len(m.pieces)*pieceLength {
			m.pieces = append(m.pieces, make([]byte, pieceLength))
		}
		copied := copy(m.pieces[m.length/pieceLength][m.length%pieceLength:], rest)
		m.length += copied
		rest = rest[copied:]
	}
	return len(data), nil
}

// ReadAt reads what was written, from byte number begin on; io.EOF if that is less
// than was asked for.
func (m *Memory) ReadAt(data []byte, begin int64) (int, error) {
	count := 0
	for count < len(data) {
		next := int(begin) + count
		if next >= m.length {
			return count, io.EOF
		}
		piece := m.pieces[next/pieceLength][next%pieceLength:]
		count += copy(data[count:], piece[:min(len(piece), m.length-next)])
	}
	return count, nil
}
