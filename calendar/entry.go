package calendar

import (
	"math/bits"
	"time"
)

// An Entry is something that is due at an instant. Of several at one instant the one
// with the lowest place comes first: 16 bytes.
type Entry struct {
	At     time.Duration
	placed uint64 // the place in the upper half, the id in the lower
}

// NewEntry returns the Entry of an id.
func NewEntry(at time.Duration, place, id uint32) Entry {
	return Entry{At: at, placed: uint64(place)<<32 | uint64(id)}
}

// Place returns the place.
func (e Entry) Place() uint32 { return uint32(e.placed >> 32) }

// ID returns the id.
func (e Entry) ID() uint32 { return uint32(e.placed) }

// earlier returns 1 if an entry comes before another, else 0. It subtracts keys of
// 128 bits and returns the borrow: without a branch, which no processor could
// foretell.
func (e *Entry) earlier(o *Entry) int {
	_, borrow := bits.Sub64(e.placed, o.placed, 0)
	_, borrow = bits.Sub64(uint64(e.At), uint64(o.At), borrow)
	return int(borrow)
}
