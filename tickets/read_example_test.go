package tickets_test

import (
	"fmt"
	"strings"

	"ratesim/tickets"
)

func ExampleRead() {
	const file = `{"id": 1, "text": "Where is my parcel?", "topic": "delivery"}

{"id": 2, "text": "I was charged twice."
{"id": 3, "text": "Do you ship to Norway?"}
`
	o := tickets.ReadOptions{
		File: "july.jsonl",
		Bad:  func(p tickets.Problem) { fmt.Println(p) },
	}
	summary, err := tickets.Read(strings.NewReader(file), o, func(t tickets.Ticket, at tickets.Place) error {
		fmt.Printf("line %d: %s %q\n", at.Line, t.ID, t.Text)
		return nil
	})
	fmt.Println(summary.Tickets, summary.Bad, err)
	// Output:
	// line 1: 1 "Where is my parcel?"
	// july.jsonl:3:41: the line is cut off; want a comma or } here
	// line 4: 3 "Do you ship to Norway?"
	// 2 1 <nil>
}

func ExampleLoad() {
	const file = `nr;body;label
A-1;"Where is
my parcel?";delivery
A-2;I was charged twice.;billing
A-1;Hello?;
`
	o := tickets.LoadOptions{
		ReadOptions: tickets.ReadOptions{
			File:    "july.csv",
			Columns: tickets.Columns{ID: "nr"},
			Bad:     func(p tickets.Problem) { fmt.Println(p) },
		},
		SkipBad: true,
		Compile: func(t tickets.Ticket) tickets.Item {
			return tickets.Item{Tokens: uint32(len(strings.Fields(t.Text)))}
		},
	}
	loaded, summary, err := tickets.Load(strings.NewReader(file), o)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range loaded.Len() {
		fmt.Println(loaded.Ticket(i).ID, loaded.Ticket(i).Topic, loaded.Item(i).Tokens)
	}
	fmt.Println(summary.Duplicates, "left out")
	// Output:
	// july.csv:5:1: id "A-1" is on line 2 already; want each id once
	// A-1 delivery 4
	// A-2 billing 4
	// 1 left out
}
