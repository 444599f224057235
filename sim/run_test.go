package sim

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"ratesim/trace"
)

// sameInOrder reports the first place at which two lists of records differ.
func sameInOrder[T any](t *testing.T, what string, got, want []T) {
	t.Helper()
	for i := range min(len(got), len(want)) {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("%s %d is %+v\nwant %+v", what, i, got[i], want[i])
			return
		}
	}
	if len(got) != len(want) {
		t.Errorf("there are %d records of %s; want %d", len(got), what, len(want))
	}
}

func byRequest(ends []trace.End) []trace.End {
	return slices.SortedFunc(slices.Values(ends), func(a, b trace.End) int {
		return cmp.Or(cmp.Compare(a.Flow, b.Flow), cmp.Compare(a.Request, b.Request))
	})
}

func TestRunIsWhatTheLessonsTextTells(t *testing.T) {
	calls, statuses, whys := 0, map[string]int{}, map[string]int{}
	eachWorld(t, 3000, func(t *testing.T, w world) {
		got, _ := run(t, w)
		want := foretell(w)
		sameInOrder(t, "arrival", got.requests, want.requests)
		sameInOrder(t, "attempt", got.attempts, want.attempts)
		sameInOrder(t, "end", byRequest(got.ends), byRequest(want.ends))
		calls += len(want.attempts)
		for _, a := range want.attempts {
			statuses[a.Status]++
		}
		for _, e := range want.ends {
			whys[e.Outcome+e.Why]++
		}
	})
	if t.Logf("%d calls, %v, %v", calls, statuses, whys); len(statuses) < 4 || len(whys) < 4 {
		t.Error("the worlds are too much alike: want each status, and each outcome for each reason")
	}
}

func TestRunIsProvedByTheCheckerAndCountedByTheTally(t *testing.T) {
	eachWorld(t, 3000, func(t *testing.T, w world) {
		var counts []trace.Counts
		checker := &trace.Checker{}
		tally := &trace.Tally{Each: func(_ trace.Run, flows []trace.Counts) error {
			counts = flows
			return nil
		}}
		sink := trace.Tee{checker, tally}
		if err := sink.Run(w.header()); err != nil {
			t.Error(err)
		}
		result, err := NewRunner(w.config()).Run(w.seed, sink)
		for _, err := range []error{err, checker.Finish(), tally.Finish()} {
			if err != nil {
				t.Error(err)
			}
		}
		if !slices.Equal(counts, result.Flows) {
			t.Errorf("the trace tells %+v\nthe run itself %+v", counts, result.Flows)
		}
		for i, f := range w.flows {
			if arrived := result.Flows[i].Requests; result.Late[i] != int64(len(f.items))-arrived {
				t.Errorf("%d of %d requests of %s arrived, and %d came too late", arrived, len(f.items), f.name, result.Late[i])
			}
		}
	})
}

func TestRunDependsOnItsSeedOnly(t *testing.T) {
	eachWorld(t, 600, func(t *testing.T, w world) {
		want, result := run(t, w)
		flows := slices.Clone(result.Flows)
		r := NewRunner(w.config())
		for _, seed := range []int64{w.seed, w.seed + 1, w.seed} {
			var got memory
			result, err := r.Run(seed, &got)
			if err != nil {
				t.Error(err)
			}
			if seed != w.seed {
				continue
			}
			sameInOrder(t, "attempt", got.attempts, want.attempts)
			sameInOrder(t, "end", got.ends, want.ends)
			if !slices.Equal(result.Flows, flows) {
				t.Errorf("got %+v on a used Runner; want %+v", result.Flows, flows)
			}
			unrecorded, err := r.Run(seed, nil)
			if err != nil || !slices.Equal(unrecorded.Flows, flows) {
				t.Errorf("got %+v, %v without a sink; want %+v", unrecorded.Flows, err, flows)
			}
		}
	})
}

// faults returns what became of each call that was admitted, by request and
// attempt.
func faults(m memory) map[string]string {
	faults := map[string]string{}
	for _, a := range m.attempts {
		if a.Status != trace.StatusRateLimit {
			faults[fmt.Sprint(a.Flow, " ", a.Request, " ", a.Attempt)] = a.Status
		}
	}
	return faults
}

func TestPoliciesMeetTheSameFaults(t *testing.T) {
	compared := 0
	eachWorld(t, 600, func(t *testing.T, w world) {
		other := w
		other.flows = slices.Clone(w.flows)
		for i := range other.flows {
			other.flows[i].plan = newWorld(w.number + 1 + i).flows[0].plan
		}
		first, _ := run(t, w)
		second, _ := run(t, other)
		met := faults(second)
		for attempt, status := range faults(first) {
			if same, ok := met[attempt]; ok {
				if compared++; status != same {
					t.Errorf("%s ends with %s under %v and with %s under %v", attempt, status, w.flows, same, other.flows)
				}
			}
		}
	})
	if t.Logf("%d attempts compared", compared); compared < 1000 && !testing.Short() {
		t.Errorf("%d attempts were admitted under both policies; want thousands", compared)
	}
}

func TestContinuousTimeIsTimeInStepsOfANanosecond(t *testing.T) {
	eachWorld(t, 600, func(t *testing.T, w world) {
		for i := range w.flows {
			f := &w.flows[i]
			f.perStep = math.MaxInt64
			f.plan.wait = max(f.plan.wait, 1)
			if f.plan.kind == "jittered" {
				f.plan.kind = "fixed" // it may draw 0
			}
			if f.plan.wait < w.step/3 && f.plan.attempts == 0 {
				f.plan.attempts = 5 // else the run has millions of calls
			}
		}
		w.step = 1
		want, _ := run(t, w)
		w.step = 0
		got, _ := run(t, w)
		for i := range want.attempts {
			want.attempts[i].Step = 0
		}
		sameInOrder(t, "attempt", got.attempts, want.attempts)
		sameInOrder(t, "end", got.ends, want.ends)
	})
}
