package tickets

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"ratesim/lines/linestest"
)

// compileLength makes an Item that a test can tell by the ticket's text and topic.
func compileLength(t Ticket) Item {
	item := Item{Tokens: uint32(len(t.Text))}
	if t.Topic != "" {
		item.Grade = Right
	}
	return item
}

// A spoolFile is a Spool that counts and can be made to fail.
type spoolFile struct {
	*os.File
	writeError, readError error
}

func newSpoolFile(t testing.TB) *spoolFile {
	t.Helper()
	file, err := os.Create(t.TempDir() + "/spool")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return &spoolFile{File: file}
}

func (s *spoolFile) Write(p []byte) (int, error) {
	if s.writeError != nil {
		return 0, s.writeError
	}
	return s.File.Write(p)
}

func (s *spoolFile) ReadAt(p []byte, begin int64) (int, error) {
	if s.readError != nil {
		return 0, s.readError
	}
	return s.File.ReadAt(p, begin)
}

func TestRepeatedIDsAreNamedWithBothLines(t *testing.T) {
	const file = "\n" + `{"id":"7","text":"a"}` + "\n{\n\n" + `{"id":7,"text":"bc","topic":"x"}` + "\n" +
		`{"id":"8","text":"def","topic":"y"}` + "\n" + `{"id":"7","text":"a"}`
	var problems []string
	o := LoadOptions{ReadOptions: ReadOptions{File: "f", Bad: func(p Problem) { problems = append(problems, p.Error()) }}}
	wantProblems := []string{
		`f:3:2: the line is cut off; want a name in quotes here`,
		`f:5:1: id "7" is on line 2 already; want each id once`,
		`f:7:1: id "7" is on line 2 already; want each id once`,
	}

	loaded, summary, err := Load(strings.NewReader(file), o)
	want := Rejected{File: "f", Bad: 1, Duplicates: 2}
	if loaded != nil || !errors.Is(err, want) || err.Error() != "f: 1 bad line and 2 repeated ids; mend them, or leave them out with --skip-bad" {
		t.Errorf("got %v and %v; want nothing and %v", loaded, err, want)
	}
	if !slices.Equal(problems, wantProblems) {
		t.Errorf("problems are %q; want %q", problems, wantProblems)
	}
	if summary.Tickets != 2 || summary.Bad != 1 || summary.Duplicates != 2 {
		t.Errorf("got %+v; want 2 good, 1 bad and 2 again", summary)
	}

	problems = nil
	o.SkipBad, o.Compile = true, compileLength
	loaded, summary, err = Load(strings.NewReader(file), o)
	if err != nil || !slices.Equal(problems, wantProblems) {
		t.Fatalf("got %v and problems %q; want only problems %q", err, problems, wantProblems)
	}
	if summary.Tickets != 2 || summary.Bad != 1 || summary.Duplicates != 2 || summary.Ungraded != 1 || len(summary.SHA256) != 64 {
		t.Errorf("got %+v; want 2 good, 1 of them ungraded, 1 bad and 2 again", summary)
	}
	if loaded.Len() != 2 || loaded.Item(0).Tokens != 1 || loaded.Item(1) != (Item{Tokens: 3, Grade: Right}) ||
		loaded.Ticket(0) != (Ticket{ID: "7"}) || loaded.Ticket(1) != (Ticket{ID: "8", Topic: "y"}) {
		t.Errorf("got %d tickets, %+v first, %+v last", loaded.Len(), loaded.Ticket(0), loaded.Ticket(loaded.Len()-1))
	}
}

func TestNothingIsCompiledAfterAProblem(t *testing.T) {
	compiled := 0
	o := LoadOptions{Compile: func(Ticket) Item { compiled++; return Item{} }}
	_, _, err := Load(strings.NewReader("id,text\n1,a\n2\n3,c\n"), o)
	if want := (Rejected{Bad: 1}); !errors.Is(err, want) || compiled != 1 {
		t.Errorf("compiled %d, %v; want 1, %v", compiled, err, want)
	}
}

func TestErrorsOfLoad(t *testing.T) {
	for _, test := range []struct {
		file string
		skip bool
		want string
	}{
		{"", false, "f: the file is empty; want tickets as JSON Lines or CSV"},
		{"id,text\n1\n", true, "f: no ticket is left without the 1 bad line"},
		{"id,text\n1\n2\n", false, "f: 2 bad lines; mend them, or leave them out with --skip-bad"},
		{"id,text\n1,a\n1,a\n", false, "f: 1 repeated id; mend them, or leave them out with --skip-bad"},
		{linestest.Gzipped("id,text\n1,a\n1,a\n")[:30], true, "f:4:1: the gzip data is cut off in this line"},
	} {
		loaded, _, err := Load(strings.NewReader(test.file), LoadOptions{ReadOptions: ReadOptions{File: "f"}, SkipBad: test.skip})
		if loaded != nil || fmt.Sprint(err) != test.want {
			t.Errorf("of %q got %v; want %s", test.file, err, test.want)
		}
	}
}

// Whatever the hashes, and wherever the names are kept.
func TestRepeatedIDsAreThoseThatAMapFinds(t *testing.T) {
	const seed, count, different = 1, 400, 250
	rng := rand.New(rand.NewPCG(seed, 0))
	ids := make([]string, count)
	for i := range ids {
		ids[i] = fmt.Sprint("id-", rng.IntN(different))
	}
	seen := map[string]bool{}
	var want []string
	for _, id := range ids {
		if !seen[id] {
			want = append(want, id)
		}
		seen[id] = true
	}
	hashes := map[string]func(string) uint32{
		"one number for all": func(string) uint32 { return 1<<32 - 1 },
		"sixteen numbers":    func(id string) uint32 { return uint32(id[len(id)-1]) % 16 },
		"a good hash":        func(id string) uint32 { h := fnv.New32a(); h.Write([]byte(id)); return h.Sum32() },
	}
	for name, hash := range hashes {
		for _, spool := range []Spool{nil, newSpoolFile(t)} {
			l := loader{loaded: &Loaded{names: newNameTable(spool)}, hash: hash, firsts: map[uint32]uint32{}}
			for i, id := range ids {
				if err := l.add(Ticket{ID: id}, Place{Line: i + 1}); err != nil {
					t.Fatal(err)
				}
			}
			var got []string
			for i := range l.loaded.Len() {
				got = append(got, l.loaded.Ticket(i).ID)
			}
			if l.loaded.Err() != nil || !slices.Equal(got, want) || l.duplicates != count-len(want) {
				t.Errorf("%s, spool %T: %d kept and %d repeated, %v; want %d and %d",
					name, spool, len(got), l.duplicates, l.loaded.Err(), len(want), count-len(want))
			}
		}
	}
}

func TestNamesComeBackFromMemoryAndFromASpool(t *testing.T) {
	const count = 20_000 // several chunks, more topics than have a number
	ticket := func(i int) Ticket {
		t := Ticket{ID: fmt.Sprint(strings.Repeat("é", i%120), i)}
		if i%3 > 0 {
			t.Topic = fmt.Sprint(strings.Repeat("t", i%250), i%600)
		}
		return t
	}
	var file strings.Builder
	file.WriteString("topic,id,text\n")
	for i := range count {
		fmt.Fprintf(&file, "%s,%s,x\n", ticket(i).Topic, ticket(i).ID)
	}
	for _, spool := range []Spool{nil, newSpoolFile(t)} {
		loaded, summary, err := Load(strings.NewReader(file.String()), LoadOptions{Spool: spool, Compile: compileLength})
		if err != nil {
			t.Fatal(err)
		}
		if loaded.Len() != count || summary.Ungraded != (count+2)/3 {
			t.Errorf("got %d, %d of them ungraded; want %d and %d", loaded.Len(), summary.Ungraded, count, (count+2)/3)
		}
		for i := range count {
			if got := loaded.Ticket(i); got != ticket(i) {
				t.Fatalf("ticket %d is %+v; want %+v", i, got, ticket(i))
			}
		}
		if err := loaded.Err(); err != nil {
			t.Error(err)
		}
	}
}

func TestSpoolThatCannotBeWritten(t *testing.T) {
	spool := newSpoolFile(t)
	spool.writeError = errors.New("no space left on device")
	_, _, err := Load(strings.NewReader("id,text\n1,a\n"), LoadOptions{Spool: spool})
	if got, want := fmt.Sprint(err), "spool for ids: no space left on device"; got != want || !errors.Is(err, spool.writeError) {
		t.Errorf("got %q; want %q", got, want)
	}
}

func TestSpoolThatCannotBeRead(t *testing.T) {
	spool := newSpoolFile(t)
	loaded, _, err := Load(strings.NewReader("id,text\n1,a\n2,b\n3,c\n"), LoadOptions{Spool: spool})
	if err != nil {
		t.Fatal(err)
	}
	spool.readError = errors.New("input/output error")
	if got := loaded.Ticket(1); got != (Ticket{}) {
		t.Errorf("got %+v; want no ticket", got)
	}
	spool.readError = nil
	spool.WriteAt([]byte{0xff}, 0) // the length of a number that goes on
	spool.Truncate(7)
	if first, last := loaded.Ticket(0), loaded.Ticket(2); first != (Ticket{}) || last != (Ticket{}) {
		t.Errorf("got %+v and %+v of a spool that was changed; want no tickets", first, last)
	}
	if got, want := fmt.Sprint(loaded.Err()), "spool for ids, bytes 3 to 6: input/output error"; got != want {
		t.Errorf("got %q; want %q, the first that went wrong", got, want)
	}
}

// Whoever changes the spool, a name is read or it is not.
func FuzzUnpackName(f *testing.F) {
	table := newNameTable(nil)
	table.topics = []string{"a", "b"}
	f.Add([]byte{1, 2, 'i', 'd'})
	f.Add([]byte{1, 3, 'i', 'd'})
	f.Add([]byte{1, topicWritten, 3, 'i', 'd'})
	f.Fuzz(func(t *testing.T, packed []byte) {
		if got, whole := table.unpack(packed); !whole && got != (ticketName{}) {
			t.Errorf("got %+v of %q, which is not whole", got, packed)
		}
	})
}

func TestLoadedIsForManyGoroutines(t *testing.T) {
	spool := newSpoolFile(t)
	loaded, _, err := Load(strings.NewReader("id,text\n1,a\n2,b\n"), LoadOptions{Spool: spool})
	if err != nil {
		t.Fatal(err)
	}
	spool.Truncate(3)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if first, last := loaded.Ticket(0), loaded.Ticket(1); first.ID != "1" || last.ID != "" || loaded.Err() == nil {
				t.Errorf("got %+v, %+v and %v; want ticket 1, none, and why", first, last, loaded.Err())
			}
		})
	}
	group.Wait()
}

// Neither texts nor problems are kept, however many there are.
func TestMemoryDoesNotGrowWithTheFile(t *testing.T) {
	const count, most = 20_000, 4 << 20
	line := strings.NewReplacer("TEXT", strings.Repeat("text ", 200))
	for _, record := range []string{"1,TEXT\n", "1\n", "1,\"TEXT\n", ",TEXT\n"} {
		begin := held()
		problems, most := 0, float64(most)
		o := LoadOptions{SkipBad: true}
		o.Bad = func(p Problem) {
			if problems++; problems == count/2-1 {
				if grown := held() - begin; grown > most {
					t.Errorf("after %d times %q memory has grown by %.0f bytes; want at most %.0f", problems, record, grown, most)
				}
			}
		}
		file := io.MultiReader(strings.NewReader("id,text\n"), &repeated{line.Replace(record), count, 0})
		if _, summary, _ := Load(file, o); summary.Bad+summary.Duplicates < count/2-1 {
			t.Errorf("of %d times %q came %+v", count, record, summary)
		}
	}
}

// repeated is a line over and over.
type repeated struct {
	line  string
	count int
	at    int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.count == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.line[r.at:])
	if r.at += n; r.at == len(r.line) {
		r.count, r.at = r.count-1, 0
	}
	return n, nil
}
