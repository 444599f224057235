package picture_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"ratesim/picture"
)

// searched returns what tune prints of some policies, each by its role, what holds, and
// two figures.
func searched(points ...string) string {
	return `{"goal": "minimise latency_p95_ns", "points": [` + strings.Join(points, ",\n") + `]}`
}

func tried(role, holds, frontier string, latency, completed any) string {
	return fmt.Sprintf(`{"role": %q, "latency_p95_ns": %v, "completed_share": %v, "held_out.latency_p95_ns": 1, "held_out.completed_share": null,
 "policy": "p", "kind": "k", "seeds": 9, "constraints_hold": %q, "frontier": %q}`, role, latency, completed, holds, frontier)
}

func TestAFrontierShowsASearch(t *testing.T) {
	search, err := picture.ReadSearch(strings.NewReader(searched(
		tried("winner", "yes", "yes", 2e9, 0.98), tried("runner-up", "yes", "yes", 2.2e9, 0.985), tried("baseline", "no", "yes", 1e9, 0.8),
		tried("", "yes", "yes", 4e9, 0.99), tried("", "yes", "no", 4e9, 0.98), tried("", "no", "no", 90e9, 0.1),
		tried("", "no", "no", 3e9, 0.9), tried("", "yes", "", 3e9, 0.9), tried("", "yes", "yes", "null", 0.9),
	)))
	if err != nil {
		t.Fatal(err)
	}
	sheet := search.Draw()
	var file bytes.Buffer
	if err := sheet.Write(&file, picture.SVG); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, file.String())
	coloursAreColours(t, file.String())
	golden(t, "frontier.svg", file.Bytes())
	golden(t, "frontier.txt", []byte(search.Text(picture.Signs{})))
	for _, want := range []string{"winner p has 2 and 0.98", "baseline p has 1 and 0.8", "latency p95 (s) and completed share"} {
		if !strings.Contains(sheet.About, want) {
			t.Errorf("want %q in %s", want, sheet.About)
		}
	}
	if want := "7 policies by their means over the seeds of the search, 1 of them outside the frame, as they break a constraint, 2 more"; !strings.Contains(sheet.Notes[0], want) {
		t.Errorf("want %q in %s", want, sheet.Notes[0])
	}
}

func TestWhatIsNoSearchIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "it is no such JSON",
		"{}":                        "it has no points",
		searched("7"):               "point 1: want an object with policy",
		searched(`{"policy": "p"}`): "want a search with two figures or more",
		searched(tried("", "yes", "yes", `"<b>"`, 1)): "point 1: latency_p95_ns: want a number or null",
		searched(tried("", "yes", "yes", "null", 1)):  "and a policy that has both",
	} {
		if _, err := picture.ReadSearch(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: have %v; want %s", text, err, want)
		}
	}
}
