// Package tickets knows the requests' content: the texts that arrive, how many
// tokens a prompt has, and which label the lesson's classifier answers.
//
// Sizes are in tokens of the tokenizer in use. A run keeps an Item of each
// request, 12 bytes, and never its text.
package tickets

// A Ticket is one record of a batch, as generated or as read from a file.
type Ticket struct {
	ID    string // unique within the batch
	Text  string // what the customer wrote
	Topic string // the right label; "" when nobody said
}

// An Item is all that a run needs to know of one prompt.
type Item struct {
	Hash   uint32 // FNV-1a over the prompt's code points: the name its faults are drawn by
	Tokens uint32 // input tokens of the whole prompt
	Label  uint16 // what the classifier answers, as an index into its labels
	Grade  Grade  // whether that answer is right
}

// A Grade compares an answer with the ticket's topic.
type Grade uint8

// The zero Grade is Ungraded: the ticket has no topic, or one that is not a label.
const (
	Ungraded Grade = iota
	Wrong
	Right
)

// A Source is a batch of requests, numbered from 0.
type Source interface {
	// Len returns the number of requests.
	Len() int
	// Item returns what a run needs to know of request i.
	Item(i int) Item
	// Items returns all Items when they are kept in memory, nil when not. They
	// must not be changed.
	Items() []Item
	// Ticket returns request i as a trace shows it: id and topic. Its Text may
	// be empty.
	Ticket(i int) Ticket
}
