package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"ratesim/trace"
)

// A Histogram counts the refusals of runs over time. It is a trace.Sink.
type Histogram struct {
	Bin time.Duration // more than 0

	Scenario json.RawMessage // as resolved; nil when unknown
	Manifest json.RawMessage // how it came about; nil for what nobody recorded

	runs   []*refusals
	chains map[[2]string]int64 // refusals in a row of requests of this run
}

// refusals are those of one run.
type refusals struct {
	run     trace.Run
	bins    []int64
	all     int64
	repeats int64 // refused attempts that were not the first
	longest int64 // refusals of one request in a row
}

// binsMax bounds the bins of a run.
const binsMax = 100_000

// Check returns an error when the bins are too short for a run.
func (h *Histogram) Check(r trace.Run) error {
	if bins := r.HorizonNS / int64(h.Bin); bins >= binsMax {
		return fmt.Errorf("want bins of a length that leaves at most %d of them until the horizon; %v leave %d", binsMax, h.Bin, bins)
	}
	return nil
}

// Run begins a run.
func (h *Histogram) Run(r trace.Run) error {
	if err := h.Check(r); err != nil {
		return err
	}
	h.runs = append(h.runs, &refusals{run: r})
	h.chains = map[[2]string]int64{}
	return nil
}

// Request does nothing.
func (h *Histogram) Request(trace.Request) error { return nil }

// Decision does nothing.
func (h *Histogram) Decision(trace.Decision) error { return nil }

// Attempt counts a refusal.
func (h *Histogram) Attempt(a trace.Attempt) error {
	key := [2]string{a.Flow, a.Request}
	if a.Status != trace.StatusRateLimit {
		delete(h.chains, key)
		return nil
	}
	r := h.runs[len(h.runs)-1]
	bin := int(a.At / int64(h.Bin))
	for len(r.bins) <= bin {
		r.bins = append(r.bins, 0)
	}
	r.bins[bin]++
	r.all++
	if a.Attempt > 0 {
		r.repeats++
	}
	h.chains[key]++
	r.longest = max(r.longest, h.chains[key])
	return nil
}

// End forgets a request.
func (h *Histogram) End(e trace.End) error {
	delete(h.chains, [2]string{e.Flow, e.Request})
	return nil
}

// A Bin is the refusals of one run in one span of time.
type Bin struct {
	Load, Policy string
	Seed         int64
	From         int64 // ns
	Refused      int64
}

// Write writes the histogram in the given format: the table has the runs side by
// side, the others a row a bin and run.
func (h *Histogram) Write(w io.Writer, f Format, l Layout) error {
	var rows []Bin
	for _, r := range h.runs {
		for i, n := range r.bins {
			rows = append(rows, Bin{Load: r.run.Load, Policy: r.run.Policy, Seed: r.run.Seed, From: int64(i) * int64(h.Bin), Refused: n})
		}
	}
	document := struct {
		Version  int             `json:"version"`
		Scenario json.RawMessage `json:"scenario"`
		Bin      int64           `json:"bin_ns"`
		Rows     []Bin           `json:"rows"`
		Manifest json.RawMessage `json:"manifest,omitempty"`
	}{Version, h.Scenario, int64(h.Bin), append([]Bin{}, rows...), h.Manifest}
	return sheet[Bin]{columns: binColumns(), records: rows, table: h.table(), document: document}.write(w, f, l)
}

// barWidth is the longest bar.
const barWidth = 24

// table returns the runs side by side, a line a bin.
func (h *Histogram) table() Table {
	t := Table{Columns: []Column{{Heading: "from", Right: true}}}
	most, length := int64(1), 0
	for _, r := range h.runs {
		t.Columns = append(t.Columns, Column{Heading: r.name(h.runs), Right: true}, Column{Heading: "", Tight: true})
		length = max(length, len(r.bins))
		if len(r.bins) > 0 {
			most = max(most, slices.Max(r.bins))
		}
		t.Notes = append(t.Notes, fmt.Sprintf("%s: %d refusals, %d of them of repeats; at most %d of one request in a row", r.name(h.runs), r.all, r.repeats, r.longest))
	}
	width := max(4, barWidth/max(1, len(h.runs)))
	for i := range length {
		row := []string{span(int64(i) * int64(h.Bin))}
		for _, r := range h.runs {
			n := int64(0)
			if i < len(r.bins) {
				n = r.bins[i]
			}
			bar := strings.Repeat("#", int((n*int64(width)+most-1)/most))
			row = append(row, fmt.Sprint(n), bar)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// name tells a run from the others.
func (r *refusals) name(all []*refusals) string {
	name := r.run.Policy
	for _, o := range all {
		if o.run.Load != r.run.Load {
			name = strings.TrimPrefix(r.run.Load+" "+r.run.Policy, " ")
		}
	}
	for _, o := range all {
		if o.run.Seed != r.run.Seed {
			return fmt.Sprintf("%s %d", name, r.run.Seed)
		}
	}
	return name
}

// MarshalJSON writes the bin as an object with a member a column.
func (b Bin) MarshalJSON() ([]byte, error) { return marshalRecord(binColumns(), &b) }

func binColumns() []column[Bin] {
	return []column[Bin]{
		{name: "load", field: func(b *Bin) any { return &b.Load }},
		{name: "policy", field: func(b *Bin) any { return &b.Policy }},
		{name: "seed", field: func(b *Bin) any { return &b.Seed }, signed: true},
		{name: "from_ns", field: func(b *Bin) any { return &b.From }},
		{name: "rate_limited", field: func(b *Bin) any { return &b.Refused }},
	}
}
