package endpoint_test

import (
	"fmt"
	"time"

	"ratesim/endpoint"
)

// A bucket of 100,000 tokens a minute of which 98,853 are used has 853 too few for
// a request of 2,000.
func ExampleTokenBucket() {
	bucket := &endpoint.TokenBucket{Limit: 100_000, Per: time.Minute, Used: 98_853}
	fmt.Println(bucket.Wait(0, 2000))
	fmt.Println(bucket.Wait(511*time.Millisecond, 2000))
	fmt.Println(bucket.Wait(512*time.Millisecond, 2000))
	fmt.Println(bucket.Wait(512*time.Millisecond, 200_000))
	// Output:
	// 511.8ms true
	// 800µs true
	// 0s true
	// 0s false
}

// A limit of 20 requests a day, by the day of a zone in which the run begins at a
// quarter past nine in the evening.
func ExampleIntoWindow() {
	began := time.Date(2026, 2, 18, 21, 15, 0, 0, time.FixedZone("PST", -8*60*60))
	daily := &endpoint.FixedWindow{Limit: 20, Window: 24 * time.Hour, Offset: endpoint.IntoWindow(began, 24*time.Hour)}
	daily.Take(0, 20)
	fmt.Println(daily.Wait(0, 1))
	// Output: 2h45m0s true
}

// A limit that is halved after ten seconds.
func ExampleScheduled() {
	log := &endpoint.SlidingLog{Limit: 10, Window: time.Minute}
	limit, err := endpoint.NewScheduled(log, []endpoint.Change{{At: 10 * time.Second, Limit: 5}})
	if err != nil {
		fmt.Println(err)
		return
	}
	limit.Take(0, 4)
	limit.Take(time.Second, 4)
	fmt.Println(limit.Wait(time.Second, 2)) // it fits among ten
	fmt.Println(limit.Wait(time.Second, 3)) // among five it does not beside the four taken last
	fmt.Println(limit.Wait(time.Second, 6)) // too much for five, and ten are too full until then
	// Output:
	// 0s true
	// 1m0s true
	// 0s false
}

// Two limits: the call that waits for tokens is not counted as a request.
func ExampleQuotas() {
	quotas := endpoint.NewQuotas([]endpoint.Rule{
		{Name: "requests", New: func() endpoint.Limit { return &endpoint.SlidingLog{Limit: 3, Window: time.Minute} }},
		{
			Name:   "tokens",
			New:    func() endpoint.Limit { return &endpoint.TokenBucket{Limit: 6000, Per: time.Minute} },
			Charge: endpoint.Charge{Of: endpoint.Tokens, When: endpoint.Settled},
		},
	})
	ask := func(call endpoint.Call) {
		if refusal, admitted := quotas.Ask(call); !admitted {
			fmt.Println(call.At, refusal)
			return
		}
		call.Output, call.Done = 100, call.At+2*time.Second
		quotas.Take(call)
		fmt.Println(call.At, "admitted")
	}
	ask(endpoint.Call{At: 0, Input: 4000, MaxOutput: 1000})
	ask(endpoint.Call{At: time.Second, Input: 4000, MaxOutput: 1000})
	ask(endpoint.Call{At: 2 * time.Second, Input: 500, MaxOutput: 1000}) // 900 have come back
	ask(endpoint.Call{At: 2 * time.Second, Input: 6000, MaxOutput: 1000})
	fmt.Println(quotas.States(2*time.Second, endpoint.Scope{}, nil))
	// Output:
	// 0s admitted
	// 1s tokens: no room for 39s
	// 2s admitted
	// 2s tokens: 7000 asked, and more than 6000 never fit
	// [{3 1 1m0s} {6000 600 54s}]
}
