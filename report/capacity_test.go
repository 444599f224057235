package report

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ratesim/trace"
)

// First attempts are held against a limit at the pace at which they are sent: those of
// the last instant begin another span.
func TestCapacityIsThePaceOfFirstAttempts(t *testing.T) {
	const window = time.Minute
	tests := []struct {
		name  string
		size  int           // of each batch
		every time.Duration // between batches
		count int           // of batches
		limit int64
		want  string // of what they ask for; "" for no warning
	}{
		{"one every 4 s is 15 a minute", 1, 4 * time.Second, 29, 15, ""},
		{"one every 5 s is 12 a minute", 1, 5 * time.Second, 720, 11, "ask for 12 requests in 1m0s"},
		{"30 every minute", 30, window, 2, 30, ""},
		{"30 every minute, of 29", 30, window, 5, 29, "ask for 30 requests in 1m0s"},
		{"30 at once", 30, 0, 1, 29, "ask for 30 requests in 1m0s"},
		{"all within a minute", 1, time.Second, 60, 59, "ask for 60 requests in 1m0s"},
	}
	for _, test := range tests {
		run := trace.Run{Flows: []trace.Flow{{Name: "f"}}, HorizonNS: 1 << 62, Open: true,
			Limits: []trace.Limit{{Name: "requests", Unit: "requests", Limit: test.limit, WindowNS: int64(window)}}}
		var measured []Measured
		gauge := trace.Gauge{Each: func(r trace.Run, flows []trace.Measures, traffic trace.Traffic) error {
			measured = append(measured, Measured{Run: r, Flows: flows, Traffic: traffic})
			return nil
		}}
		err := gauge.Run(run)
		for batch := range test.count {
			for range test.size {
				gauge.Request(trace.Request{Flow: "f", ID: "1"})
				gauge.Attempt(trace.Attempt{At: int64(test.every) * int64(batch), Flow: "f", Request: "1", Status: trace.StatusOK})
			}
		}
		gauge.Attempt(trace.Attempt{Flow: "f", Request: "1", Attempt: 1, Status: trace.StatusRateLimit})
		if err == nil {
			err = gauge.Finish()
		}
		if err != nil {
			t.Fatal(err)
		}
		notes := strings.Join(CapacityNotes(measured), "\n")
		if (notes == "") != (test.want == "") || !strings.Contains(notes, test.want) {
			t.Errorf("%s, limit %d: %q; want %q", test.name, test.limit, notes, test.want)
		}
	}
}

// What a limit holds at once, whose limit it is, and what it could ever admit decide
// whether first attempts are too many.
func TestCapacityIsThatOfTheLimitsRule(t *testing.T) {
	fine := trace.Attempt{Status: trace.StatusOK, Prompt: 10}
	refused := trace.Attempt{Status: trace.StatusRateLimit, Prompt: 10}
	never := trace.Attempt{Status: trace.StatusRejected, RefusedBy: "it", Wait: 1<<63 - 1}
	hidden := trace.Attempt{Status: trace.StatusRateLimit, RefusedBy: "it", Wait: 1<<63 - 1}
	broken := trace.Attempt{Status: trace.StatusRejected, Uncounted: true}
	rejected := trace.Attempt{Status: trace.StatusRejected}
	of := func(key, model string) trace.Attempt {
		return trace.Attempt{Status: trace.StatusRateLimit, Key: key, Model: model}
	}
	tests := []struct {
		name  string
		limit trace.Limit
		count int // of each attempt, a second apart
		of    []trace.Attempt
		want  string
	}{
		{"a GCRA of 30 a minute that holds 16, and 46 at once", trace.Limit{Unit: "requests", Limit: 30, Rule: &trace.Rule{Kind: trace.LimitGCRA, Capacity: 16}}, 1, repeated(refused, 46), ""},
		{"47 at once", trace.Limit{Unit: "requests", Limit: 30, Rule: &trace.Rule{Kind: trace.LimitGCRA, Capacity: 16}}, 1, repeated(refused, 47), "ask for 47 requests in 1m0s and the limit it admits 46"},
		{"a bucket that may owe, of 41, and five of 10 at once: the last may owe all", trace.Limit{Unit: "tokens", Limit: 41, Rule: &trace.Rule{Kind: trace.LimitTokenBucket, Debt: true}}, 1, repeated(refused, 5), ""},
		{"of 19: what is asked is told whole", trace.Limit{Unit: "tokens", Limit: 19, Rule: &trace.Rule{Kind: trace.LimitTokenBucket, Debt: true}}, 1, repeated(refused, 5), "ask for 50 tokens in the 1m0s from 0s on and the limit it admits 38"},
		{"a bucket that holds 80 and gets one a second: 2 a second from 0 to 69 s", trace.Limit{Unit: "requests", Limit: 60, Rule: &trace.Rule{Kind: trace.LimitTokenBucket, Capacity: 80}}, 70, repeated(refused, 2), ""},
		{"that holds 70", trace.Limit{Unit: "requests", Limit: 60, Rule: &trace.Rule{Kind: trace.LimitTokenBucket, Capacity: 70}}, 70, repeated(refused, 2), "ask for 140 requests in 1m9s and the limit it admits 139"},
		{"a leaky bucket that holds none but the one that leaves", trace.Limit{Unit: "requests", Limit: 60, Rule: &trace.Rule{Kind: trace.LimitLeakyBucket, Capacity: 1}}, 60, repeated(refused, 1), ""},
		{"a bucket in debt", trace.Limit{Unit: "input", Limit: 1, Rule: &trace.Rule{Kind: trace.LimitTokenBucket, Debt: true}}, 1, repeated(refused, 1), ""},
		{"calls in debt, the last one counted, too", trace.Limit{Unit: "input", Limit: 1, Rule: &trace.Rule{Kind: trace.LimitTokenBucket, Debt: true}}, 3, repeated(refused, 1), "ask for 30 tokens of input in 1m0s and the limit it admits 2"},
		{"what could never fit", trace.Limit{Unit: "requests", Limit: 1}, 1, []trace.Attempt{never, refused, hidden}, ""},
		{"what no limit counts", trace.Limit{Unit: "requests", Limit: 1}, 1, []trace.Attempt{broken, broken, refused}, ""},
		{"nothing is refused for being too much", trace.Limit{Unit: "requests", Limit: 1}, 1, []trace.Attempt{rejected, rejected, fine}, ""},
		{"keys each have the limit", trace.Limit{Unit: "requests", Limit: 1, Rule: &trace.Rule{PerKey: true}}, 1, []trace.Attempt{of("a", ""), of("b", "")}, ""},
		{"keys share the limit", trace.Limit{Unit: "requests", Limit: 1, Rule: &trace.Rule{}}, 1, []trace.Attempt{of("a", ""), of("b", "")}, "ask for 2 requests in 1m0s"},
		{"the limit is about another model", trace.Limit{Unit: "requests", Limit: 1, Rule: &trace.Rule{Models: []string{"large"}}}, 1, []trace.Attempt{of("", "small"), of("", "small")}, ""},
		{"input alone", trace.Limit{Unit: "input", Limit: 19, Rule: &trace.Rule{Kind: trace.LimitSlidingLog}}, 1, repeated(refused, 2), "ask for 20 tokens of input in 1m0s"},
	}
	for _, test := range tests {
		test.limit.Name, test.limit.WindowNS = "it", int64(time.Minute)
		run := trace.Run{Flows: []trace.Flow{{Name: "f"}}, HorizonNS: 1 << 62, Open: true, Limits: []trace.Limit{test.limit}}
		notes := strings.Join(CapacityNotes(measuredOf(t, run, sent{test.of, test.count})), "\n")
		if (notes == "") != (test.want == "") || !strings.Contains(notes, test.want) {
			t.Errorf("%s: %q; want %q", test.name, notes, test.want)
		}
	}
}

func repeated(a trace.Attempt, n int) (all []trace.Attempt) {
	for range n {
		all = append(all, a)
	}
	return all
}

// sent is attempts that are each made so many times, a second apart.
type sent struct {
	attempts []trace.Attempt
	times    int
}

// measuredOf returns what is measured of first attempts.
func measuredOf(t *testing.T, run trace.Run, s sent) (measured []Measured) {
	t.Helper()
	gauge := trace.Gauge{Each: func(r trace.Run, flows []trace.Measures, traffic trace.Traffic) error {
		measured = append(measured, Measured{Run: r, Flows: flows, Traffic: traffic})
		return nil
	}}
	err := gauge.Run(run)
	for second := range s.times {
		for _, a := range s.attempts {
			a.At, a.Flow, a.Request = int64(second)*int64(time.Second), "f", "1"
			gauge.Request(trace.Request{Flow: "f", ID: "1"})
			gauge.Attempt(a)
		}
	}
	if err == nil {
		err = gauge.Finish()
	}
	if err != nil {
		t.Fatal(err)
	}
	return measured
}

// A trickle after a burst makes the average small, and the burst no smaller.
func TestATrickleHidesNoBurst(t *testing.T) {
	bucket := &trace.Rule{Kind: trace.LimitTokenBucket, Capacity: 5}
	run := trace.Run{Flows: []trace.Flow{{Name: "f"}}, HorizonNS: 1 << 62, Open: true,
		Limits: []trace.Limit{{Name: "requests", Unit: "requests", Limit: 10, WindowNS: int64(time.Minute), Rule: bucket}}}
	refused := trace.Attempt{Status: trace.StatusRateLimit}
	for burst, want := range map[int]string{
		15: "",
		16: "ask for 16 requests in the 1m0s from 10s on and the limit requests admits 15: what is above must wait",
	} {
		var measured []Measured
		gauge := trace.Gauge{Each: func(r trace.Run, flows []trace.Measures, traffic trace.Traffic) error {
			measured = append(measured, Measured{Run: r, Flows: flows, Traffic: traffic})
			return nil
		}}
		err := gauge.Run(run)
		for i := range burst + 1 {
			refused.Flow, refused.Request, refused.At = "f", "1", int64(10*time.Second)
			if i == burst {
				refused.At = int64(time.Hour)
			}
			gauge.Request(trace.Request{Flow: "f", ID: "1"})
			gauge.Attempt(refused)
		}
		if err == nil {
			err = gauge.Finish()
		}
		if err != nil {
			t.Fatal(err)
		}
		notes := strings.Join(CapacityNotes(measured), "\n")
		if (notes == "") != (want == "") || !strings.Contains(notes, want) {
			t.Errorf("a burst of %d: %q; want %q", burst, notes, want)
		}
	}
}

// What a limit admits may be more than can be counted.
func TestAnEnormousLimitIsExceededByNobody(t *testing.T) {
	run := trace.Run{Flows: []trace.Flow{{Name: "f"}}, HorizonNS: 1 << 62, Open: true,
		Limits: []trace.Limit{{Name: "it", Unit: "requests", Limit: 1 << 53, WindowNS: 1, Rule: &trace.Rule{Kind: trace.LimitTokenBucket}}}}
	if notes := CapacityNotes(measuredOf(t, run, sent{repeated(trace.Attempt{Status: trace.StatusRateLimit}, 3), 3})); len(notes) > 0 {
		t.Errorf("have %q; want no warning", notes)
	}
}

// However many runs show it, a limit has one line, with the worst of them and with how
// many seeds they have; in which order the runs come does not matter.
func TestCapacityOfManySeedsIsOneLineALimit(t *testing.T) {
	run := trace.Run{Flows: []trace.Flow{{Name: "f"}}, HorizonNS: 1 << 62, Open: true, Limits: []trace.Limit{
		{Name: "calls", Unit: "requests", Limit: 2, WindowNS: int64(time.Minute)},
		{Name: "all", Unit: "requests", Limit: 4, WindowNS: int64(time.Minute)},
	}}
	refused := trace.Attempt{Status: trace.StatusRateLimit}
	var measured []Measured
	for seed, sending := range []int{1, 3, 5, 4} {
		run.Seed = int64(seed)
		for _, policy := range []string{"none", "eager"} {
			run.Policy = policy
			measured = append(measured, measuredOf(t, run, sent{repeated(refused, sending), 1})...)
		}
	}
	want := "first attempts alone ask for up to 5 requests in 1m0s and the limit calls admits 2 (under 3 of 4 seeds): "
	for range 2 {
		notes := CapacityNotes(measured)
		if len(notes) != 2 || !strings.HasPrefix(notes[0], want) || !strings.Contains(notes[1], "the limit all admits 4 (under 1 of 4 seeds)") {
			t.Errorf("%q; want a line a limit, the first one %q", notes, want)
		}
		slices.Reverse(measured)
	}
}

func TestSpansOfWarningsCanBeRead(t *testing.T) {
	for d, want := range map[time.Duration]string{
		9*time.Minute + 59*time.Second + 619214456: "9m59.6s", 1234567890: "1.23s", 999: "999ns", time.Minute: "1m0s",
	} {
		if have := legible(d).String(); have != want {
			t.Errorf("have %s; want %s", have, want)
		}
	}
}
