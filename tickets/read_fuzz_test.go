package tickets

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ratesim/lines/linestest"
)

// readSeeds are files to begin from.
var readSeeds = []string{
	"", "\n", "\ufeffid,text\r\n1,a\r\n", "id;text\n1;\"a\n\nb\"\"\"\n", "id\ttext\n\"1\ta\n2\tb\n",
	`{"id":"1","text":"a \ud83d\ude00 \n"}`, `{"id":1,"text":"é","x":[{},null,-1e5,true]}` + "\n\n{", "\xff\xfei\x00",
	"id,text\n1,\"a\"b\n2,\xff\n", "\x1f\x8b\x08\x00", linestest.Gzipped("id,text\n1,a\n"), linestest.Gzipped("id,text\n1,a\n")[:20],
}

func FuzzRead(f *testing.F) {
	for _, seed := range readSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		count := Summary{}
		last := 0
		o := ReadOptions{Bad: func(p Problem) {
			count.Bad++
			requireWithin(t, file, p.Place)
		}}
		summary, err := Read(bytes.NewReader(file), o, func(ticket Ticket, at Place) error {
			count.Tickets++
			requireWithin(t, file, at)
			if at.Line <= last {
				t.Errorf("a ticket begins on line %d after one on line %d", at.Line, last)
			}
			last = at.Line
			if strings.TrimSpace(ticket.ID) == "" || !utf8.ValidString(ticket.ID+ticket.Text+ticket.Topic) {
				t.Errorf("ticket %+v should have been a problem", ticket)
			}
			return nil
		})
		if summary.Tickets != count.Tickets || summary.Bad != count.Bad {
			t.Errorf("summary counts %d and %d; told of %d and %d", summary.Tickets, summary.Bad, count.Tickets, count.Bad)
		}
		if err == nil && summary.Tickets+summary.Bad == 0 {
			t.Error("nothing read and no error")
		}
	})
}

// requireWithin fails if a place is not in the file, or just behind the end of
// one of its lines. What a compressed file holds is not looked at.
func requireWithin(t *testing.T, file []byte, at Place) {
	t.Helper()
	if bytes.HasPrefix(file, []byte{0x1f, 0x8b}) {
		return
	}
	lines := bytes.Split(file, []byte{'\n'})
	if at.Line < 1 || at.Line > len(lines) || at.Column < 1 || at.Column > utf8.RuneCount(lines[at.Line-1])+1 {
		t.Fatalf("there is no place %+v in %q", at, file)
	}
}

// One bad line never costs another, whatever is on it.
func FuzzLineBetweenGoodLines(f *testing.F) {
	for _, seed := range readSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		line = bytes.ReplaceAll(line, []byte{'\n'}, nil)
		for _, file := range []string{
			"id,text\nfirst,a\n%s\nlast,b\n",
			`{"id":"first","text":"a"}` + "\n%s\n" + `{"id":"last","text":"b"}`,
		} {
			got, summary := transcriptOf(fmt.Sprintf(file, line), Columns{})
			first := slices.IndexFunc(got, func(s string) bool { return strings.HasSuffix(s, `:1 "first" "a" ""`) })
			if last := got[len(got)-1]; first != 0 || !strings.HasSuffix(last, `:1 "last" "b" ""`) {
				t.Errorf("got %q; want the first and the last ticket", got)
			}
			if summary.Tickets+summary.Bad > 3 {
				t.Errorf("got %q of one line", got)
			}
		}
	})
}

// Files in which nothing is found wrong have the records that encoding/csv reads.
func FuzzCSVAgreesWithTheStandardLibrary(f *testing.F) {
	for _, seed := range readSeeds {
		f.Add([]byte("id,text\n1,a\n" + seed))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		if !bytes.HasPrefix(file, []byte("id,text\n")) {
			return
		}
		var got [][]string
		summary, err := Read(bytes.NewReader(file), ReadOptions{}, func(ticket Ticket, _ Place) error {
			got = append(got, []string{ticket.ID, ticket.Text})
			return nil
		})
		want, wantErr := csv.NewReader(bytes.NewReader(file)).ReadAll()
		if err != nil || summary.Bad > 0 || wantErr != nil {
			return
		}
		if !slices.EqualFunc(got, want[1:], slices.Equal) {
			t.Errorf("%q holds %q; encoding/csv reads %q", file, got, want[1:])
		}
	})
}
