package report

import (
	"os/exec"
	"ratesim/required"
	"strings"
	"testing"
	"unicode/utf8"
)

// longSpec is wider than a terminal.
const longSpec = "equal-jitter(base=1.5s, factor=2.1, cap=1m12s, attempts=10, total=1m40s, heed=ignore, above=stop)"

func TestASearchIsToldInEightyColumns(t *testing.T) {
	one := 1.0
	tuning := Tuning{
		Scenario: []byte(`{}`), Goal: "minimise wasted_tokens", Outcome: "pass", Winner: longSpec, Baseline: longSpec,
		Points:      []TunedPoint{{Policy: longSpec, Role: "winner", Values: []*float64{&one}, HeldOut: []*float64{&one}}},
		Binding:     []string{"completed_share(flow=batch) >= 0.9 binds: without it " + longSpec + " would do, with wasted_tokens 90.9"},
		Notes:       []string{"the endpoint never asks for a wait, so heed is not searched"},
		Settings:    []ClientFit{{Client: "Envoy", Settings: "retry_policy:\n  num_retries: 3", Lacks: []string{"wait as " + longSpec + ": it draws each wait from 0, doubling"}}},
		Axes:        []Axis{{Figure: LessonFigures()[0]}},
		Constraints: []ClaimRow{{Claim: "wasted_tokens < 5", Policy: "winner", Verdict: "pass", figure: LessonFigures()[0]}},
	}
	tuning.Show([]int{0})
	var text strings.Builder
	if err := tuning.Write(&text, FormatTable, Layout{Columns: 80}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text.String()) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	for _, part := range []string{"  cannot: wait as equal-jitter(", "  1  equal-jitter(", "so heed is not searched", "\n  retry_policy:\n"} {
		if !strings.Contains(text.String(), part) {
			t.Errorf("want %q in\n%s", part, text.String())
		}
	}
}

func TestAShellReadsAPolicyInOnePiece(t *testing.T) {
	shell := required.Program(t, "sh")
	for _, text := range []string{"none", "fixed(wait=15s, attempts=4)", longSpec} {
		word := shellWord(text, 60)
		got, err := exec.Command(shell, "-c", "printf %s "+word).Output()
		if err != nil || string(got) != text {
			t.Errorf("%s is %q to a shell (%v), want %q", word, got, err, text)
		}
	}
}
