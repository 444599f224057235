package recorded

import (
	"bytes"
	"slices"
	"testing"

	"ratesim/lines"
	"ratesim/lines/linestest"
)

// Whatever a file holds: nothing is lost without a word, what is played is in order,
// and sizes are possible.
func FuzzRecord(f *testing.F) {
	for _, p := range published {
		f.Add([]byte(p.file))
		f.Add([]byte(linestest.Gzipped(p.file)))
	}
	f.Add([]byte("at,input\n\"1\n\",2\n"))
	f.Add([]byte("at;input\n1;9223372036854775808\n2;1e400\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		told := 0
		o := RecordOptions{SkipBad: true, Options: Options{Bad: func(p lines.Problem) {
			if told++; p.Line < 1 || p.Column < 1 {
				t.Errorf("%v has no place", p)
			}
		}}}
		tape, err := Record(bytes.NewReader(file), o)
		if err != nil {
			return
		}
		rows := playAll(tape.Play(Cut{}))
		if len(rows) != tape.Rows || told != tape.Bad {
			t.Errorf("%d rows and %d problems; found %+v", len(rows), told, tape.Found)
		}
		if !slices.IsSortedFunc(rows, func(a, b Row) int { return int(min(1, max(-1, a.At-b.At))) }) || rows[0].At < 0 {
			t.Errorf("instants are not in order: %v", rows)
		}
		for _, r := range rows {
			if min(r.Input, r.Cached, r.Output, r.MaxOutput) < 0 || max(r.Input, r.Output, r.MaxOutput) > tokensMax || tape.Has.Input && r.Cached > r.Input {
				t.Errorf("sizes that cannot be: %+v", r)
			}
		}
	})
}
