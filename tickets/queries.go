package tickets

import (
	"strconv"
	"strings"
)

// Queries are the interactive requests: one prompt with the number of the step
// in which it arrives. They have no topic, so their answers are not graded.
type Queries struct {
	count  int
	every  int64
	prompt numbered
	items  []Item // nil for more than are remembered
}

// A QueriesConfig describes a flow of interactive requests.
type QueriesConfig struct {
	Count    int    // requests; 0 for none
	Every    int64  // steps between two arrivals: request i has the number i·Every
	Template string // of the prompt, with {step} once
}

// NewQueries returns the requests that a configuration describes.
func NewQueries(c QueriesConfig, p Prompter) *Queries {
	before, after, _ := strings.Cut(c.Template, "{step}")
	q := &Queries{count: c.Count, every: c.Every, prompt: p.newNumbered(frame{before: before, after: after})}
	if c.Count <= remembered {
		q.items = make([]Item, c.Count)
		for i := range q.items {
			q.items[i] = q.prompt.item(q.number(i))
		}
	}
	return q
}

func (q *Queries) number(i int) int64 { return int64(i) * q.every }

// Len returns the number of requests.
func (q *Queries) Len() int { return q.count }

// Item returns what a run needs to know of request i.
func (q *Queries) Item(i int) Item {
	if q.items != nil {
		return q.items[i]
	}
	return q.prompt.item(q.number(i))
}

// Items returns all Items of requests that are remembered, else nil.
func (q *Queries) Items() []Item { return q.items }

// Ticket returns request i: its number as id, no text, no topic.
func (q *Queries) Ticket(i int) Ticket {
	return Ticket{ID: strconv.FormatInt(q.number(i), 10)}
}
