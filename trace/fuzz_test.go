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
	f.Add(written(f, Run{Version: Version, HorizonNS: 100, Open: true, Flows: []Flow{{Name: "web"}}, Limits: []Limit{
		counting(UnitTokens, Rule{When: WhenProduced, EveryNS: 3, Changes: []Change{{AtNS: 5, Limit: 7}}}),
		limitOf(3, 9, Rule{Kind: LimitSliced, SliceNS: 2, PerKey: true}), limitOf(3, 9, Rule{Kind: LimitSlidingCounter, OffsetNS: 4}),
		limitOf(3, 9, Rule{Kind: LimitGCRA, Capacity: 2}),
	}}, Request{Flow: "web", ID: "a"}, Attempt{Flow: "web", Request: "a", Status: StatusOK, Done: 50, Heard: 50, Prompt: 5, OutputTokens: 9},
		Request{Flow: "web", ID: "b", Arrival: 60}, Attempt{At: 60, Ready: 60, Flow: "web", Request: "b", Status: StatusOK, Heard: 70}))
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
