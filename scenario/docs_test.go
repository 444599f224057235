package scenario

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"ratesim/spec"
	"ratesim/workload"
)

var update = flag.Bool("update-manual", false, "write the tables of docs/workloads.md anew")

// manualTables returns the tables of a manual: of the forms, and of the arguments of
// each.
func manualTables[T any](forms spec.Forms[T]) string {
	var text strings.Builder
	text.WriteString("| form | what it is |\n|---|---|\n")
	for _, form := range forms.All {
		text.WriteString("| `" + form.Name + "` | " + form.About + " |\n")
	}
	var arguments []string
	of := map[string][]string{}
	for _, form := range forms.All {
		for _, a := range form.Arguments {
			value, zero := a.Default, a.Zero
			if value == "" {
				value = "must be given"
			}
			if zero == "" {
				zero = "–"
			}
			row := "| `" + strings.Join([]string{a.Name + "`", a.Unit, value, zero, strings.ReplaceAll(a.About, "|", "\\|")}, " | ") + " | "
			if !slices.Contains(arguments, row) {
				arguments = append(arguments, row)
			}
			of[row] = append(of[row], form.Name)
		}
	}
	text.WriteString("\n| argument | unit | default | 0 means | what it says | of |\n|---|---|---|---|---|---|\n")
	for _, row := range arguments {
		text.WriteString(row + strings.Join(of[row], ", ") + " |\n")
	}
	return text.String()
}

// The manual of workloads has each form and argument of arrivals, sizes and
// fallbacks, as they are.
func TestTheManualOfWorkloadsHasEveryFormAndArgument(t *testing.T) {
	const page = "../docs/workloads.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	whole := string(text)
	for name, tables := range map[string]string{
		"arrivals":  manualTables(workload.TrafficForms()),
		"sizes":     manualTables(workload.SizeForms()),
		"fallbacks": manualTables(fallbackForms()),
	} {
		before, rest, begins := strings.Cut(whole, "<!-- "+name+" -->\n")
		have, after, ends := strings.Cut(rest, "<!-- end -->")
		if !begins || !ends {
			t.Fatalf("%s has no place for the tables of %s", page, name)
		}
		if *update {
			whole = before + "<!-- " + name + " -->\n" + tables + "<!-- end -->" + after
		} else if have != tables {
			t.Errorf("%s has other tables of %s than the forms; write them anew with go test ./scenario -run Manual -update-manual", page, name)
		}
	}
	if *update {
		if err := os.WriteFile(page, []byte(whole), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
