package recorded

import (
	"bytes"
	"os"
	"testing"
)

// Rows a second of the Azure code trace of 2023, read and put on tape, and played.
func BenchmarkRecord(b *testing.B) {
	file, err := os.ReadFile("../testdata/traces/azure2023_code.csv")
	if err != nil {
		b.Fatal(err)
	}
	rows := 0
	for b.Loop() {
		tape, err := Record(bytes.NewReader(file), RecordOptions{})
		if err != nil {
			b.Fatal(err)
		}
		rows += tape.Rows
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
}

func BenchmarkPlay(b *testing.B) {
	p := recordFile(b, "../testdata/traces/azure2023_code.csv").Play(Cut{})
	rows := 0
	for b.Loop() {
		rows += Summarize(p, 0).Requests
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
}
