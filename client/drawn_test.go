package client_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"ratesim/client/clienttest"
	"ratesim/scenario/scenariotest"
)

// worldsDrawn is how many worlds are lived in a test.
const worldsDrawn = 300

func TestWhateverIsDrawnARealClientDoesWhatTheSimulatedOneDoes(t *testing.T) {
	drawn := int64(worldsDrawn)
	if testing.Short() {
		drawn = 40
	}
	ways := []way{directly, byCalls, streamed, byHTTP}
	var all strings.Builder
	for seed := range drawn {
		text, spec := scenariotest.Sent(rand.New(rand.NewPCG(uint64(seed), 7)))
		w := world{text, spec, seed}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			way := ways[seed%int64(len(ways))]
			want, have := simulated(t, w, way), sent(t, w, way)
			all.WriteString(want)
			if want != have {
				t.Fatalf("%s%s\n%s", w.text, w.spec, clienttest.FirstDifference(want, have))
			}
		})
	}
	if !testing.Short() {
		haveAll(t, all.String(), `"call":3`, `"fallback":"queue"`, `"fallback":"model"`, `"fallback":"person"`, `"passed_over":`,
			`"lost_tokens":`, `"first_ns":`, `"layer":1`, `"heeded":true`, `"held_ns":`, `"why":"governor"`, `"why":"unsafe"`, `"why":"deadline"`,
			`"status":"partial_output"`, `"status":"timeout"`, `"status":"connection"`, `"hints":"date`, `"outcome":"unfinished"`)
	}
}

// A real client has no steps, and its flows send in their order; the network is not its
// own.
var notReal = regexp.MustCompile(`(?m)^(ties|step|  network|  round_trip): .*$`)

// Accounts are drawn otherwise, with more on the API's side.
func TestWhateverTheAccountIsARealClientDoesWhatTheSimulatedOneDoes(t *testing.T) {
	drawn := int64(150)
	if testing.Short() {
		drawn = 20
	}
	for seed := range drawn {
		text := notReal.ReplaceAllString(scenariotest.Account(rand.New(rand.NewPCG(uint64(seed), 8))), "")
		text = strings.ReplaceAll(text, "loop(workers=3)", "loop(workers=3, think=1s)") // whose next request would arrive while an instant is under way
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := world{text, "mine", seed}
			want, have := simulated(t, w, directly), sent(t, w, directly)
			if want != have {
				t.Fatalf("%s\n%s", text, clienttest.FirstDifference(want, have))
			}
		})
	}
}
