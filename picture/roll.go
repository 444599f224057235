package picture

import (
	"fmt"
	"slices"

	"ratesim/trace"
)

// A Roll takes in the records of runs and keeps what pictures are drawn of. It is a
// trace.Sink; Finish must be called at the end. Its memory grows with the number of
// cases and seeds, not with that of attempts.
type Roll struct {
	Loads, Policies []string // whose runs are taken in; nil for all

	cases    []*occasion
	places   map[[3]string]int // of cases, by scenario, load and policy
	loads    []string          // of all runs, taken in or not
	policies []string
	now      *occasion // that the run at hand is of; nil for one that is not taken in
	tally    trace.Tally
	arrivals map[[2]string]int64 // of requests that have not ended
}

// An occasion is the runs that differ in their seed alone.
type occasion struct {
	run   trace.Run // the first of them
	label string    // its policy as it is shown
	seeds map[int64]bool

	counts    [][]trace.Counts // of each run, flow by flow
	latencies [][]trace.Spans  // of completed requests, by run and flow
	never     [][]int64        // requests that were not completed, by run and flow
	course    course
}

// Run begins a run.
func (r *Roll) Run(run trace.Run) error {
	if r.places == nil {
		r.tally.Each, r.places = r.counted, map[[3]string]int{}
	}
	if err := r.tally.Finish(); err != nil {
		return err
	}
	r.arrivals = map[[2]string]int64{}
	r.now = nil
	r.loads, r.policies = withName(r.loads, run.Load), withName(r.policies, run.Policy)
	if len(r.Loads) > 0 && !slices.Contains(r.Loads, run.Load) || len(r.Policies) > 0 && !slices.Contains(r.Policies, run.Policy) {
		return nil
	}
	key := [3]string{run.Scenario, run.Load, run.Policy}
	i, met := r.places[key]
	if !met {
		i = len(r.cases)
		r.places[key] = i
		r.cases = append(r.cases, &occasion{run: run, seeds: map[int64]bool{}, course: courseOf(run)})
	}
	if err := r.cases[i].takes(run); err != nil {
		return err
	}
	r.now = r.cases[i]
	r.now.latencies = append(r.now.latencies, make([]trace.Spans, len(run.Flows)))
	r.now.never = append(r.now.never, make([]int64, len(run.Flows)))
	return r.tally.Run(run)
}

// takes returns an error when a run is no further seed of the case.
func (o *occasion) takes(run trace.Run) error {
	differs := func(what string) error {
		return fmt.Errorf("%s: want the %s of the run of seed %d, so that they can be shown together", caseName(run), what, o.run.Seed)
	}
	name := func(f trace.Flow) string { return f.Name }
	limit := func(l trace.Limit) string {
		return fmt.Sprint(l.Name, l.Unit, l.Limit, l.WindowNS, l.CountRefused, l.Spec)
	}
	switch {
	case o.seeds[run.Seed]:
		return fmt.Errorf("%s: want one run a seed, have two of seed %d", caseName(run), run.Seed)
	case !slices.EqualFunc(o.run.Flows, run.Flows, func(a, b trace.Flow) bool { return name(a) == name(b) }):
		return differs("flows")
	case !slices.EqualFunc(o.run.Limits, run.Limits, func(a, b trace.Limit) bool { return limit(a) == limit(b) }):
		return differs("limits")
	case o.run.StepNS != run.StepNS || run.HorizonNS/2 > o.run.HorizonNS:
		return differs("steps and horizon")
	}
	o.seeds[run.Seed] = true
	return nil
}

// caseName names a run's case for a message.
func caseName(run trace.Run) string {
	if run.Load == "" {
		return fmt.Sprintf("policy %q", run.Policy)
	}
	return fmt.Sprintf("load %q, policy %q", run.Load, run.Policy)
}

// Finish ends the last run. It is an error when there was none to take in, or none of a
// load or policy that is asked for.
func (r *Roll) Finish() error {
	if err := r.tally.Finish(); err != nil {
		return err
	}
	if err := r.unmet(); err != nil {
		return err
	}
	var names []string
	for _, o := range r.cases {
		names = append(names, o.run.Policy)
	}
	settle(r.cases)
	labels := labelsOf(names, nameMost)
	for _, o := range r.cases {
		o.label = labels[o.run.Policy]
		for _, run := range o.latencies {
			for i := range run {
				run[i].Sort()
			}
		}
	}
	return nil
}

// counted takes in the figures of a run that has ended.
func (r *Roll) counted(_ trace.Run, counts []trace.Counts) error {
	r.now.counts = append(r.now.counts, counts)
	return nil
}

// Request notes when a request arrives.
func (r *Roll) Request(q trace.Request) error {
	if r.now == nil {
		return nil
	}
	r.arrivals[[2]string{q.Flow, q.ID}] = q.Arrival
	return r.tally.Request(q)
}

// Attempt notes one sending of a request.
func (r *Roll) Attempt(a trace.Attempt) error {
	if r.now == nil {
		return nil
	}
	if err := r.now.course.add(&a); err != nil {
		return err
	}
	return r.tally.Attempt(a)
}

// Decision notes what calls that went well were lost.
func (r *Roll) Decision(d trace.Decision) error {
	if r.now == nil {
		return nil
	}
	return r.tally.Decision(d)
}

// End notes what became of a request.
func (r *Roll) End(e trace.End) error {
	if r.now == nil {
		return nil
	}
	key := [2]string{e.Flow, e.Request}
	run := len(r.now.latencies) - 1
	if i := r.now.flow(e.Flow); i >= 0 {
		if e.Outcome == trace.OutcomeCompleted {
			r.now.latencies[run][i].Add(max(0, e.At-r.arrivals[key]))
		} else {
			r.now.never[run][i]++
		}
	}
	delete(r.arrivals, key)
	return r.tally.End(e)
}

// flow returns the place of a flow, −1 for one that the run does not name: a Checker
// finds that.
func (o *occasion) flow(name string) int {
	return slices.IndexFunc(o.run.Flows, func(f trace.Flow) bool { return f.Name == name })
}
