package scenario

import (
	"bytes"
	"errors"
	"slices"
	"testing"
)

// FuzzRead reads any file and any setting without a panic. What it accepts passes
// the schema and prints and reads back as the same scenario.
func FuzzRead(f *testing.F) {
	lesson, err := Load(Default)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(lesson.YAML(), "seed=7")
	f.Add([]byte(lesson.JSON()), "loads={a: 1}")
	f.Add([]byte("version: 1\nloads: {light: null}\ntickets: {topics: {'a b': {weight: 1, templates: ['{id}']}}}\n"), "loads.light=3")
	f.Add([]byte("# nothing\n"), "labels.cues.a.b=c")
	f.Add([]byte("a: &a [*a]\n<<: *a\n? [x]\n: y\n"), "tickets.topics.fatura=null")
	f.Add([]byte("step: 250ms\nhorizon: 1m\npolicies:\n  p: |-\n    exponential(base=1s,\n    factor=1.5)\n"), "policies.q=fixed(wait=2steps)")
	f.Add([]byte("\xff\xfes\x00e\x00e\x00d\x00:\x00 \x007\x00"), "flows.batch.prompt={text}\x00{id}")
	f.Add([]byte("labels:\n\tnames: [a, \"\\0\"]\n---\n"), "=")
	f.Add([]byte("seed: \"7\r"), "seed=7")
	schema := compiled(f)
	f.Fuzz(func(t *testing.T, text []byte, setting string) {
		in := Input{File: bytes.NewReader(text), FileName: "fuzz"}
		if setting != "" {
			in.Settings = []Setting{Setting(setting)}
		}
		s, err := Read(in)
		if err != nil {
			var faults FaultList
			if !errors.As(err, &faults) || slices.ContainsFunc(faults, func(f Fault) bool { return f.Source == "" }) {
				t.Fatalf("got a %T, %[1]v; want faults of the file or the flag", err)
			}
			return
		}
		again, err := Read(Input{File: bytes.NewReader(s.YAML())})
		if err != nil {
			t.Fatalf("%v\n%s", err, s.YAML())
		}
		if !same(again, s) || !bytes.Equal(again.YAML(), s.YAML()) {
			t.Fatalf("got\n%s\nwant\n%s", again.YAML(), s.YAML())
		}
		if err := validate(t, schema, s.JSON()); err != nil {
			t.Fatalf("%v\n%s", err, s.JSON())
		}
	})
}
