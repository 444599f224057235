package trace

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// written returns records as a Writer writes them.
func written(tb testing.TB, records ...any) []byte {
	tb.Helper()
	var b bytes.Buffer
	w := NewWriter(&b)
	if err := feed(w, records...); err != nil {
		tb.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func TestWriterPutsTheKindFirstAndLeavesNothingOut(t *testing.T) {
	records := goodRun()
	got := string(written(t, records[theRun], records[slowArrives], records[queryArrives], records[queryAnswered], records[queryEnds], records[hastyGivenUp]))
	want := strings.TrimLeft(`
{"kind":"run","version":1,"scenario":"small","load":"heavy","policy":"fixed","policy_spec":"fixed(wait=10ns)","seed":-7,"step_ns":10,"horizon_ns":100,"flows":[{"name":"web"},{"name":"batch"}],"limits":[{"name":"calls","unit":"calls","limit":2,"window_ns":20,"count_refused":true}]}
{"kind":"request","flow":"batch","id":"slow","arrival_ns":0,"topic":"bills"}
{"kind":"request","flow":"web","id":"query","arrival_ns":0,"topic":null}
{"kind":"attempt","at_ns":0,"ready_ns":0,"step":0,"flow":"web","request":"query","attempt":0,"status":"ok","input_tokens":3,"output_tokens":2,"reply":"bills","window_fill":1,"window_limit":2}
{"kind":"end","at_ns":0,"flow":"web","request":"query","outcome":"completed","why":"","correct":null}
{"kind":"end","at_ns":10,"flow":"batch","request":"hasty","outcome":"given_up","why":"policy","correct":false}
`, "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWriterWritesTextsAsTheyAre(t *testing.T) {
	got := string(written(t, Request{Flow: "a<b>&", ID: "şikâyet \u2028 \"7\"\n"}))
	want := `{"kind":"request","flow":"a<b>&","id":"şikâyet \u2028 \"7\"\n","arrival_ns":0,"topic":null}` + "\n"
	if got != want {
		t.Errorf("got %s; want %s", got, want)
	}
}

// record generates a record of any kind but Run.
func record(t *rapid.T) any {
	return rapid.OneOf(
		rapid.Make[Request]().AsAny(),
		rapid.Make[Attempt]().AsAny(),
		rapid.Make[End]().AsAny(),
	).Draw(t, "record")
}

func TestReadGivesBackWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var want []any
		for range rapid.IntRange(1, 3).Draw(rt, "runs") {
			run := rapid.Make[Run]().Draw(rt, "run")
			run.Version = Version
			want = append(want, run)
			for range rapid.IntRange(0, 10).Draw(rt, "records") {
				want = append(want, record(rt))
			}
		}
		var got memory
		if err := Read(bytes.NewReader(written(t, want...)), "trace", &got); err != nil {
			rt.Fatal(err)
		}
		if !reflect.DeepEqual(got.records, want) {
			rt.Fatalf("got  %+v\nwant %+v", got.records, want)
		}
	})
}

// fullDisk is a file that takes nothing.
type fullDisk struct{}

var errFull = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestWriterReportsWhatItCouldNotWrite(t *testing.T) {
	w := NewWriter(fullDisk{})
	if err := feed(w, goodRun()...); err != nil {
		t.Fatalf("what fits into the buffer: %v", err)
	}
	if err := w.Flush(); !errors.Is(err, errFull) {
		t.Errorf("Flush: got %v; want %v", err, errFull)
	}
}
