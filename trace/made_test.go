package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// A maker is a sink that keeps what it is told of how runs came about.
type maker struct {
	memory
	made  []Made
	begun int // traces
}

func (m *maker) Open() error {
	m.begun++
	return nil
}

func (m *maker) Made(made Made) error {
	m.made = append(m.made, made)
	return nil
}

func TestWhatIsWrittenOfHowRunsCameAboutIsRead(t *testing.T) {
	want := Made{Version: 1, Command: []string{"run", "--set", "limit.calls=10"}, Inputs: []Input{{Name: "a.csv", SHA256: strings.Repeat("ab", 32), Bytes: 3}},
		Scenario: json.RawMessage(`{"name":"<mine>","seed":1}`)}
	var text bytes.Buffer
	w := NewWriter(&text)
	if err := w.Made(want); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	var one, other maker
	var plain memory
	whole := text.String() + runRecord + text.String() + runRecord
	if err := Read(strings.NewReader(whole), "t", Tee{&one, &plain, Tee{&other}}); err != nil {
		t.Fatal(err)
	}
	if both := []Made{want, want}; !reflect.DeepEqual(one.made, both) || !reflect.DeepEqual(other.made, both) {
		t.Errorf("have %+v and %+v; want %+v", one.made, other.made, both)
	}
	if one.begun != 1 || other.begun != 1 {
		t.Errorf("one trace began %d and %d times", one.begun, other.begun)
	}
}

func TestATraceWithALargeScenarioCanBeRead(t *testing.T) {
	large := fmt.Sprintf(`{"text":%q}`, strings.Repeat("x", lineMax))
	var text bytes.Buffer
	w := NewWriter(&text)
	if err := w.Made(Made{Version: 1, Command: []string{"run"}, Inputs: []Input{}, Scenario: json.RawMessage(large)}); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	var m maker
	if err := Read(strings.NewReader(text.String()+runRecord), "t", &m); err != nil || m.made[0].Scenario != nil {
		t.Errorf("%v; %d bytes of scenario", err, len(m.made[0].Scenario))
	}
}

func TestReadSaysWhatIsWrongWithHowRunsCameAbout(t *testing.T) {
	const sum = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
	const made = `{"kind":"made","version":1,"command":["run"],"inputs":[{"name":"a","sha256":"` + sum + `","bytes":1}],"scenario":{}}` + "\n"
	swap := strings.Replace
	for _, tt := range []struct{ name, text, want string }{
		{"a newer version", swap(made, `"version":1`, `"version":2`, 1), "t:1:16: want a trace of version 1 or older; have version 2"},
		{"a misspelled field", swap(made, `"command"`, `"comand"`, 1), `t:1:28: "comand" is no field of a made record`},
		{"a lost field", swap(made, `"command":["run"],`, ``, 1), "t:1: a made record has no command"},
		{"an input with a misspelled field", swap(made, `"bytes"`, `"byte"`, 1), `t:1: "byte" is no field of an input of a made record`},
		{"a text for a list", swap(made, `["run"]`, `"run"`, 1), "t:1:28: command: want a list; have JSON string"},
		{"nothing more", made, "t:1: want records of a trace; there are none"},
		{"no command", swap(made, `["run"]`, `[]`, 1) + runRecord, `t:1: command: want the arguments of ratesim that make the runs, the first of them "run"; have none`},
		{"another program's command", swap(made, `["run"]`, `["rm","-rf","/"]`, 1) + runRecord, `t:1: command: want the arguments of ratesim that make the runs, the first of them "run"; have "rm"`},
		{"an input without a name", swap(made, `"a"`, `""`, 1) + runRecord, "t:1: inputs: want the name of each; one has none"},
		{"a short hash", swap(made, sum, "0011", 1) + runRecord, `t:1: inputs: "a": want a sha256 of 64 hex digits; have "0011"`},
		{"a hash that is none", swap(made, sum, strings.Repeat("x", 64), 1) + runRecord, `t:1: inputs: "a": want a sha256 of 64 hex digits; have "` + strings.Repeat("x", 64) + `"`},
		{"fewer than no bytes", swap(made, `"bytes":1`, `"bytes":-5`, 1) + runRecord, `t:1: inputs: "a": want bytes of at least 0; have -5`},
		{"a text for the scenario", swap(made, `"scenario":{}`, `"scenario":"lesson"`, 1) + runRecord, `t:1: scenario: want an object; have "lesson"`},
		{"a made record at the end", made + runRecord + made, "t:3: want a run record after a made record; the trace ends"},
		{"two made records", made + made + runRecord, "t:2: want a run record after a made record; have made"},
		{"a request after a made record", runRecord + made + requestRecord, "t:3: want a run record after a made record; have request"},
		{"a request before a run", made + requestRecord, "t:2: want a run record first; have request"},
	} {
		testReadError(t, tt.name, tt.text, tt.want)
	}
}

func TestAMadeRecordWithinARunIsFound(t *testing.T) {
	var text bytes.Buffer
	w := NewWriter(&text)
	if err := w.Made(Made{Version: 1, Command: []string{"run"}, Inputs: []Input{}}); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	lines := strings.SplitAfter(string(written(t, goodRun()...)), "\n")
	within := lines[0] + lines[1] + text.String() + strings.Join(lines, "")
	if err := Read(strings.NewReader(within), "t", &Checker{}); err == nil || !strings.HasPrefix(err.Error(), "t:3: a made record stands within a run: requests without an end: 1") {
		t.Errorf("have %v", err)
	}
}
