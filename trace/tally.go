package trace

// A Tally counts a trace: the same figures as the run's own, from the records
// alone. It is a Sink; Finish must be called at the end.
type Tally struct {
	// Each is told each run with the figures of its flows, in the order of the
	// run's Flows, when the run's records have ended.
	Each func(Run, []Counts) error

	run    Run
	open   bool // a run is being counted
	counts []Counts
}

// Run ends the count of one run and begins that of the next.
func (t *Tally) Run(r Run) error {
	if err := t.Finish(); err != nil {
		return err
	}
	t.run, t.open = r, true
	t.counts = make([]Counts, len(r.Flows))
	return nil
}

// Finish ends the count of the last run.
func (t *Tally) Finish() error {
	if !t.open {
		return nil
	}
	t.open = false
	return t.Each(t.run, t.counts)
}

// flow returns the figures of a flow. Those of one that the run does not name
// are lost: a Checker finds it.
func (t *Tally) flow(name string) *Counts {
	for i, f := range t.run.Flows {
		if f.Name == name {
			return &t.counts[i]
		}
	}
	return &Counts{}
}

// Request counts an arrival.
func (t *Tally) Request(r Request) error {
	t.flow(r.Flow).Requests++
	return nil
}

// Attempt counts one sending of a request.
func (t *Tally) Attempt(a Attempt) error {
	t.flow(a.Flow).attempt(&a, &t.run)
	return nil
}

// Decision counts what was lost when calls that went well are made again.
func (t *Tally) Decision(d Decision) error {
	t.flow(d.Flow).Wasted += d.Lost
	return nil
}

// End counts what became of a request.
func (t *Tally) End(e End) error {
	t.flow(e.Flow).end(&e)
	return nil
}
