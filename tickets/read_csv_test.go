package tickets

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The same care as with JSON Lines, and what only CSV can get wrong.
func TestCSVThatOtherToolsSwallow(t *testing.T) {
	ticket1, ticket2 := `2:1 "1" "a" ""`, `3:1 "2" "b" ""`
	runReadTests(t, []readTest{
		{name: "a byte order mark does not hide the first column",
			file: "\ufeffid,text\n1,a\n2,b\n", want: []string{ticket1, ticket2}},
		{name: "CRLF, and no line end at the end",
			file: "id,text\r\n1,a\r\n2,b", want: []string{ticket1, ticket2}},
		{name: "CRLF within quotes is LF",
			file: "id,text\r\n1,\"a\r\n\r\nb\"\r\n2,b\r\n", want: []string{`2:1 "1" "a\n\nb" ""`, `5:1 "2" "b" ""`}},
		{name: "blank lines are skipped and counted, before the header too",
			file: "\n \nid,text\n\n1,a\n\t\r\n2\n\n", want: []string{`5:1 "1" "a" ""`, `f:7:1: want 2 fields, as in the header; have 1`}},
		{name: "quotes, commas and newlines within quotes",
			file: "id,text\n\"1\",\"say \"\"a, b\"\"\n\n\"\n2,\"\"\"\"\n", want: []string{`2:1 "1" "say \"a, b\"\n\n" ""`, `5:1 "2" "\"" ""`}},
		{name: "a line that is cut off",
			file: "id,text\n1,a\n2", want: []string{ticket1, `f:3:1: want 2 fields, as in the header; have 1`}},
		{name: "a comma too many",
			file: "id,text\n1,so, it goes\n2,b", want: []string{`f:2:1: want 2 fields, as in the header; have 3`, ticket2}},
		{name: "a record of several lines that has a field too many is given up whole",
			file: "id,text\n1,\"a\n9,x\n\",c\n2,b", want: []string{`f:2:1: want 2 fields, as in the header; have 3`, `5:1 "2" "b" ""`}},
		{name: "a quote that is never closed does not cost the lines after it",
			file: "id,text\n1,\"a\n2,b\n3,c", want: []string{`f:2:3: the quote that opens here is never closed`, ticket2, `4:1 "3" "c" ""`}},
		{name: "a quote that closes where another should open does not cost the lines after it",
			file: "id,text\n1,\"a\n2,b\n3,\"c\"", want: []string{`f:2:3: the quote that opens here goes on to line 4, column 4: text after the closing quote; want quotes inside a field doubled`, ticket2, `4:1 "3" "c" ""`}},
		{name: "a quote inside a field after one of several lines",
			file: "id,text\n\"1\",\"a\nb\",c\"\n2,b", want: []string{
				`f:2:5: the quote that opens here goes on to line 3, column 5: a quote inside a field; want the whole field in quotes and the quote doubled`,
				`f:3:2: a quote inside a field; …`, `4:1 "2" "b" ""`}},
		{name: "bare quotes",
			file: "id,text\n1,5\" nails\n1, \"a\"\n1,\"a\" b\n2,b", want: []string{
				`f:2:4: a quote inside a field; want the whole field in quotes and the quote doubled`,
				`f:3:4: a quote inside a field; …`,
				`f:4:6: text after the closing quote; want quotes inside a field doubled`, `5:1 "2" "b" ""`}},
		{name: "a NUL byte and bytes that are not UTF-8",
			file: "id,text\n1,a\x00\n2,é\xff\n3,\"\n\xe9\"\n4,d", want: []string{
				`f:2:4: a NUL byte; want text`, `f:3:4: byte 0xff is not UTF-8`, `f:5:1: byte 0xe9 is not UTF-8`, `6:1 "4" "d" ""`}},
		{name: "a carriage return of its own",
			file: "id,text\n1,a\rb\n2,\"a\rb\"", want: []string{
				`f:2:4: a carriage return without a line feed; want LF or CRLF, or the field in quotes`, `3:1 "2" "a\rb" ""`}},
		{name: "an empty id, an empty text, a long id and a long topic",
			file: "id,text,topic\n\"\",a,\n1,\" \",\n" + strings.Repeat("x", 257) + ",a,\n1,a," + strings.Repeat("x", 300) + "\n",
			want: []string{`f:2:1: the id is empty`, `f:3:3: the text is empty`,
				`f:4:1: the id has 257 bytes; want at most 256`, `f:5:5: the topic has 300 bytes; want at most 256`}},
		{name: "only empty fields, as spreadsheets leave them",
			file: "id,text\n,\n", want: []string{`f:2:1: the id is empty`}},
		{name: "semicolons, and a comma in quotes",
			file: "id;text;\"a, b\"\n1;a;\n", want: []string{ticket1}},
		{name: "tabs", file: "id\ttext\n1\ta, b; c\n", want: []string{`2:1 "1" "a, b; c" ""`}},
		{name: "blanks belong to a field, but not to a column's name",
			file: " id , text,topic\n1, a ,b \n", want: []string{`2:1 "1" " a " "b "`}},
		{name: "more fields than anyone has",
			file: "id,text\n" + strings.Repeat(",", 2000) + "\n2,b", want: []string{`f:2:1001: more than 1000 fields`, ticket2}},
	})
}

func TestCSVHeadersThatSayTooLittle(t *testing.T) {
	runReadTests(t, []readTest{
		{name: "nothing below it", file: "id,text\n\n", want: []string{`stopped: f: there is nothing below the header; want at least one ticket`}},
		{name: "no header", file: "1,I want my money back\n", want: []string{
			`stopped: f:1:1: no column for the id; want one called id, no, number, ticket, ticket_id, ticketid, key, or --columns id=NAME; have "1", "I want my money back"`}},
		{name: "a name with a mistake", file: "id,txet\n", want: []string{
			`stopped: f:1:1: no column for the text; want one called text, body, message, content, description, or --columns text=NAME; have "id", "txet"; is it "txet"?`}},
		{name: "a name that is not there", columns: Columns{Topic: "kinds"}, file: "id,text,Kind\n", want: []string{
			`stopped: f:1:1: no column is called "kinds", for the topic; have "id", "text", "Kind"; is it "Kind"?`}},
		{name: "two candidates", file: "id,body,message\n", want: []string{
			`stopped: f:1:1: "body" and "message" may both be the text; say which with --columns text=NAME`}},
		{name: "one name twice", file: "id,text,id\n", want: []string{
			`stopped: f:1:1: two columns are called "id"; want each name once`}},
		{name: "a quote in it", file: "id,te\"xt\n", want: []string{`stopped: f:1:6: a quote inside a field; …`}},
		{name: "a quote that is never closed", file: "id,\"text\n1,a\n", want: []string{`stopped: f:1:4: the quote that opens here is never closed`}},
		{name: "an archive", file: "PK\x03\x04\x14\x00\x00", want: []string{`stopped: f:1:6: a NUL byte; want text`}},
		{name: "a long name", file: "id,text," + strings.Repeat("x", 257), want: []string{`stopped: f:1:9: a column's name has more than 256 bytes`}},
		{name: "more columns than anyone has", file: strings.Repeat(",", 1000), want: []string{`stopped: f:1:1001: more than 1000 fields`}},
		{name: "a header that does not end", file: strings.Repeat("x", MaxLineBytes+1), want: []string{`stopped: f:1:1: the header has more than 16777216 bytes`}},
		{name: "one column for two things", columns: Columns{ID: "a", Text: "a"}, file: "a,b\n", want: []string{
			`stopped: id and text are both to be column "a"; want two columns`}},
	})
}

func TestQuoteThatDoesNotEndIsOneProblem(t *testing.T) {
	line := strings.Repeat("x", 1<<20) + ",y\n"
	file := "id,text\n1,\"a\n" + strings.Repeat(line, 20) + "2,b\n"
	got, summary := transcriptOf(file, Columns{})
	if want := `f:2:3: the quote that opens here is not closed within 16777216 bytes`; got[0] != want {
		t.Errorf("first comes %q; want %q", got[0], want)
	}
	if last, want := got[len(got)-1], `23:1 "2" "b" ""`; last != want || summary.Bad != 21 || len(got) != 22 {
		t.Errorf("last of %d comes %q after %d problems; want %q after 21", len(got), last, summary.Bad, want)
	}
}

func TestRecordOfAnyLengthIsOneProblem(t *testing.T) {
	long := strings.Repeat("x", MaxLineBytes)
	for _, record := range []string{long + ",y", "1,\"a\n" + long + "\"", "1,\"" + long[:MaxLineBytes-10] + "\n123456\n\""} {
		got, _ := transcriptOf("id,text\n"+record+"\n9,z", Columns{})
		if !strings.HasPrefix(got[0], "f:2:") || len(got[0]) > 100 || !strings.HasSuffix(got[len(got)-1], `:1 "9" "z" ""`) {
			t.Errorf("got %.100q; want a problem on line 2, and the last ticket", got)
		}
	}
}

func TestColumnsOfNoUseAreNamed(t *testing.T) {
	_, got := transcriptOf("id,subject,text,,ticket_id\n1,s,t,u,v\n", Columns{})
	if want := []string{"subject", "column 4", "ticket_id"}; !slices.Equal(got.Ignored, want) {
		t.Errorf("ignored are %q; want %q", got.Ignored, want)
	}
}

func TestManyShortUnclosedQuotesTakeNoLongerThanOthers(t *testing.T) {
	var file strings.Builder
	file.WriteString("id,text\n")
	const lines = 50_000
	for i := range lines {
		fmt.Fprintf(&file, "%d,\"a \"\" b\n", i)
	}
	_, got := transcriptOf(file.String(), Columns{})
	if got.Bad == 0 || got.Bad+got.Tickets < lines/2 {
		t.Errorf("got %d bad records and %d tickets of %d lines", got.Bad, got.Tickets, lines)
	}
}
