package trace

import (
	"iter"
	"math/bits"
	"slices"
)

// Spans are spans of time, in nanoseconds and not negative, of which percentiles are
// asked. The zero Spans is none.
//
// Up to spansExact of them are kept as they are. If there are more, each is rounded
// up to the next of 2,048 lengths between two powers of two, so that it is less than
// 0.05 % too long, and memory grows no further.
type Spans struct {
	count   int64
	exact   []int64 // all of them, as long as there is room
	rounded []int64 // else how many there are of each length; nil before
}

// spansExact is how many spans are kept as they are: 8 MB.
const spansExact = 1 << 20

// SpansOf returns spans.
func SpansOf(spans ...int64) Spans {
	var s Spans
	for _, span := range spans {
		s.Add(span)
	}
	return s
}

// Add adds a span.
func (s *Spans) Add(span int64) {
	s.count++
	if s.rounded == nil && len(s.exact) < spansExact {
		s.exact = append(s.exact, span)
		return
	}
	s.round()
	s.put(span, 1)
}

// Len returns how many there are.
func (s *Spans) Len() int64 { return s.count }

// At returns the span of a rank, from 0 for the shortest. Spans must have been
// sorted since the last was added.
func (s *Spans) At(rank int64) int64 {
	if s.rounded == nil {
		return s.exact[rank]
	}
	length := 0
	for rank -= s.rounded[0]; rank >= 0; rank -= s.rounded[length] {
		length++
	}
	return longest(length)
}

// All returns each length, the shortest first, with how many spans have it. Spans must
// have been sorted since the last was added.
func (s *Spans) All() iter.Seq2[int64, int64] {
	return func(yield func(span, count int64) bool) {
		for from := 0; from < len(s.exact); {
			span, to := s.exact[from], from+1
			for to < len(s.exact) && s.exact[to] == span {
				to++
			}
			if !yield(span, int64(to-from)) {
				return
			}
			from = to
		}
		for length, count := range s.rounded {
			if count > 0 && !yield(longest(length), count) {
				return
			}
		}
	}
}

// Sort makes them ready to be asked, after the last was added.
func (s *Spans) Sort() { slices.Sort(s.exact) }

// join adds others.
func (s *Spans) join(o *Spans) {
	s.count += o.count
	if s.rounded == nil && o.rounded == nil && len(s.exact)+len(o.exact) <= spansExact {
		s.exact = append(s.exact, o.exact...)
		return
	}
	s.round()
	for _, span := range o.exact {
		s.put(span, 1)
	}
	for length, n := range o.rounded {
		if n > 0 {
			s.put(longest(length), n)
		}
	}
}

// round keeps no span as it is any more.
func (s *Spans) round() {
	if s.rounded == nil {
		s.rounded = make([]int64, 1)
	}
	for _, span := range s.exact {
		s.put(span, 1)
	}
	s.exact = nil
}

// put counts spans of one length.
func (s *Spans) put(span, n int64) {
	length := lengthOf(span)
	if length >= len(s.rounded) {
		s.rounded = slices.Grow(s.rounded, length+1-len(s.rounded))[:length+1]
	}
	s.rounded[length] += n
}

// lengthBits is the bits of a span that are kept.
const lengthBits = 12

// lengthOf returns the number of the length that a span is rounded up to.
func lengthOf(span int64) int {
	shift := max(0, bits.Len64(uint64(span))-lengthBits)
	return shift<<(lengthBits-1) + int(span>>shift)
}

// longest returns the longest span of a length.
func longest(length int) int64 {
	shift := max(0, length>>(lengthBits-1)-1)
	kept := int64(length - shift<<(lengthBits-1))
	return (kept+1)<<shift - 1
}
