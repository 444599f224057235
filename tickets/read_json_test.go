package tickets

import (
	"fmt"
	"strings"
	"testing"
)

// Files that other tools swallow, truncate or refuse without saying where.
func TestJSONLinesThatOtherToolsSwallow(t *testing.T) {
	const first, second = `{"id":"1","text":"a"}`, `{"id":"2","text":"b"}`
	ticket1, ticket2 := `1:1 "1" "a" ""`, `2:1 "2" "b" ""`
	runReadTests(t, []readTest{
		{name: "a byte order mark does not cost the first record",
			file: "\ufeff" + first + "\n" + second + "\n", want: []string{ticket1, ticket2}},
		{name: "CRLF, and no line end at the end",
			file: first + "\r\n" + second, want: []string{ticket1, ticket2}},
		{name: "blank lines are skipped and counted",
			file: first + "\n\n \t\r\n" + second + "\n\n{\n\n",
			want: []string{ticket1, `4:1 "2" "b" ""`, `f:6:2: the line is cut off; want a name in quotes here`}},
		{name: "two values on one line",
			file: first + second + "\n" + second,
			want: []string{`f:1:22: something stands after the object; want one object a line and nothing else`, ticket2}},
		{name: "a last line that is cut off",
			file: first + "\n" + `{"id":"7","t":3.`,
			want: []string{ticket1, `f:2:17: the line is cut off; want a digit here`}},
		{name: "a last line that is cut off inside a string",
			file: first + "\n" + `{"id":"7","text":"so`,
			want: []string{ticket1, `f:2:18: the line is cut off inside the string that begins here`}},
		{name: "a member that stands twice",
			file: `{"id":"1","text":"a","id":"2"}` + "\n" + second,
			want: []string{`f:1:22: "id" stands twice in one object`, ticket2}},
		{name: "a member that stands twice, once with escapes, and is ignored",
			file: `{"id":"1","n":1,"text":"a","\u006e":2}`,
			want: []string{`f:1:28: "n" stands twice in one object`}},
		{name: "NaN and Infinity are not JSON",
			file: `{"id":"1","text":"a","n":NaN}` + "\n" + `{"id":"1","text":"a","n":Infinity}` + "\n" + `{"id":"1","text":"a","n":-Infinity}`,
			want: []string{`f:1:26: "NaN" is not a JSON value`, `f:2:26: "Infinity" is not a JSON value`, `f:3:27: 'I' where a digit should be`}},
		{name: "numbers of any size in a field that is ignored",
			file: `{"id":"1","n":1e400,"text":"a","m":-0.5E-7}`, want: []string{ticket1}},
		{name: "an unknown field is ignored",
			file: `{"id":"1","x":{"id":[{}, []]},"text":"a"}`, want: []string{ticket1}},
		{name: "a missing field",
			file: first + "\n" + ` {"id":"2"}` + "\n" + `{"text":"c"}` + "\n{}",
			want: []string{ticket1,
				`f:2:2: no column is called "text", for the text; have "id"`,
				`f:3:1: no column is called "id", for the id; have "text"`,
				`f:4:1: no column is called "id", for the id`}},
	})
}

// Each with the place where the line ceases to be JSON.
func TestLinesThatAreNotJSON(t *testing.T) {
	const first = `{"id":"1","text":"a"}`
	ticket1 := `1:1 "1" "a" ""`
	runReadTests(t, []readTest{
		{name: "half of a surrogate pair",
			file: `{"id":"1","text":"\ud83d"}` + "\n" + `{"id":"1","text":"\ude00\ud83d"}` + "\n" + `{"id":"1","text":"\ud83d\ude00 \u0041\/"}`,
			want: []string{`f:1:19: half of a surrogate pair…`, `f:2:19: half of a surrogate pair…`, `3:1 "1" "😀 A/" ""`}},
		{name: "other escapes that JSON does not know, and bare control characters",
			file: `{"id":"\x41"}` + "\n" + `{"id":"\u00g1"}` + "\n" + `{"id":"` + "\t" + `"}` + "\n" + `{"id":"\u12`,
			want: []string{`f:1:8: \x is not an escape in JSON; a backslash is written \\`,
				`f:2:8: want four hexadecimal digits after \u`,
				`f:3:8: '\t' in a string; want it escaped`,
				`f:4:8: want four hexadecimal digits after \u`}},
		{name: "other ways not to be JSON",
			file: `{"x" 1}` + "\n" + `{"x":[1 2]}` + "\n" + `{"x":tru}` + "\n" + `{"x":01}` + "\n" + `{"x":+1}` + "\n" +
				`{"x":1,}` + "\n" + `{'x':1}` + "\n" + `{"x":[1,]}` + "\n" + `{"x":.5}` + "\n" + `{"x":1e}` + "\n" + `{"x":["y` + "\n" + `{"x":"\`,
			want: []string{`f:1:6: '1' where a colon should be`, `f:2:9: '2' where a comma or ] should be`,
				`f:3:6: "tru" is not a JSON value`, `f:4:7: '1' where a comma or } should be`, `f:5:6: '+' where a value should be`,
				`f:6:8: '}' where a name in quotes should be`, `f:7:2: '\'' where a name in quotes should be`,
				`f:8:9: ']' where a value should be`, `f:9:6: '.' where a value should be`, `f:10:8: '}' where a digit should be`,
				`f:11:7: the line is cut off inside the string that begins here`, `f:12:6: the line is cut off inside the string…`}},
		{name: "a value that is not an object",
			file: first + "\n[1]\nid,text\n7",
			want: []string{ticket1, `f:2:1: '[' where an object should be`,
				`f:3:1: 'i' where an object should be`, `f:4:1: '7' where an object should be`}},
		{name: "bytes that are not UTF-8",
			file: first + "\n{\"id\":\"2\",\"text\":\"é\xff\"}", want: []string{ticket1, `f:2:20: byte 0xff is not UTF-8`}},
		{name: "columns are counted in characters",
			file: `{"id":"é€😀","text":"a" x}`, want: []string{`f:1:24: 'x' where a comma or } should be`}},
		{name: "more than anyone means",
			file: `{"` + strings.Repeat("n", 257) + `":1}` + "\n" + `{"x":` + strings.Repeat("[", 2000) + "\n" +
				`{"x":` + strings.Repeat(`{"x":`, 998) + `[1]` + strings.Repeat("}", 999) + "\n" +
				`{` + numberedFields(1001) + `}` + "\n" + `{` + numberedFields(998) + `,"id":1,"text":"a"}`,
			want: []string{`f:1:2: a field's name has more than 256 bytes`,
				`f:2:1005: more than 1000 objects and arrays inside one another`,
				`f:3:1: no column for the id; …`,
				`f:4:10782: more than 1000 fields`, `5:1 "1" "a" ""`}},
	})
}

// Each with the place of the value that no ticket has.
func TestObjectsThatAreNoTickets(t *testing.T) {
	runReadTests(t, []readTest{
		{name: "values of a wrong type",
			file: `{"id":["1"],"text":"a"}` + "\n" + `{"id":1.5,"text":"a"}` + "\n" + `{"id":1,"text":7}` + "\n" +
				`{"id":1,"text":null}` + "\n" + `{"id":1,"text":"a","topic":false}` + "\n" + `{"id":null,"text":"a"}` + "\n" + `{"id":1,"text":{}}`,
			want: []string{
				`f:1:7: the id in "id" is an array; want a string or an integer`,
				`f:2:7: the id in "id" has a fraction or an exponent; want a string or an integer`,
				`f:3:16: the text in "text" is a number; want a string`,
				`f:4:16: the text in "text" is null; want a string`,
				`f:5:28: the topic in "topic" is true or false; want a string or null`,
				`f:6:7: the id in "id" is null; want a string or an integer`,
				`f:7:16: the text in "text" is an object; want a string`}},
		{name: "an integer id keeps its digits, a topic may be null",
			file: `{"id":-9223372036854775809,"text":"a","topic":null}`,
			want: []string{`1:1 "-9223372036854775809" "a" ""`}},
		{name: "an empty id, an empty text, a long id",
			file: `{"id":"","text":"a"}` + "\n" + `{"id":"1","text":" \n"}` + "\n" + `{"text":"a","id":"` + strings.Repeat("é", 129) + `"}`,
			want: []string{`f:1:7: the id is empty`, `f:2:18: the text is empty`, `f:3:18: the id has 258 bytes; want at most 256`}},
	})
}

// numberedFields returns so many members of an object, each with its own name.
func numberedFields(count int) string {
	fields := make([]string, count)
	for i := range fields {
		fields[i] = fmt.Sprintf(`"f%d":%[1]d`, i)
	}
	return strings.Join(fields, ",")
}

func TestNamesThatChangeAllTheTimeAreNotKept(t *testing.T) {
	var file strings.Builder
	const count = 10_000
	for i := range count {
		fmt.Fprintf(&file, `{"id":%d,"x%[1]d":0,"text":"a"}`+"\n", i)
	}
	parser := newJSONParser(Columns{}, func(string) {})
	for line := range strings.Lines(file.String()) {
		if _, _, err := parser.parse([]byte(line[:len(line)-1])); err != nil {
			t.Fatal(err)
		}
	}
	if kept := len(parser.fields); kept > 2*MaxColumns+3 {
		t.Errorf("%d names are kept of %d", kept, count)
	}
}
