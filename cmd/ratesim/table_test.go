//go:build unix

package main

import (
	"os/exec"
	"strings"
	"testing"
)

func TestTablesFitTheTerminal(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		columns uint16
		env     string // COLUMNS
		more    []string
		want    string // the first line
		note    string // the last line; "" for a row
	}{
		{200, "", nil, "load   policy    completed  interactive  calls  rate limit  content error    tokens      wasted  correct", ""},
		{104, "", nil, "load   policy    completed  interactive  calls  rate limit  content error    tokens      wasted  correct", ""},
		{103, "", nil, "load   policy     done   inter  calls  429  cont  tokens  wasted    corr", ""},
		{80, "", nil, "load   policy     done   inter  calls  429  cont  tokens  wasted    corr", ""},
		{60, "", nil, "load   policy     done   inter  calls  429  tokens  wasted", "2 columns hidden; --wide shows them"},
		{30, "", nil, "load   policy     done   inter", "6 columns hidden; --wide shows them"},
		{60, "200", nil, "load   policy    completed  interactive  calls  rate limit  content error    tokens      wasted  correct", ""},
		{200, "60", nil, "load   policy     done   inter  calls  429  tokens  wasted", "2 columns hidden; --wide shows them"},
		{60, "", []string{"--wide"}, "load   policy    completed  interactive  calls  rate limit  content error    tokens      wasted  correct", ""},
		{60, "", []string{"--format", "markdown"}, "| load | policy | completed | interactive | calls | rate limit | content error | tokens | wasted | correct |", ""},
	} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command("ratesim", append([]string{"run"}, test.more...)...)
			cmd.Env = []string{"COLUMNS=" + test.env}
			term := start(t, test.columns, cmd)
			if code := term.wait(t); code != exitDone {
				t.Fatalf("exit code %d: %s", code, term.text())
			}
			lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(term.text(), "\r\n", "\n")), "\n")
			last := lines[len(lines)-1]
			if lines[0] != test.want || test.note != "" && last != test.note || strings.Contains(term.text(), "\x1b") {
				t.Errorf("%d columns, COLUMNS=%s, %q:\n%s\nwant\n%s\n…\n%s", test.columns, test.env, test.more, term.text(), test.want, test.note)
			}
		})
	}
}

// A golden file holds the same table on any terminal.
func TestAGoldenFileDoesNotDependOnTheTerminal(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("sh", "-c", "ratesim run >golden && ratesim run --golden golden")
	cmd.Env = []string{"RATESIM_PROGRESS=none"}
	term := start(t, 40, cmd)
	if code := term.wait(t); code != exitDone || term.text() != "" {
		t.Errorf("exit code %d: %s", code, term.text())
	}
}

// At 80 columns no command is wider, whatever it prints.
func TestEveryTableFitsEightyColumns(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"run", "run --seeds 1,2", "run --load heavy --policy none,fixed(wait=15steps),backoff",
		"compare", "compare --seeds 1..3", "compare --seeds 1..+200", "compare --seeds 20260218..+2000 --load heavy", "compare --seeds 1..+4 --all",
		"compare --seeds 1..3 --policy none,fixed --assert calls<1000 --assert completed_share(policy=fixed,load=light)>0.5", "run --assert completed_share(policy=none)>=0.5", "compare --policy none,backoff,fixed(wait=15steps),fixed(wait=2steps)",
		"classes", "call", "scenario list",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command("ratesim", strings.Fields(line)...)
			cmd.Env = []string{"RATESIM_PROGRESS=none"}
			term := start(t, 80, cmd)
			if code := term.wait(t); code != exitDone {
				t.Fatalf("exit code %d: %s", code, term.text())
			}
			for shown := range strings.Lines(strings.ReplaceAll(term.text(), "\r\n", "\n")) {
				if n := len([]rune(strings.TrimSuffix(shown, "\n"))); n > 80 {
					t.Errorf("%d columns: %s", n, shown)
				}
			}
		})
	}
}

// A frontier with long policies has them below it, by number, and all that follows fits,
// too. A shell reads the winner in one piece.
func TestTheFrontierFitsEightyColumns(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("ratesim", "tune", "--load", "heavy", "--minimise", "calls", "--subject-to", "given_up<9", "--budget", "300",
		"--space", "equal-jitter(base=20s..30s, cap=40s..50s, factor=1.5..3, attempts=5..8, total=4m..8m, min-wait=5s, max-wait=55s)")
	cmd.Env = []string{"RATESIM_PROGRESS=none"} // a slow machine prints no more than a fast one
	term := start(t, 80, cmd)
	if code := term.wait(t); code != exitDone {
		t.Fatalf("exit code %d: %s", code, term.text())
	}
	table, list, ok := strings.Cut(strings.ReplaceAll(term.text(), "\r\n", "\n"), "policies:\n  1  ")
	if !ok || !strings.Contains(table, "\nwinner ") {
		t.Fatalf("no list of policies:\n%s", term.text())
	}
	policy, _, _ := strings.Cut(list, "\n  2  ")
	policy = strings.ReplaceAll(policy, "\n     ", " ")
	if !strings.Contains(strings.ReplaceAll(list, "\\\n", ""), "as a policy:\n  --policy \""+policy+"\"") {
		t.Errorf("the first policy, %s, is not the winner:\n%s", policy, list)
	}
	for shown := range strings.Lines(table + list) {
		if n := len([]rune(strings.TrimSuffix(shown, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, shown)
		}
	}
}
