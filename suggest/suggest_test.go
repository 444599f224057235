package suggest

import "testing"

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

func TestQuestionIsEmptyWhenNothingIsNear(t *testing.T) {
	if got := Question("fxed", []string{"fixed"}); got != `; did you mean "fixed"?` {
		t.Errorf("Question = %q", got)
	}
	if got := Question("qqqqq", []string{"fixed"}); got != "" {
		t.Errorf("Question = %q; want nothing", got)
	}
}
