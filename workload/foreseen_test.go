package workload

import (
	"testing"
	"time"
)

// What is foreseen of arrivals is no more than what comes, and little less.
func TestNoMoreArrivalsAreForeseenThanCome(t *testing.T) {
	for _, tt := range []struct {
		text  string
		until time.Duration
		least float64 // share of what comes that is foreseen
	}{
		{"constant(rate=7/s)", 10 * time.Second, 1},
		{"constant(rate=7/3s)", 10 * time.Second, 0.9},
		{"constant(rate=7/s, from=2s, until=5s)", 10 * time.Second, 1},
		{"constant(rate=7/s, from=2s, until=50s)", 10 * time.Second, 1},
		{"constant(rate=7/s, from=20s)", 10 * time.Second, 0},
		{"constant(rate=1000/s, count=50)", 10 * time.Second, 1},
		{"batches(size=50)", 10 * time.Second, 0},
		{"batches(size=50, every=2s)", 10 * time.Second, 1},
		{"batches(size=50, every=3s, over=3s)", 10 * time.Second, 0.75},
		{"batches(size=50, every=1s, count=70)", 10 * time.Second, 1},
		{"poisson(rate=10000/s)", 10 * time.Second, 0.95},
		{"poisson(rate=1/s)", 10 * time.Second, 0},
	} {
		source, _, err := TrafficForms().Parse(tt.text, 0)
		if err != nil {
			t.Fatal(err)
		}
		arrivals := source().Arrivals.(Foreseen)
		if seeded, is := arrivals.(Seeded); is {
			seeded.Seed(1, 0)
		}
		arrivals.Reset()
		come := 0.0
		for {
			at, _, ok := arrivals.Next()
			if !ok || at >= tt.until {
				break
			}
			come++
		}
		if least := arrivals.Least(tt.until); least > come || least < float64(tt.least*come) {
			t.Errorf("%s: %v are foreseen until %v, and %v come; want at least %v of them", tt.text, least, tt.until, come, tt.least)
		}
	}
}
