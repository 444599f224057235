package calendar

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// Entries that come mostly in order, seldom or never, in bursts that fill and empty
// the calendar.
func TestCalendarGivesTheEarliestEntry(t *testing.T) {
	for _, disorder := range []int{1, 2, 40, 1000} { // instants by which an entry may come before the last one
		rng := rand.New(rand.NewPCG(7, uint64(disorder)))
		var c Calendar
		c.Reset()
		var sorted []Entry
		for place := range uint32(20_000) {
			if grow := place%2000 < 1000; len(sorted) > 0 && rng.IntN(3) > 0 != grow {
				if got := c.Pop(); got != sorted[0] {
					t.Fatalf("after %d changes %v comes; want %v", place, got, sorted[0])
				}
				sorted = sorted[1:]
			} else {
				e := NewEntry(time.Duration(int(place)/3+rng.IntN(disorder)), place, rng.Uint32())
				c.Push(e.At, e.Place(), e.ID())
				at, _ := slices.BinarySearchFunc(sorted, e, compareEntries)
				sorted = slices.Insert(sorted, at, e)
			}
			want := time.Duration(math.MaxInt64)
			if len(sorted) > 0 {
				want = sorted[0].At
			}
			if c.Next() != want || c.Len() != len(sorted) {
				t.Fatalf("after %d changes the next of %d is due at %v; want %d and %v", place+1, c.Len(), c.Next(), len(sorted), want)
			}
		}
		all := slices.SortedFunc(c.All, compareEntries)
		if !slices.Equal(all, sorted) {
			t.Errorf("the calendar holds %v; want %v", all, sorted)
		}
	}
}

func TestACalendarThatWasResetIsEmpty(t *testing.T) {
	var c Calendar
	c.Reset()
	for at := range 10 {
		c.Push(time.Duration(at%4), uint32(at), 0)
	}
	c.Reset()
	if c.Len() != 0 || c.Next() != math.MaxInt64 {
		t.Errorf("%d entries are left, the next due at %v", c.Len(), c.Next())
	}
}

// A line that is never empty does not keep those that have left it.
func TestALineTakesNoMoreMemoryThanThoseWhoStandInIt(t *testing.T) {
	var c Calendar
	c.Reset()
	for place := range uint32(100_000) {
		c.Push(time.Duration(place), place, place)
		if place >= 100 {
			c.Pop()
		}
	}
	if room := cap(c.line); room > 1000 {
		t.Errorf("a line of 100 has room for %d", room)
	}
}
