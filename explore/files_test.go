package explore

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// askOf asks a question of opened files.
func askOf(t *testing.T, files Files, question string) (result json.RawMessage, a answer) {
	t.Helper()
	var raw struct {
		answer
		Result json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal(Answer([]byte(question), files, nil), &raw); err != nil {
		t.Fatal(err)
	}
	return raw.Result, raw.answer
}

func told(a answer) string {
	texts := []string{a.Error}
	for _, f := range a.Faults {
		texts = append(texts, f.Text)
	}
	return strings.Join(texts, "\n")
}

const fourTickets = "id,text,topic\nT-1,evde su yok,ariza\nT-2,\"su, gaz\",fatura\nT-3,nereden,kesinti\nT-4,sayac,sayac\n"

func TestOnesOwnTicketsTakeTheFictionalOnesPlace(t *testing.T) {
	files := Files{"mine.csv": []byte(fourTickets)}
	result, a := askOf(t, files, `{"ask":"requests","scenario":{"builtin":"lesson","input":"mine.csv"},"load":"heavy","policy":"none"}`)
	var lines []requestLine
	if err := json.Unmarshal(result, &lines); err != nil {
		t.Fatalf("%v: %s", err, told(a))
	}
	var ids []string
	for _, line := range lines {
		if line.Flow == "batch" {
			ids = append(ids, line.ID)
		}
	}
	slices.Sort(ids)
	if got := strings.Join(ids, " "); got != "T-1 T-2 T-3 T-4" {
		t.Errorf("the batch sends %s", got)
	}
}

func TestNotesSayWhatWasReadOfAFile(t *testing.T) {
	files := Files{"mine.csv": []byte("id,text,more\n1,a,b\n2\n3,c,d\n"), "sent.csv": []byte("at,input,output\n0,10,5\n60,10,5\n")}
	for _, c := range []struct{ question, flag, want string }{
		{`{"ask":"scenario","scenario":{"builtin":"lesson","input":"mine.csv","skip_bad":true}}`, "--tickets", "mine.csv: 2 tickets\nmine.csv: 1 of 3 records left out: 1 that cannot be read, 0 with an id that came before\nmine.csv: 2 of 2 tickets have no topic among the labels, so correct is left out\nmine.csv: not used: more"},
		{`{"ask":"scenario","scenario":{"builtin":"account","input":"sent.csv","columns":"at=at,input=input,output=output"}}`, "--trace-in", "sent.csv: format plain, 2 rows\nflow trace: 2 requests in 1m0s\nflow trace: assumed that each request allows 16 tokens of output, the smallest power of two that no answer exceeds\nassumed that the run ends at 6m1s, five minutes after the last recorded request"},
	} {
		result, a := askOf(t, files, c.question)
		var s scenarioAnswer
		if err := json.Unmarshal(result, &s); err != nil {
			t.Fatalf("%v: %s", err, told(a))
		}
		if got := strings.Join(s.Notes, "\n"); got != c.want || s.Input != c.flag {
			t.Errorf("%s: %s\n%s\nwant %s\n%s", c.question, s.Input, got, c.flag, c.want)
		}
	}
}

func TestAScenarioMayNameTheFileItself(t *testing.T) {
	text, _ := json.Marshal("extends: account\nflows:\n  mine:\n    arrivals: trace(file=data/sent.csv, columns=\"at=at,input=input\")\n    output: fixed(tokens=5)\n")
	question := `{"ask":"scenario","scenario":{"text":` + string(text) + `,"input":"sent.csv"}}`
	result, a := askOf(t, Files{"sent.csv": []byte("at,input\n0,10\n60,10\n")}, question)
	var s scenarioAnswer
	if err := json.Unmarshal(result, &s); err != nil || !slices.Equal(s.Flows, []string{"mine"}) || s.Input != "" {
		t.Errorf("flows %q, %v: %s", s.Flows, err, told(a))
	}
	if _, a := askOf(t, Files{"send.csv": nil}, question); told(a) != `the file data/sent.csv is not open in this page: open it; did you mean "send.csv"?` {
		t.Error(told(a))
	}
}

func TestColumnsOfAFileThatTheScenarioNamesAreNotPassedOver(t *testing.T) {
	text, _ := json.Marshal("extends: account\nflows:\n  mine:\n    arrivals: trace(file=data/sent.csv)\n    output: fixed(tokens=5)\n")
	for _, ask := range []string{"scenario", "run"} {
		question := `{"ask":"` + ask + `","scenario":{"text":` + string(text) + `,"input":"sent.csv","columns":"at=when,input=in"}}`
		_, a := askOf(t, Files{"sent.csv": []byte("when,in\n0,10\n60,10\n")}, question)
		want := `sent.csv: the scenario names this file itself, and there its columns stand: write trace(file=data/sent.csv, columns="at=when,input=in") there, and leave them out here`
		if got := strings.TrimSpace(told(a)); got != want || a.Faults[0].Source != "sent.csv" {
			t.Errorf("%s: %s\nwant\n%s", ask, got, want)
		}
	}
}

func TestWhatIsWrongWithAFileHasItsPlaceAllAtOnce(t *testing.T) {
	var many strings.Builder
	many.WriteString("id,text\n")
	for n := range 100 {
		fmt.Fprintf(&many, "%d\n", n)
	}
	files := Files{
		"bad.csv":    []byte("id,text\n1\n2,b\n2,c\n\"x\"y,d\n"),
		"none.csv":   nil,
		"many.csv":   []byte(many.String()),
		"sent.csv":   []byte("at,input\n0,x\ny,1\n"),
		"run.ndjson": []byte("{\"kind\":\"run\"}\n"),
		"cut.ndjson": []byte(`{"kind":"run","sch`),
	}
	for _, c := range []struct {
		question string
		want     []string
	}{
		{`{"ask":"run","scenario":{"builtin":"lesson","input":"bad.csv"}}`, []string{"bad.csv:2:1: ", "bad.csv:4:1: id \"2\" is on line 3 already", "bad.csv:5:4: ", "bad.csv: mend them, or have them left out"}},
		{`{"ask":"run","scenario":{"builtin":"lesson","input":"none.csv"}}`, []string{"none.csv: "}},
		{`{"ask":"run","scenario":{"builtin":"lesson","input":"many.csv"}}`, []string{"many.csv:2:", "many.csv:51:", "many.csv: and 50 more"}},
		{`{"ask":"run","scenario":{"builtin":"lesson","input":"many.csv","columns":"di=id"}}`, []string{"columns: ", "id"}},
		{`{"ask":"run","scenario":{"builtin":"account","input":"sent.csv","columns":"at=at,input=input"}}`, []string{"sent.csv:2:3: ", "sent.csv:3:1: "}},
		{`{"ask":"run","scenario":{"builtin":"lesson","input":"mine.csv"}}`, []string{"the file mine.csv is not open in this page"}},
		{`{"ask":"recorded","trace":"run.ndjson"}`, []string{"run.ndjson:1"}},
		{`{"ask":"recorded","trace":"cut.ndjson"}`, []string{"cut.ndjson:1"}},
		{`{"ask":"recorded","trace":"none.csv"}`, []string{"none.csv:1: want records of a trace; there are none"}},
		{`{"ask":"requests","trace":"bad.csv"}`, []string{"bad.csv:1"}},
	} {
		_, a := askOf(t, files, c.question)
		for _, want := range c.want {
			if !strings.Contains("\n"+told(a), "\n"+want) && !strings.Contains(told(a), want) {
				t.Errorf("%s:\n%s\nwant %q", c.question, told(a), want)
			}
		}
	}
}

func TestATraceIsCountedAndToldAsTheRunsThatItIsOf(t *testing.T) {
	scenario := `"scenario":{"builtin":"lesson"},"load":"heavy"`
	var text strings.Builder
	for _, policy := range []string{"none", "fixed"} {
		result, a := askOf(t, nil, `{"ask":"trace",`+scenario+`,"policy":"`+policy+`"}`)
		var one string
		if err := json.Unmarshal(result, &one); err != nil {
			t.Fatalf("%v: %s", err, told(a))
		}
		text.WriteString(one)
	}
	files := Files{"run.ndjson": []byte(text.String())}
	result, a := askOf(t, files, `{"ask":"recorded","trace":"run.ndjson"}`)
	var got recordedAnswer
	if err := json.Unmarshal(result, &got); err != nil {
		t.Fatalf("%v: %s", err, told(a))
	}
	result, _ = askOf(t, nil, `{"ask":"run",`+scenario+`,"policies":["none","fixed"]}`)
	var want runAnswer
	if err := json.Unmarshal(result, &want); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(got.Tables) != fmt.Sprint(want.Tables) {
		t.Errorf("the trace has\n%v\nand the runs\n%v", got.Tables, want.Tables)
	}
	if len(got.Runs) != 2 || got.Runs[1].Policy != "fixed" || got.Runs[1].Load != "heavy" || got.Runs[1].Seed != "20260218" || !slices.Equal(got.Runs[1].Flows, []string{"interactive", "batch"}) {
		t.Errorf("runs %+v", got.Runs)
	}
	for _, ask := range []string{`"ask":"requests"`, `"ask":"story","flow":"batch","request":"4140"`} {
		ofTrace, a := askOf(t, files, `{`+ask+`,"trace":"run.ndjson","run":1}`)
		ofRun, _ := askOf(t, nil, `{`+ask+`,`+scenario+`,"policy":"fixed"}`)
		if string(ofTrace) != string(ofRun) || len(ofRun) < 50 {
			t.Errorf("%s: %s\nof the trace %.300s\nof the run   %.300s", ask, told(a), ofTrace, ofRun)
		}
	}
}

func TestReadingAFileCanBeStopped(t *testing.T) {
	files := Files{"mine.csv": []byte(fourTickets), "sent.csv": []byte("at,input,output\n0,10,5\n"), "run.ndjson": []byte("{}\n")}
	for _, question := range []string{
		`{"ask":"run","scenario":{"builtin":"lesson","input":"mine.csv"}}`,
		`{"ask":"run","scenario":{"builtin":"account","input":"sent.csv"}}`,
		`{"ask":"recorded","trace":"run.ndjson"}`,
	} {
		stopped := string(Answer([]byte(question), files, func(int64, int64) error { return ErrStopped }))
		if !strings.Contains(stopped, `"stopped":true`) {
			t.Errorf("%s: %s", question, stopped)
		}
	}
}

func TestAFileOfTooManyRowsIsRefusedInWords(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a million rows")
	}
	rows := strings.Repeat("7\n", rowsMax+1)
	_, a := askOf(t, Files{"sent.csv": []byte(rows)}, `{"ask":"scenario","scenario":{"builtin":"account","input":"sent.csv"}}`)
	if want := "sent.csv: the page takes up to 1000000 rows of a file, and this one has more; the command line takes them all"; told(a) != want {
		t.Errorf("%s\nwant %s", told(a), want)
	}
}
