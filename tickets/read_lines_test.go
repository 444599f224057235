package tickets

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"ratesim/lines/linestest"
)

func TestFilesWithNothingToRead(t *testing.T) {
	const bothLines = "{\"id\":\"1\",\"text\":\"a\"}\n{\"id\":\"2\",\"text\":\"b\"}\n"
	cut := linestest.Gzipped(bothLines)[:40]
	damaged := []byte(linestest.Gzipped(bothLines))
	damaged[len(damaged)-6] ^= 1
	runReadTests(t, []readTest{
		{name: "empty", file: "", want: []string{`stopped: f: the file is empty; want tickets as JSON Lines or CSV`}},
		{name: "a byte order mark only", file: "\ufeff", want: []string{`stopped: f: the file is empty; …`}},
		{name: "empty within gzip", file: linestest.Gzipped(""), want: []string{`stopped: f: the file is empty; …`}},
		{name: "blank lines only", file: "\n \r\n\t", want: []string{`stopped: f: the file has only blank lines; want tickets as JSON Lines or CSV`}},
		{name: "one blank", file: " ", want: []string{`stopped: f: the file has only blank lines; …`}},
		{name: "UTF-16, little end first", file: "\xff\xfe{\x00", want: []string{`stopped: f:1:1: the file is UTF-16; want UTF-8`}},
		{name: "UTF-16, big end first", file: "\xfe\xff\x00{", want: []string{`stopped: f:1:1: the file is UTF-16; want UTF-8`}},
		{name: "UTF-16 that does not say so", file: "i\x00d\x00", want: []string{`stopped: f:1:1: the file begins with a NUL byte, …`}},
		{name: "a JSON array", file: "\n [\n{\"id\":1}]", want: []string{`stopped: f:2:1: the file is a JSON array; …`}},
		{name: "gzip that is cut off", file: cut, want: []string{`1:1 "1" "a" ""`, `stopped: f:2:1: the gzip data is cut off in this line`}},
		{name: "gzip that ends in its head", file: "\x1f\x8b", want: []string{`stopped: f:1:1: the gzip data is cut off in this line`}},
		{name: "gzip with bytes changed", file: string(damaged),
			want: []string{`1:1 "1" "a" ""`, `2:1 "2" "b" ""`, `stopped: f:3:1: the gzip data is damaged in or before this line`}},
		{name: "gzip with something after it", file: linestest.Gzipped(bothLines) + "and so on, 10 bytes or more",
			want: []string{`1:1 "1" "a" ""`, `2:1 "2" "b" ""`, `stopped: f:3:1: the gzip data goes on with bytes that are not gzip`}},
		{name: "a topic that no object has", columns: Columns{Topic: "kind"}, file: bothLines,
			want: []string{`1:1 "1" "a" ""`, `2:1 "2" "b" ""`, `stopped: f: no object has a "kind", which was to be the topic`}},
	})
}

func TestDirectoryIsNoFile(t *testing.T) {
	directory, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer directory.Close()
	_, err = Read(directory, ReadOptions{File: "d"}, nil)
	// How the system begins it differs.
	if got, want := fmt.Sprint(err), "d: is a directory"; !strings.EqualFold(got, want) {
		t.Errorf("got %q; want %q", got, want)
	}
}

func TestReadingThatBreaksOff(t *testing.T) {
	broken := errors.New("connection reset")
	for _, begin := range []string{"", "id", "id,text\n1,a\n2,b", "id,text\n1,a\n2,\"b\n"} {
		var got []string
		o := ReadOptions{Bad: func(p Problem) { got = append(got, p.Error()) }}
		_, err := Read(io.MultiReader(strings.NewReader(begin), iotest.ErrReader(broken)), o, func(t Ticket, at Place) error {
			got = append(got, t.ID)
			return nil
		})
		if err != broken || strings.Join(got, "") != strings.Repeat("1", min(len(begin)/5, 1)) {
			t.Errorf("after %q got %q and %v; want all whole records, no problem and %v", begin, got, err, broken)
		}
	}
}

func TestPipeIsReadLikeAFile(t *testing.T) {
	const file = "\ufeffid,text\n\n1,\"a\nb\"\n"
	for _, content := range []string{file, linestest.Gzipped(file), linestest.Gzipped(file[:9]) + linestest.Gzipped(file[9:])} {
		pipe := iotest.OneByteReader(strings.NewReader(content))
		var got []string
		summary, err := Read(pipe, ReadOptions{}, func(t Ticket, at Place) error {
			got = append(got, fmt.Sprintf("%d %s %s", at.Line, t.ID, t.Text))
			return nil
		})
		if want := []string{"3 1 a\nb"}; err != nil || !slices.Equal(got, want) || summary.Gzip != (content != file) {
			t.Errorf("got %q, gzip %v and %v; want %q", got, summary.Gzip, err, want)
		}
	}
}

func TestLineOfAnyLengthIsOneProblem(t *testing.T) {
	long := `{"id":"0","text":"` + strings.Repeat("x", MaxLineBytes) + `"}`
	exact := `{"id":"0","text":"` + strings.Repeat("x", MaxLineBytes-20) + `"}`
	for _, end := range []string{"\n", "\r\n"} {
		o := ReadOptions{File: "f"}
		var got []string
		o.Bad = func(p Problem) { got = append(got, p.Error()) }
		summary, err := Read(strings.NewReader(exact+end+long+end+`{"id":"3","text":"c"}`), o, func(t Ticket, at Place) error {
			got = append(got, fmt.Sprint(at.Line, " ", len(t.Text)))
			return nil
		})
		want := []string{fmt.Sprint("1 ", MaxLineBytes-20), "f:2:1: the line has more than 16777216 bytes", "3 1"}
		if err != nil || !slices.Equal(got, want) || summary.Bad != 1 {
			t.Errorf("got %q and %v; want %q", got, err, want)
		}
	}
}
