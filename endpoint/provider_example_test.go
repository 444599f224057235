package endpoint_test

import (
	"fmt"
	"time"

	"ratesim/endpoint"
)

// An account of 30,000 tokens a minute, whose answers come at 50 tokens a second.
// Three calls reserve 10,500 tokens each; the third does not fit and is told how
// long it must wait.
func ExampleProvider() {
	rule, _, err := endpoint.LimitForms().Parse("token-bucket(limit=30000, window=60s, of=tokens, when=settled)", 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	rule.Name = "tokens"
	hint, _, err := endpoint.HintForms().Parse("milliseconds()", 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := &endpoint.Provider{
		Quotas:  endpoint.NewQuotas([]endpoint.Rule{rule}),
		Latency: endpoint.Streamed{First: endpoint.Constant(400 * time.Millisecond), PerToken: 20 * time.Millisecond},
		Hints:   []endpoint.Saying{hint},
	}
	p.Reset(1)
	r := endpoint.Request{Input: 10_000, Output: 300, MaxOutput: 500, HangUp: endpoint.Forever}
	for r.Number = range 3 {
		a := p.Serve(0, &r)
		fmt.Println(a.HTTP, a.Input+a.Output, a.Heard)
		if a.Refusal != nil {
			fmt.Println(a.Refusal)
			fmt.Println(a.Said.Hints[0])
		}
	}
	// Output:
	// 200 10300 6.4s
	// 200 10300 6.4s
	// 429 0 0s
	// tokens: no room for 3s
	// milliseconds 3s (number)
}
