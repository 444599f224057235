package tickets_test

import (
	"fmt"
	"slices"
	"strings"

	"ratesim/tickets"
)

func ExampleTokens() {
	tokens := slices.Collect(tickets.Tokens("Faturam, ödeme gününden ÖNCE kesildi"))
	fmt.Println(len(tokens), strings.Join(tokens, "|"))
	// Output: 9 fatur|am|,|ödeme|günün|den|önce|kesil|di
}

// A classifier with two labels, and the size and answer of one prompt.
func ExamplePrompter() {
	p := tickets.Prompter{Classifier: tickets.NewClassifier(tickets.ClassifierConfig{
		Labels: []string{"billing", "delivery"},
		Cues:   map[string]string{"parce": "delivery", "charg": "billing"},
		Narrow: 2,
	})}
	ticket := tickets.Ticket{ID: "A-17", Text: "Where is my parcel?", Topic: "delivery"}
	item := p.Ticket("Ticket {id} : {text}", ticket)
	fmt.Println(item.Tokens, p.Classifier.Labels()[item.Label], item.Grade == tickets.Right)
	// Output: 9 delivery true
}

// Ticket 7 is the same whatever the size of the batch.
func ExampleNewGenerated() {
	p := tickets.Prompter{Classifier: tickets.NewClassifier(tickets.ClassifierConfig{
		Labels: []string{"billing", "delivery"},
		Cues:   map[string]string{"parce": "delivery", "charg": "billing"},
		Narrow: 2,
	})}
	c := tickets.GeneratorConfig{
		Seed:       1,
		FirstID:    100,
		ExtraShare: 0.5,
		Topics: []tickets.Topic{
			{Name: "billing", Weight: 0.6, Templates: []string{"I was charged twice.", "Please explain this charge."}},
			{Name: "delivery", Weight: 0.4, Templates: []string{"Where is my parcel?"}},
		},
		Extras:   []string{"I am waiting for an answer."},
		Template: "Ticket {id} : {text}",
	}
	for _, c.Count = range []int{10, 1_000_000} {
		batch := tickets.NewGenerated(c, p)
		fmt.Println(batch.Len(), batch.Ticket(7).ID, batch.Ticket(7).Text, batch.Item(7).Tokens)
	}
	// Output:
	// 10 107 Where is my parcel? I am waiting for an answer. 17
	// 1000000 107 Where is my parcel? I am waiting for an answer. 17
}
