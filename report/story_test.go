package report

import (
	"strings"
	"testing"

	"ratesim/trace"
)

// A name that no run of the trace has is told apart from a request that is not
// there.
func TestAStoryThatIsNotThereSaysWhichNameIsWrong(t *testing.T) {
	tests := []struct {
		wanted Wanted
		want   string
	}{
		{Wanted{Request: "9"}, "the trace has no such request: request 9"},
		{Wanted{Request: "1", Load: "hevy"}, `of load there is light, heavy; did you mean "heavy"?`},
		{Wanted{Request: "1", Policy: "nnoe"}, `of policy there is none; did you mean "none"?`},
		{Wanted{Request: "1", Policy: "fixed(wait=1s)"}, "the trace has no such request: request 1, policy fixed(wait=1s)"},
		{Wanted{Request: "1", Flow: "bath"}, `of flow there is interactive, batch; did you mean "batch"?`},
	}
	for _, test := range tests {
		finder := &Finder{Wanted: test.wanted}
		for _, load := range []string{"light", "heavy"} {
			run := trace.Run{Load: load, Policy: "none", PolicySpec: "none", Flows: []trace.Flow{{Name: "interactive"}, {Name: "batch"}}}
			if err := finder.Run(run); err != nil {
				t.Fatal(err)
			}
		}
		_, err := finder.Story()
		if err == nil || !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("%+v: %v; want it to end in %s", test.wanted, err, test.want)
		}
	}
}
