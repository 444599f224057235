package policy

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestClassesAreReadAndWritten(t *testing.T) {
	for text, want := range map[string]string{
		"429":                  "429",
		"503+429":              "429+503",
		"5xx":                  "5xx",
		"5xx+!501":             "5xx+!501",
		"!501+5xx":             "5xx",
		"all":                  "all",
		"all+!400+!401":        "4xx+!400+!401+5xx+timeout+connection+cut+exhausted",
		"all+!4xx+!5xx":        "timeout+connection+cut+exhausted",
		"cut+connection":       "connection+cut",
		"nothing":              "nothing",
		"timeout+!timeout":     "nothing",
		"!timeout":             "nothing",
		"4xx+5xx":              "4xx+5xx",
		"429+429":              "429",
		"429+all":              "all",
		"exhausted+!exhausted": "nothing",
	} {
		c, err := ParseClasses(text)
		if err != nil || c.String() != want {
			t.Errorf("%s is %v, %v; want %s", text, c, err, want)
		}
	}
	for _, text := range []string{"", "+", "429+", "399", "600", "+429", "0429", "6xx", "nothing+429", "!all", "!nothing", "1e2", "too many requests"} {
		if c, err := ParseClasses(text); err == nil {
			t.Errorf("%q is read as %v; want a fault", text, c)
		}
	}
}

func TestClassesGoByKindWhereNoStatusTells(t *testing.T) {
	for _, tt := range []struct {
		set  string
		f    Failure
		want bool
	}{
		{"5xx", Failure{Status: 500}, true},
		{"5xx", Failure{Status: 599}, true},
		{"5xx", Failure{Status: 702}, true}, // beyond the last one there is
		{"5xx", Failure{Kind: ServerError}, true},
		{"5xx", Failure{Kind: Timeout, Status: 504}, false}, // the client's own timeout
		{"5xx", Failure{Kind: Cut, Status: 500}, false},
		{"429", Failure{Kind: RateLimit}, true},
		{"429", Failure{Kind: Exhausted, Status: 429}, false},
		{"exhausted", Failure{Kind: Exhausted, Status: 429}, true},
		{"400", Failure{Kind: Rejected}, true},
		{"400", Failure{Status: 302}, true}, // before the first one there is
		{"429", Failure{}, true},            // nothing is known
		{"nothing", Failure{}, false},
	} {
		if got := classes(tt.set).Contains(tt.f); got != tt.want {
			t.Errorf("%s contains %+v: %v; want %v", tt.set, tt.f, got, tt.want)
		}
	}
	if (Classes{}).String() != "" || (Classes{}).Contains(Failure{}) {
		t.Error("the zero Classes says something")
	}
}

func TestClassesComeBackFromTheirText(t *testing.T) {
	words := append(classWords(), "!4xx", "!5xx", "!429", "!cut", "400", "599", "!599", "501")
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 8).Draw(t, "words"), "+")
		c, err := ParseClasses(text)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := ParseClasses(c.String()); err != nil || again != c {
			t.Fatalf("%s is written %v, which is read as %v, %v", text, c, again, err)
		}
	})
}

func FuzzParseClasses(f *testing.F) {
	for _, seed := range []string{"429+5xx+!501+timeout", "all+!4xx", "nothing", "", "!", "5xx+"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseClasses(text)
		if err != nil {
			return
		}
		if again, err := ParseClasses(c.String()); err != nil || again != c {
			t.Errorf("%q is written %v, which is read as %v, %v", text, c, again, err)
		}
	})
}

func TestKindsOfFailureHaveNames(t *testing.T) {
	for kind, want := range map[FailureKind]string{Unknown: "unknown", RateLimit: "rate-limit", Cut: "cut", 99: "99"} {
		if kind.String() != want {
			t.Errorf("kind %d is called %s; want %s", kind, kind, want)
		}
	}
	for status, want := range map[int]FailureKind{200: Unknown, 304: Unknown, 400: Rejected, 408: Rejected, 429: RateLimit, 499: Rejected, 500: ServerError, 529: ServerError} {
		if got := KindOfStatus(status); got != want {
			t.Errorf("status %d is %v; want %v", status, got, want)
		}
	}
}

func TestReasonsHaveWordsAndSentences(t *testing.T) {
	seen := map[string]bool{}
	for w := WhyAttempts; w <= WhyPolicy; w++ {
		if w.String() == "" || w.Sentence() == "" || seen[w.String()] || seen[w.Sentence()] {
			t.Errorf("reason %d is %q: %q", w, w, w.Sentence())
		}
		seen[w.String()], seen[w.Sentence()] = true, true
	}
	if WhyNot.String() != "" || WhyNot.Sentence() != "" || Why(99).String() != "99" || Why(99).Sentence() != "99" {
		t.Error("WhyNot has words, or a number beyond the last has none")
	}
}
