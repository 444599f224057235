package report

import (
	"fmt"
	"io"
	"strconv"
)

// A Client is how a client that others wrote retries, in short and in full.
type Client struct {
	Name      string
	Versions  string // that behave so; "" for a client that has none
	About     string
	Attempts  *int64 // the first one included; nil for no bound
	Base      int64  // the wait after the first failure in nanoseconds, without chance
	Cap       *int64 // the longest wait, so; nil for no bound, and for waits that do not grow
	Jitter    string
	Hints     string // what it makes of a wait that the server asks for
	Policy    string // as a spec, in canonical form
	SwitchOn  string // arguments that switch its retries on; "" if they are on
	Governors string // as specs, with semicolons between them; "" for none
	Retried   string // failures that are retried, as a spec says it
	Evidence  string
	Source    string
	Remarks   string // sentences
}

// Spec returns the client as the command line names it.
func (c *Client) Spec() string {
	if c.Versions == "" {
		return c.Name
	}
	return c.Name + "@" + c.Versions
}

// Clients is a list of clients.
type Clients struct {
	Version int      `json:"version"` // of the JSON form; Version when written
	Clients []Client `json:"clients"`
}

// Write writes the list in the given format: in short in tables, in full elsewhere,
// where spans are in nanoseconds.
func (c Clients) Write(w io.Writer, f Format, l Layout) error {
	c.Version = Version
	return sheet[Client]{columns: clientColumns(), records: c.Clients, table: tableOf(clientColumns(), c.Clients), document: c}.write(w, f, l)
}

// MarshalJSON writes the client as an object with a member a column.
func (c Client) MarshalJSON() ([]byte, error) { return marshalRecord(clientColumns(), &c) }

func clientColumns() []column[Client] {
	type row = Client
	return []column[row]{
		{name: "name", field: func(r *row) any { return &r.Name },
			place: 1, shown: Column{Heading: "client"}, text: (*row).Spec},
		{name: "versions", field: func(r *row) any { return &r.Versions }},
		{name: "about", field: func(r *row) any { return &r.About }},
		{name: "attempts", field: func(r *row) any { return &r.Attempts },
			place: 2, shown: Column{Heading: "attempts", Right: true}, text: (*row).attempts},
		{name: "base_ns", field: func(r *row) any { return &r.Base },
			place: 3, shown: Column{Heading: "base s", Right: true}, text: func(r *row) string { return Seconds(r.Base) }},
		{name: "cap_ns", field: func(r *row) any { return &r.Cap },
			place: 4, shown: Column{Heading: "cap s", Right: true}, text: (*row).cap},
		{name: "jitter", field: func(r *row) any { return &r.Jitter },
			place: 5, shown: Column{Heading: "jitter"}},
		{name: "hints", field: func(r *row) any { return &r.Hints },
			place: 6, shown: Column{Heading: "server's wait"}},
		{name: "policy_spec", field: func(r *row) any { return &r.Policy }},
		{name: "switch_on", field: func(r *row) any { return &r.SwitchOn }},
		{name: "governors", field: func(r *row) any { return &r.Governors }},
		{name: "retried", field: func(r *row) any { return &r.Retried }},
		{name: "evidence", field: func(r *row) any { return &r.Evidence }},
		{name: "source", field: func(r *row) any { return &r.Source }},
		{name: "remarks", field: func(r *row) any { return &r.Remarks }},
	}
}

func (c *Client) attempts() string {
	if c.Attempts == nil {
		return "∞"
	}
	return strconv.FormatInt(*c.Attempts, 10)
}

func (c *Client) cap() string {
	if c.Cap == nil {
		return noValue
	}
	return Seconds(*c.Cap)
}

// A ClientCard is all that is known of one client: facts for a person to read, and
// its waits.
type ClientCard struct {
	Version  int      `json:"version"` // of the JSON form; Version when written
	Client   Client   `json:"client"`
	Schedule Schedule `json:"schedule"`
	Facts    []Fact   `json:"-"`
}

// Write writes the card in the given format. CSV and NDJSON have the client alone.
func (c ClientCard) Write(w io.Writer, f Format, l Layout) error {
	c.Version, c.Schedule = Version, c.Schedule.whole()
	text := ""
	switch f {
	case FormatTable:
		text = title(c.Client.Spec(), c.Client.About, l) + factLines(c.Facts, l) + "\n"
	case FormatMarkdown:
		text = fmt.Sprintf("**%s**: %s\n\n%s\n", c.Client.Spec(), c.Client.About, factList(c.Facts))
	default:
		return sheet[Client]{columns: clientColumns(), records: []Client{c.Client}, document: c}.write(w, f, l)
	}
	if _, err := io.WriteString(w, text); err != nil {
		return err
	}
	return c.Schedule.Write(w, f, l)
}
