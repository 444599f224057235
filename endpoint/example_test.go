package endpoint_test

import (
	"fmt"
	"time"

	"ratesim/endpoint"
)

// Two calls in ten seconds: the third fits when the first has left the window.
func ExampleSlidingLog() {
	log := endpoint.SlidingLog{Limit: 2, Window: 10 * time.Second}
	for _, at := range []time.Duration{0, 4 * time.Second, 9 * time.Second, 10 * time.Second} {
		fill, admitted := log.Ask(at, 1)
		fmt.Println(at, fill, admitted)
	}
	// Output:
	// 0s 0 true
	// 4s 1 true
	// 9s 2 false
	// 10s 1 true
}

// The lesson's endpoint: 24 calls in three steps, and two kinds of faults.
func ExampleLimited() {
	e := &endpoint.Limited{
		Limit:  &endpoint.SlidingLog{Limit: 24, Window: 3 * time.Second, CountRefused: true},
		Faults: endpoint.NewFaults(endpoint.Chances{TimeoutBase: 0.03, TimeoutPerToken: 0.0006, Partial: 0.09}),
	}
	e.Reset(20260218)
	answer := e.Serve(0, &endpoint.Request{Key: 2055919078, Input: 44, Output: 2})
	fmt.Println(answer.Status == endpoint.OK, answer.Input, answer.Output)
	// Output: true 44 2
}
