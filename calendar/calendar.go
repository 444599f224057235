// Package calendar tells what is due next, of whatever has an instant.
package calendar

import (
	"math"
	"time"
)

// A Calendar gives back entries, the earliest first. Reset comes before all else.
//
// Much is put off by as long as what came before it: answers of one latency, waits
// of one length. So entries mostly come in order, and those stand in a line, in and
// out of which each goes at once. Only the others are in a heap. There, too, one that
// leaves is mostly put off again, so its place at the top stays vacant for a while.
type Calendar struct {
	soonest time.Duration // the instant of the earliest entry; the longest Duration if there is none
	line    []Entry       // in order, from gone on
	gone    int           // how many have left the line; fewer than all
	others  Heap          // each came when a later one stood in line
	vacant  bool          // the first of others has left
}

// Reset removes all entries.
func (c *Calendar) Reset() {
	c.line, c.gone, c.vacant, c.soonest = c.line[:0], 0, false, math.MaxInt64
	c.others.Reset()
}

// Len returns how many entries there are.
func (c *Calendar) Len() int {
	n := len(c.line) - c.gone + c.others.Len()
	if c.vacant {
		n--
	}
	return n
}

// Next returns the instant of the earliest entry, the longest Duration if there is
// none.
func (c *Calendar) Next() time.Duration { return c.soonest }

// Push adds the Entry of an id.
func (c *Calendar) Push(at time.Duration, place, id uint32) {
	e := NewEntry(at, place, id)
	c.soonest = min(c.soonest, at)
	last := len(c.line) - 1
	switch {
	case c.vacant:
		c.others.Replace(e)
		c.vacant = false
	case last >= 0 && e.earlier(&c.line[last]) == 1:
		c.others.Push(e)
	default:
		c.lineUp(e)
	}
}

// lineUp puts an entry behind the line. When there is no room, those who have left
// make some, if they are many.
func (c *Calendar) lineUp(e Entry) {
	if len(c.line) == cap(c.line) && c.gone > len(c.line)/2 {
		c.line = append(c.line[:0], c.line[c.gone:]...)
		c.gone = 0
	}
	c.line = append(c.line, e)
}

// Pop removes the earliest entry and returns it. There must be one.
func (c *Calendar) Pop() (e Entry) {
	if c.vacant {
		c.others.Pop()
		c.vacant = false
	}
	if len(c.line) > 0 && (c.others.IsEmpty() || c.line[c.gone].earlier(&c.others.entries[top]) == 1) {
		e = c.line[c.gone]
		if c.gone++; c.gone == len(c.line) {
			c.line, c.gone = c.line[:0], 0
		}
		c.soonest = c.others.Next()
	} else {
		e = c.others.First()
		c.vacant = true
		c.soonest = c.others.second()
	}
	if len(c.line) > 0 {
		c.soonest = min(c.soonest, c.line[c.gone].At)
	}
	return e
}

// All yields each entry, in no order.
func (c *Calendar) All(yield func(Entry) bool) {
	for _, e := range c.line[c.gone:] {
		if !yield(e) {
			return
		}
	}
	vacant := c.vacant
	for e := range c.others.All {
		if !vacant && !yield(e) {
			return
		}
		vacant = false
	}
}
