package policy

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// Each preset is whole, reads, and comes back from what it is written as.
func TestPresetsAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Presets() {
		name := p.Spec()
		if seen[name] {
			t.Errorf("%s is there twice", name)
		}
		seen[name] = true
		made := parse(t, name)
		if again := parse(t, String(made)); again != made {
			t.Errorf("%s is written %s, which is another policy", name, String(made))
		}
		if _, isForm := formNamed(p.Name); isForm {
			t.Errorf("%s is a form, too", name)
		}
		if r, ok := made.(Retry); !ok || p.SwitchOn != "" && r.Attempts != 1 {
			t.Errorf("%s is %s; want one attempt of what must be switched on", name, String(made))
		}
		if p.SwitchOn != "" {
			if r := p.Policy(true).(Retry); r.Attempts == 1 {
				t.Errorf("%s(%s) makes one attempt", name, p.SwitchOn)
			}
		}
		o := p.Source
		if p.About == "" || o.Project == "" || o.File == "" || o.Version == "" && o.Commit == "" && p.Name != "cookbook-manual" {
			t.Errorf("%s does not say what it is, or where that is written: %+v", name, p)
		}
		if _, err := time.Parse(time.DateOnly, o.Date); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, remark := range p.Remarks {
			if !regexp.MustCompile(`^[A-Za-z0-9].*\.$`).MatchString(remark) {
				t.Errorf("%s: %q is no sentence", name, remark)
			}
		}
	}
	if !slices.IsSorted(PresetNames()) || len(PresetNames()) < 50 {
		t.Errorf("there are %d clients", len(PresetNames()))
	}
}

// The defaults of a scenario have no say over a client, which knows its attempts.
func TestPresetsKnowTheirAttempts(t *testing.T) {
	for _, p := range Presets() {
		written, err := Parse(String(p.Policy(false)), Defaults{Attempts: 4})
		if err != nil || written != p.Policy(false) {
			t.Errorf("%s as it is written is %v, %v", p.Spec(), written, err)
		}
		with, err := Parse(p.Spec(), Defaults{Step: time.Second, Attempts: 7})
		if err != nil || with != p.Policy(false) {
			t.Errorf("%s with defaults is %v, %v", p.Spec(), with, err)
		}
	}
}

func TestVersionsOfPresets(t *testing.T) {
	for _, tt := range []struct{ text, same string }{
		{"openai-node", "openai-node@7"},
		{"openai-node@v7", "openai-node@7"},
		{"openai-node@7.59.0", "openai-node@7"},
		{"openai-node@5", "openai-node@4-5"},
		{"openai-node@4.104.0", "openai-node@4-5"},
		{"openai-go", "openai-go@3.99"},
		{"openai-go@3", "openai-go@3.67+"}, // the newest of what it may be
		{"openai-go@3.66.9", "openai-go@3.53-3.66"},
		{"openai-go@3.67", "openai-go@3.67+"},
		{"openai-py@2", "openai-py@2.52-3"},
		{"openai-py@2.51", "openai-py@1.0-2.51"},
		{"openai-py@1", "openai-py@1.0-2.51"},
		{"anthropic-js@0.125", "anthropic-js@0.39-0.125"},
		{"cenkalti", "cenkalti@5"},
		{"temporal", "exponential(base=1s, cap=100s, attempts=unbounded, unsafe=always, retry=all, heed=ignore)"},
		{"openai-go@3(attempts=5)", "openai-go(retries=4)"},
		{"openai-go@3(max-hint=0s)", "openai-go@3.67+(max-hint=0s)"},
		{"openai-node(max-hint=0s)", "openai-node(above=stop, max-hint=0s)"},
		{"envoy(budget=0s)", "envoy(at-budget=stop, budget=0s)"},
		{"mistral-js(of=exponential(base=1s))", "mistral-js(of=exponential(base=1s, factor=2))"},
		{"tenacity-exp(min-wait=4s, max-wait=10s)", "langchain-py-llms(attempts=unbounded, retry=all, cap=0s, max-wait=10s)"},
	} {
		if a, b := parse(t, tt.text), parse(t, tt.same); a != b {
			t.Errorf("%s is %s; %s is %s", tt.text, String(a), tt.same, String(b))
		}
	}
	inside := parse(t, "layers(inner=openai-node@7, outer=langchain-py(attempts=2))")
	if want := (Layers{Outer: parse(t, "langchain-py(retries=1)"), Inner: parse(t, "openai-node@7")}); inside != want {
		t.Errorf("inside layers they are %s", String(inside))
	}
}

func TestMistakesAboutPresets(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"openai-ndoe", `there is no policy "openai-ndoe"; did you mean "openai-node"?`},
		{"openai-node@8", "openai-node has no version 8 here; there are 7, 6 and 4-5"},
		{"openai-node@new", "openai-node has no version new here; there are 7, 6 and 4-5"},
		{"azcore@0.9", "azcore has no version 0.9 here; there is 1.24"},
		{"temporal@1", "temporal has no versions; leave out @1"},
		{"openai-go(bse=1s)", `openai-go has no "bse"; it has base, factor, cap, less, whole, of, low, high, attempts and those of every policy; did you mean "base"?`},
		{"openai-go(attempts=3, retries=2)", "retries: attempts says it already; a retry is an attempt after the first"},
		{"mistral-js(base=1s)", "base: the waits of mistral-js are stages(first=fixed(wait=0s), then=polynomial(base=0.5s, power=1.5)); give another of in their place"},
		{"full-jitter(of=openai-go)", "of: want what says how long to wait, such as exponential(base=1s); openai-go says more"},
	} {
		_, err := Parse(tt.text, Defaults{})
		if err == nil || !strings.HasPrefix(err.Error(), tt.want+"\n") {
			t.Errorf("%s: %v; want %s", tt.text, err, tt.want)
		}
	}
}

// Requests of one call that always fails, as counted with the libraries stacked.
func TestStackedClientsMultiply(t *testing.T) {
	for _, tt := range []struct {
		spec string
		want int
	}{
		{"openai-py", 3},
		{"layers(outer=tenacity(attempts=6), inner=openai-py)", 18},
		{"layers(outer=instructor, inner=openai-py)", 9},
		{"layers(outer=langchain-py, inner=openai-py)", 9},
		{"langchain-js", 1},
		{"litellm-completion(retries=3)", 4},
		{"vercel-ai", 3},
		{"google-genai", 1},
		{"aws-go", 3},
		{"layers(outer=aws-go@1.36(attempts=3), inner=layers(outer=tenacity(attempts=3), inner=tenacity(attempts=3)))", 27},
	} {
		s := client(parse(t, tt.spec), always(Failure{Kind: RateLimit, Status: 429}), seeded(1))
		if len(s.sent) != tt.want {
			t.Errorf("%s sends %d requests; want %d", tt.spec, len(s.sent), tt.want)
		}
	}
}

// When each attempt is made if all fail, chance drawing its least or its most; of
// openai-py and its kin the most is U = 0 of their own formula.
func TestPresetsAttemptAtTheInstantsOfTheirSources(t *testing.T) {
	refused := func(fields ...string) Failure { return answered(fields...) }
	broken := Failure{Kind: ServerError, Status: 503}
	internal := Failure{Kind: ServerError, Status: 500}
	for _, tt := range []struct {
		client  string
		failure Failure
		bits    uint64
		want    []float64 // seconds
	}{
		{"openai-py", internal, largestDraw, []float64{0, 0.5, 1.5}},
		{"openai-py", internal, 0, []float64{0, 0.375, 1.125}},
		{"openai-py", refused("retry-after: 20"), 0, []float64{0, 20, 40}},
		{"openai-py", refused("retry-after: 121"), 0, []float64{0}},
		{"openai-py@2.51", refused("retry-after: 121"), largestDraw, []float64{0, 0.5, 1.5}},
		{"openai-node@7", refused("retry-after: 61"), largestDraw, []float64{0, 0.5, 1.5}},
		{"openai-node@6", refused("retry-after: 61"), largestDraw, []float64{0, 61, 122}},
		{"openai-node@5", refused("retry-after: 60"), largestDraw, []float64{0, 0.5, 1.5}},
		{"openai-go@3", refused("retry-after: 61"), 0, []float64{0, 61, 122}},
		{"azcore", broken, 0, []float64{0, 0.64, 2.56, 7.04}},
		{"azcore", refused("retry-after: 61"), 0, []float64{0}},
		{"aws-go@1.48", internal, largestDraw, []float64{0, 0.05, 0.15}},
		{"vercel-ai", broken, 0, []float64{0, 2, 6}},
		{"mistral-js(attempts=5)", broken, 0, []float64{0, 0, 0.5, 1.9142, 4.5123}},
		{"urllib3-backoff(then=exponential(base=0.2s, cap=120s), attempts=6)", Failure{Kind: Connection}, 0, []float64{0, 0, 0.2, 0.6, 1.4, 3}},
		{"retryablehttp", broken, 0, []float64{0, 1, 3, 7, 15}},
		{"polly-exp(base=1s)", broken, halfDraw, []float64{0, 0.897405, 1.990409, 4.026157}},
		{"langchain-js", refused("retry-after: 7"), 0, []float64{0, 7, 14, 21, 29, 45, 77}},
		{"google-genai(attempts=5)", broken, 0, []float64{0, 1, 3, 7, 15}},
		{"google-genai(attempts=5)", broken, largestDraw, []float64{0, 2, 5, 10, 19}},
	} {
		s := client(parse(t, tt.client), always(tt.failure), drawing(tt.bits))
		same := len(s.sent) == len(tt.want)
		for i := range min(len(s.sent), len(tt.want)) {
			same = same && (s.sent[i]-time.Duration(tt.want[i]*1e9)).Abs() < 100*time.Microsecond
		}
		if !same {
			t.Errorf("%s makes attempts at %v; want %v s", tt.client, s.sent, tt.want)
		}
	}
}

// What is retried differs from client to client.
func TestPresetsRetryWhatTheirSourcesSay(t *testing.T) {
	failures := map[string]Failure{
		"429": {Kind: RateLimit, Status: 429}, "exhausted": {Kind: Exhausted, Status: 429}, "timeout": {Kind: Timeout},
		"connection": {Kind: Connection}, "cut": {Kind: Cut},
	}
	for _, status := range []int{400, 408, 409, 413, 500, 501, 503, 509, 524, 529} {
		failures[formatInt(status)] = Failure{Kind: KindOfStatus(status), Status: status}
	}
	for _, tt := range []struct{ client, retried, not string }{
		{"openai-py", "408 409 429 500 501 529 timeout connection exhausted", "400 413"},
		{"openai-go", "408 409 429 500 529 connection exhausted", "400 timeout"},
		{"anthropic-go", "429 timeout cut exhausted", "400"},
		{"google-genai(attempts=5)", "408 429 500 503 timeout connection exhausted", "409 501 529"},
		{"mistral-py(attempts=5)", "429 500 503 exhausted", "408 409 connection timeout"},
		{"cohere-py", "408 409 429 500 connection exhausted", "timeout"},
		{"cohere-js", "408 429 500 exhausted", "409 connection timeout"},
		{"azcore", "408 429 500 503 timeout connection exhausted", "409 501 529"},
		{"botocore-legacy", "429 509 timeout connection exhausted", "408 409 501"},
		{"aws-go@1.48", "429 500 exhausted", "501"},
		{"aws-go@1.36", "429 500", "501 exhausted"},
		{"botocore-standard", "429 500", "501 exhausted"},
		{"llamaindex", "429 500 exhausted", "400"},
		{"failsafe-go", "429 500 exhausted", "501"},
		{"google-api-core", "429 500 503 exhausted", "501"},
		{"langchain-py", "400 429 exhausted timeout", ""},
		{"langchain-js", "408 500 connection", "400 409 413 429 timeout exhausted"},
		{"vercel-ai", "408 409 429 500 connection exhausted", "400"},
		{"cookbook-manual", "429 exhausted", "500 timeout"},
		{"retryablehttp", "429 500 529 timeout exhausted", "501 408"},
		{"got", "408 429 500 524 timeout exhausted", "413 501 529"},
		{"axios-retry", "429 500 501 connection exhausted", "timeout 408"},
		{"k8s-rest", "", "429 500 connection exhausted"},
		{"urllib3", "connection", "429 503 exhausted"},
	} {
		p := parse(t, tt.client)
		for _, word := range strings.Fields(tt.retried + " " + tt.not) {
			f := failures[word]
			f.Attempt = 1
			_, again := p.Next(f, seeded(1))
			if want := slices.Contains(strings.Fields(tt.retried), word); again != want {
				t.Errorf("%s retries %s: %v; want %v", tt.client, word, again, want)
			}
		}
	}
}
