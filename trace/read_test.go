package trace

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// A name with a line break in it does not break the message.
func TestALineErrorIsOneLine(t *testing.T) {
	spoiled := strings.ReplaceAll(runRecord+endRecord, `"web"`, `"we\nb\u001b[31m"`)
	err := Read(strings.NewReader(spoiled), "t", &Checker{})
	if err == nil || err.Error() != "t:2: we b [31m request 7 ends, but has not arrived or has ended before" {
		t.Errorf("have %q", err)
	}
	check := &Checker{}
	spoiled = strings.ReplaceAll(runRecord+strings.Replace(requestRecord, "çağrı", "web", 1), `"web"`, `"we\nb"`)
	if err := Read(strings.NewReader(spoiled), "t", check); err != nil {
		t.Fatal(err)
	}
	if err := check.Finish(); err == nil || err.Error() != "requests without an end: 1, among them we b 7" {
		t.Errorf("have %q", err)
	}
}

// lines of a small trace, to be spoiled.
const (
	runRecord     = `{"kind":"run","version":1,"scenario":"s","load":"l","policy":"p","policy_spec":"p","seed":1,"step_ns":0,"horizon_ns":9,"flows":[{"name":"web"}],"limits":[{"name":"calls","unit":"calls","limit":2,"window_ns":20,"count_refused":true}]}` + "\n"
	requestRecord = `{"kind":"request","flow":"çağrı","id":"7","arrival_ns":0,"topic":null}` + "\n"
	attemptRecord = `{"kind":"attempt","at_ns":0,"ready_ns":0,"step":0,"flow":"web","request":"7","attempt":0,"status":"ok","input_tokens":3,"output_tokens":2,"reply":"","window_fill":1,"window_limit":2}` + "\n"
	endRecord     = `{"kind":"end","at_ns":0,"flow":"web","request":"7","outcome":"completed","why":"","correct":null}` + "\n"
)

func TestReadSaysWhereALineIsNoRecord(t *testing.T) {
	swap := strings.Replace
	for _, tt := range []struct{ name, text, want string }{
		{"an empty file", "", "t:1: want records of a trace; there are none"},
		{"only blank lines", "\n \t\r\n\n", "t:1: want records of a trace; there are none"},
		{"not JSON", "load,policy\n", "t:1:1: not JSON: invalid character 'l' looking for beginning of value"},
		{"not JSON from some column on", runRecord + swap(requestRecord, "0", "nan", 1), "t:2:57: not JSON: invalid character 'a' in literal null (expecting 'u')"},
		{"two records in a line", strings.TrimSpace(runRecord) + requestRecord, "t:1:234: not JSON: invalid character '{' after top-level value"},
		{"a last line that was cut off", runRecord + requestRecord[:67], "t:2:65: the line ends within a record: it was cut off"},
		{"a last line that was cut off in a word", runRecord + requestRecord[:72], "t:2:70: the line ends within a record: it was cut off"},
		{"another JSON value", "[1]\n", `t:1: want a record such as {"kind":"run", …}; have another JSON value`},
		{"null", "null\n", `t:1: want a record such as {"kind":"run", …}; have another JSON value`},
		{"no kind", `{"id":"7"}`, `t:1: want a record with "kind", one of made, run, request, attempt, decision, end`},
		{"an unknown kind", runRecord + swap(endRecord, `"end"`, `"ende"`, 1), `t:2:2: want kind made, run, request, attempt, decision or end; have "ende"`},
		{"a kind that is no text", runRecord + swap(endRecord, `"end"`, `5`, 1), `t:2:2: want kind made, run, request, attempt, decision or end; have 5`},
		{"a kind that is an object", runRecord + swap(endRecord, `"end"`, `{"a":[]}`, 1), `t:2:2: want kind made, run, request, attempt, decision or end; have an object`},
		{"a kind that is a list", runRecord + swap(endRecord, `"end"`, `[]`, 1), `t:2:2: want kind made, run, request, attempt, decision or end; have a list`},
		{"a long kind", `{"kind":"` + strings.Repeat("ş", 50) + `"}`, `t:1:2: want kind made, run, request, attempt, decision or end; have "` + strings.Repeat("ş", 39) + "…"},
		{"no run before other records", requestRecord + runRecord, "t:1: want a run record first; have request"},
		{"a newer version", "\n" + swap(runRecord, `"version":1`, `"version":2,"new":true`, 1), "t:2:15: want a trace of version 1 or older; have version 2"},
		{"a version that never was", swap(runRecord, `"version":1`, `"version":0`, 1), "t:1:15: want a trace of version 1 or older; have version 0"},
		{"a version that is no number", swap(runRecord, `"version":1`, `"version":"1"`, 1), "t:1:15: version: want a whole number; have JSON string"},
	} {
		testReadError(t, tt.name, tt.text, tt.want)
	}
}

func TestReadSaysWhichFieldIsWrong(t *testing.T) {
	swap := strings.Replace
	for _, tt := range []struct{ name, text, want string }{
		{"a misspelled field", runRecord + swap(requestRecord, `"topic"`, `"topik"`, 1), `t:2:58: "topik" is no field of a request record`},
		{"a field in capitals", runRecord + swap(requestRecord, `"id"`, `"ID"`, 1), `t:2:34: "ID" is no field of a request record`},
		{"a field given twice", runRecord + swap(requestRecord, `"id":"7"`, `"id":"7","id":"8"`, 1), `t:2:43: "id" is given twice`},
		{"a lost field", runRecord + swap(attemptRecord, `"status":"ok",`, "", 1), "t:2: an attempt record has no status"},
		{"lost fields", runRecord + `{"kind":"end","flow":"web","outcome":"completed"}`, "t:2: an end record has no at_ns, no request, no why, no correct"},
		{"a lost version", swap(runRecord, `"version":1,`, "", 1), "t:1: a run record has no version"},
		{"null for a text", runRecord + swap(attemptRecord, `"ok"`, "null", 1), `t:2:90: "status" wants a value; have null`},
		{"a text for a number", runRecord + swap(attemptRecord, `"at_ns":0`, `"at_ns":"0"`, 1), "t:2:19: at_ns: want a whole number; have JSON string"},
		{"a fraction", runRecord + swap(attemptRecord, `"attempt":0`, `"attempt":0.5`, 1), "t:2:78: attempt: want a whole number; have JSON number 0.5"},
		{"more than 64 bits", swap(runRecord, `"seed":1`, `"seed":9223372036854775808`, 1), "t:1:84: seed: want a whole number; have JSON number 9223372036854775808"},
		{"a number for a text", runRecord + swap(requestRecord, `"7"`, "7", 1), "t:2:34: id: want a text; have JSON number"},
		{"a text for a truth", runRecord + swap(endRecord, "null", `"yes"`, 1), "t:2:83: correct: want true or false; have JSON string"},
		{"a text for a list", swap(runRecord, `[{"name":"web"}]`, `"web"`, 1), "t:1:120: flows: want a list; have JSON string"},
		{"a text for a flow", swap(runRecord, `{"name":"web"}`, `"web"`, 1), "t:1:120: flows: want an object; have JSON string"},
		{"a number for a flow's name", swap(runRecord, `"web"`, `5`, 1), "t:1:120: flows.name: want a text; have JSON number"},
		{"a flow without a name", swap(runRecord, `{"name":"web"}`, `{}`, 1), "t:1: a flow of a run record has no name"},
		{"a flow that is null", swap(runRecord, `{"name":"web"}`, `null`, 1), "t:1: a flow of a run record has no name"},
		{"a source with a misspelled field", swap(runRecord, `{"name":"web"}`, `{"name":"web","source":{"file":"f","format":"azure","sha256":"","rows":1,"arrival":""}}`, 1), `t:1: "arrival" is no field of a source of a run record`},
		{"a source without its hash", swap(runRecord, `{"name":"web"}`, `{"name":"web","source":{"file":"f","format":"azure","rows":1,"arrivals":""}}`, 1), `t:1: a source of a run record has no sha256`},
		{"a limit with a misspelled field", swap(runRecord, `"window_ns"`, `"window"`, 1), `t:1: "window" is no field of a limit of a run record`},
		{"a limit that lost a field", swap(runRecord, `,"window_ns":20`, "", 1), "t:1: a limit of a run record has no window_ns"},
	} {
		testReadError(t, tt.name, tt.text, tt.want)
	}
}

func testReadError(t *testing.T, name, text, want string) {
	t.Run(name, func(t *testing.T) {
		err := Read(strings.NewReader(text), "t", &memory{})
		if err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
		var line *LineError
		if !errors.As(err, &line) || line.Err != nil {
			t.Errorf("got a %T, %[1]v; want a *LineError that no sink caused", err)
		}
	})
}

func TestReadTakesAnyLayoutOfALine(t *testing.T) {
	var want memory
	if err := Read(strings.NewReader(runRecord+requestRecord), "t", &want); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"CRLF":              strings.ReplaceAll(runRecord+requestRecord, "\n", "\r\n"),
		"blank lines":       "\n" + runRecord + " \n\r\n" + requestRecord + "\n\n",
		"no last line end":  strings.TrimSpace(runRecord + requestRecord),
		"blanks":            "\t" + strings.ReplaceAll(runRecord+requestRecord, ":", " :\t "),
		"another order":     runRecord + `{"topic":null,"id":"7","kind":"request","arrival_ns":0,"flow":"çağrı"}`,
		"escapes in a text": runRecord + strings.Replace(requestRecord, `"7"`, `"\u0037"`, 1),
	} {
		var got memory
		if err := Read(strings.NewReader(text), "t", &got); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v; want %v", name, got, want)
		}
	}
}

func TestReadTakesBracesAndQuotesWithinTexts(t *testing.T) {
	want := Request{Flow: `a "b\" {c:[d`, ID: `\`, Topic: pointer(`}],":`)}
	var got memory
	if err := Read(bytes.NewReader(written(t, goodRun()[theRun], want)), "t", &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.records[1], want) {
		t.Errorf("got %+v; want %+v", got.records[1], want)
	}
}

func TestReadAddsTheLineToTheSinksError(t *testing.T) {
	err := Read(strings.NewReader(runRecord+"\n"+endRecord), "t", &Checker{})
	if want := "t:3: web request 7 ends, but has not arrived or has ended before"; err == nil || err.Error() != want {
		t.Errorf("got %v; want %s", err, want)
	}
	broken := NewWriter(fullDisk{})
	records := runRecord + strings.Repeat(attemptRecord, 1000)
	if err := Read(strings.NewReader(records), "t", broken); !errors.Is(err, errFull) {
		t.Errorf("got %v; want an error that is %v", err, errFull)
	}
}

func TestReadPassesOnTheReadersError(t *testing.T) {
	torn := errors.New("the cable was pulled")
	err := Read(io.MultiReader(strings.NewReader(runRecord), iotest.ErrReader(torn)), "t", &memory{})
	if want := "t:2: the cable was pulled"; !errors.Is(err, torn) || err.Error() != want {
		t.Errorf("got %v; want %s", err, want)
	}
}

func TestReadBoundsALine(t *testing.T) {
	long := strings.Repeat(" ", lineMax)
	err := Read(strings.NewReader(runRecord+long+requestRecord), "t", &memory{})
	if want := "t:2: want a record of less than 1048576 bytes"; err == nil || err.Error() != want {
		t.Errorf("got %v; want %s", err, want)
	}
	if err := Read(strings.NewReader(long[:lineMax-len(runRecord)]+runRecord), "t", &memory{}); err != nil {
		t.Errorf("a line of the largest size: %v", err)
	}
}
