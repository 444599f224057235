package handout

import (
	"math"
	"slices"

	"ratesim/stats"
	"ratesim/trace"
)

// A Ledger sums up the records of runs, case by case and flow by flow: what was done,
// of what requests were lost, and what clients made of what they were told. It is a
// trace.Sink; Finish must be called at the end.
type Ledger struct {
	cases   []*account
	places  map[[3]string]int // of cases, by scenario, load and policy
	now     *account
	tally   trace.Tally
	live    map[[2]string]*lived // requests that have not ended
	names   []string             // of the scenarios; nil when not asked for yet
	traces  int                  // that have begun
	makings []making             // how the runs came about
	unmade  int                  // runs of which the trace does not say that
	mixed   map[int]bool         // traces with such runs, by their place from 1 on
}

// An account is the sums of one case over its seeds.
type account struct {
	run   trace.Run // the first of its runs
	seeds []int64
	flows []sums

	wasted mean // share of a run's tokens, all flows together
}

// Sums are those of one flow.
type sums struct {
	trace.Counts
	completed mean             // share of a run's requests
	repeats   int64            // calls that were no first attempt
	losses    map[string]int64 // requests lost, by cause
	hints     hints
}

// A mean is that of a share over the runs in which there was something to have a share
// of, as tables and pictures show it, to the last digit: each run counts alike, however
// much was in it.
type mean struct{ shares []float64 }

// add takes in the share of a run.
func (m *mean) add(part, whole int64) {
	if whole > 0 {
		m.shares = append(m.shares, float64(part)/float64(whole))
	}
}

// value returns the mean, 0 of nothing.
func (m *mean) value() float64 {
	if len(m.shares) == 0 {
		return 0
	}
	return stats.Mean(m.shares)
}

// Hints are what a client made of refusals that said when to come back.
type hints struct {
	told     int64            // such refusals after which there was a further attempt
	unheeded int64            // of those: it went by its own wait
	finite   int64            // of those: the limit had room at some time
	early    int64            // of those: it came back before that
	waited   float64          // ns: the sum of its own waits before such room
	needed   float64          // ns: the sum of the waits until there was such room
	kinds    map[string]int64 // what said so, such as "seconds"
}

// Lived is what a request has been through.
type lived struct {
	sent  bool
	last  trace.Attempt
	heard bool // of the last attempt, before the horizon
}

// Policies returns the names of the policies, in the order in which they were met.
func (l *Ledger) Policies() (names []string) {
	for _, c := range l.cases {
		if !slices.Contains(names, c.run.Policy) {
			names = append(names, c.run.Policy)
		}
	}
	return names
}

// keyOf returns by what the case of a run is known: scenario, load and policy.
func keyOf(run *trace.Run) [3]string { return [3]string{run.Scenario, run.Load, run.Policy} }

// key returns by what a case is known.
func (a *account) key() [3]string { return keyOf(&a.run) }

// Run begins a run.
func (l *Ledger) Run(run trace.Run) error {
	if l.places == nil {
		l.tally.Each, l.places, l.mixed = l.counted, map[[3]string]int{}, map[int]bool{}
	}
	if err := l.tally.Finish(); err != nil {
		return err
	}
	key := keyOf(&run)
	place, met := l.places[key]
	if !met {
		place = len(l.cases)
		l.places[key] = place
		l.cases = append(l.cases, &account{run: run, flows: make([]sums, len(run.Flows))})
	}
	l.now = l.cases[place]
	l.now.seeds = append(l.now.seeds, run.Seed)
	if last := len(l.makings) - 1; last >= 0 && l.makings[last].trace == l.traces {
		l.makings[last].runs++
	} else {
		l.unmade++
		l.mixed[l.traces] = true
	}
	l.live = map[[2]string]*lived{}
	return l.tally.Run(run)
}

// Open notes that a trace begins.
func (l *Ledger) Open() error {
	l.traces++
	return nil
}

// A making is how some runs came about.
type making struct {
	trace.Made
	trace int // in which of the traces it stands, from 1; 0 where none was begun
	runs  int
}

// Made notes how the runs that follow came about.
func (l *Ledger) Made(m trace.Made) error {
	l.makings = append(l.makings, making{Made: m, trace: l.traces})
	return nil
}

// Finish ends the last run.
func (l *Ledger) Finish() error { return l.tally.Finish() }

// counted adds the counts of a run that has ended.
func (l *Ledger) counted(_ trace.Run, counts []trace.Counts) error {
	var wasted, tokens int64
	for i := range min(len(counts), len(l.now.flows)) {
		l.now.flows[i].Counts.Join(counts[i])
		l.now.flows[i].completed.add(counts[i].Completed, counts[i].Requests)
		wasted, tokens = wasted+counts[i].Wasted, tokens+counts[i].Tokens
	}
	l.now.wasted.add(wasted, tokens)
	return nil
}

// flow returns the sums of a flow. Those of one that the run does not name are lost: a
// Checker finds it.
func (l *Ledger) flow(name string) *sums {
	for i, f := range l.now.run.Flows {
		if f.Name == name {
			return &l.now.flows[i]
		}
	}
	return &sums{}
}

// Request notes that a request has arrived.
func (l *Ledger) Request(r trace.Request) error {
	l.live[[2]string{r.Flow, r.ID}] = &lived{}
	return l.tally.Request(r)
}

// Attempt notes one sending of a request.
func (l *Ledger) Attempt(a trace.Attempt) error {
	if a.Attempt > 0 {
		l.flow(a.Flow).repeats++
	}
	if r := l.live[[2]string{a.Flow, a.Request}]; r != nil {
		r.sent, r.last, r.heard = true, a, a.Heard < l.now.run.HorizonNS
	}
	return l.tally.Attempt(a)
}

// Decision notes what a client made of a failure.
func (l *Ledger) Decision(d trace.Decision) error {
	if r := l.live[[2]string{d.Flow, d.Request}]; r != nil && d.Again && r.last.Hints != "" && r.last.Status == trace.StatusRateLimit {
		l.flow(d.Flow).hints.add(&d, &r.last)
	}
	return l.tally.Decision(d)
}

// add notes a decision after a refusal that said when to come back.
func (h *hints) add(d *trace.Decision, a *trace.Attempt) {
	h.told++
	if d.Heeded {
		return
	}
	h.unheeded++
	if h.kinds == nil {
		h.kinds = map[string]int64{}
	}
	for _, kind := range kindsOf(a.Hints) {
		if h.kinds[kind] > 0 || len(h.kinds) < causesMost {
			h.kinds[kind]++
		}
	}
	if a.Wait == math.MaxInt64 {
		return
	}
	h.finite++
	h.waited += float64(d.Wait)
	h.needed += float64(a.Wait)
	if d.Wait < a.Wait {
		h.early++
	}
}

// End notes what became of a request.
func (l *Ledger) End(e trace.End) error {
	key := [2]string{e.Flow, e.Request}
	if r := l.live[key]; r != nil && e.Outcome != trace.OutcomeCompleted {
		l.flow(e.Flow).lose(r.cause(&e))
	}
	delete(l.live, key)
	return l.tally.End(e)
}
