package endpoint

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"ratesim/spec"
)

func TestLimitsAreWhatTheirSpecsSay(t *testing.T) {
	for text, want := range map[string]Limit{
		"sliding-log(limit=10, window=60s)":                                &SlidingLog{Limit: 10, Window: minute},
		"sliding-counter(limit=10, window=60s, begins=run)":                &SlidingCounter{Limit: 10, Window: minute},
		"sliding-counter(limit=10, window=60s)":                            &SlidingCounter{Limit: 10, Window: minute, Offset: 15 * second},
		"fixed-window(limit=10, window=60s)":                               &FixedWindow{Limit: 10, Window: minute, Offset: 15 * second},
		"fixed-window(limit=10, window=24h)":                               &FixedWindow{Limit: 10, Window: day, Offset: 21*time.Hour + 15*second},
		"fixed-window(limit=10, window=24h, zone=-08:00)":                  &FixedWindow{Limit: 10, Window: day, Offset: 13*time.Hour + 15*second},
		"fixed-window(limit=10, window=24h, zone=+05:30)":                  &FixedWindow{Limit: 10, Window: day, Offset: 2*time.Hour + 30*minute + 15*second},
		"fixed-window(limit=10, window=60s, begins=first-call)":            &FixedWindow{Limit: 10, Window: minute, FromFirst: true},
		"sliced(limit=600, window=60s, slice=10s, begins=run)":             &Sliced{Limit: 600, Window: minute, Slice: 10 * second},
		"token-bucket(limit=10, window=60s)":                               &TokenBucket{Limit: 10, Per: minute},
		"token-bucket(limit=10, window=60s, capacity=3, used=2, debt=yes)": &TokenBucket{Limit: 10, Per: minute, Capacity: 3, Used: 2, Debt: true},
		"gcra(limit=30, window=60s)":                                       &GCRA{Limit: 30, Per: minute, Burst: 1},
		"gcra(limit=30, window=60s, burst=16)":                             &GCRA{Limit: 30, Per: minute, Burst: 16},
		"gcra(limit=30, window=60s, extra=15)":                             &GCRA{Limit: 30, Per: minute, Burst: 16},
		"leaky-bucket(limit=1, window=1s, burst=5)":                        &LeakyBucket{Limit: 1, Per: second, Burst: 5},
		"interval(apart=250ms)":                                            &LeakyBucket{Limit: 1, Per: 250 * ms},
		"earned(limit=60, window=60s)":                                     &Earned{Limit: 60, Window: minute, Over: time.Hour, Times: 2},
		"earned(limit=6, window=1s, over=5s, times=3, most=9)":             &Earned{Limit: 6, Window: second, Over: 5 * second, Times: 3, Most: 9},
		"concurrency(limit=2)":                                             &Concurrency{Limit: 2},
	} {
		rule := parse(t, LimitForms(), text).BeganAt(time.Date(2026, 2, 18, 21, 0, 15, 0, time.UTC))
		if got := rule.New(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %+v; want %+v", text, got, want)
		}
		if rule.New() == rule.New() {
			t.Errorf("%s: one limit is made for all", text)
		}
	}
}

func TestRulesCountWhatTheirSpecsSay(t *testing.T) {
	for text, want := range map[string]Rule{
		"":                                    {Charge: Charge{Weight: 1}},
		"of=input, when=settled, cached=free": {Charge: Charge{Of: InputTokens, When: Settled, Cached: CachedFree, Weight: 1}},
		"of=tokens, estimate=larger, bound=4096, cached=returned": {Charge: Charge{Of: Tokens, Larger: true, Bound: 4096, Cached: CachedReturned, Weight: 1}},
		"of=output, when=produced, every=1s, weight=5":            {Charge: Charge{Of: OutputTokens, When: AsProduced, Every: second, Weight: 5}},
		"when=answer, per=key+model, count-refused=yes":           {Charge: Charge{When: AfterAnswer, Weight: 1}, Per: PerKey | PerModel, CountRefused: true},
		"per=key, models=gpt-4.1+gpt-4.1-mini":                    {Charge: Charge{Weight: 1}, Per: PerKey, Models: []uint32{ID("gpt-4.1"), ID("gpt-4.1-mini")}},
		"per=model":                                               {Charge: Charge{Weight: 1}, Per: PerModel},
	} {
		got := parse(t, LimitForms(), strings.TrimSuffix("sliding-log(limit=10, window=60s, "+text+")", ", )")+strings.Repeat(")", 1-min(1, len(text))))
		got.New, got.placed = nil, nil
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s counts %+v; want %+v", text, got, want)
		}
	}
	if got := parse(t, LimitForms(), "concurrency(limit=2, per=model)"); got.Charge.Of != InFlight || got.Per != PerModel {
		t.Errorf("a concurrency counts %+v", got)
	}
}

// MicrosoftDocs/azure-docs#110096: 60 calls at once, against 600 a minute in slices
// of a second, which admits 10; of 10 s, 60.
func TestSlicesOfASpecRefuseBursts(t *testing.T) {
	for limit, want := range map[string]int{
		"sliced(limit=600, window=60s, slice=1s)": 10, "sliced(limit=600, window=60s, slice=10s)": 60, "sliding-log(limit=600, window=60s)": 60,
	} {
		p := written{limits: []string{"requests: " + limit}}.build(t)
		admitted := 0
		for range 60 {
			if p.Serve(0, patient(Request{})).Status == OK {
				admitted++
			}
		}
		if admitted != want {
			t.Errorf("%s admits %d of 60; want %d", limit, admitted, want)
		}
	}
}

func TestLimitOfASpecChangesAtItsTimes(t *testing.T) {
	p := written{limits: []string{"requests: fixed-window(limit=3, window=1s, begins=run, changes=1s:1>3s:2)"}}.build(t)
	for range 2 {
		for at, want := range []int{3, 1, 1, 2} {
			admitted := 0
			for range 5 {
				if p.Serve(time.Duration(at)*second, patient(Request{})).Status != RateLimit {
					admitted++
				}
			}
			// From 1 s on, one is refused with a wait; none is rejected, as some fit.
			if admitted != want {
				t.Errorf("at %d s %d are admitted; want %d", at, admitted, want)
			}
		}
		p.Reset(1)
	}
}

func TestMistakesInSpecsAreTold(t *testing.T) {
	fault := func(_ any, _ spec.Spec, err error) error { return err }
	limit := func(text string) error { m, s, err := LimitForms().Parse(text, 0); return fault(m, s, err) }
	strike := func(text string) error { m, s, err := FaultForms().Parse(text, 0); return fault(m, s, err) }
	say := func(text string) error { m, s, err := HintForms().Parse(text, 0); return fault(m, s, err) }
	take := func(text string) error { m, s, err := LatencyForms().Parse(text, 0); return fault(m, s, err) }
	for _, tt := range []struct {
		parse func(string) error
		text  string
		want  string
	}{
		{limit, "sliced(limit=6, window=1s, slice=2s)", "slice: want at most the window, 1s; have 2s"},
		{limit, "earned(limit=6, window=1s, over=500ms)", "over: want at least the window, 1s; have 500ms"},
		{limit, "earned(limit=6, window=1s, times=1001)", "times: want at most 1000; have 1001"},
		{limit, "earned(limit=6, window=1s, count-refused=yes)", "count-refused: want no: refused calls earn nothing"},
		{limit, "gcra(limit=6, window=1s, burst=2, extra=1)", "extra: want either burst, which includes the first, or extra, which does not; have both"},
		{limit, "sliding-log(limit=6, window=0s)", "window: want a duration of more than 0; have 0s"},
		{limit, "sliding-log(limit=6, window=1s, of=in-flight)", `of: want one of requests, input, output, tokens; have "in-flight"`},
		{limit, "fixed-window(limit=6, window=1s, zone=PST)", `zone: want an offset from UTC such as -08:00, or local; have "PST"`},
		{limit, "sliding-log(limit=6, window=1s, changes=1s)", `changes: want a time and a limit, such as 10m:600; have "1s"`},
		{limit, "sliding-log(limit=6, window=1s, changes=2s:1>1s:1)", "changes: change 2: want an instant after the 2s of the change before it; have 1s"},
		{limit, "sliding-log(limit=6, window=1s, models=a++b)", `models: want names joined by +; have "a++b"`},
		{strike, "error(status=404)", "status: want a status from 500 to 599, or rejected for others; have 404"},
		{strike, "rejected(status=200)", "status: want an HTTP status from 400 to 599; have 200"},
		{strike, "outage(from=2s, to=1s)", "to: want an instant after from, 2s; have 1s"},
		{strike, "outage(every=10s)", "every: want lasts, too: how long each of them lasts, less than 10s"},
		{strike, "outage(lasts=10s, every=10s)", "lasts: want less than every, 10s; have 10s"},
		{strike, "outage(as=outage)", `there is no effect "outage"`},
		{strike, "script(steps=ok>timeout:x)", `steps: want a number after the colon that says how many seconds, or which status from 500 to 599; have "timeout:x"`},
		{strike, "script(steps=ok:1)", `have "ok:1"`},
		{strike, "script(steps=server_error:404)", `have "server_error:404"`},
		{strike, "script(steps=fine)", `steps: want ok, rate_limit, timeout, server_error, overloaded or connection; have "fine"`},
		{say, "seconds(after=6xx)", `after: want statuses such as 429+5xx, or all; have "6xx"`},
		{say, "seconds(value=soon)", `value: want a duration such as 1.5s; have "soon"`},
		{take, "uniform(from=2s, to=1s)", "to: want at least from, 2s, and less than 292 years; have 1s"},
	} {
		if err := tt.parse(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: have %v; want %s", tt.text, err, tt.want)
		}
	}
}
