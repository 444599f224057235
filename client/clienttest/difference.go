package clienttest

import (
	"fmt"
	"strings"
)

// FirstDifference shows the first lines in which the trace of a simulation and that of
// what was sent differ, and those before.
func FirstDifference(simulated, sent string) string {
	a, b := strings.Split(simulated, "\n"), strings.Split(sent, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d\n%s\nsimulated %s\nsent      %s", i+1, strings.Join(a[max(0, i-4):i], "\n"), a[i], b[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(a), len(b))
}
