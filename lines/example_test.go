package lines_test

import (
	"fmt"
	"strings"

	"ratesim/lines"
)

// A record that is bad costs no other.
func ExampleReader_Walk() {
	file := "\ufeffname,size\r\n\"a\nb\",1\r\n\r\nc,2,3\r\nd,4"
	from, _, err := lines.Open(strings.NewReader(file), "sizes.csv")
	if err != nil {
		fmt.Println(err)
		return
	}
	format, first, err := from.Format("sizes")
	fmt.Println(format, err)
	var csv lines.CSV
	names, err := csv.Header(from, first)
	fmt.Println(names, err)
	csv.Below()
	err = from.Walk(lines.Walk{
		Parse: csv.Record,
		Good: func(at lines.Place) error {
			fmt.Printf("line %d: %q %s\n", at.Line, csv.Field(0), csv.Field(1))
			return nil
		},
		Bad: func(p lines.Problem) { fmt.Println(p) },
	})
	fmt.Println(err)
	// Output:
	// csv <nil>
	// [name size] <nil>
	// line 2: "a\nb" 1
	// sizes.csv:5:1: want 2 fields, as in the header; have 3
	// line 6: "d" 4
	// <nil>
}
