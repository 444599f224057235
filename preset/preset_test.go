package preset

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// text returns what a filled preset says of an endpoint.
func bodyText(t *testing.T, spec string) string {
	t.Helper()
	f, err := Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	text, err := yaml.Marshal(f.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The presets that the table of providers and gateways has.
func TestThereIsAPresetForEachProvider(t *testing.T) {
	names := EndpointForms().Names()
	for _, want := range []string{"openai", "azure-doc", "azure-2024", "azure-2026", "azure-ptu", "anthropic", "gemini", "bedrock", "groq", "mistral", "cohere",
		"together", "deepseek", "openrouter", "litellm", "kong", "envoy-ratelimit", "apim", "nginx", "gcra", "xrate"} {
		if !slices.Contains(names, want) {
			t.Errorf("there is no preset %s", want)
		}
	}
}

func TestEachPresetHasEvidenceAndFits(t *testing.T) {
	for _, e := range Endpoints() {
		if len(e.Statements) == 0 {
			t.Errorf("%s states nothing", e.Name)
		}
		if len(e.Name) > 16 || len([]rune(e.About)) > 60 {
			t.Errorf("%s: %q does not fit in a list of 80 columns", e.Name, e.About)
		}
		if _, err := Parse(e.Name); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
}

func TestValuesArePutIn(t *testing.T) {
	for _, tt := range []struct {
		preset    string
		has, lack []string
	}{
		{"openai(tpm=30000, rpm=3)", []string{"requests: token-bucket(limit=3, window=60s, count-refused=no)", "tokens: token-bucket(limit=30000, window=60s, of=tokens"}, []string{"daily"}},
		{"openai(rpm=none, rpd=200)", []string{"daily-requests: token-bucket(limit=200, window=24h"}, []string{" requests:", "requests-left", "requests-reset"}},
		{"azure-2024(tpm=2500)", []string{"requests: sliding-log(limit=3, window=10s)"}, nil}, // 15 a minute, a sixth, up
		{"azure-2024(tpm=2500, rpm=12)", []string{"requests: sliding-log(limit=2, window=10s)"}, nil},
		{"azure-2026(retryafter=30s)", []string{"seconds: seconds(value=30s, fits=sometime)"}, nil},
		{"azure-2026", []string{"seconds: seconds(value=exact, fits=sometime)"}, nil},
		{"bedrock(tpm=1000)", []string{"daily: token-bucket(limit=1440000, window=24h"}, nil},
		{"bedrock(tpd=none)", nil, []string{"daily"}},
		{"gemini(shape=fixed-window, zone=-07:00)", []string{"input: fixed-window(limit=1000000, window=60s, of=input)", "zone=-07:00"}, nil},
		{"zai", []string{"concurrency(limit=1"}, []string{"shed"}},
		{"zai(shed=0.85)", []string{"shed: rate-limit(share=0.85)"}, nil},
		{"litellm(window=90s)", []string{"seconds: seconds(value=1m30s)"}, []string{"in-flight"}},
	} {
		text := bodyText(t, tt.preset)
		for _, want := range tt.has {
			if !strings.Contains(text, want) {
				t.Errorf("%s has no %q:\n%s", tt.preset, want, text)
			}
		}
		for _, unwanted := range tt.lack {
			if strings.Contains(text, unwanted) {
				t.Errorf("%s has %q:\n%s", tt.preset, unwanted, text)
			}
		}
	}
}

func TestMistakesInPresetsAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"opnai":                         `did you mean "openai"?`,
		"openai(tmp=1)":                 `did you mean "tpm"?`,
		"openai(tpm=much)":              `tpm: want a whole number from 0 to 2^53; have "much"`,
		"openai(estimate=summ)":         `estimate: want one of sum, larger; have "summ"; did you mean "sum"?`,
		"openai@3":                      "openai has no versions",
		"litellm(window=0s)":            "window: want a duration of more than 0",
		"zai(shed=2)":                   "shed: want a number from 0 to 1",
		"bedrock(tpm=9007199254740992)": "tpd: tpm * 1440 is 12970366926827028480; want a whole number from 0 to 2^53",
		"openai(":                       "want a key",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", text, err, want)
		}
	}
}

func TestCanonicalSpecsAreTheSamePreset(t *testing.T) {
	f, err := Parse("openai( rpm=500,tpm=30000, estimate=larger )")
	if err != nil || f.Spec.String() != "openai(tpm=30000, estimate=larger)" {
		t.Fatalf("%s, %v", f.Spec, err)
	}
}

func TestFilesWithMistakesAreRefused(t *testing.T) {
	const whole = `about: x
seen: 2026-11
headers: any
parameters:
  - {name: rpm, unit: requests, default: 5, about: y}
endpoint:
  limits: {requests: "token-bucket(limit={rpm}, window=60s)"}
statements:
  - {says: a, tag: measured, from: b, date: 2026-11}
`
	if _, err := parse("whole", []byte(whole)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ from, to, want string }{
		{"about: x", "abuot: x", "field abuot not found"},
		{"2026-11\nheaders", "2026\nheaders", "when it was seen"},
		{"unit: requests", "unit: apples", "parameter rpm"},
		{"unit: requests, ", "unit: requests, rounding: nearest, ", "want its rounding"},
		{"statements", "derived:\n  - {name: half, is: rpm / 2, rounding: nearest, about: z}\nstatements", "want its rounding"},
		{"{rpm}", "{rmp}", `names "rmp"`},
		{"tag: measured", "tag: guessed", "want a tag"},
		{"from: b, ", "", "want a tag"},
		{"date: 2026-11}", "date: lately}", "want a tag"},
		{"endpoint:\n  limits: {requests: \"token-bucket(limit={rpm}, window=60s)\"}\n", "", "want an endpoint"},
		{"statements", "derived:\n  - {name: rpm, is: rpm / 2, about: z}\nstatements", "derived rpm"},
	} {
		text := strings.Replace(whole, tt.from, tt.to, 1)
		if _, err := parse("broken", []byte(text)); err == nil || !strings.Contains(fmt.Sprint(err), tt.want) {
			t.Errorf("with %q in place of %q: %v; want %q", tt.to, tt.from, err, tt.want)
		}
	}
}

// Without time on the network obedient clients would all come back in one nanosecond.
// What runs in the client's own process has none.
func TestCallsAreOnTheirWay(t *testing.T) {
	inProcess := []string{"gcra", "uber", "xrate"}
	for _, e := range Endpoints() {
		filled, err := Parse(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for i := 0; i+1 < len(filled.Body.Content); i += 2 {
			found = found || filled.Body.Content[i].Value == "round_trip"
		}
		if found == slices.Contains(inProcess, e.Name) {
			t.Errorf("%s: round_trip is there: %v", e.Name, found)
		}
	}
}

// A quota of requests that is derived is never none without a word.
func TestASmallQuotaIsNoQuotaOfNone(t *testing.T) {
	for text, want := range map[string]string{
		"azure-2026(tpm=999)":        "rpm: want it, or a tpm of at least 1000; it is not given, and tpm / 1000 is 0",
		"azure-2024(tpm=166)":        "rpm: want it, or a tpm of at least 167; it is not given, and tpm * 6 / 1000 is 0",
		"azure-2026(tpm=1000)":       "",
		"azure-2024(tpm=167)":        "",
		"azure-2026(tpm=999, rpm=1)": "",
		"azure-2026(tpm=0)":          "",
	} {
		_, err := Parse(text)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", text, err, want)
		}
	}
}
