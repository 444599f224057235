package report

import (
	"fmt"
	"io"
	"strconv"
	"time"
)

// A Workload is what is in a file of recorded requests. Spans are in nanoseconds,
// sizes in tokens.
type Workload struct {
	File     string
	Format   string
	Rows     int64 // that could be read
	Bad      int64 // that could not
	Unsorted int64 // of Rows, those that were earlier than the one above them

	Requests int64 // of Rows, those of the part that was chosen
	Span     int64 // from the part's beginning to the last request

	Input, InputMost, Cached, Output, OutputMost int64
	Silent                                       int64 // requests without output

	MinuteRequests, MinuteTokens int64 // the most in a minute, counted from the part's beginning
	TrailingTokens               int64 // the most in any 60 seconds that end with a request

	GapMean      int64
	GapVariation float64 // standard deviation over mean; 0 for none
	SHA256       string  // of the file's bytes, in hex
}

// Workloads is what is in files of recorded requests.
type Workloads struct {
	Version int        `json:"version"` // of the JSON form; Version when written
	Rows    []Workload `json:"rows"`
}

// Write writes the workloads in the given format. The table has a row for each
// figure and a column for each file.
func (s Workloads) Write(w io.Writer, f Format, l Layout) error {
	s.Version = Version
	s.Rows = append([]Workload{}, s.Rows...) // never null in JSON
	return sheet[Workload]{columns: workloadColumns(), records: s.Rows, table: s.table(), document: s}.write(w, f, l)
}

// MarshalJSON returns the workload as an object, its columns in order.
func (r Workload) MarshalJSON() ([]byte, error) { return marshalRecord(workloadColumns(), &r) }

func workloadColumns() []column[Workload] {
	return []column[Workload]{
		{name: "file", field: func(r *Workload) any { return &r.File }},
		{name: "format", field: func(r *Workload) any { return &r.Format }},
		{name: "rows", field: func(r *Workload) any { return &r.Rows }},
		{name: "bad_rows", field: func(r *Workload) any { return &r.Bad }},
		{name: "unsorted_rows", field: func(r *Workload) any { return &r.Unsorted }},
		{name: "requests", field: func(r *Workload) any { return &r.Requests }},
		{name: "span_ns", field: func(r *Workload) any { return &r.Span }},
		{name: "input_tokens", field: func(r *Workload) any { return &r.Input }},
		{name: "input_tokens_max", field: func(r *Workload) any { return &r.InputMost }},
		{name: "cached_tokens", field: func(r *Workload) any { return &r.Cached }},
		{name: "output_tokens", field: func(r *Workload) any { return &r.Output }},
		{name: "output_tokens_max", field: func(r *Workload) any { return &r.OutputMost }},
		{name: "requests_without_output", field: func(r *Workload) any { return &r.Silent }},
		{name: "busiest_minute_requests", field: func(r *Workload) any { return &r.MinuteRequests }},
		{name: "busiest_minute_tokens", field: func(r *Workload) any { return &r.MinuteTokens }},
		{name: "trailing_minute_tokens", field: func(r *Workload) any { return &r.TrailingTokens }},
		{name: "gap_mean_ns", field: func(r *Workload) any { return &r.GapMean }},
		{name: "gap_variation", field: func(r *Workload) any { return &r.GapVariation }},
		{name: "sha256", field: func(r *Workload) any { return &r.SHA256 }},
	}
}

// workloadFigures are the rows of the table.
var workloadFigures = []struct {
	name string
	text func(r *Workload) string
}{
	{"format", func(r *Workload) string { return r.Format }},
	{"rows", func(r *Workload) string { return count(r.Rows) }},
	{"requests", func(r *Workload) string { return count(r.Requests) }},
	{"span", func(r *Workload) string { return spanText(r.Span) }},
	{"input tokens", func(r *Workload) string { return count(r.Input) }},
	{"  mean", func(r *Workload) string { return meanText(r.Input, r.Requests) }},
	{"  largest", func(r *Workload) string { return count(r.InputMost) }},
	{"  cached", func(r *Workload) string { return count(r.Cached) }},
	{"output tokens", func(r *Workload) string { return count(r.Output) }},
	{"  mean", func(r *Workload) string { return meanText(r.Output, r.Requests) }},
	{"  largest", func(r *Workload) string { return count(r.OutputMost) }},
	{"  requests without", func(r *Workload) string { return count(r.Silent) }},
	{"busiest minute, requests", func(r *Workload) string { return count(r.MinuteRequests) }},
	{"busiest minute, tokens", func(r *Workload) string { return count(r.MinuteTokens) }},
	{"trailing 60 s, tokens", func(r *Workload) string { return count(r.TrailingTokens) }},
	{"gap, mean", func(r *Workload) string { return spanText(r.GapMean) }},
	{"gap, variation", func(r *Workload) string { return fmt.Sprintf("%.2f", r.GapVariation) }},
}

func (s Workloads) table() Table {
	t := Table{Columns: []Column{{Heading: "figure"}}}
	for _, r := range s.Rows {
		t.Columns = append(t.Columns, Column{Heading: r.File, Right: true})
	}
	for _, f := range workloadFigures {
		row := []string{f.name}
		for i := range s.Rows {
			row = append(row, f.text(&s.Rows[i]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func count(n int64) string { return strconv.FormatInt(n, 10) }

// meanText returns the mean of a sum, "–" of nothing.
func meanText(sum, of int64) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f", float64(sum)/float64(of))
}

// spanText returns a span to the millisecond.
func spanText(nanoseconds int64) string {
	return time.Duration(nanoseconds).Round(time.Millisecond).String()
}
