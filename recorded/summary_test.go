package recorded

import (
	"os"
	"testing"
	"time"
)

// recordFile records a file whole.
func recordFile(t testing.TB, name string) *Tape {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	tape, err := Record(file, RecordOptions{Options: Options{File: name}})
	if err != nil {
		t.Fatal(err)
	}
	return tape
}

// The figures were counted from the file by a program that is not this one.
func TestAzureCodeTraceOf2023(t *testing.T) {
	s := Summarize(recordFile(t, "../testdata/traces/azure2023_code.csv").Play(Cut{}), 0)
	if s.Requests != 8819 || s.MinuteRequests.Count != 632 || s.MinuteTokens.Count != 1_344_551 || s.TrailingTokens != 1_409_698 {
		t.Errorf("got %+v", s)
	}
	if s.Last.Truncate(time.Second) != 57*time.Minute+15*time.Second || s.InputMost != 7437 || s.OutputMost != 1899 || s.GapVariation < 13.1 || s.GapVariation > 13.2 {
		t.Errorf("got %+v", s)
	}
}
