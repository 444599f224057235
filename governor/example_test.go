package governor_test

import (
	"fmt"
	"time"

	"ratesim/governor"
	"ratesim/policy"
)

// All workers of a client share two governors: it sends at most three requests at
// once, and after a 429 that any of them hears, nobody sends for a while.
func ExampleForms() {
	var shared []governor.Governor
	for _, text := range []string{"concurrency(limit=3)", "pause(at-least=15s)"} {
		build, canonical, err := governor.Forms(nil).Parse(text, 0)
		if err != nil {
			fmt.Println(err)
			return
		}
		shared = append(shared, build())
		fmt.Println(canonical)
	}
	ask := func(now time.Duration, s governor.Sending) {
		wait := time.Duration(0)
		for _, g := range shared {
			wait = max(wait, g.Ask(now, s, nil).Wait)
		}
		if wait > 0 {
			fmt.Printf("at %v request %d waits %v\n", now, s.Request, wait)
			return
		}
		for _, g := range shared {
			g.Take(now, s)
		}
		fmt.Printf("at %v request %d is sent\n", now, s.Request)
	}

	first, second := governor.Sending{Request: 1, Attempt: 1}, governor.Sending{Request: 2, Attempt: 1}
	ask(0, first)
	for _, g := range shared {
		g.Heard(time.Second, first, governor.Outcome{Failure: policy.Failure{Kind: policy.RateLimit, Status: 429}})
	}
	ask(2*time.Second, second)
	ask(16*time.Second, second)
	// Output:
	// concurrency(limit=3)
	// pause(at-least=15s)
	// at 0s request 1 is sent
	// at 2s request 2 waits 14s
	// at 16s request 2 is sent
}
