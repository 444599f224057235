package scenario

import (
	"fmt"
	"math/bits"
	"slices"
	"time"

	"ratesim/recorded"
	"ratesim/trace"
	"ratesim/workload"
)

// A WantedRecording is a file of recorded requests that a flow sends.
type WantedRecording struct {
	workload.Recording
	Flow     string
	FromFile bool // the scenario's file names it, and no flag
}

// Recordings returns the files that flows name, in the order of the flows. This
// package opens none: whoever has read one hands it in.
func (s *Scenario) Recordings() []WantedRecording {
	var all []WantedRecording
	for _, f := range s.Open.Flows {
		source, _, err := workload.TrafficForms().Parse(f.Value.Arrivals, s.Step)
		if err != nil {
			continue // it is a fault
		}
		if r, ok := source().Arrivals.(*workload.Recorded); ok {
			at, _ := s.placeOf("flows." + f.Name + ".arrivals")
			all = append(all, WantedRecording{Recording: r.Recording, Flow: f.Name, FromFile: at.order == 0})
		}
	}
	return all
}

// HandIn gives the scenario the recorded requests of a flow, before a model is made
// of it.
func (s *Scenario) HandIn(flow string, tape *recorded.Tape) {
	if s.tapes == nil {
		s.tapes = map[string]*recorded.Tape{}
	}
	s.tapes[flow] = tape
}

// recordedPatience is how long after the last recorded arrival a run ends whose
// horizon nobody set: five times the longest window that is common among limits.
const recordedPatience = 5 * time.Minute

// A RecordedFlow is what a model makes of the recorded requests of a flow.
type RecordedFlow struct {
	Flow      string
	File      string // as the scenario names it
	Tape      *recorded.Tape
	Summary   recorded.Summary // of the part that is sent
	Horizon   time.Duration    // of the run
	Assumed   bool             // nobody set the horizon
	MaxOutput int64            // tokens that each request is assumed to allow; 0 if that is known otherwise
	Sizes     []AssumedSize    // that neither the file nor the user gives
}

// An AssumedSize is the usual value of a field of a flow.
type AssumedSize struct{ Field, Spec string }

// Recorded returns the flows of an open model that send recorded requests.
func (m *Model) Recorded() []RecordedFlow {
	if m.account == nil {
		return nil
	}
	var all []RecordedFlow
	for i := range m.account.flows {
		if r := m.account.flows[i].recorded; r != nil {
			one := *r
			one.Horizon, one.Assumed = m.account.horizon, m.account.assumed
			all = append(all, one)
		}
	}
	return all
}

// traffic reads the arrivals of a flow, with its tape if it was handed in.
func (c *checker) traffic(flow, text string) workload.Source {
	return one(c, "flows."+flow+".arrivals", text, workload.TrafficFormsWith(func(workload.Recording) *recorded.Tape {
		return c.scenario.tapes[flow]
	}))
}

// recorded makes a flow send recorded requests, if its arrivals are such.
func (c *checker) recorded(f *builtFlow) {
	if f.traffic == nil {
		return
	}
	arrivals, ok := f.traffic().Arrivals.(*workload.Recorded)
	if !ok || !c.runs {
		return
	}
	if arrivals.Tape == nil {
		c.fault("flows."+f.name+".arrivals", nil, "want the requests of %s; nobody has handed them in", arrivals.File)
		return
	}
	r := &RecordedFlow{Flow: f.name, File: arrivals.File, Tape: arrivals.Tape}
	horizon := time.Duration(0)
	if c.scenario.IsSet("horizon") {
		horizon = c.scenario.Horizon.Duration
	}
	r.Summary = recorded.Summarize(arrivals.Tape.Play(arrivals.Cut), horizon)
	if r.Summary.Last > 1<<61 {
		c.fault("flows."+f.name+".arrivals", nil, "want a time below 73 years; the last request comes after %v", r.Summary.Last)
		r.Summary.Last = 0
	}
	if r.Summary.Requests == 0 {
		c.fault("flows."+f.name+".arrivals", nil, "want at least one request; of the %d rows of %s none is in the part that is sent", arrivals.Tape.Rows, arrivals.File)
	}
	c.recordedSizes(f, r)
	f.recorded = r
}

// recordedSizes gives a flow the sizes of its recorded requests, but for those that
// the user set, and notes what neither of them gives.
func (c *checker) recordedSizes(f *builtFlow, r *RecordedFlow) {
	isSet := func(field string) bool { return c.scenario.IsSet("flows." + f.name + "." + field) }
	has, flow := r.Tape.Has, c.scenario.Open.Flows.At(f.name)
	f.sizes.own = recorded.Sizes{
		Input:     has.Input && !isSet("input"),
		Cached:    has.Cached && !isSet("cached"),
		Output:    has.Output && !isSet("output"),
		MaxOutput: has.MaxOutput && !isSet("max_output"),
	}
	if f.sizes.own.Output && !has.MaxOutput && !isSet("max_output") {
		r.MaxOutput = allowed(r.Summary.OutputMost)
		f.sizes.maxOutput = workload.Fixed(r.MaxOutput)
	}
	for _, size := range []struct {
		AssumedSize
		given bool
	}{
		{AssumedSize{"input", flow.Input}, has.Input},
		{AssumedSize{"output", flow.Output}, has.Output},
		{AssumedSize{"max_output", flow.MaxOutput}, has.MaxOutput || r.MaxOutput > 0},
	} {
		if !size.given && !isSet(size.Field) {
			r.Sizes = append(r.Sizes, size.AssumedSize)
		}
	}
}

// allowed returns the max_tokens of a client that allows all its requests the same
// and none of whose answers was cut: the smallest power of two that is at least the
// longest answer, and at least 16.
func allowed(longest int64) int64 {
	return max(16, int64(1)<<bits.Len64(uint64(max(longest, 1)-1)))
}

// extend sets the horizon of recorded requests, unless the user did.
func (a *account) extend(s *Scenario) {
	last, found := time.Duration(0), false
	for i := range a.flows {
		if r := a.flows[i].recorded; r != nil {
			last, found = max(last, r.Summary.Last), true
		}
	}
	if found && !s.IsSet("horizon") {
		a.horizon, a.assumed = (last+recordedPatience).Truncate(time.Second)+time.Second, true
	}
}

// source returns what the record of a run says of recorded requests.
func (f *builtFlow) source() *trace.Source {
	if f.recorded == nil {
		return nil
	}
	t := f.recorded.Tape
	return &trace.Source{File: f.recorded.File, Format: t.Format, SHA256: t.SHA256, Rows: int64(t.Rows), Arrivals: f.Arrivals}
}

// Err returns what went wrong in playing recorded requests; nil if nothing did. Ask
// it after the last run.
func (m *Model) Err() error {
	flows := m.Recorded()
	i := slices.IndexFunc(flows, func(r RecordedFlow) bool { return r.Tape.Err() != nil })
	if i < 0 {
		return nil
	}
	return fmt.Errorf("flow %s: %w", flows[i].Flow, flows[i].Tape.Err())
}
