package recorded

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ratesim/spool"
)

// tapeOf records rows as a plain file would have them.
func tapeOf(t testing.TB, rows []Row) *Tape {
	t.Helper()
	var file strings.Builder
	file.WriteString("at_ms,input,cached,output,max_output\n")
	for _, r := range rows {
		fmt.Fprintf(&file, "%d,%d,%d,%d,%d\n", r.At/1e6, r.Input, r.Cached, r.Output, r.MaxOutput)
	}
	tape, err := Record(strings.NewReader(file.String()), RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return tape
}

func playAll(p *Player) (rows []Row) {
	p.Reset()
	for row, ok := p.Next(); ok; row, ok = p.Next() {
		rows = append(rows, row)
	}
	return rows
}

func TestPartsOfATape(t *testing.T) {
	ratio := func(text string) Ratio { r, _ := ParseRatio(text); return r }
	ms := func(n int64) int64 { return n * 1e6 }
	tape := tapeOf(t, []Row{
		{At: ms(1000), Input: 10, Output: 1}, {At: ms(3000), Input: 30, Cached: 9, Output: 3, MaxOutput: 7},
		{At: ms(2000), Input: 20, Output: 2}, {At: ms(3000), Input: 31}, {At: ms(9001), Input: 1, Output: 1},
	})
	if tape.Unsorted != 1 {
		t.Errorf("%d rows are out of order; want 1", tape.Unsorted)
	}
	for _, test := range []struct {
		name string
		cut  Cut
		want []Row
	}{
		{"all, in order of time and then of the file", Cut{}, []Row{{0, 10, 0, 1, 0}, {ms(1000), 20, 0, 2, 0}, {ms(2000), 30, 9, 3, 7}, {ms(2000), 31, 0, 0, 0}, {ms(8001), 1, 0, 1, 0}}},
		{"a window, the end not included", Cut{From: time.Second, Until: 2 * time.Second}, []Row{{0, 20, 0, 2, 0}}},
		{"a window without an end", Cut{From: 1500 * time.Millisecond}, []Row{{ms(500), 30, 9, 3, 7}, {ms(500), 31, 0, 0, 0}, {ms(6501), 1, 0, 1, 0}}},
		{"three times as fast, rounded down", Cut{Rate: ratio("3"), From: 3 * time.Second}, []Row{{1_667_000_000, 1, 0, 1, 0}}},
		{"half as fast", Cut{Rate: ratio("0.5"), Until: 2 * time.Second}, []Row{{0, 10, 0, 1, 0}, {ms(2000), 20, 0, 2, 0}}},
		{"half as large, but none to nothing", Cut{Tokens: ratio("0.5"), From: 2 * time.Second}, []Row{{0, 15, 5, 2, 4}, {0, 16, 0, 0, 0}, {ms(6001), 1, 0, 1, 0}}},
	} {
		if got := playAll(tape.Play(test.cut)); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v; want %v", test.name, got, test.want)
		}
	}
}

func TestInstantsOfAListCountFromTheRunsBeginning(t *testing.T) {
	tape, err := Record(strings.NewReader("5\n7s\n"), RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := playAll(tape.Play(Cut{})); got[0].At != 5e9 || got[1].At != 7e9 {
		t.Errorf("got %v; want instants of 5 and 7 seconds", got)
	}
}

// However many reels there are and however they overlap, what is played is a stable
// sort of what was recorded.
func TestTapesAreInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for _, disorder := range []int{0, 10, 3 * reelRows, 1 << 30} {
		rows := make([]Row, 3*reelRows+17)
		for i := range rows {
			rows[i] = Row{At: int64(i/2+rng.IntN(disorder+1)) * 1e6, Input: int64(i % 100_000), Output: int64(i % 7)}
		}
		want := slices.Clone(rows)
		slices.SortStableFunc(want, func(a, b Row) int { return cmp.Compare(a.At, b.At) })
		for i, first := len(want)-1, want[0].At; i >= 0; i-- {
			want[i].At -= first
		}
		tape := tapeOf(t, rows)
		p := tape.Play(Cut{})
		for range 2 {
			if !slices.Equal(playAll(p), want) {
				t.Errorf("rows that are up to %d ms late are not played in order", disorder)
			}
		}
		if tape.Unsorted > 0 != (disorder > 0) {
			t.Errorf("%d rows are out of order, of those up to %d ms late", tape.Unsorted, disorder)
		}
	}
}

func TestASampleIsTheSameOnEachRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := make([]Row, 2000)
		for i := range rows {
			rows[i] = Row{At: int64(i) * 1e6, Input: int64(i)}
		}
		share := rapid.Float64Range(0.01, 0.99).Draw(t, "share")
		seed := rapid.Int64().Draw(t, "seed")
		tape := tapeOf2000(rows)
		got := playAll(tape.Play(Cut{Sample: share, SampleSeed: seed}))
		if again := playAll(tape.Play(Cut{Sample: share, SampleSeed: seed})); !slices.Equal(got, again) {
			t.Fatal("two samples of one seed differ")
		}
		if n := float64(len(got)) / 2000; n < share-0.06 || n > share+0.06 {
			t.Fatalf("a sample of %v has %v of the rows", share, n)
		}
		// A window moves no draw: its sample is the window of the sample.
		inWindow := playAll(tape.Play(Cut{Sample: share, SampleSeed: seed, From: time.Second}))
		if i := len(got) - len(inWindow); i < 0 || len(inWindow) > 0 && got[i].Input != inWindow[0].Input {
			t.Fatal("the sample of a window is not the window of the sample")
		}
	})
}

func tapeOf2000(rows []Row) *Tape {
	var file strings.Builder
	file.WriteString("at_ms,input\n")
	for _, r := range rows {
		fmt.Fprintf(&file, "%d,%d\n", r.At/1e6, r.Input)
	}
	tape, _ := Record(strings.NewReader(file.String()), RecordOptions{})
	return tape
}

func TestBadRowsAreRejectedOrLeftOut(t *testing.T) {
	const file = "at,input\n0,1\n1,x\n2,3\n"
	if _, err := Record(strings.NewReader(file), RecordOptions{Options: Options{File: "f"}}); err == nil || err.Error() != "f: 1 bad row; mend them, or leave them out with --skip-bad" {
		t.Errorf("got %v", err)
	}
	tape, err := Record(strings.NewReader(file), RecordOptions{SkipBad: true})
	if err != nil || tape.Rows != 2 || tape.Bad != 1 {
		t.Errorf("got %+v, %v; want 2 rows and a bad one", tape, err)
	}
	if _, err := Record(strings.NewReader("at,input\n1,x\n"), RecordOptions{SkipBad: true}); err == nil || err.Error() != "no row is left without the 1 bad row" {
		t.Errorf("got %v", err)
	}
	if _, err := Record(strings.NewReader("at\n0\n9000000000\n"), RecordOptions{}); err == nil || !strings.Contains(err.Error(), "below 73 years") {
		t.Errorf("got %v", err)
	}
}

// A brokenSpool takes all and gives nothing back.
type brokenSpool struct{ spool.Memory }

var errDisk = errors.New("the disk is on fire")

func (*brokenSpool) ReadAt([]byte, int64) (int, error) { return 0, errDisk }

func TestASpoolThatCannotBeReadIsAnError(t *testing.T) {
	tape, err := Record(strings.NewReader("at\n0\n1\n"), RecordOptions{Spool: &brokenSpool{}})
	if err != nil {
		t.Fatal(err)
	}
	if got := playAll(tape.Play(Cut{})); len(got) > 0 || !errors.Is(tape.Err(), errDisk) {
		t.Errorf("got %v and %v; want no rows and %v", got, tape.Err(), errDisk)
	}
}

func TestRatios(t *testing.T) {
	for text, want := range map[string]int64{"1": 700, "1.0": 700, "2": 1400, "0.5": 350, "0.333333": 233, "1000000": 700_000_000, "0.000001": 1} {
		r, message := ParseRatio(text)
		if got := r.of(700); message != "" || got != want {
			t.Errorf("%s: 700 becomes %d (%s); want %d", text, got, message, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "1e3", "1000001", "0.0000001", "x", "NaN"} {
		if _, message := ParseRatio(text); message == "" {
			t.Errorf("%q is taken for a factor", text)
		}
	}
}
