package report_test

import (
	"bytes"
	"fmt"

	"ratesim/report"
	"ratesim/trace"
)

func ExampleResults_Write() {
	results := report.Results{Rows: []report.Row{
		report.NewRow(trace.Run{Load: "light", Policy: "none", Seed: 20260218}, report.Flows{
			Batch:       trace.Counts{Requests: 160, Completed: 137, GivenUp: 23, Calls: 160, Timeouts: 9, Partial: 14, Tokens: 7614, Wasted: 1091, Correct: 135},
			Interactive: trace.Counts{Requests: 60, Completed: 57, GivenUp: 3, Calls: 63, Tokens: 811, Wasted: 127},
		}),
	}}
	var out bytes.Buffer
	for _, columns := range []int{0, 40} {
		if err := results.Write(&out, report.FormatTable, report.Layout{Columns: columns}); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Print(out.String())
	// Output:
	// load   policy    completed  interactive  calls  rate limit  content error    tokens      wasted  correct
	// light  none         0.8562       0.9500    160           0             23      8425        1218   0.8438
	// load   policy    done   inter  wasted
	// light  none    0.8562  0.9500    1218
	// 5 columns hidden; --wide shows them
}
