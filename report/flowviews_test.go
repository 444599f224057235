package report

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ratesim/trace"
)

// busy is what is measured of a run with large figures.
func busy() Measured {
	hour := int64(time.Hour)
	f := trace.Measures{
		Latencies: trace.SpansOf(hour, 2*hour), FirstOutputs: trace.SpansOf(hour), Beginnings: trace.SpansOf(hour, hour), Never: 98,
		Queue: 99 * hour, Held: 98 * hour, Backoff: 97 * hour, Flight: 96 * hour,
		Refusals: []int64{12345, 12344, 12343, 12342, 12341}, Peak: 123456, FirstSent: 100,
		Fallbacks: map[string]int64{trace.FallbackQueue: 12},
	}
	f.Requests, f.Completed, f.GivenUp, f.Unfinished = 100, 2, 97, 1
	f.Calls, f.RateLimited, f.Timeouts, f.Partial, f.Failed, f.InFlight = 123456, 61715, 12, 13, 14, 1
	f.Tokens, f.Counts.Wasted = 123456789, 23456789
	other := trace.Measures{}
	run := trace.Run{Policy: "full-jitter(base=1s, attempts=9)", Open: true,
		Flows: []trace.Flow{{Name: "batch"}, {Name: "idle"}}, Price: &trace.Price{Input: 1, Output: 2}}
	return Measured{Run: run, Flows: []trace.Measures{f, other}, Traffic: trace.Traffic{Window: int64(time.Minute), Peak: 123457}}
}

func TestEveryViewFitsATerminal(t *testing.T) {
	m := busy()
	m.Run.Policy = "eager"
	for _, percents := range [][]float64{nil, {50, 75, 76, 99.9}} {
		m.Percents = percents
		results := FlowResults{Rows: NewFlowRows(m), Views: Views()}
		var text strings.Builder
		if err := results.Write(&text, FormatTable, Layout{Columns: 80}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(text.String()) {
			if n := textWidth(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%d columns wide: %s", n, line)
			}
		}
		for _, want := range []string{"p50", "answered only", "backoff", "peak", "never", "1h0m0s"} {
			if !strings.Contains(text.String(), want) {
				t.Errorf("no %q in\n%s", want, &text)
			}
		}
	}
}

// What is left on a narrow terminal is who, what was completed, and how fast.
func TestFlowResultsFitNarrowTerminals(t *testing.T) {
	m := busy()
	m.Run.Policy = "eager"
	rows := NewFlowRows(m)
	for _, columns := range []int{60, 40, 34} {
		lines := strings.Split(tableText(t, FlowResults{Rows: rows}, Layout{Columns: columns}), "\n")[:1+len(rows)]
		for _, line := range lines {
			if n := textWidth(line); n > columns {
				t.Errorf("%d columns, of %d: %s", n, columns, line)
			}
		}
		if !strings.Contains(lines[0], "done") || !strings.Contains(lines[0], "p50") {
			t.Errorf("%d columns: %s", columns, lines[0])
		}
	}
}

func TestAViewIsFoundByItsName(t *testing.T) {
	for name, want := range map[string][]View{"time": {ViewTime}, "all": Views()} {
		if views, err := ParseView(name); err != nil || !reflect.DeepEqual(views, want) {
			t.Errorf("%s: %v, %v; want %v", name, views, err, want)
		}
	}
	want := `want results, latency, time, load, cost or all; have "latencies"; did you mean "latency"?`
	if _, err := ParseView("latencies"); err == nil || err.Error() != want {
		t.Errorf("have %v; want %s", err, want)
	}
}

// The columns of a row say which percentiles it has.
func TestFlowRowsComeBackWithTheirPercentiles(t *testing.T) {
	for _, percents := range [][]float64{{50, 90, 95, 99}, {2.5}, {0.1, 76, 99.99, 100}} {
		m := busy()
		m.Percents = percents
		for _, row := range NewFlowRows(m) {
			object, err := json.Marshal(row)
			if err != nil {
				t.Fatal(err)
			}
			var got FlowRow
			if err := json.Unmarshal(object, &got); err != nil || !reflect.DeepEqual(got, row) {
				t.Errorf("%v: have %+v, %v; want %+v", percents, got, err, row)
			}
		}
	}
	var row FlowRow
	if err := json.Unmarshal([]byte(`{"latency_p50_ns":null}`), &row); err == nil {
		t.Error("a row without its other columns is read")
	}
}

// A row has the percentiles that a reader would count: of 4 requests two were
// answered, in 2 and 4 s, and a third had output that was cut off.
func TestPercentilesCountGivingUpAsNever(t *testing.T) {
	f := trace.Measures{Latencies: trace.SpansOf(2, 4), Beginnings: trace.SpansOf(1, 3), FirstOutputs: trace.SpansOf(1, 2, 3), Never: 2}
	f.Requests, f.Completed = 4, 2
	m := Measured{Run: trace.Run{Flows: []trace.Flow{{Name: "f"}}}, Flows: []trace.Measures{f}, Percents: []float64{25, 50, 75, 76, 100}}
	row := NewFlowRows(m)[0]
	for _, test := range []struct {
		name string
		have []*int64
		want []int64 // 0 for never
	}{
		{"latency", row.Latencies, []int64{2, 4, 0, 0, 0}},
		{"answered", row.Answered, []int64{2, 2, 4, 4, 4}},
		{"first output", row.FirstOutputs, []int64{1, 2, 3, 0, 0}},
		{"beginning", row.Beginnings, []int64{1, 3, 0, 0, 0}},
	} {
		var have []int64
		for _, span := range test.have {
			if span == nil {
				have = append(have, 0)
				continue
			}
			have = append(have, *span)
		}
		if !reflect.DeepEqual(have, test.want) {
			t.Errorf("%s: %v; want %v", test.name, have, test.want)
		}
	}
}

// A word means one thing: failed, in the table, is all failures but refusals, so no
// column of the other formats is called that.
func TestFailedIsTheSumOfItsColumns(t *testing.T) {
	rows := FlowResults{Rows: []FlowRow{{Policy: "none", Flow: "calls", Failed: 1, Timeouts: 2, Partial: 4,
		Latencies: make([]*int64, 4), Answered: make([]*int64, 4), FirstOutputs: make([]*int64, 4), Beginnings: make([]*int64, 4)}}}
	var table, columns strings.Builder
	if err := errors.Join(rows.Write(&table, FormatTable, Layout{}), rows.Write(&columns, FormatCSV, Layout{})); err != nil {
		t.Fatal(err)
	}
	header, cells, _ := strings.Cut(columns.String(), "\n")
	names, values := strings.Split(header, ","), strings.Split(cells, ",")
	for name, want := range map[string]string{"timeouts": "2", "partial": "4", "other_failures": "1"} {
		if i := slices.Index(names, name); i < 0 || values[i] != want {
			t.Errorf("%s: want %s in\n%s", name, want, columns.String())
		}
	}
	headings := strings.Fields(strings.ReplaceAll(strings.SplitN(table.String(), "\n", 2)[0], "given up", "given_up"))
	if slices.Contains(names, "failed") || !slices.Contains(headings, "failed") || !strings.Contains(table.String(), " 7 ") {
		t.Errorf("want failed in the table alone, and 7 of them:\n%s\n%s", table.String(), header)
	}
}
