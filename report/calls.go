package report

import (
	"encoding/json"
	"io"

	"ratesim/trace"
)

// A Call is one call to the endpoint under a name that says what it shows, such
// as "full window".
type Call struct {
	Name         string
	Status       string // of trace.Attempt
	InputTokens  int64  // charged
	OutputTokens int64  // charged
	Reply        string // "" when none came
}

// NewCall returns the named call as it was recorded.
func NewCall(name string, call trace.Attempt) Call {
	return Call{
		Name:         name,
		Status:       call.Status,
		InputTokens:  call.InputTokens,
		OutputTokens: call.OutputTokens,
		Reply:        call.Reply,
	}
}

// Calls are single calls, shown one below the other.
type Calls struct {
	Version  int             `json:"version"`  // of the JSON form; Version when written
	Scenario json.RawMessage `json:"scenario"` // as resolved; nil when unknown
	Rows     []Call          `json:"rows"`
}

// Write writes the calls in the given format.
func (c Calls) Write(w io.Writer, f Format, l Layout) error {
	c.Version = Version
	c.Rows = append([]Call{}, c.Rows...) // never null in JSON
	columns := callColumns()
	return sheet[Call]{
		columns: columns, records: c.Rows, table: tableOf(columns, c.Rows), document: c,
	}.write(w, f, l)
}

// MarshalJSON writes the call as an object with a member a column.
func (c Call) MarshalJSON() ([]byte, error) { return marshalRecord(callColumns(), &c) }

func callColumns() []column[Call] {
	return []column[Call]{
		{name: "call", field: func(c *Call) any { return &c.Name },
			place: 1, shown: Column{Heading: "call"}},
		{name: "status", field: func(c *Call) any { return &c.Status },
			place: 2, shown: Column{Heading: "status"}},
		{name: "input_tokens", field: func(c *Call) any { return &c.InputTokens },
			place: 3, shown: Column{Heading: "input", Right: true, Drop: 1}},
		{name: "output_tokens", field: func(c *Call) any { return &c.OutputTokens },
			place: 4, shown: Column{Heading: "output", Right: true, Drop: 2}},
		{name: "reply", field: func(c *Call) any { return &c.Reply },
			place: 5, shown: Column{Heading: "reply", Drop: 3}},
	}
}
