package explore

import "ratesim/trace"

// oneRun hands one run of a trace on. It is a trace.Sink.
type oneRun struct {
	number int // of the run that is wanted, from 0
	to     trace.Sink

	met int // runs so far
}

func (o *oneRun) is() bool { return o.met == o.number+1 }

// Run hands the run on if it is the one.
func (o *oneRun) Run(r trace.Run) error {
	if o.met++; !o.is() {
		return nil
	}
	return o.to.Run(r)
}

// Request hands the request on if it is of the run.
func (o *oneRun) Request(r trace.Request) error {
	if !o.is() {
		return nil
	}
	return o.to.Request(r)
}

// Attempt hands the attempt on if it is of the run.
func (o *oneRun) Attempt(a trace.Attempt) error {
	if !o.is() {
		return nil
	}
	return o.to.Attempt(a)
}

// Decision hands the decision on if it is of the run.
func (o *oneRun) Decision(d trace.Decision) error {
	if !o.is() {
		return nil
	}
	return o.to.Decision(d)
}

// End hands the end on if it is of the run.
func (o *oneRun) End(e trace.End) error {
	if !o.is() {
		return nil
	}
	return o.to.End(e)
}
