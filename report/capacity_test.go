package report

import (
	"strings"
	"testing"
	"time"

	"ratesim/trace"
)

// First attempts are held against a limit at the pace at which they are sent: those of
// the last instant begin another span.
func TestCapacityIsThePaceOfFirstAttempts(t *testing.T) {
	const window = time.Minute
	tests := []struct {
		name  string
		size  int           // of each batch
		every time.Duration // between batches
		count int           // of batches
		limit int64
		want  string // of what they ask for; "" for no warning
	}{
		{"one every 4 s is 15 a minute", 1, 4 * time.Second, 29, 15, ""},
		{"one every 5 s is 12 a minute", 1, 5 * time.Second, 720, 11, "ask for 12 requests in 1m0s"},
		{"30 every minute", 30, window, 2, 30, ""},
		{"30 every minute, of 29", 30, window, 5, 29, "ask for 30 requests in 1m0s"},
		{"30 at once", 30, 0, 1, 29, "ask for 30 requests in 1m0s"},
		{"all within a minute", 1, time.Second, 60, 59, "ask for 60 requests in 1m0s"},
	}
	for _, test := range tests {
		run := trace.Run{Flows: []trace.Flow{{Name: "f"}}, HorizonNS: 1 << 62, Open: true,
			Limits: []trace.Limit{{Name: "requests", Unit: "requests", Limit: test.limit, WindowNS: int64(window)}}}
		var measured []Measured
		gauge := trace.Gauge{Each: func(r trace.Run, flows []trace.Measures, traffic trace.Traffic) error {
			measured = append(measured, Measured{r, flows, traffic})
			return nil
		}}
		err := gauge.Run(run)
		for batch := range test.count {
			for range test.size {
				gauge.Request(trace.Request{Flow: "f", ID: "1"})
				gauge.Attempt(trace.Attempt{At: int64(test.every) * int64(batch), Flow: "f", Request: "1", Status: trace.StatusOK})
			}
		}
		if err == nil {
			err = gauge.Finish()
		}
		if err != nil {
			t.Fatal(err)
		}
		notes := strings.Join(CapacityNotes(measured), "\n")
		if (notes == "") != (test.want == "") || !strings.Contains(notes, test.want) {
			t.Errorf("%s, limit %d: %q; want %q", test.name, test.limit, notes, test.want)
		}
	}
}
