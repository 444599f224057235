package workload

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ratesim/recorded"
)

// threeRows is a tape of three requests.
func threeRows(t *testing.T) *recorded.Tape {
	t.Helper()
	tape, err := recorded.Record(strings.NewReader("at,input,output\n10,1,2\n11,3,4\n13,5,6\n"), recorded.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return tape
}

func TestRecordedArrivalsBringTheirSizes(t *testing.T) {
	var asked Recording
	tapes := func(r Recording) *recorded.Tape { asked = r; return threeRows(t) }
	source, canonical, err := TrafficFormsWith(tapes).Parse(`trace(file="a b.csv", columns="at=at,input=input", scale-rate=2, from=0s)`, 0)
	if err != nil || canonical.String() != `trace(file="a b.csv", columns="at=at,input=input", scale-rate=2)` {
		t.Fatalf("got %s, %v", canonical, err)
	}
	if asked != (Recording{File: "a b.csv", Columns: "at=at,input=input"}) {
		t.Errorf("asked for %+v", asked)
	}
	// Two processes have every other request each, whatever number of times.
	parts := Share(source, Sharing{Processes: 2, Requests: 100})
	for range 2 {
		var got []string
		for process, part := range parts {
			part.Arrivals.Reset()
			for at, request, ok := part.Arrivals.Next(); ok; at, request, ok = part.Arrivals.Next() {
				row := part.Arrivals.(Sized).Row()
				got = append(got, strings.Join([]string{at.String(), string(rune('0' + request)), string(rune('0' + row.Input)), string(rune('0' + process))}, " "))
			}
		}
		if want := []string{"0s 0 1 0", "1.5s 2 5 0", "500ms 1 3 1"}; !slices.Equal(got, want) {
			t.Errorf("got %q; want %q", got, want)
		}
	}
}

func TestRecordedArrivalsThatNobodyHasReadAreNone(t *testing.T) {
	source, _, err := TrafficForms().Parse("trace(file=x)", 0)
	if err != nil {
		t.Fatal(err)
	}
	arrivals := source().Arrivals
	arrivals.Reset()
	if at, request, ok := arrivals.Next(); ok {
		t.Errorf("got request %d at %v; want none", request, at)
	}
}

func TestFaultsOfRecordedArrivals(t *testing.T) {
	for text, want := range map[string]string{
		"trace":                                       "trace wants file: ",
		"trace(file=x, until=5s, from=5s)":            "until: want more than from, 5s; have 5s",
		"trace(file=x, sample=0)":                     "sample: want a share of more than 0",
		"trace(file=x, scale-tokens=1e3)":             "scale-tokens: want a number from 0.000001 to 1000000",
		`trace(file=x, columns="input=i")`:            "columns: want at=NAME, or at_ms=NAME",
		`trace(file=x, columns="at=i", format=vidur)`: "format: want no format beside columns",
	} {
		if _, _, err := TrafficForms().Parse(text, time.Second); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v; want %s", text, err, want)
		}
	}
}
