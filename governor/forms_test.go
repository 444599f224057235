package governor

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ratesim/spec"
)

// examples are specs of each form, as canonical as they can be written.
var examples = []string{
	"token-bucket(limit=15)",
	"token-bucket(limit=100000, per=30s, capacity=5000, unit=tokens, start=empty)",
	"interval(every=1.5s)",
	"concurrency(limit=8)",
	"concurrency(limit=8, hold=call)",
	"reserve(of=concurrency(limit=10), keep=2, for=chat)",
	"reserve(of=token-bucket(limit=60, capacity=10), keep=2, for=chat+batch)",
	"retry-budget",
	"retry-budget(share=0.1, window=20s, minimum=0, of=successes)",
	"active-retries",
	"active-retries(share=0.5, minimum=1)",
	"retry-bucket",
	"retry-bucket(capacity=10, gain=0.2, keep=1)",
	"retry-breaker",
	"retry-breaker(share=0.2, on=5xx+timeout)",
	"grpc-throttle",
	"grpc-throttle(max-tokens=100, token-ratio=0.5, on=503)",
	"aws-retry-quota",
	"aws-retry-quota(capacity=100, cost=14, timeout-cost=14, throttle-cost=7, first=2, refill=no)",
	"circuit-breaker(failures=5)",
	"circuit-breaker(failures=5, share=0.5, calls=100, window=10s, open-for=1m0s, probes=3, open=wait, on=5xx+timeout)",
	"aimd(start=10)",
	"aimd(start=60, increase=6, each=second, decrease=0.7, min=2, max=600, per=1m0s, settle=10s, on=429)",
	"cubic",
	"cubic(beta=0.5, scale=1, min=0.1, on=429+503)",
	"sre-throttle",
	"sre-throttle(k=1.5, window=30s, on=429)",
	"pause",
	"pause(at-least=15s, longest=1m0s, on=429+503)",
}

var flows = []string{"chat", "batch"}

func TestFormsAreReadAndWritten(t *testing.T) {
	seen := map[string]bool{}
	for _, text := range examples {
		build, canonical, err := Forms(flows).Parse(text, 0)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if canonical.String() != text {
			t.Errorf("%s is written %s", text, canonical)
		}
		if one, other := build(), build(); one == other {
			t.Errorf("%s makes the same governor twice", text)
		}
		seen[canonical.Name] = true
	}
	for _, name := range Forms(nil).Names() {
		if !seen[name] {
			t.Errorf("%s has no example", name)
		}
	}
}

func TestDefaultsAreThoseOfTheTable(t *testing.T) {
	for _, form := range Forms(flows).All {
		whole, short := spec.New(form.Name), spec.New(form.Name)
		for _, a := range form.Arguments {
			value := map[string]string{"limit": "5", "every": "1s", "keep": "1", "for": "chat", "of": "concurrency(limit=5)", "start": "3", "failures": "4"}[a.Name]
			if a.Default != "" && !(a.Name == "failures" && form.Name == "circuit-breaker") {
				whole = whole.With(spec.Word(a.Name, a.Default))
				continue
			}
			arg := spec.Word(a.Name, value)
			if nested, err := spec.Parse(value); err == nil && len(nested.Args) > 0 {
				arg.Value = spec.Value{Spec: &nested}
			}
			whole, short = whole.With(arg), short.With(arg)
		}
		one, canonical, err := Forms(flows).Parse(whole.String(), 0)
		other, _, err2 := Forms(flows).Parse(short.String(), 0)
		if err != nil || err2 != nil {
			t.Errorf("%s: %v; %s: %v", whole, err, short, err2)
			continue
		}
		if !reflect.DeepEqual(one(), other()) {
			t.Errorf("%s is %+v; want what %s is, %+v", whole, one(), short, other())
		}
		if canonical.String() != short.String() {
			t.Errorf("%s is written %s; want %s", whole, canonical, short)
		}
	}
}

func TestMistakesAreToldWithTheirPlaces(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"tokenbucket(limit=3)", "^there is no governor \"tokenbucket\"; there are active-retries, aimd, aws-retry-quota, circuit-breaker, concurrency, cubic, grpc-throttle, interval, pause, reserve, retry-breaker, retry-bucket, retry-budget, sre-throttle, token-bucket; did you mean \"token-bucket\"?"},
		{"token-bucket", "^token-bucket wants limit: units gained in each `per`"},
		{"token-bucket(limit=^0)", "limit: want a whole number from 1 to 2^53; have \"0\""},
		{"token-bucket(limit=1, unit=^token)", "unit: want one of requests, tokens; have \"token\"; did you mean \"tokens\"?"},
		{"interval(every=^0s)", "every: want a duration of more than 0; have 0s"},
		{"concurrency(limit=1, ^held=call)", "concurrency has no \"held\"; it has limit, hold; did you mean \"hold\"?"},
		{"reserve(of=concurrency(limit=2), keep=^2, for=chat)", "keep: want less than all 2 that there are; have 2"},
		{"reserve(of=concurrency(limit=2), keep=1, for=^chat+bath)", "for: want some of chat, batch, joined by +; have \"bath\"; did you mean \"batch\"?"},
		{"reserve(of=^cubic, keep=1, for=chat)", "there is no store of slots or tokens \"cubic\"; there are concurrency, token-bucket"},
		{"reserve(of=concurrency(limit=^x), keep=1, for=chat)", "limit: want a whole number from 1 to 2^53; have \"x\""},
		{"circuit-breaker", "^failures: want a number in a row, such as failures=5, or a share, such as share=0.5"},
		{"aimd(start=^20, max=10)", "start: want a rate from min to max; have 20"},
		{"aimd(start=5, min=5, max=^4)", "max: want at least min, 5; have 4"},
		{"pause(at-least=2m, longest=^1m)", "longest: want at least at-least, 2m0s; have 1m0s"},
		{"pause(on=^sometimes)", "on: want failures joined by +, such as 429+5xx+!501+timeout, of 429, 4xx, 5xx, timeout, connection, cut, exhausted, all or nothing; have \"sometimes\""},
		{"sre-throttle(k=^0.5)", "k: want a number from 1 to 1e+06; have \"0.5\""},
	} {
		text := strings.Replace(tt.text, "^", "", 1)
		caret := max(0, strings.IndexByte(tt.text, '^'))
		_, _, err := Forms(flows).Parse(text, 0)
		want := fmt.Sprintf("%s\n\t%s\n\t%s^", strings.TrimPrefix(tt.want, "^"), text, strings.Repeat(" ", caret))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: have\n%v\nwant\n%s", text, err, want)
		}
	}
}

func TestStepsAreDurations(t *testing.T) {
	build, canonical, err := Forms(nil).Parse("interval(every=2steps)", 3*second)
	if err != nil || build().(*Interval).Every != 6*second || canonical.String() != "interval(every=6s)" {
		t.Errorf("two steps of 3s are %v, %v; want interval(every=6s)", canonical, err)
	}
}

// Whatever happens, no governor panics, tells a wait below 0, or answers otherwise
// after Reset than at first.
func TestGovernorsBehave(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(examples).Draw(t, "spec")
		build, _, err := Forms(flows).Parse(text, 0)
		if err != nil {
			t.Fatal(err)
		}
		g, steps := build(), rapid.SliceOfN(rapid.Uint64(), 1, 60).Draw(t, "steps")
		first := story(t, g, steps)
		g.Reset()
		if again := story(t, g, steps); !reflect.DeepEqual(first, again) {
			t.Fatalf("%s: %v at first, and after Reset %v", text, first, again)
		}
	})
}

// story lets a few requests live as the steps say, and returns all answers.
func story(t *rapid.T, g Governor, steps []uint64) (answers []any) {
	now, flying, attempts := time.Duration(0), map[int64]bool{}, map[int64]int{}
	for i, step := range steps {
		rng := rand.New(rand.NewPCG(step, 1))
		now += time.Duration(rng.Int64N(5)) * time.Duration(rng.Int64N(int64(second)))
		request := rng.Int64N(8)
		s := Sending{Flow: int(request % 2), Request: request, Attempt: attempts[request], Tokens: rng.Int64N(6000)}
		switch {
		case flying[request]:
			flying[request] = false
			o := []Outcome{ok, broken, limited, rejected, timedOut}[rng.IntN(5)]
			g.Heard(now, s, o)
			if o.OK || !g.Retry(now, s, second) {
				g.Ended(now, s)
				attempts[request] = 0
			}
		default:
			s.Attempt++
			p := g.Ask(now, s, rng)
			if p.Wait < 0 {
				t.Fatalf("step %d: a wait of %v", i, p.Wait)
			}
			if p == (Permit{}) {
				g.Take(now, s)
				flying[request], attempts[request] = true, s.Attempt
			}
			answers = append(answers, p)
		}
		answers = append(answers, attempts[request])
	}
	return answers
}

// The manual has the tables as they stand.
func TestManualHasTheTables(t *testing.T) {
	text, err := os.ReadFile("../docs/governors.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range append([]string{formTable()}, argumentTables()...) {
		if !strings.Contains(string(text), table) {
			t.Errorf("docs/governors.md has another table than\n%s", table)
		}
	}
}

func formTable() string {
	var b strings.Builder
	b.WriteString("| governor | what it does |\n|---|---|\n")
	for _, f := range Forms(nil).All {
		fmt.Fprintf(&b, "| `%s` | %s |\n", f.Name, f.About)
	}
	return b.String()
}

func argumentTables() (tables []string) {
	for _, f := range Forms(nil).All {
		var b strings.Builder
		b.WriteString("| argument | unit | default | 0 | what it is |\n|---|---|---|---|---|\n")
		for _, a := range f.Arguments {
			otherwise, zero, unit := a.Default, a.Zero, a.Unit
			if a.Choices != nil {
				unit = "`" + strings.Join(a.Choices, "` or `") + "`"
			}
			if otherwise == "" {
				otherwise = "must be given"
			}
			if zero == "" {
				zero = "–"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", a.Name, unit, otherwise, zero, a.About)
		}
		tables = append(tables, b.String())
	}
	return tables
}

func FuzzParse(f *testing.F) {
	for _, text := range examples {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		build, canonical, err := Forms(flows).Parse(text, second)
		if err != nil {
			return
		}
		again, same, err := Forms(flows).Parse(canonical.String(), second)
		if err != nil {
			t.Fatalf("%s is written %s, which is not read: %v", text, canonical, err)
		}
		if same.String() != canonical.String() || !reflect.DeepEqual(build(), again()) {
			t.Errorf("%s is written %s and that %s", text, canonical, same)
		}
	})
}
