package chance_test

import (
	"fmt"
	"math/rand/v2"

	"ratesim/chance"
)

// The lesson names the chance of an attempt by seed, prompt and attempt. This
// prompt of 68 tokens is timed out with probability 0.03 + 0.0006·68.
func ExampleLesson() {
	const seed, hash = 20260218, 2885071797
	timeouts := chance.Threshold(0.0708)
	for attempt := range int64(5) {
		draws := chance.NewLesson((seed ^ hash) + 7919*attempt)
		fmt.Println(attempt, uint64(draws.Next()) < timeouts)
	}
	// Output:
	// 0 false
	// 1 false
	// 2 false
	// 3 true
	// 4 false
}

// Whatever else is drawn, and in whatever order, a name draws the same number.
func ExampleNamed() {
	var named chance.Named
	rng := rand.New(&named)
	for _, request := range []int64{3, 8, 3} {
		named.Set(chance.Name{Seed: 42, Flow: 1, Request: request, Try: 1, Purpose: chance.Jitter})
		fmt.Println(request, rng.IntN(1000))
	}
	// Output:
	// 3 532
	// 8 535
	// 3 532
}
