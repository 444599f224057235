package workload

// A Sharing is how the requests of a flow are dealt out to processes.
type Sharing struct {
	Processes int  // at least 1
	Requests  int  // in all, at most; 0 for none
	AtRandom  bool // each arrival goes to a process that is drawn for it; else they go out in turn
}

// Share returns the traffic of each process. Arrivals are dealt out in turn or at
// random; workers of a loop are dealt out in turn, and each process that has one
// then makes its part of the requests, which are numbered process by process in
// turn.
func Share(source Source, s Sharing) []Traffic {
	all := make([]Traffic, s.Processes)
	var d *dealer
	for process := range all {
		t := source()
		switch {
		case t.Loop != nil:
			t.Loop.share(process, s)
		case d == nil:
			d = newDealer(t.Arrivals, s)
			fallthrough
		default:
			t.Arrivals = d.deal(process)
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
