package report

import "io"

// A FlowOutlook is what a flow would send at most, retries aside.
type FlowOutlook struct {
	Flow     string
	Requests int64
	Input    int64    // tokens
	Output   int64    // tokens, at most
	Cost     *float64 // at most; nil without prices
}

// An Outlook is what would be sent to a real endpoint, a flow each.
type Outlook struct {
	Version int           `json:"version"` // of the JSON form; Version when written
	Rows    []FlowOutlook `json:"rows"`
	Notes   []string      `json:"notes"` // what a reader should know, a sentence each
}

// Write writes the outlook in the given format.
func (o Outlook) Write(w io.Writer, format Format, l Layout) error {
	o.Version = Version
	o.Rows, o.Notes = append([]FlowOutlook{}, o.Rows...), append([]string{}, o.Notes...)
	columns := outlookColumns()
	table := tableOf(columns, o.Rows)
	table.Notes = o.Notes
	return sheet[FlowOutlook]{columns: columns, records: o.Rows, table: table, document: o}.write(w, format, l)
}

func outlookColumns() []column[FlowOutlook] {
	return []column[FlowOutlook]{
		{name: "flow", field: func(f *FlowOutlook) any { return &f.Flow }, place: 1, shown: Column{Heading: "flow"}},
		{name: "requests", field: func(f *FlowOutlook) any { return &f.Requests }, place: 2, shown: Column{Heading: "requests", Right: true}},
		{name: "input_tokens", field: func(f *FlowOutlook) any { return &f.Input }, place: 3, shown: Column{Heading: "input", Right: true}},
		{name: "output_tokens", field: func(f *FlowOutlook) any { return &f.Output }, place: 4, shown: Column{Heading: "output", Right: true}},
		{name: "cost", field: func(f *FlowOutlook) any { return &f.Cost }, amount: true, place: 5, shown: Column{Heading: "cost", Right: true}},
	}
}
