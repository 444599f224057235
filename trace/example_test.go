package trace_test

import (
	"fmt"
	"strings"

	"ratesim/trace"
)

// A trace is read once for all that is to be known of it: here it is proved and
// counted.
func ExampleRead() {
	const file = `{"kind":"run","version":1,"scenario":"lesson","load":"light","policy":"none","policy_spec":"none","seed":7,"step_ns":1000000000,"horizon_ns":140000000000,"flows":[{"name":"batch"}],"limits":[]}
{"kind":"request","flow":"batch","id":"4001","arrival_ns":0,"topic":"kesinti"}
{"kind":"attempt","at_ns":0,"ready_ns":0,"step":0,"flow":"batch","request":"4001","attempt":0,"status":"ok","input_tokens":44,"output_tokens":2,"reply":"kesinti","window_fill":0,"window_limit":0}
{"kind":"end","at_ns":0,"flow":"batch","request":"4001","outcome":"completed","why":"","correct":true}
`
	checker := &trace.Checker{}
	tally := &trace.Tally{Each: func(r trace.Run, flows []trace.Counts) error {
		fmt.Printf("%s %s: %d of %d requests, %d tokens\n", r.Load, r.Policy, flows[0].Completed, flows[0].Requests, flows[0].Tokens)
		return nil
	}}
	if err := trace.Read(strings.NewReader(file), "trace.ndjson", trace.Tee{checker, tally}); err != nil {
		fmt.Println(err)
		return
	}
	if err := checker.Finish(); err != nil {
		fmt.Println(err)
		return
	}
	if err := tally.Finish(); err != nil {
		fmt.Println(err)
	}
	// Output: light none: 1 of 1 requests, 46 tokens
}
