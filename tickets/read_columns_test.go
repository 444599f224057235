package tickets

import (
	"fmt"
	"strings"
	"testing"
)

func TestColumnsAreFoundByTheirNames(t *testing.T) {
	runReadTests(t, []readTest{
		{name: "common names", file: "Ticket_ID,BODY,Intent\n1,a,x\n", want: []string{`2:1 "1" "a" "x"`}},
		{name: "the first name wins over others", file: "ticket,id,message,text,label,topic\n1,2,3,4,5,6\n", want: []string{`2:1 "2" "4" "6"`}},
		{name: "the exact name wins over capitals", file: "ID,id,TEXT\n1,2,3\n", want: []string{`2:1 "2" "3" ""`}},
		{name: "names that are given", columns: Columns{ID: "nr", Text: "id", Topic: "text"}, file: "text,id,nr,topic\n1,2,3,4\n", want: []string{`2:1 "3" "2" "1"`}},
		{name: "a name that is given to one is not looked at for another", columns: Columns{Text: "id"}, file: "id,key\n1,2\n", want: []string{`2:1 "2" "1" ""`}},
		{name: "given names have their case", columns: Columns{ID: "KEY"}, file: "key,KEY,text\n1,2,3\n", want: []string{`2:1 "2" "3" ""`}},
		{name: "fields of objects", file: `{"key":1,"Content":"a","class":"x"}`, want: []string{`1:1 "1" "a" "x"`}},
		{name: "the first object decides", file: `{"key":1,"text":"a"}` + "\n" + `{"id":2,"text":"b"}` + "\n" + `{"key":3,"id":4,"text":"c","topic":"x"}`,
			want: []string{`1:1 "1" "a" ""`, `f:2:1: no column is called "key", for the id; have "id", "text"…`, `3:1 "3" "c" "x"`}},
		{name: "fields of objects that are given", columns: Columns{ID: "a", Topic: "c"}, file: `{"a":1,"text":"t"}` + "\n" + `{"a":2,"text":"t","c":"x","topic":"y"}`,
			want: []string{`1:1 "1" "t" ""`, `2:1 "2" "t" "x"`}},
		{name: "two candidates in an object", file: "\n " + `{"id":1,"body":"a","message":"b"}`,
			want: []string{`stopped: f:2:2: "body" and "message" may both be the text; say which with --columns text=NAME`}},
	})
}

func TestColumnsAreParsedOrExplained(t *testing.T) {
	for _, test := range []struct {
		spec string
		want Columns
		err  string
	}{
		{spec: "", want: Columns{}},
		{spec: "id=a", want: Columns{ID: "a"}},
		{spec: "topic=t t,text=x=y,id=é", want: Columns{ID: "é", Text: "x=y", Topic: "t t"}},
		{spec: "idd=a", err: `columns have no "idd"; want id=NAME, text=NAME or topic=NAME`},
		{spec: "id=a,", err: `columns have no ""; want id=NAME, text=NAME or topic=NAME`},
		{spec: "id", err: `id has no name; want id=NAME`},
		{spec: "id=a,id=b", err: `id is given twice, as "a" and "b"`},
		{spec: "id=a,topic=a", err: `id and topic are both to be column "a"; want two columns`},
	} {
		got, err := ParseColumns(test.spec)
		if test.err != "" {
			if fmt.Sprint(err) != test.err {
				t.Errorf("columns %q: got %v; want %s", test.spec, err, test.err)
			}
			continue
		}
		if err != nil || got != test.want {
			t.Errorf("columns %q are %+v, %v; want %+v", test.spec, got, err, test.want)
		}
	}
}

func TestColumnsThatCannotBeFoundAreListedInPart(t *testing.T) {
	got := missingColumn(roleID, "x", strings.Split("abcdefghijk", ""))
	if want := `no column is called "x", for the id; have "a", "b", "c", "d", "e", "f", "g", "h", 3 more`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestDistanceIsTheNumberOfMistakes(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"text", "text", 0}, {"text", "txt", 1},
		{"text", "txet", 2}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2},
	} {
		if got := spelling(test.a).distance(test.b); got != test.want {
			t.Errorf("from %q to %q are %d steps; want %d", test.a, test.b, got, test.want)
		}
	}
}

func FuzzParseColumns(f *testing.F) {
	f.Add("id=a,text=b,topic=c")
	f.Add("id=,=")
	f.Fuzz(func(t *testing.T, spec string) {
		c, err := ParseColumns(spec)
		if err != nil {
			return
		}
		var parts []string
		for r := range roles {
			if c.given(r) != "" {
				parts = append(parts, r.String()+"="+c.given(r))
			}
		}
		again, err := ParseColumns(strings.Join(parts, ","))
		if err != nil || again != c {
			t.Errorf("%q gives %+v, and that gives %+v, %v", spec, c, again, err)
		}
	})
}
