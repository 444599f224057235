package trace

import (
	"bytes"
	"errors"
	"reflect"
	"testing"
)

// FuzzRead reads anything without a panic; what it accepts is written and read
// back as it was, and Checker and Tally live through it.
func FuzzRead(f *testing.F) {
	f.Add([]byte(runRecord + requestRecord + attemptRecord + endRecord))
	f.Add(written(f, goodRun()...))
	f.Add([]byte(runRecord + `{"kind":"end"}`))
	f.Add([]byte(runRecord + requestRecord[:40]))
	f.Add([]byte(`{"kind":"run","flows":[{}],"limits":null,"kind":"run"}`))
	f.Add([]byte("\xff\xfe{\x00}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var first, second memory
		tally := Tally{Each: func(Run, []Counts) error { return nil }}
		if err := Read(bytes.NewReader(text), "fuzz", Tee{&first, &tally}); err != nil {
			var line *LineError
			if !errors.As(err, &line) || line.Line < 1 || line.Column < 0 || line.Message == "" {
				t.Fatalf("got %#v; want a *LineError", err)
			}
			return
		}
		_ = check(first.records) // what it says does not matter here
		if err := Read(bytes.NewReader(written(t, first.records...)), "again", &second); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(first, second) {
			t.Fatalf("read back %+v\nwant %+v", second, first)
		}
	})
}
