package main

import (
	"encoding/binary"
	"errors"
)

var errShort = errors.New("want more bytes: the module ends in the middle")

// A reader reads the numbers of WebAssembly. After its first error it reads zeros.
type reader struct {
	bytes []byte
	at    int
	err   error
}

// isAtEnd also holds after an error, so that loops end.
func (r *reader) isAtEnd() bool { return r.err != nil || r.at >= len(r.bytes) }

func (r *reader) take(n uint64) []byte {
	if r.err == nil && n > uint64(len(r.bytes)-r.at) {
		r.err = errShort
	}
	if r.err != nil {
		return nil
	}
	r.at += int(n)
	return r.bytes[r.at-int(n) : r.at]
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

// unsigned reads a number in LEB128, seven bits a byte, the lowest first.
func (r *reader) unsigned() uint64 {
	v, n := binary.Uvarint(r.bytes[min(r.at, len(r.bytes)):])
	if n <= 0 && r.err == nil {
		r.err = errShort
	}
	if r.err != nil {
		return 0
	}
	r.at += n
	return v
}

// number returns the bytes of a number. Go sometimes takes one more than it needs.
func (r *reader) number() []byte {
	from := r.at
	r.unsigned()
	return r.bytes[from:r.at]
}

// signed reads a number whose last byte has its sign as its seventh bit.
func (r *reader) signed() int64 {
	v := int64(0)
	for shift := 0; ; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << min(shift, 63)
		if b&0x80 == 0 || shift > 63 {
			if b&0x40 != 0 && shift < 57 {
				v |= -1 << (shift + 7)
			}
			return v
		}
	}
}

// appendDifference writes a number that is near zero on either side: 0, -1, 1, -2, … as
// 0, 1, 2, 3, …
func appendDifference(to []byte, v int64) []byte {
	return binary.AppendVarint(to, v)
}
