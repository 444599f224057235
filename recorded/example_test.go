package recorded_test

import (
	"fmt"
	"strings"
	"time"

	"ratesim/recorded"
)

// A trace in the columns of Azure's, played from its second second on, twice as
// fast.
func ExampleRecord() {
	const file = `TIMESTAMP,ContextTokens,GeneratedTokens
2023-11-16 18:17:03.9799600,4808,10
2023-11-16 18:17:05.0319600,3180,8
2023-11-16 18:17:05.9799600,110,27
`
	tape, err := recorded.Record(strings.NewReader(file), recorded.RecordOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tape.Format, tape.Rows)
	twice, _ := recorded.ParseRatio("2")
	player := tape.Play(recorded.Cut{From: time.Second, Rate: twice})
	for row, ok := player.Next(); ok; row, ok = player.Next() {
		fmt.Println(time.Duration(row.At), row.Input, row.Output)
	}
	fmt.Println(tape.Err())
	// Output:
	// azure 3
	// 26ms 3180 8
	// 500ms 110 27
	// <nil>
}
