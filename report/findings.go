package report

import "io"

// A ClientFinding is what one client did that it should not do. Each attempt, or
// each call, counts once in a column.
type ClientFinding struct {
	Client    string // the key as it is shown
	Calls     int64
	Attempts  int64
	Completed int64

	Early     int64 // retries before the wait that they were told
	Futile    int64 // retries of what cannot succeed
	Storms    int64 // calls that were attempted more than ten times
	Hurried   int64 // calls whose retries came at once, though no wait was told
	Truncated int64 // answers that broke off, followed by no retry
}

// Findings are what clients of a served endpoint did, a client each.
type Findings struct {
	Version int             `json:"version"` // of the JSON form; Version when written
	Rows    []ClientFinding `json:"rows"`
	Notes   []string        `json:"notes"` // what a reader should know, a sentence each
}

// advice is what each finding means, for who has it.
var advice = []struct {
	of   func(*ClientFinding) int64
	says string
}{
	{func(c *ClientFinding) int64 { return c.Early }, "early: retries came before the wait that they were told (more than 5% and 50 ms before); read retry-after-ms and retry-after."},
	{func(c *ClientFinding) int64 { return c.Futile }, "futile: what cannot succeed was tried again, such as a 400, a used-up account, or x-should-retry: false; give up at once."},
	{func(c *ClientFinding) int64 { return c.Storms }, "storms: calls were attempted more than ten times; bound the attempts."},
	{func(c *ClientFinding) int64 { return c.Hurried }, "hurried: several retries in a row came within 20 ms of the failure; wait longer after each."},
	{func(c *ClientFinding) int64 { return c.Truncated }, "truncated: answers that broke off were followed by no retry; see that the client notices a missing [DONE], response.completed or message_stop."},
}

// Write writes the findings in the given format. Table and Markdown say below what
// the findings mean.
func (f Findings) Write(w io.Writer, format Format, l Layout) error {
	f.Version = Version
	f.Rows = append([]ClientFinding{}, f.Rows...)
	columns := findingColumns()
	table := tableOf(columns, f.Rows)
	found := false
	for _, a := range advice {
		for i := range f.Rows {
			if a.of(&f.Rows[i]) > 0 {
				f.Notes, found = append(f.Notes, a.says), true
				break
			}
		}
	}
	if !found {
		f.Notes = append(f.Notes, "Nothing was found that these clients should not do.")
	}
	table.Notes = f.Notes
	return sheet[ClientFinding]{columns: columns, records: f.Rows, table: table, document: f}.write(w, format, l)
}

// MarshalJSON writes the finding as an object with a member a column.
func (c ClientFinding) MarshalJSON() ([]byte, error) { return marshalRecord(findingColumns(), &c) }

func findingColumns() []column[ClientFinding] {
	count := func(place int, name string, of func(*ClientFinding) *int64) column[ClientFinding] {
		return column[ClientFinding]{name: name, field: func(c *ClientFinding) any { return of(c) }, place: place, shown: Column{Heading: name, Right: true}}
	}
	return []column[ClientFinding]{
		{name: "client", field: func(c *ClientFinding) any { return &c.Client }, place: 1, shown: Column{Heading: "client"}},
		count(2, "calls", func(c *ClientFinding) *int64 { return &c.Calls }),
		count(3, "attempts", func(c *ClientFinding) *int64 { return &c.Attempts }),
		count(4, "completed", func(c *ClientFinding) *int64 { return &c.Completed }),
		count(5, "early", func(c *ClientFinding) *int64 { return &c.Early }),
		count(6, "futile", func(c *ClientFinding) *int64 { return &c.Futile }),
		count(7, "storms", func(c *ClientFinding) *int64 { return &c.Storms }),
		count(8, "hurried", func(c *ClientFinding) *int64 { return &c.Hurried }),
		count(9, "truncated", func(c *ClientFinding) *int64 { return &c.Truncated }),
	}
}
