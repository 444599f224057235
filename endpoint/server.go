package endpoint

import (
	"time"

	"ratesim/spec"
)

// A Server works on Slots calls at a time. The others wait in one line, and who
// came first goes first: a call begins when the earliest slot is free.
//
// With one slot and calls of 2 s at 0 s and 1 s, the second begins at 2 s and ends
// at 4 s. A call whose client hangs up before that leaves the line.
type Server struct {
	Slots int64 // calls that are worked on at a time; at least 1
	Queue int64 // calls that may wait besides; 0 for no bound
	Full  int   // HTTP status of a call that finds no place in the line; 0 for 503

	busy instants // until when each slot that was used is
	line instants // when each call that waits leaves the line
}

// Enter returns when a call that arrives now can begin, or ok = false when the
// line is full.
func (s *Server) Enter(now time.Duration) (begins time.Duration, ok bool) {
	waiting := s.line.until(now)
	if int64(len(s.busy)) < s.Slots || s.busy.soonest() <= now {
		return now, true
	}
	return s.busy.soonest(), s.Queue == 0 || waiting < s.Queue
}

// Work gives a call that has just entered its slot from when it begins until an
// instant. One that ends before it begins waits until it ends and takes no slot.
func (s *Server) Work(now, until time.Duration) {
	begins, _ := s.Enter(now)
	if begins > now {
		s.line.push(min(begins, until))
	}
	switch {
	case until < begins:
	case int64(len(s.busy)) < s.Slots:
		s.busy.push(until)
	default:
		s.busy.replace(until)
	}
}

// Reset ends all work.
func (s *Server) Reset() { s.busy, s.line = s.busy[:0], s.line[:0] }

// ServerForms returns how a server is written.
func ServerForms() spec.Forms[*Server] {
	return spec.Forms[*Server]{What: "server", All: []spec.Form[*Server]{{
		Name:  "server",
		About: "works on so many calls at a time; the others wait in one line",
		Arguments: []spec.Argument{
			{Name: "slots", Unit: "calls", About: "calls that are worked on at a time"},
			{Name: "queue", Unit: "calls", Default: "0", Zero: "no bound", About: "calls that may wait besides"},
			{Name: "full", Unit: "HTTP status", Default: "503", About: "the answer to a call that finds no place in the line"},
		},
		Read: func(r *spec.Reader) *Server {
			return &Server{Slots: r.Count("slots", 1), Queue: r.Count("queue", 0), Full: status(r, "full")}
		},
	}}}
}

// status reads the HTTP status of a failure.
func status(r *spec.Reader, name string) int {
	n := r.Count(name, 0)
	if n < 400 || n > 599 {
		r.Fault(name, "want an HTTP status from 400 to 599; have %d", n)
	}
	return int(n)
}
