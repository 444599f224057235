package figure

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ratesim/trace"
)

// run is one in which two requests come each second from 0 on, six in all, to the
// flows chat and batch in turn. Those of chat are completed after a refusal and
// 500 ms, those of batch are lost at 10 s.
func run(t *testing.T, g *Gauge) {
	t.Helper()
	var problems []error
	note := func(err error) { problems = append(problems, err) }
	second := int64(time.Second)
	note(g.Run(trace.Run{Seed: 7, HorizonNS: 10 * second}))
	for i := range int64(3) {
		at, id := i*second, fmt.Sprint(i)
		note(g.Request(trace.Request{Flow: "chat", ID: id, Arrival: at}))
		note(g.Request(trace.Request{Flow: "batch", ID: id, Arrival: at}))
		note(g.Attempt(trace.Attempt{Flow: "chat", Request: id, At: at, Status: trace.StatusRateLimit}))
		note(g.Attempt(trace.Attempt{Flow: "chat", Request: id, At: at + second/4, Status: trace.StatusOK, Call: 1, Attempt: 1}))
		note(g.Decision(trace.Decision{Flow: "chat", At: at, Again: true}))
		note(g.Decision(trace.Decision{Flow: "chat", At: at, Again: true, Turned: "queue"}))
		note(g.Decision(trace.Decision{Flow: "chat", At: at}))
		note(g.End(trace.End{Flow: "chat", Request: id, At: at + second/2, Outcome: trace.OutcomeCompleted}))
	}
	for i := range 3 {
		note(g.End(trace.End{Flow: "batch", Request: fmt.Sprint(i), At: 10 * second, Outcome: trace.OutcomeUnfinished}))
	}
	note(g.Finish())
	for _, err := range problems {
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestFiguresOfARun(t *testing.T) {
	for _, tt := range []struct {
		text string
		want float64
	}{
		{"requests", 6}, {"requests(flow=chat)", 3}, {"requests(from=1s)", 4}, {"requests(from=1s, until=2s)", 2},
		{"completed", 3}, {"completed(flow=batch)", 0}, {"completed(until=1.5s)", 1}, {"completed(until=1.500000001s)", 2},
		{"lost", 3}, {"lost(until=10s)", 0},
		{"attempts", 6}, {"attempts(status=rate_limit)", 3}, {"attempts(call=2)", 3}, {"attempts(call=1)", 3}, {"attempts(flow=batch)", 0},
		{"retries", 3}, {"retries(from=1s, until=2s)", 1},
		{"last(of=completed)", 2.5}, {"last(of=attempts)", 2.25}, {"last(of=completed(until=2s))", 1.5},
		{"last(of=attempts(flow=batch))", math.NaN()},
		{"peak(of=attempts)", 2}, {"peak(of=attempts, in=3s)", 6}, {"peak(of=attempts(from=1s), in=2s)", 2}, {"peak(of=lost)", 3},
		{"latency", 0.5}, {"latency(percent=99)", 0.5}, {"latency(flow=batch)", math.NaN()},
		{"ratio(of=completed, to=requests)", 0.5}, {"ratio(of=lost, to=completed(flow=batch))", math.NaN()},
		{"excess(of=attempts, over=4)", 2}, {"excess(of=attempts, over=7)", 0},
		{"below(of=ratio(of=completed, to=requests), bound=0.5)", 0}, {"below(of=ratio(of=completed, to=requests), bound=0.51)", 1},
		{"below(of=latency(flow=batch), bound=1)", math.NaN()},
	} {
		f, canonical, err := Forms().Parse(tt.text, 0)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if canonical.String() != tt.text {
			t.Errorf("%s is written %s", tt.text, canonical)
		}
		g := &Gauge{Figures: []Figure{f}, Each: func(r trace.Run, values []float64) error {
			if r.Seed != 7 {
				t.Errorf("the run has seed %d; want 7", r.Seed)
			}
			if got := values[0]; got != tt.want && !(math.IsNaN(got) && math.IsNaN(tt.want)) {
				t.Errorf("%s is %v; want %v", tt.text, got, tt.want)
			}
			return nil
		}}
		run(t, g)
		run(t, g) // it begins anew
	}
}

func TestLatencyIsANearestRank(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		took := rapid.SliceOfN(rapid.Int64Range(0, 1000), 1, 50).Draw(t, "seconds")
		percent := float64(rapid.IntRange(1, 100).Draw(t, "percent"))
		f := &Latency{Of: Events{Kind: Completion, Call: -1}, Percent: percent}
		f.Begin()
		for _, s := range took {
			f.See(&Event{Kind: Completion, Took: time.Duration(s) * time.Second})
		}
		got := f.Value()
		atMost := func(v float64) (n int) {
			for _, s := range took {
				if float64(s) <= v {
					n++
				}
			}
			return n
		}
		if float64(atMost(got))*100 < percent*float64(len(took)) || float64(atMost(got-1))*100 >= percent*float64(len(took)) {
			t.Fatalf("percentile %v of %v is %v", percent, took, got)
		}
	})
}

func TestMistakesInFiguresAreTold(t *testing.T) {
	for text, want := range map[string]string{
		"attempt":                                    `did you mean "attempts"?`,
		"ratio(of=completed)":                        "to",
		"ratio(of=completed, to=requsts)":            `did you mean "requests"?`,
		"last(of=latency)":                           `there is no kind of events "latency"`,
		"completed(from=3s, until=2s)":               "want more than from, 3s; have 2s",
		"peak(of=attempts, in=0s)":                   "in",
		"latency(percent=101)":                       "percent",
		"attempts(call=0)":                           "call",
		"below(of=completed, bound=x)":               "bound",
		"excess(of=peak(of=attempts, in=x), over=1)": "in",
	} {
		_, _, err := Forms().Parse(text, 0)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: have %v; want %s", text, err, want)
		}
	}
}

func FuzzForms(f *testing.F) {
	f.Add("ratio(of=completed(from=60s, until=80s), to=requests(from=60s))")
	f.Add("excess(of=peak(of=attempts(from=10s)), over=200)")
	f.Fuzz(func(t *testing.T, text string) {
		_, canonical, err := Forms().Parse(text, 0)
		if err != nil {
			return
		}
		_, again, err := Forms().Parse(canonical.String(), 0)
		if err != nil || again.String() != canonical.String() {
			t.Errorf("%s: %v, %s; want %s", text, err, again, canonical)
		}
	})
}
