package trace

import (
	"bytes"
	"io"
	"testing"
)

// BenchmarkWrite writes the records of small runs.
func BenchmarkWrite(b *testing.B) {
	w, records := NewWriter(io.Discard), goodRun()
	b.ReportAllocs()
	for b.Loop() {
		if err := feed(w, records...); err != nil {
			b.Fatal(err)
		}
	}
	perRecord(b, len(records))
}

// BenchmarkRead reads them back, proves and counts them.
func BenchmarkRead(b *testing.B) {
	records := goodRun()
	text := bytes.Repeat(written(b, records...), 100)
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		sink := Tee{&Checker{}, &Tally{Each: func(Run, []Counts) error { return nil }}}
		if err := Read(bytes.NewReader(text), "trace", sink); err != nil {
			b.Fatal(err)
		}
	}
	perRecord(b, 100*len(records))
}

func perRecord(b *testing.B, records int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*records), "ns/record")
}
