package hint_test

import (
	"fmt"
	"slices"
	"time"

	"ratesim/hint"
)

// An endpoint knows that a request must wait 511.8 ms. What the client learns
// depends on how the server says it.
func ExampleFormat_Carry() {
	wait := 511800 * time.Microsecond
	sent := time.Date(2015, 10, 21, 7, 26, 59, 750e6, time.UTC)
	for _, f := range []hint.Format{
		{Kind: hint.Milliseconds, Rounding: hint.Down},
		{Kind: hint.Seconds},
		{Kind: hint.Date},
	} {
		fmt.Println(f.Carry(wait, sent))
	}
	// Output:
	// milliseconds 511ms (number)
	// seconds 1s (number)
	// date 1.25s (http-date)
}

// The same hint, read by the letter of RFC 9110 and as a client that parses
// floating-point numbers.
func ExampleHint_Read() {
	h := hint.Hint{Kind: hint.Seconds, Notation: hint.Number, Marks: hint.Fraction, Wait: 1500 * time.Millisecond}
	fmt.Println(h.Read(hint.Strict))
	fmt.Println(h.Read(hint.Floats))
	// Output:
	// 0s false
	// 1.5s true
}

// Azure OpenAI was seen to send both at once.
func ExampleByPrecision() {
	hints := []hint.Hint{
		{Kind: hint.Seconds, Notation: hint.Number, Wait: 30 * time.Second},
		{Kind: hint.Milliseconds, Notation: hint.Number, Wait: 511 * time.Millisecond},
	}
	slices.SortStableFunc(hints, hint.ByPrecision)
	fmt.Println(hints[0])
	// Output:
	// milliseconds 511ms (number)
}
