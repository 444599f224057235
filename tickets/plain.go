package tickets

import "strconv"

// Plain are requests that are nothing but numbered, from 1: they have no text and
// no right answer.
type Plain struct {
	Count int
}

// Len returns the number of requests.
func (p Plain) Len() int { return p.Count }

// Items returns nil: they are all alike.
func (Plain) Items() []Item { return nil }

// Item returns the Item of a request, which is not graded.
func (Plain) Item(int) Item { return Item{Grade: Ungraded} }

// Ticket returns a request's number as its id.
func (Plain) Ticket(index int) Ticket { return Ticket{ID: strconv.Itoa(index + 1)} }
