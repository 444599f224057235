package suggest

import (
	"testing"

	"pgregory.net/rapid"
)

func TestNearestNamesWhatWasMeant(t *testing.T) {
	names := []string{"backoff", "fixed", "none"}
	for _, tt := range []struct{ word, want string }{
		{"backof", "backoff"},
		{"fxied", "fixed"}, // two letters swapped
		{"non", "none"},
		{"nonee", "none"},
		{"Fixed", "fixed"},
		{"exponential", ""},
		{"zzz", ""},
		{"", ""},
	} {
		got, ok := Nearest(tt.word, names)
		if got != tt.want || ok != (tt.want != "") {
			t.Errorf("Nearest(%q) = %q, %v; want %q", tt.word, got, ok, tt.want)
		}
	}
}

// A letter is a letter, however many bytes it takes.
func TestNearestCountsLetters(t *testing.T) {
	for _, tt := range []struct{ word, candidate, want string }{
		{"arıza", "ariza", "ariza"},             // one
		{"ölçümleme", "olcumleme", "olcumleme"}, // three of nine
		{"ğüşıöç", "abcıöç", ""},                // three of six
		{"b", "çö", ""},                         // as many as the candidate has
	} {
		if got, _ := Nearest(tt.word, []string{tt.candidate}); got != tt.want {
			t.Errorf("Nearest(%q) of %q = %q; want %q", tt.word, tt.candidate, got, tt.want)
		}
	}
}

// What is a slip in a long name is another word where names are short.
func TestNearIsRelativeToTheLength(t *testing.T) {
	for _, tt := range []struct{ word, candidate, want string }{
		{"foo", "got", ""},
		{"good", "got", ""},
		{"gto", "got", "got"},
		{"fxd", "fixed", "fixed"},
		{"bakof", "backoff", "backoff"},
		{"exponentail-jiter", "exponential-jitter", "exponential-jitter"},
	} {
		if got, _ := Nearest(tt.word, []string{tt.candidate}); got != tt.want {
			t.Errorf("Nearest(%q) of %q = %q; want %q", tt.word, tt.candidate, got, tt.want)
		}
	}
}

func TestFirstOfEquallyNearWins(t *testing.T) {
	if got, _ := Nearest("loat", []string{"boat", "load", "goat"}); got != "boat" {
		t.Errorf("Nearest = %q; want boat", got)
	}
	if got, ok := Nearest("boat", nil); ok {
		t.Errorf("Nearest of nothing = %q", got)
	}
}

func TestQuestionIsEmptyWhenNothingIsNear(t *testing.T) {
	if got := Question("fxed", []string{"fixed"}); got != `; did you mean "fixed"?` {
		t.Errorf("Question = %q", got)
	}
	if got := Question("qqqqq", []string{"fixed"}); got != "" {
		t.Errorf("Question = %q; want nothing", got)
	}
}

func TestDistanceIsTheFewestEdits(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "wait", 4},
		{"wait", "wait", 0},
		{"wiat", "wait", 1},
		{"wiatt", "wait", 2},
		{"kitten", "sitting", 3},
		{"ca", "abc", 3}, // a swapped pair is not touched again
		{"kesıntı", "kesinti", 2},
	} {
		if got := distance(tt.a, tt.b); got != tt.want {
			t.Errorf("distance(%q, %q) = %d; want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestDistanceIsSymmetricAndBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SliceOfN(rapid.RuneFrom([]rune("abcğ")), 0, 8)
		x, y := letters.Draw(t, "x"), letters.Draw(t, "y")
		a, b := string(x), string(y)
		got := distance(a, b)
		if back := distance(b, a); back != got {
			t.Fatalf("distance(%q, %q) = %d, and %d the other way", a, b, got, back)
		}
		if shortest := max(len(x), len(y)) - min(len(x), len(y)); got < shortest || got > max(len(x), len(y)) {
			t.Fatalf("distance(%q, %q) = %d lies outside its bounds", a, b, got)
		}
		if (got == 0) != (a == b) {
			t.Fatalf("distance(%q, %q) = %d", a, b, got)
		}
	})
}

// What several names begin with means any of them.
func TestQuestionsNameFamilies(t *testing.T) {
	names := []string{"azure-2024", "azure-2026", "apim", "cohere-js", "cohere-py", "cohere-js", "fixed", "vertex-pt"}
	for word, want := range map[string]string{
		"azure":  `; did you mean "azure-2024" or "azure-2026"?`,
		"cohere": `; did you mean "cohere-js" or "cohere-py"?`,
		"vertex": `; did you mean "vertex-pt"?`,
		"fixd":   `; did you mean "fixed"?`,
		"":       "",
		"zzz":    "",
	} {
		if got := Question(word, names); got != want {
			t.Errorf("%q: %q; want %q", word, got, want)
		}
	}
}
