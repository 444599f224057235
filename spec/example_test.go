package spec_test

import (
	"fmt"

	"ratesim/spec"
)

func ExampleParse() {
	s, err := spec.Parse(`heeding@v2( of=exponential(base=1s,cap=8s), note="as the server asks" )`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s)
	for _, arg := range s.Args {
		fmt.Printf("%d %s: %s\n", arg.At, arg.Key, arg.Value)
	}
	// Output:
	// heeding@v2(of=exponential(base=1s, cap=8s), note="as the server asks")
	// 12 of: exponential(base=1s, cap=8s)
	// 44 note: "as the server asks"
}

func ExampleError() {
	_, err := spec.Parse("fixed(wait 1s)")
	fmt.Println(err)
	// Output:
	// want = after wait; have "1s)"
	// 	fixed(wait 1s)
	// 	           ^
}
