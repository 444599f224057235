package policy

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// Every argument in the table is read, and no other is: a value that makes no
// sense is faulted by its name.
func TestTableAndReadersAgree(t *testing.T) {
	for _, f := range Forms() {
		list := slices.Clone(f.Own)
		if f.IsPart {
			list = slices.Concat(list, Rules(), Bounds())
		}
		for _, a := range list {
			text := fmt.Sprintf("%s(%s=\"?\")", f.Name, a.Name)
			if _, err := Parse(text, Defaults{}); err == nil || !strings.Contains(err.Error()+"\n", a.Name+": want ") {
				t.Errorf("%s is read with %v; want a fault of %s", text, err, a.Name)
			}
			if a.About == "" || a.Unit == "" {
				t.Errorf("%s of %s is not explained", a.Name, f.Name)
			}
		}
		if f.About == "" {
			t.Errorf("%s is not explained", f.Name)
		}
	}
}

// What the table says of defaults and of 0 is so.
func TestDefaultsOfRulesAreWhatTheTableSays(t *testing.T) {
	plain := parse(t, "fixed(wait=1s)")
	for _, a := range slices.Concat(Rules(), Bounds()) {
		value := a.Default
		if value == "no bound" {
			continue
		}
		text := fmt.Sprintf("fixed(wait=1s, %s=%s)", a.Name, value)
		if p := parse(t, text); p != plain {
			t.Errorf("%s is read as %s; want what holds without it", text, String(p))
		}
		if a.Zero == "" != (a.Unit != "duration") {
			t.Errorf("%s is a %s, and 0 means %q", a.Name, a.Unit, a.Zero)
		}
		if a.Choices != nil && !slices.Contains(a.Choices, value) {
			t.Errorf("%s is %s by default, which is none of %v", a.Name, value, a.Choices)
		}
		for _, word := range a.Choices {
			with := fmt.Sprintf("fixed(wait=1s, %s=%s, budget=9s, max-hint=9s)", a.Name, word)
			if p := parse(t, with); (String(p) == "fixed(wait=1s, attempts=unbounded, budget=9s, max-hint=9s)") != (word == value) {
				t.Errorf("%s is written %s", with, String(p))
			}
		}
	}
}

func TestNamesAreSorted(t *testing.T) {
	if got := Kinds(); !slices.IsSorted(got) || len(got) != len(Forms()) || !slices.Contains(got, "full-jitter") {
		t.Errorf("the kinds are %v", got)
	}
	names := Names()
	if !slices.IsSorted(names) || len(names) != len(Forms())+len(PresetNames()) || !slices.Contains(names, "full-jitter") || !slices.Contains(names, "azcore") {
		t.Errorf("the policies are %v", names)
	}
}

// The manual has the table as it stands.
func TestManualHasTheTable(t *testing.T) {
	text, err := os.ReadFile("../docs/policies.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{formTable(), ownTable(), ruleTable()} {
		if !strings.Contains(string(text), table) {
			t.Errorf("docs/policies.md has another table than\n%s", table)
		}
	}
}

func formTable() string {
	var b strings.Builder
	b.WriteString("| policy | waits after the n-th failure, or what it does |\n|---|---|\n")
	for _, f := range Forms() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", f.Name, f.About)
	}
	return b.String()
}

// ownTable lists each argument once, with the forms that have it.
func ownTable() string {
	var rows []string
	of := map[string][]string{}
	for _, f := range Forms() {
		for _, a := range f.Own {
			row := argumentRow(a)
			if of[row] == nil {
				rows = append(rows, row)
			}
			of[row] = append(of[row], f.Name)
		}
	}
	var b strings.Builder
	b.WriteString("| argument | unit | default | 0 | what it is | of |\n|---|---|---|---|---|---|\n")
	for _, row := range rows {
		fmt.Fprintf(&b, "%s %s |\n", row, strings.Join(of[row], ", "))
	}
	return b.String()
}

func ruleTable() string {
	var b strings.Builder
	b.WriteString("| argument | unit | default | 0 | what it is |\n|---|---|---|---|---|\n")
	for _, a := range slices.Concat(Rules(), Bounds()) {
		b.WriteString(argumentRow(a) + "\n")
	}
	return b.String()
}

func argumentRow(a Argument) string {
	about := a.About
	if a.Choices != nil && !strings.Contains(about, "`") {
		about += ": `" + strings.Join(a.Choices, "`, `") + "`"
	}
	return fmt.Sprintf("| `%s` | %s | %s | %s | %s |", a.Name, a.Unit, cmp.Or(a.Default, "must be given"), cmp.Or(a.Zero, "–"), about)
}
