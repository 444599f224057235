package sim_test

import (
	"fmt"
	"time"

	"ratesim/endpoint"
	"ratesim/policy"
	"ratesim/sim"
	"ratesim/tickets"
	"ratesim/trace"
	"ratesim/workload"
)

// A printer is a Sink that prints each attempt.
type printer struct{}

func (printer) Run(trace.Run) error           { return nil }
func (printer) Request(trace.Request) error   { return nil }
func (printer) Decision(trace.Decision) error { return nil }

func (printer) Attempt(a trace.Attempt) error {
	fmt.Printf("%v  query %s  attempt %d  %s\n", time.Duration(a.At), a.Request, a.Attempt, a.Status)
	return nil
}

func (printer) End(e trace.End) error {
	fmt.Printf("%v  query %s  %s\n", time.Duration(e.At), e.Request, e.Outcome)
	return nil
}

// Three queries, one every second, meet a limit of one call in two seconds. A
// refused call counts, too, so each retry spoils the next one's chance.
func Example() {
	prompter := tickets.Prompter{Classifier: tickets.NewClassifier(tickets.ClassifierConfig{Labels: []string{"answer"}, Narrow: 1})}
	runner := sim.NewRunner(sim.Config{
		Step:    time.Second,
		Horizon: 6 * time.Second,
		Labels:  []sim.Label{{Name: "answer", Tokens: 2}},
		Endpoint: &endpoint.Limited{
			Limit:  &endpoint.SlidingLog{Limit: 1, Window: 2 * time.Second, CountRefused: true},
			Faults: endpoint.NewFaults(endpoint.Chances{}),
		},
		Flows: []sim.Flow{{
			Name:     "queries",
			Arrivals: &workload.Periodic{Every: time.Second, Until: 3 * time.Second},
			Requests: tickets.NewQueries(tickets.QueriesConfig{Count: 3, Every: 1, Template: "query {step}"}, prompter),
			Policy:   policy.AtMost{Attempts: 2, Of: policy.Fixed{Wait: 2 * time.Second}},
			PerStep:  10,
			Budget:   -1,
		}},
	})
	result, err := runner.Run(7, printer{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d calls for %d of %d queries\n", result.Flows[0].Calls, result.Flows[0].Completed, result.Flows[0].Requests)
	// Output:
	// 0s  query 0  attempt 0  ok
	// 0s  query 0  completed
	// 1s  query 1  attempt 0  rate_limit
	// 2s  query 2  attempt 0  rate_limit
	// 3s  query 1  attempt 1  rate_limit
	// 3s  query 1  given_up
	// 4s  query 2  attempt 1  rate_limit
	// 4s  query 2  given_up
	// 5 calls for 1 of 3 queries
}
