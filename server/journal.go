package server

import (
	"errors"
	"slices"
	"time"

	"ratesim/trace"
)

// A journal writes the trace of a run and measures it. What becomes of an attempt is
// known later than that it was made, and records stand in the order in which things
// began, so those behind an attempt in flight are kept.
type journal struct {
	run     trace.Run
	to      trace.Sink // nil for nobody
	gauge   *trace.Gauge
	kept    []record
	first   int // of kept that is not written yet
	calls   int64
	dropped bool // the measures are of the first calls only
	err     error
	result  Measured
}

// A record is one that is to be written.
type record struct {
	request *trace.Request
	attempt *outcome // written once it is over
	end     *trace.End
}

// Measured is one run with what was measured in it.
type Measured struct {
	Run     trace.Run
	Flows   []trace.Measures
	Traffic trace.Traffic
	Partial bool // of the first calls only: there were too many to remember all
}

// MeasuredMost bounds how many calls are measured, for a percentile needs all of
// them.
const MeasuredMost = 1_000_000

// newJournal writes the head of a trace.
func newJournal(run trace.Run, to trace.Sink) *journal {
	run.Observed = trace.ObservedByServer
	j := &journal{run: run, to: to}
	j.gauge = &trace.Gauge{Each: func(run trace.Run, flows []trace.Measures, traffic trace.Traffic) error {
		j.result = Measured{Run: run, Flows: flows, Traffic: traffic, Partial: j.dropped}
		return nil
	}}
	j.each(func(s trace.Sink) error { return s.Run(run) })
	return j
}

// each hands something to all that want it, and keeps the first error.
func (j *journal) each(write func(trace.Sink) error) {
	if j.err = firstOf(j.err, write(j.gauge)); j.to != nil && j.err == nil {
		j.err = write(j.to)
	}
}

// arrives records the first attempt of a call.
func (j *journal) arrives(c *call, now time.Duration) {
	j.kept = append(j.kept, record{request: &trace.Request{Flow: j.run.Flows[c.flow].Name, ID: c.id, Arrival: int64(now)}})
}

// begins records an attempt.
func (j *journal) begins(a *outcome) { j.kept = append(j.kept, record{attempt: a}) }

// ends records what became of a call.
func (j *journal) ends(c *call, now time.Duration) {
	end := &trace.End{At: int64(now), Flow: j.run.Flows[c.flow].Name, Request: c.id, Outcome: trace.OutcomeGivenUp, Why: trace.WhyPolicy}
	switch {
	case c.met == 0:
		end.Why = trace.WhyDeadline // its client did not wait until it had come
	case c.last.record.Status == trace.StatusOK:
		end.Outcome, end.Why = trace.OutcomeCompleted, ""
	}
	j.kept = append(j.kept, record{end: end})
}

// flush writes what is known.
func (j *journal) flush() {
	for ; j.first < len(j.kept); j.first++ {
		r := &j.kept[j.first]
		switch {
		case r.request != nil:
			j.request(*r.request)
		case r.end != nil:
			j.each(func(s trace.Sink) error { return s.End(*r.end) })
		case !r.attempt.over:
			j.tidy()
			return
		default:
			j.each(func(s trace.Sink) error { return s.Attempt(r.attempt.record) })
		}
		*r = record{}
	}
	j.tidy()
}

// request writes an arrival. After too many the gauge is told of no more: it passes
// over attempts and ends of what it does not know.
func (j *journal) request(r trace.Request) {
	j.calls++
	if j.dropped = j.calls > MeasuredMost; !j.dropped {
		j.err = firstOf(j.err, j.gauge.Request(r))
	}
	if j.to != nil && j.err == nil {
		j.err = j.to.Request(r)
	}
}

func firstOf(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// tidy gives back the room of what was written.
func (j *journal) tidy() {
	if j.first > len(j.kept)/2 {
		j.kept = slices.Delete(j.kept, 0, j.first)
		j.first = 0
	}
}

// oldest returns the attempt in flight behind which records are kept, nil for none.
func (j *journal) oldest() *attempt {
	if j.first < len(j.kept) && j.kept[j.first].attempt != nil {
		return j.kept[j.first].attempt.of
	}
	return nil
}

// waiting returns how many records are kept.
func (j *journal) waiting() int { return len(j.kept) - j.first }

// finish ends the records of the run; all attempts are over.
func (j *journal) finish() (Measured, error) {
	j.flush()
	err := errors.Join(j.err, j.gauge.Finish())
	j.result.Partial = j.dropped
	return j.result, err
}
