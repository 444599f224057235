package recorded

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"ratesim/lines"
	"ratesim/lines/linestest"
)

// transcriptOf reads a file and tells, a line each, what Read told: rows, problems,
// and the error at the end.
func transcriptOf(file string, o Options) (transcript []string, found Found) {
	say := func(format string, arguments ...any) {
		transcript = append(transcript, fmt.Sprintf(format, arguments...))
	}
	o.File, o.Bad = "f", func(p lines.Problem) { say("%v", p) }
	found, err := Read(strings.NewReader(file), o, func(r Row) error {
		say("%d: %d %d %d %d", r.At, r.Input, r.Cached, r.Output, r.MaxOutput)
		return nil
	})
	if err != nil {
		say("stopped: %v", err)
	}
	return transcript, found
}

// A readTest is a file and what its transcript should be. A line of the transcript
// that ends in … need only begin so.
type readTest struct {
	name    string
	options Options
	file    string
	want    []string
}

func runReadTests(t *testing.T, tests []readTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, _ := transcriptOf(test.file, test.options)
			linestest.Compare(t, got, test.want)
		})
	}
}

// The first rows of each as they were published, where they were.
var published = []struct {
	format, file string
	want         []string
}{
	{"azure", "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:17:03.9799600,4808,10\n2023-11-16 18:17:04.0319600,3180,8\n",
		[]string{"1700158623979960000: 4808 0 10 0", "1700158624031960000: 3180 0 8 0"}},
	{"azure", "TIMESTAMP,ContextTokens,GeneratedTokens\n2024-05-10 00:00:00.009930+00:00,2162,5\n2024-05-10 00:00:00+00:00,2399,6\n",
		[]string{"1715299200009930000: 2162 0 5 0", "1715299200000000000: 2399 0 6 0"}},
	{"burstgpt", "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n5,ChatGPT,472,18,490,Conversation log\n45,ChatGPT,1087,230,1317,Conversation log\n",
		[]string{"5000000000: 472 0 18 0", "45000000000: 1087 0 230 0"}},
	{"burstgpt", "Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type\n0.5,7,3.2,GPT-4,10,0,10,API log\n",
		[]string{"500000000: 10 0 0 0"}},
	{"mooncake", `{"timestamp": 27482, "input_length": 1100, "output_length": 52, "hash_ids": [46, 47, 2353]}` + "\n" + `{"timestamp": 30535, "input_length": 1300, "output_length": 26, "hash_ids": [46, 47, 2366]}` + "\n",
		[]string{"27482000000: 1100 0 52 0", "30535000000: 1300 1024 26 0"}},
	{"servegen", "request_id,timestamp,input_tokens,output_tokens\n0,0.0105,120,33\n1,9.9e-02,7,1\n", []string{"10500000: 120 0 33 0", "99000000: 7 0 1 0"}},
	{"vidur", "arrived_at,num_prefill_tokens,num_decode_tokens\n0.0,374.0,44\n4.3155790,396,109\n", []string{"0: 374 0 44 0", "4315579000: 396 0 109 0"}},
	{"plain", "at,input,output,cached,max_output\n1.5,100,20,60,\n2,100,20,,50\n", []string{"1500000000: 100 60 20 0", "2000000000: 100 0 20 50"}},
	{"plain", `{"at_ms":1.5,"input":100,"output":20,"id":"a"}` + "\n" + `{"at_ms":2,"input":100,"output":20,"cached":null,"max_output":9}` + "\n", []string{"1500000: 100 0 20 0", "2000000: 100 0 20 9"}},
	{"plain", `{"at":"2026-01-01T02:00:00+02:00","output":1}` + "\n", []string{"1767225600000000000: 0 0 1 0"}},
	{"instants", "# seconds, or durations\n0\n250ms\n\n0.75s\n1m\n", []string{"0: 0 0 0 0", "250000000: 0 0 0 0", "750000000: 0 0 0 0", "60000000000: 0 0 0 0"}},
}

func TestPublishedFormatsAreFound(t *testing.T) {
	for _, p := range published {
		for _, o := range []Options{{}, {Format: p.format}} {
			for _, file := range []string{p.file, linestest.Gzipped(p.file), "\ufeff" + p.file, strings.ReplaceAll(p.file, "\n", "\r\n"), strings.TrimSuffix(p.file, "\n")} {
				got, found := transcriptOf(file, o)
				if !slices.Equal(got, p.want) || found.Format != p.format {
					t.Errorf("%q as %q: got %q of format %s; want %q of %s", p.file, o.Format, got, found.Format, p.want, p.format)
				}
			}
		}
	}
}

// Files that other tools swallow, truncate or refuse without saying where.
func TestRowsThatOtherToolsSwallow(t *testing.T) {
	const row = "0: 5 0 7 0"
	tokens := func(what, have string) string {
		most := "1073741824"
		if what == "output" {
			most = "4194304"
		}
		return what + ": want a whole number of tokens from 0 to " + most + "; have " + have
	}
	runReadTests(t, []readTest{
		{name: "two values on one line", file: `{"at":0,"input":5,"output":7}{"at":1}`, want: []string{`stopped: f:1:30: something stands after the object; …`}},
		{name: "a last line that is cut off", file: `{"at":0,"input":5,"output":7}` + "\n" + `{"at":3.`, want: []string{row, `f:2:9: the line is cut off; want a digit here`}},
		{name: "a member twice", file: `{"at":0,"input":5,"output":7}` + "\n" + `{"at":1,"input":5,"input":6}`, want: []string{row, `f:2:19: "input" stands twice in one object`}},
		{name: "NaN, infinity and beyond", file: `{"at":0,"input":5,"output":7}` + "\n" + `{"at":1,"input":NaN}` + "\n" + `{"at":1,"input":1e400,"output":7}` + "\n" + `{"at":1e400,"input":1,"output":7}`,
			want: []string{row, `f:2:17: "NaN" is not a JSON value`, "f:3:17: " + tokens("input", `"1e400"`), `f:4:7: want seconds such as 90.25, from 0 to 292 years; have "1e400"`}},
		{name: "NaN and infinity in CSV", file: "at,input,output\nNaN,1,1\n1,inf,1\n0,5,7\n", want: []string{`f:2:1: want seconds such as 90.25, or a date…`, "f:3:3: " + tokens("input", `"inf"`), row}},
		{name: "negative, broken and quoted tokens", file: "at,input,output\n0,5,7\n1,-5,1\n1,3.7,1\n1,5,\"1\n2\"\n1,\"12\",1\n",
			want: []string{row, "f:3:3: " + tokens("input", `"-5"`), "f:4:3: " + tokens("input", `"3.7"`), "f:5:5: " + tokens("output", `"1\n2"`), "1000000000: 12 0 1 0"}},
		{name: "a text in place of a number", file: `{"at":0,"input":"12","output":7}`, want: []string{"f:1:17: " + tokens("input", `the text "12"`)}},
		{name: "2^63 tokens", file: "at,input,output\n0,9223372036854775808,7\n0,2147483648,1\n0,99999999999999999999999999,1\n",
			want: []string{"f:2:3: " + tokens("input", `"9223372036854775808"`), "f:3:3: " + tokens("input", `"2147483648"`), "f:4:3: " + tokens("input", `"99999999999999999999999999"`)}},
		{name: "no tokens", file: "at,input,output\n0,0,0\n", want: []string{"0: 0 0 0 0"}},
		{name: "blank lines are counted", file: "at,input,output\n\n \n0,5,7\n\nx,1,1\n\n", want: []string{row, `f:6:1: want seconds such as 90.25, or a date…`}},
		{name: "a missing field", file: "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:17:03,,10\n2023-11-16 18:17:03,1\n", want: []string{`f:2:21: ContextTokens is empty; want a number`, `f:3:1: want 3 fields, as in the header; have 2`}},
		{name: "a missing member", file: `{"timestamp":0,"input_length":5,"output_length":7}` + "\n" + `{"timestamp":1,"input_length":5}`, want: []string{row, `f:2:1: the object has no "output_length"`}},
		{name: "a size that is missing in some rows", file: "at,input,output,cached,max_output\n0,5,7,,\n1,,3,,\n2,5,,,\n", want: []string{row, `f:3:3: input is empty; want a number`, `f:4:5: output is empty; want a number`}},
		{name: "a size under a name of one's own that is missing", options: Options{Columns: Columns{At: "t", Input: "prompt"}}, file: "t,prompt,more\n0,5,\n1,,\n", want: []string{"0: 5 0 0 0", `f:3:3: prompt is empty; want a number`}},
		{name: "a member that some rows lack", file: `{"at":0,"input":5,"output":7}` + "\n" + `{"at":1,"output":3}` + "\n" + `{"at":1,"input":null,"output":3}` + "\n" + `{"at":2,"input":5}`,
			want: []string{row, `f:2:1: the object has no "input"`, `f:3:17: "input" is null; want a number of tokens`, `f:4:1: the object has no "output"`}},
		{name: "a member that the first row lacks", file: `{"at":0,"output":3}` + "\n" + `{"at":1,"output":3,"input":5}`, want: []string{"0: 0 0 3 0", `f:2:28: "input" is not in the first row; want it in each row or in none`}},
		{name: "more cached than there is", file: "at,input,output,cached\n0,5,7,6\n", want: []string{`f:2:7: 6 of 5 input tokens are cached; want at most all of them`}},
		{name: "negative time", file: "at,input,output\n-1,5,7\n", want: []string{`f:2:1: want seconds such as 90.25, from 0 to 292 years; have "-1"`}},
		{name: "dates among numbers", file: "at,input,output\n0,5,7\n2026-01-01 00:00:00,1,1\n", want: []string{row, `f:3:1: want a number, as in the rows above; have the date "2026-01-01 00:00:00"`}},
		{name: "a zone in some rows only", file: "at,input\n2026-01-01 00:00:00Z,1\n2026-01-01 00:00:00,1\n", want: []string{"1767225600000000000: 1 0 0 0", `f:3:1: want a time zone, as in the rows above; have "2026-01-01 00:00:00"`}},
		{name: "blocks that are no numbers", file: `{"timestamp":0,"input_length":5,"output_length":7,"hash_ids":[1,-2]}` + "\n" + `{"timestamp":0,"input_length":5,"output_length":7,"hash_ids":3}` + "\n" + `{"timestamp":0,"input_length":5,"output_length":7,"hash_ids":[]}`,
			want: []string{`f:1:65: hash_ids: want whole numbers of at least 0`, `f:2:62: "hash_ids" is a number; want an array of numbers`, row}},
		{name: "an instant that is none, in a list", file: "0\nx\n-3\n0.5s\n", want: []string{"0: 0 0 0 0", `f:2:1: want an instant such as 1m30s…`, `f:3:1: want an instant such as 1m30s…`, "500000000: 0 0 0 0"}},
		{name: "CSV that is taken for a list", options: Options{Format: "instants"}, file: "0\n1,2\n", want: []string{"0: 0 0 0 0", `f:2:1: want an instant such as 1m30s…`}},
	})
}

func TestFilesWithNothingToRead(t *testing.T) {
	runReadTests(t, []readTest{
		{name: "empty", want: []string{"stopped: f: the file is empty; want rows as CSV or JSON Lines"}},
		{name: "blank lines", file: "\n \n", want: []string{"stopped: f: the file has only blank lines; …"}},
		{name: "a header alone", file: "at,input\n", want: []string{"stopped: f: there is nothing below the header; want at least one row"}},
		{name: "UTF-16", file: "\xff\xfea\x00", want: []string{"stopped: f:1:1: the file is UTF-16; want UTF-8"}},
		{name: "an array", file: `[{"at":0}]`, want: []string{"stopped: f:1:1: the file is a JSON array; …"}},
		{name: "no format", file: "when,what\n1,2\n", want: []string{`stopped: f:1:1: no format has these columns, "when", "what"; want one of…`}},
		{name: "another format than is said", options: Options{Format: "vidur"}, file: "arived_at,num_prefill_tokens,num_decode_tokens\n",
			want: []string{`stopped: f:1:1: the format vidur wants a column "arrived_at"; have "arived_at", "num_prefill_tokens", "num_decode_tokens"; did you mean "arived_at"?`}},
		{name: "an object where a list is said", options: Options{Format: "instants"}, file: `{"at":1}`, want: []string{`stopped: f:1:1: want a list: …`}},
		{name: "a column twice", file: "at,input,Input\n0,1,2\n", want: []string{`stopped: f:1:1: two columns are called "Input"; want each name once`}},
		{name: "a column that is not there", options: Options{Columns: Columns{At: "time", Input: "prompt"}}, file: "time,prompts\n0,1\n",
			want: []string{`stopped: f:1:1: no column is called "prompt", for the input; have "time", "prompts"; did you mean "prompts"?`}},
		{name: "columns of one's own", options: Options{Columns: Columns{AtMS: "time", Output: "answer"}}, file: "answer,time\n9,1500\n", want: []string{"1500000000: 0 0 9 0"}},
	})
}

func TestReadingThatBreaksOff(t *testing.T) {
	broken := errors.New("connection reset")
	_, err := Read(io.MultiReader(strings.NewReader("at\n1\n2"), iotest.ErrReader(broken)), Options{}, func(Row) error { return nil })
	if !errors.Is(err, broken) {
		t.Errorf("got %v; want %v", err, broken)
	}
}

func TestColumnsOfAFlag(t *testing.T) {
	for text, want := range map[string]string{
		"at=t,input=i,output=o": "", "at_ms=t": "", "": "",
		"input=i":       "want at=NAME, or at_ms=NAME for milliseconds, and not both",
		"at=t,at_ms=u":  "want at=NAME, or at_ms=NAME for milliseconds, and not both",
		"at=t,inputs=i": `columns have no "inputs"; they have at, at_ms, input, cached, output, max_output; did you mean "input"?`,
		"at=":           "at has no name; want at=NAME",
		"at=t,at=u":     `at is given twice, as "t" and "u"`,
		"at=t,input=t":  `at and input are both to be column "t"; want two columns`,
	} {
		_, err := ParseColumns(text)
		if got := fmt.Sprint(err); got != want && !(err == nil && want == "") {
			t.Errorf("%q: got %q; want %q", text, got, want)
		}
	}
}
