package endpoint

import (
	"os"
	"slices"
	"strings"
	"testing"

	"ratesim/spec"
)

// formRows returns the rows of a manual's tables: of the forms, and of their
// arguments, those that several forms share once.
func formRows[T any](forms spec.Forms[T]) (rows []string) {
	var arguments []string
	of := map[string][]string{}
	for _, form := range forms.All {
		rows = append(rows, "| `"+form.Name+"` | "+form.About+" |")
		for _, a := range form.Arguments {
			value, zero := a.Default, a.Zero
			if value == "" {
				value = "must be given"
			}
			if zero == "" {
				zero = "–"
			}
			row := "| `" + strings.Join([]string{a.Name + "`", a.Unit, value, zero, a.About}, " | ") + " | "
			if !slices.Contains(arguments, row) {
				arguments = append(arguments, row)
			}
			of[row] = append(of[row], form.Name)
		}
	}
	for _, row := range arguments {
		rows = append(rows, row+listed(of[row], forms.Names())+" |")
	}
	return rows
}

// listed returns some of all names, or which are not among them if that is shorter.
func listed(some, all []string) string {
	others := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(some, name) })
	switch {
	case len(others) == 0:
		return "all"
	case len(others) < len(some):
		return "all but " + strings.Join(others, ", ")
	}
	return strings.Join(some, ", ")
}

func TestManualHasEveryFormAndArgument(t *testing.T) {
	for page, rows := range map[string][]string{
		"../docs/limits.md":   slices.Concat(formRows(LimitForms()), formRows(HintForms())),
		"../docs/charging.md": slices.Concat(formRows(LatencyForms()), formRows(ServerForms()), formRows(FaultForms())),
	} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if !strings.Contains(string(text), "\n"+row+"\n") {
				t.Errorf("%s has no row\n%s", page, row)
			}
		}
	}
}
