package bench

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"ratesim/client/clienttest"
	"ratesim/scenario/scenariotest"
)

// Whatever is drawn, clients and server in a bubble live what is simulated. Where clients
// hang up, one in some hundred scenarios differs: a server learns of it when it happens, and
// what it has decided in between stands.
func TestWhateverIsDrawnABenchIsASimulationOfItsServer(t *testing.T) {
	drawn := int64(100)
	if testing.Short() {
		drawn = 15
	}
	for seed := range drawn {
		text, spec := scenariotest.Sent(rand.New(rand.NewPCG(uint64(seed), 9)))
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w, stream := world{text, spec, seed}, seed%2 == 1
			want, have := simulated(t, w, stream), inBubble(t, w, nil, func(c *Config) { c.Stream = stream })
			if have.err != nil {
				t.Fatal(have.err)
			}
			if want != have.trace {
				t.Fatalf("%s%s\n%s", text, spec, clienttest.FirstDifference(want, have.trace))
			}
		})
	}
}
