package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"ratesim/hint"
	"ratesim/policy"
)

// The words of scripts, and what a policy is told of each.
func TestOutcomesAreWhatTheirWordsSay(t *testing.T) {
	for _, test := range []struct {
		text string
		want policy.Failure
		asks time.Duration // 0 for nothing
	}{
		{"rate_limit", policy.Failure{Kind: policy.RateLimit, Status: 429}, 0},
		{"rate_limit:0.511", policy.Failure{Kind: policy.RateLimit, Status: 429}, 511 * time.Millisecond},
		{"server_error", policy.Failure{Kind: policy.ServerError, Status: 503}, 0},
		{"timeout", policy.Failure{Kind: policy.Timeout}, 0},
		{"connection", policy.Failure{Kind: policy.Connection}, 0},
		{"cut", policy.Failure{Kind: policy.Cut}, 0},
		{"exhausted", policy.Failure{Kind: policy.Exhausted, Status: 429}, 0},
		{"429", policy.Failure{Kind: policy.RateLimit, Status: 429}, 0},
		{"503:5", policy.Failure{Kind: policy.ServerError, Status: 503}, 5 * time.Second},
		{"400", policy.Failure{Kind: policy.Rejected, Status: 400}, 0},
	} {
		got, err := parseOutcome(test.text, failureWords())
		if err != nil || got.Kind != test.want.Kind || got.Status != test.want.Status || got.answered {
			t.Errorf("%s is %+v, %v; want %+v", test.text, got.Failure, err, test.want)
		}
		asks := time.Duration(0)
		if got.Said != nil {
			asks, _ = got.Said.Hints[0].Read(hint.Lenient)
		}
		if asks != test.asks {
			t.Errorf("%s asks for %v; want %v", test.text, asks, test.asks)
		}
	}
}

func TestWrongOutcomesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":              `have ""`,
		"rate-limit":    `did you mean "rate_limit"?`,
		"399":           `have "399"`,
		"600":           `have "600"`,
		"0429":          `have "0429"`,
		"rate_limit:":   "such as rate_limit:0.511",
		"rate_limit:-1": "such as rate_limit:0.511",
		"rate_limit:2s": "such as rate_limit:0.511",
		"503:NaN":       "such as 503:0.511",
		"timeout:3":     "no server asks for a wait",
		"ok":            `have "ok"`,
	} {
		if got, err := parseOutcome(text, failureWords()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %+v, %v; want an error with %s", text, got, err, want)
		}
	}
	if o, err := parseOutcome("ok", scriptWords()); err != nil || !o.answered {
		t.Errorf("ok in a script is %+v, %v", o, err)
	}
	if _, err := parseOutcome("ok:3", scriptWords()); err == nil {
		t.Error("an answer asks for a wait")
	}
}

// FuzzParseOutcome reads any word; what it takes is a failure, or an answer.
func FuzzParseOutcome(f *testing.F) {
	for _, text := range append(scriptWords(), "429:0.5", "rate_limit:1e3", "timeout:2", "999") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		o, err := parseOutcome(text, scriptWords())
		if err == nil && (o.answered == (o.Kind != policy.Unknown) || o.word != text) {
			t.Errorf("%q is read as %+v", text, o)
		}
	})
}

// What the policy takes from a header is said, and what it does not take.
func TestHeadersAreNoted(t *testing.T) {
	const date = "date: Wed, 21 Oct 2015 07:27:00 GMT"
	for _, test := range []struct {
		policy string
		header []string
		want   []string
	}{
		{"course", []string{"Retry-After: 5"}, []string{"Retry-After: 5: obeyed: it is the least wait"}},
		{"course", []string{"retry-after: 30", "retry-after-ms: 511"}, []string{"retry-after: 30: another field goes before it", "retry-after-ms: 511: obeyed: it is the least wait"}},
		{"course", []string{"retry-after: tomorrow"}, []string{"retry-after: tomorrow: cannot be read"}},
		{"course", []string{"retry-after:"}, []string{"retry-after: : cannot be read"}},
		{"course", []string{"retry-after: 1.5"}, []string{"retry-after: 1.5: obeyed: it is the least wait"}},
		{"course(read=strict)", []string{"retry-after: 1.5"}, []string{"retry-after: 1.5: the policy does not read seconds 1.5s (number, fraction)"}},
		{"course(heed=ignore)", []string{"retry-after: 5"}, []string{"retry-after: 5: the policy ignores what the server asks for"}},
		{"none", []string{"retry-after: 5"}, []string{"retry-after: 5: the policy does not read seconds 5s (number)"}},
		{"course(unreadable=stop)", []string{"retry-after: soon"}, nil},
		{"course", []string{"x-ratelimit-remaining-tokens: -853"}, []string{"x-ratelimit-remaining-tokens: -853: what a limit holds; no policy goes by that"}},
		{"course", []string{"x-ratelimit-reset-tokens: 6m0s"}, []string{"x-ratelimit-reset-tokens: 6m0s: the policy does not read reset of tokens 6m0s (units)"}},
		{"course(hints=reset)", []string{"x-ratelimit-reset-tokens: 6s"}, []string{"x-ratelimit-reset-tokens: 6s: obeyed: it is the least wait"}},
		{"course", []string{"x-foo: 1\x1b[2J"}, []string{`x-foo: 1\x1b[2J: says nothing about waits`}},
		{"course", []string{"retry-after: 99999999999999999999"}, []string{"retry-after: 99999999999999999999: more than 292 years; taken as 9223372036.855 s, the longest there is"}},
		{"fixed(wait=1s, heed=exact)", []string{"retry-after-ms: 9223372036855"}, []string{"retry-after-ms: 9223372036855: more than 292 years; taken as 9223372036.855 s, the longest there is", "retry-after-ms: 9223372036855: obeyed: it is the wait, in place of the policy's own"}},
		{"fixed(wait=1s, heed=exact)", []string{"retry-after-ms: 9223372036854"}, []string{"retry-after-ms: 9223372036854: obeyed: it is the wait, in place of the policy's own"}},
		{"got", []string{"retry-after: 0"}, []string{"retry-after: 0: obeyed, but no wait is shorter than 0.001 s"}},
		{"course", []string{"x-should-retry: false"}, []string{"x-should-retry: false: the policy does not read should-retry false"}},
		{"course(should-retry=obey)", []string{"x-should-retry: true"}, nil},
		{"course", []string{date, "retry-after: Wed, 21 Oct 2015 07:27:05 GMT"}, []string{"retry-after: Wed, 21 Oct 2015 07:27:05 GMT: obeyed: it is the least wait"}},
		{"openai-node@7", []string{"retry-after: 61"}, []string{"retry-after: 61: ignored, for the policy heeds at most 60 s: it waits by itself instead"}},
		{"openai-node@5", []string{"retry-after: 60"}, []string{"retry-after: 60: ignored, for the policy heeds at most what is less than 60 s: it waits by itself instead"}},
		{"openai-node@7", []string{"retry-after: 0"}, []string{"retry-after: 0: obeyed: it tries again at once"}},
		{"openai-node@6", []string{"retry-after: 2147484"}, []string{"retry-after: 2147484: above 2147483.647 s: the timer overflows and is over after 1 ms"}},
		{"openai-py", []string{"retry-after: 0"}, []string{"retry-after: 0: the policy leaves 0 s to its own backoff"}},
		{"openai-py", []string{"retry-after: 121"}, nil},
		{"azcore", []string{"x-ms-retry-after-ms: 900"}, []string{"x-ms-retry-after-ms: 900: obeyed: it is the wait, in place of the policy's own"}},
		{"cohere-py", []string{"retry-after: 121"}, []string{"retry-after: 121: cut from 121 s to 60 s"}},
		{"vercel-ai(base=70s)", []string{"retry-after: 60"}, []string{"retry-after: 60: it is above the bound but sooner than the policy's own wait, and so obeyed"}},
		{"langchain-js(base=9s)", []string{"retry-after: 7"}, []string{"retry-after: 7: obeyed as the least wait; the policy's own is longer"}},
	} {
		fields, said, faults := parseHeader(test.header)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		p, err := policy.Parse(test.policy, policy.Defaults{})
		if err != nil {
			t.Fatal(err)
		}
		plan := schedulePlan{policy: p, fields: fields, said: said, outcomes: []outcome{
			{Failure: policy.Failure{Kind: policy.RateLimit, Status: 429, Said: said}},
		}}
		if got := plan.headerNotes(); !slices.Equal(got, test.want) {
			t.Errorf("%s, %q: noted %q; want %q", test.policy, test.header, got, test.want)
		}
	}
}

func TestWrongHeadersAreRefused(t *testing.T) {
	for line, want := range map[string]string{
		"retry-after":   "want a name and a value",
		": 5":           "want a name and a value",
		"retry after:5": "want a name and a value",
		"date: today":   "date: want the instant of the answer",
		"retry-after: Wed, 21 Oct 2015 07:27:05 GMT": "want the field date, too",
		"x-ratelimit-reset: 1445412480":              "want the field date, too",
	} {
		if _, _, faults := parseHeader([]string{line}); len(faults) != 1 || !strings.Contains(faults[0].Error(), want) {
			t.Errorf("%q: %v; want an error with %q", line, faults, want)
		}
	}
}

func TestJitterGivesWay(t *testing.T) {
	for _, test := range []struct{ policy, none, full string }{
		{"course", "exponential(base=500ms, cap=8s, attempts=4, total=20s, retry=429+5xx+timeout, heed-after=429, max-hint=8s)", policy.String(policy.Course())},
		{"fixed(wait=1s)", "fixed(wait=1s)", "full-jitter(of=fixed(wait=1s))"},
		{"none", "none", "none"},
		{"equal-jitter(base=1s, hint-jitter=1s)", "exponential(base=1s)", "full-jitter(base=1s)"},
		{"added-jitter(of=linear(base=1s), jitter=1s)", "linear(base=1s, increment=1s)", "full-jitter(of=linear(base=1s, increment=1s))"},
		{"proportional-jitter(base=1s, low=0, high=2, max-wait=9s)", "exponential(base=1s, max-wait=9s)", "full-jitter(of=exponential(base=1s, max-wait=9s))"},
		{"stages(first=fixed(wait=1s), then=full-jitter(base=1s))", "stages(first=fixed(wait=1s), then=exponential(base=1s))", "full-jitter(of=stages(first=fixed(wait=1s), then=exponential(base=1s)))"},
		{"layers(outer=full-jitter(base=1s), inner=none)", "layers(outer=exponential(base=1s), inner=none)", "layers(outer=full-jitter(base=1s), inner=none)"},
		{"by-kind(rate-limit=fixed(wait=1s), otherwise=equal-jitter(base=1s))", "by-kind(rate-limit=fixed(wait=1s), otherwise=exponential(base=1s))", "full-jitter(of=by-kind(rate-limit=fixed(wait=1s), otherwise=exponential(base=1s)))"},
	} {
		p, err := policy.Parse(test.policy, policy.Defaults{})
		if err != nil {
			t.Fatal(err)
		}
		none, errNone := changeJitter(p, false)
		full, errFull := changeJitter(p, true)
		short := func(p policy.Policy) string { return strings.ReplaceAll(policy.String(p), ", attempts=unbounded", "") }
		if short(none) != test.none || short(full) != test.full || errNone != nil || errFull != nil {
			t.Errorf("%s is %s without jitter and %s with; want %s and %s", test.policy, short(none), short(full), test.none, test.full)
		}
	}
	p, _ := policy.Parse("stages(first=decorrelated(base=1s), then=fixed(wait=1s))", policy.Defaults{})
	if _, err := changeJitter(p, false); err == nil {
		t.Error("decorrelated waits do without chance")
	}
}

func TestRisingNumbersAreListedAsRanges(t *testing.T) {
	for want, numbers := range map[string][]int{"attempt 5": {5}, "attempts 1, 3": {1, 3}, "attempts 1, 5 to 7": {1, 5, 6, 7}, "attempts 1 to 2, 4": {1, 2, 4}} {
		if got := ranges(numbers); got != want {
			t.Errorf("%v are listed as %q; want %q", numbers, got, want)
		}
	}
}

// What "watch" does lies within what "waits" says, whatever is drawn.
func TestWatchStaysWithinTheSchedule(t *testing.T) {
	for _, spec := range []string{"course", "course(base=4s, attempts=6)", "decorrelated(base=1s, cap=10s)", "added-jitter(base=1s, jitter=1s, max-wait=10s)",
		"layers(outer=full-jitter(base=4s, retries=2), inner=equal-jitter(base=0.5s, retries=2))", "full-jitter(base=1s, budget=10s, at-budget=shorten)"} {
		p, err := policy.Parse(spec, policy.Defaults{})
		if err != nil {
			t.Fatal(err)
		}
		script, faults := parseOutcomes("--script", strings.Split("rate_limit:2,503,timeout,429,503,503,503,503", ","), failureWords())
		if err := errors.Join(faults...); err != nil {
			t.Fatal(err)
		}
		plan := schedulePlan{policy: p, outcomes: script, attemptTrait: attemptTrait{took: 100 * time.Millisecond}, rows: len(script)}
		rows := plan.schedule().Rows
		for seed := range uint64(200) {
			rng := rand.New(rand.NewPCG(seed, 0))
			session, now := policy.Begin(p, 0), time.Duration(0)
			for i, row := range rows {
				now = plus(now, plan.lasts(script[i], &session, now))
				d := session.Failed(now, script[i].Failure, rng)
				now = plus(now, d.Wait)
				within := int64(now) <= row.At.Most && (!d.Again || int64(d.Wait) >= row.Wait.Least && int64(d.Wait) <= row.Wait.Most)
				if !within {
					t.Errorf("%s, seed %d: after attempt %d it waits %v, until %v; the schedule says %+v", spec, seed, i+1, d.Wait, now, row)
				}
				if !d.Again {
					break
				}
			}
		}
	}
}

// At 80 columns columns give way before the reason does.
func TestSchedulesFitEightyColumns(t *testing.T) {
	for _, args := range [][]string{
		{"waits", "course", "--header", "retry-after-ms: 511"},
		{"waits", "full-jitter(base=4s, cap=8s, attempts=6, total=20s)"},
		{"waits", "proportional-jitter(base=0.5s, cap=8s, low=0.75, high=1, retries=2, timeout=30s)", "--failures", "timeout,server_error"},
		{"waits", "layers(outer=fixed(wait=4s, retries=2), inner=full-jitter(base=0.5s, retries=2, heed=exact))", "--header", "retry-after: 3", "--took", "0.1s"},
	} {
		var out, err strings.Builder
		code := ratesim(edge{args: args, out: &out, err: &err, columns: 80, temporary: &temporaries{}})
		if code != exitDone {
			t.Fatal(err.String())
		}
		for line := range strings.Lines(out.String()) {
			if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
				t.Errorf("%s: %d columns: %s", fmt.Sprint(args), n, line)
			}
		}
	}
}
