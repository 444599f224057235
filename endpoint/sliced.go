package endpoint

import (
	"time"

	"ratesim/exact"
)

// A Sliced is a limit of Limit units per Window that is enforced in slices: 600
// per minute as 10 in each second, so that 60 calls at once are mostly refused
// though the minute has room for them.
//
// A slice admits Limit·Slice/Window units. Where that is no whole number it is
// rounded up, so that no slice is too small for anything; the window as a whole is
// enforced as well, so that the rounding gives nothing away. With 100 per minute
// in slices of a second each second admits 2, and the minute 100: none is left
// after 50 busy seconds.
//
// Slices and windows are aligned to the clock. For slices that slide, take a
// SlidingLog of the slice's size. MicrosoftDocs/azure-docs#110096 and
// learn.microsoft.com on Azure OpenAI's quota describe slices of 1 s and 10 s.
type Sliced struct {
	Limit  int64         // units per Window; 0 admits nothing
	Window time.Duration // 0 admits everything
	Slice  time.Duration // 0 for the Window, which is also the most
	Offset time.Duration // what has passed at instant 0 of the window that is open then, at least 0; see IntoWindow

	slice, whole FixedWindow
	begun        bool // their limits are set
}

// begin sets the limits of slice and window.
func (s *Sliced) begin() {
	if s.begun {
		return
	}
	slice := s.Slice
	if slice == 0 || slice > s.Window {
		slice = s.Window
	}
	s.slice.Limit = exact.AreaOf(s.Limit, slice).Units(s.Window)
	s.slice.Window, s.slice.Offset = slice, s.Offset
	s.whole.Limit, s.whole.Window, s.whole.Offset = s.Limit, s.Window, s.Offset
	s.begun = true
}

// Wait returns how long after now n units would be admitted; see Limit.
func (s *Sliced) Wait(now time.Duration, n int64) (wait time.Duration, ok bool) {
	s.begin()
	slice, fits := s.slice.Wait(now, n)
	whole, ok := s.whole.Wait(now, n)
	if !fits || !ok {
		return 0, false
	}
	return max(slice, whole), true
}

// Take counts n units in the slice and the window of now; see Limit.
func (s *Sliced) Take(now time.Duration, n int64) {
	s.begin()
	s.slice.Take(now, n)
	s.whole.Take(now, n)
}

// GiveBack uncounts n units if they were taken in the slice, or the window, of
// now; see Limit.
func (s *Sliced) GiveBack(now time.Duration, n int64, taken time.Duration) {
	s.begin()
	s.slice.GiveBack(now, n, taken)
	s.whole.GiveBack(now, n, taken)
}

// State returns the room in the slice and its end, or those of the window if it
// has less room; see Limit. Its Limit is that of a slice.
func (s *Sliced) State(now time.Duration) State {
	s.begin()
	slice, whole := s.slice.State(now), s.whole.State(now)
	if whole.Remaining < slice.Remaining {
		whole.Limit = slice.Limit
		return whole
	}
	return slice
}

// Idle reports whether nothing counts in the slice and the window; see Limit.
func (s *Sliced) Idle(now time.Duration) bool {
	s.begin()
	return s.slice.Idle(now) && s.whole.Idle(now)
}

// Reset forgets all slices; see Limit.
func (s *Sliced) Reset() {
	s.slice.Reset()
	s.whole.Reset()
}

// change sets another Limit from now on. What was counted stays counted.
func (s *Sliced) change(now time.Duration, limit int64) (before int64) {
	s.begin()
	s.slice.change(now, 0)
	s.whole.change(now, limit)
	before, s.Limit, s.begun = s.Limit, limit, false
	s.begin()
	return before
}
