package workload

import (
	"time"

	"ratesim/recorded"
)

// A Sharing is how the requests of a flow are dealt out to processes.
type Sharing struct {
	Processes int // at least 1
	Requests  int // in all, at most; 0 for none
}

// Share returns the traffic of each process. Arrivals are dealt out in turn;
// workers of a loop are, too, and each process that has one then makes its part
// of the requests, which are numbered process by process in turn.
func Share(source Source, s Sharing) []Traffic {
	all := make([]Traffic, s.Processes)
	for process := range all {
		t := source()
		if t.Loop != nil {
			t.Loop.share(process, s)
		} else {
			t.Arrivals = deal(t.Arrivals, process, s)
		}
		all[process] = t
	}
	return all
}

// share leaves the loop its part of workers and requests.
func (l *Loop) share(process int, s Sharing) {
	requests := s.Requests
	if l.Requests > 0 {
		requests = min(requests, l.Requests)
	}
	processes := min(s.Processes, l.Workers) // that have a worker
	if process >= processes {
		l.Workers, l.none = 0, true
		return
	}
	part := func(n int) int { return (n - process + processes - 1) / processes }
	l.first, l.stride = process, processes
	l.Workers, l.Requests = part(l.Workers), part(requests)
	l.none = l.Requests == 0
}

// deal returns the arrivals of one process.
func deal(of Arrivals, process int, s Sharing) Arrivals {
	one := dealt{of: of, process: process, sharing: s}
	if sized, ok := of.(Sized); ok {
		return &dealtSized{dealt: one, sized: sized}
	}
	return &one
}

// A dealtSized is dealt arrivals that bring sizes along.
type dealtSized struct {
	dealt
	sized Sized
}

// Row returns the sizes of the arrival that Next has returned last.
func (d *dealtSized) Row() recorded.Row { return d.sized.Row() }

// dealt arrivals are every so-manieth of others, those of one process.
type dealt struct {
	of      Arrivals
	process int
	sharing Sharing
}

// Seed names the chance of all arrivals, of which each process has its part.
func (d *dealt) Seed(seed int64, flow int) {
	if s, ok := d.of.(Seeded); ok {
		s.Seed(seed, flow)
	}
}

// Reset begins again with the first arrival.
func (d *dealt) Reset() { d.of.Reset() }

// Next returns the process's next arrival.
func (d *dealt) Next() (time.Duration, int, bool) {
	for {
		at, request, ok := d.of.Next()
		if !ok || request >= d.sharing.Requests {
			return 0, 0, false
		}
		if request%d.sharing.Processes == d.process {
			return at, request, true
		}
	}
}
