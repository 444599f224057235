package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ratesim/suggest"
)

// A View is one of the tables that the rows of open runs are shown as. Each fits 80
// columns; the other formats have all figures at once.
type View string

// The views.
const (
	ViewResults View = "results" // what became of requests, attempts, tokens and money
	ViewLatency View = "latency" // percentiles from arrival: answers, of all and of answered requests, and first output
	ViewTime    View = "time"    // where requests spent their time
	ViewLoad    View = "load"    // what the endpoint had to do: attempts, refusals by number, the peak
	ViewCost    View = "cost"    // tokens and money, wasted too, and fallbacks
)

// Views returns all views in the order in which they are shown.
func Views() []View { return []View{ViewResults, ViewLatency, ViewTime, ViewLoad, ViewCost} }

// ParseView returns the views of that name: one, or those of all. For any other name
// the error lists them and, if one is near, asks whether that was meant.
func ParseView(name string) ([]View, error) {
	if name == "all" {
		return Views(), nil
	}
	if slices.Contains(Views(), View(name)) {
		return []View{View(name)}, nil
	}
	names := []string{"all"}
	for _, v := range Views() {
		names = append(names, string(v))
	}
	return nil, fmt.Errorf("want results, latency, time, load, cost or all; have %q%s", name, suggest.Question(name, names))
}

// view returns the table of a view of the rows.
func (r FlowResults) view(v View, percents []float64) Table {
	switch v {
	case ViewLatency:
		return r.latencyTable(percents)
	case ViewTime:
		return r.timeTable()
	case ViewLoad:
		return r.loadTable()
	case ViewCost:
		return r.costTable()
	}
	columns := slices.DeleteFunc(flowColumnsOf(percents), func(c column[FlowRow]) bool { return r.isIdle(c.name) })
	table := tableOf(columns, r.Rows)
	table.Notes = r.refusalNotes()
	return table
}

// A shown is one column of a view. Where room is short those on the right are hidden
// first.
type shown struct {
	heading, short string
	text           func(*FlowRow) string
}

// tableOf returns a table of the rows' names and some columns.
func (r FlowResults) tableOf(columns ...shown) Table {
	var t Table
	for _, c := range r.names() {
		t.Columns = append(t.Columns, c.shown)
	}
	for i, c := range columns {
		t.Columns = append(t.Columns, Column{Heading: c.heading, Short: c.short, Right: true, Drop: len(columns) - i})
	}
	for i := range r.Rows {
		cells := r.nameCells(&r.Rows[i])
		for _, c := range columns {
			cells = append(cells, c.text(&r.Rows[i]))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// names returns the columns that say which row is which.
func (r FlowResults) names() []column[FlowRow] {
	names := []string{"policy", "seed", "flow"}
	return slices.DeleteFunc(flowColumns(), func(c column[FlowRow]) bool {
		return !slices.Contains(names, c.name) || r.isIdle(c.name)
	})
}

func (r FlowResults) nameCells(row *FlowRow) []string {
	var cells []string
	for _, c := range r.names() {
		cells = append(cells, c.cell(row))
	}
	return cells
}

// latencyTable has a line for each kind of span of each row.
func (r FlowResults) latencyTable(percents []float64) Table {
	var t Table
	for _, c := range r.names() {
		t.Columns = append(t.Columns, c.shown)
	}
	t.Columns = append(t.Columns, Column{Heading: "from arrival to"}, Column{Heading: "of", Right: true})
	for i, percent := range percents {
		t.Columns = append(t.Columns, Column{Heading: fmt.Sprintf("p%v", percent), Right: true, Drop: len(percents) - i})
	}
	for i := range r.Rows {
		row := &r.Rows[i]
		for _, kind := range []struct {
			name  string
			of    int64
			spans []*int64
		}{
			{"answer", row.Requests, row.Latencies},
			{"answer, answered only", row.Completed, row.Answered},
			{"first output", row.Requests, row.FirstOutputs},
			{"its answer begins", row.Requests, row.Beginnings},
		} {
			cells := append(r.nameCells(row), kind.name, fmt.Sprint(kind.of))
			for place := range percents {
				text := row.spanText(kind.spans, place)
				if kind.of == 0 {
					text = noValue
				}
				cells = append(cells, text)
			}
			t.Rows = append(t.Rows, cells)
		}
	}
	return t
}

// timeTable says where the time of requests went.
func (r FlowResults) timeTable() Table {
	return r.tableOf(
		shown{heading: "queue", text: func(r *FlowRow) string { return r.perRequest(r.Queue) }},
		shown{heading: "held", text: func(r *FlowRow) string { return r.perRequest(r.Held) }},
		shown{heading: "backoff", text: func(r *FlowRow) string { return r.perRequest(r.Backoff) }},
		shown{heading: "in flight", text: func(r *FlowRow) string { return r.perRequest(r.Flight) }},
	).noted("mean time of a request, over all its attempts: in the client's queue; held by a",
		"governor, such as for a slot; waiting after a failure; sent and not yet heard of")
}

// loadTable says what the endpoint had to do.
func (r FlowResults) loadTable() Table {
	count := func(of func(*FlowRow) int64) func(*FlowRow) string {
		return func(r *FlowRow) string { return fmt.Sprint(of(r)) }
	}
	table := r.tableOf(
		shown{"attempts", "tries", count(func(r *FlowRow) int64 { return r.Attempts })},
		shown{"per request", "each", func(r *FlowRow) string { return decimals(r.AttemptsPerRequest, 2) }},
		shown{"peak", "", count(func(r *FlowRow) int64 { return r.Peak })},
		shown{"refused by attempt", "refused", (*FlowRow).refusedText},
		shown{"timeout", "late", count(func(r *FlowRow) int64 { return r.Timeouts })},
		shown{"cut off", "cut", count(func(r *FlowRow) int64 { return r.Partial })},
		shown{"other", "", count(func(r *FlowRow) int64 { return r.Failed })},
		shown{"in flight", "open", count(func(r *FlowRow) int64 { return r.InFlight })},
	)
	return table.noted(append(r.peakNotes(), "other: failures of another kind; the results count all but refusals as failed")...)
}

// refusedText returns how many first attempts were refused, how many second ones,
// and so on, the first few of them.
func (r *FlowRow) refusedText() string {
	const most = 4
	counts := strings.Split(r.Refusals, ";")
	switch {
	case r.Refusals == "":
		return "0"
	case len(counts) > most:
		return strings.Join(counts[:most], " ") + " …"
	}
	return strings.Join(counts, " ")
}

// peakNotes say over which window peaks are counted.
func (r FlowResults) peakNotes() []string {
	var notes []string
	for _, row := range r.Rows {
		note := fmt.Sprintf("peak: the most attempts that were admitted in any %v", time.Duration(row.PeakWindow))
		if !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	return notes
}

// costTable says what was paid, and what requests turned to when retries had ended.
func (r FlowResults) costTable() Table {
	columns := []shown{
		{"tokens", "", func(r *FlowRow) string { return fmt.Sprint(r.Tokens) }},
		{"wasted", "", func(r *FlowRow) string { return fmt.Sprint(r.WastedTokens) }},
		{"share", "", func(r *FlowRow) string { return shareText(ratio{r.WastedTokens, r.Tokens}.share()) }},
	}
	if !r.isIdle("cost") {
		columns = append(columns,
			shown{"cost", "", func(r *FlowRow) string { return decimals(r.Cost, 4) }},
			shown{"wasted cost", "wasted", func(r *FlowRow) string { return decimals(r.WastedCost, 4) }})
	}
	return r.tableOf(append(columns,
		shown{"to person", "person", func(r *FlowRow) string { return fmt.Sprint(r.Persons) }},
		shown{"to queue", "queue", func(r *FlowRow) string { return fmt.Sprint(r.Queued) }},
		shown{"to model", "model", func(r *FlowRow) string { return fmt.Sprint(r.Models) }},
		shown{"repeated", "again", func(r *FlowRow) string { return fmt.Sprint(r.RepeatedEffects) }})...)
}

// noted returns the table with notes.
func (t Table) noted(notes ...string) Table {
	t.Notes = append(slices.Clone(t.Notes), notes...)
	return t
}
