package wire_test

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"ratesim/hint"
	"ratesim/wire"
)

// A refusal of Azure OpenAI says 30 seconds to one client and half a second to
// another, as they look at one field or the other.
func ExampleVendor_Read() {
	header := http.Header{}
	header.Set("retry-after", "30")
	header.Set("retry-after-ms", "511")
	header.Set("x-ratelimit-remaining-tokens", "-853")
	received := time.Date(2026, 8, 20, 12, 0, 0, 0, time.UTC)

	said := wire.Azure.Read(header, received)
	slices.SortStableFunc(said.Hints, hint.ByPrecision)
	for _, h := range said.Hints {
		fmt.Println(h)
	}
	for _, l := range said.Limits {
		fmt.Println(l.Of, l.Remaining.Units)
	}
	// Output:
	// milliseconds 511ms (number)
	// seconds 30s (number)
	// tokens -853
}

// The same wait, as two vendors say it.
func ExampleVendor_Write() {
	sent := time.Date(2026, 8, 20, 12, 0, 0, 0, time.UTC)
	for _, server := range []struct {
		vendor wire.Vendor
		format hint.Format
	}{
		{wire.Groq, hint.Format{Kind: hint.Seconds}},
		{wire.Cohere, hint.Format{Kind: hint.Reset, Notation: hint.UnixSeconds, Of: hint.Dimension{Unit: hint.Requests}}},
	} {
		header := http.Header{}
		said := hint.Said{Hints: []hint.Hint{server.format.Carry(3405*time.Millisecond, sent)}}
		if err := server.vendor.Write(header, said, sent); err != nil {
			fmt.Println(err)
		}
		fmt.Println(server.vendor, header)
	}
	// Output:
	// groq map[Retry-After:[4]]
	// cohere map[X-Ratelimit-Reset:[1787227204]]
}
