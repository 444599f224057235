package endpoint

import (
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ratesim/chance"
)

// lessonChances are those of the lesson.
var lessonChances = Chances{TimeoutBase: 0.03, TimeoutPerToken: 0.0006, Partial: 0.09}

var statusNames = map[string]Status{"ok": OK, "timeout": Timeout, "partial_output": PartialOutput}

func TestFaultsAreTheLessons(t *testing.T) {
	file, err := os.Open("../testdata/lesson/prompts.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	header := rows[0]
	faults := NewFaults(lessonChances)
	seen := map[Status]int{}
	for _, row := range rows[1:] {
		number := func(name string) uint64 {
			n, err := strconv.ParseUint(row[slices.Index(header, name)], 10, 32)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		r := Request{Key: uint32(number("hash")), Input: int64(number("tokens"))}
		for i, name := range header {
			column, is := strings.CutPrefix(name, "seed")
			if !is {
				continue
			}
			seed, try := cutAttempt(t, column)
			r.Try = try
			got, want := faults.Draw(seed, &r), statusNames[row[i]]
			if got != want {
				t.Errorf("%q, %s: have status %d; want %s", row[0], name, got, row[i])
			}
			seen[got]++
		}
	}
	if len(rows) != 201 || seen[Timeout] == 0 || seen[PartialOutput] == 0 || seen[OK]+seen[Timeout]+seen[PartialOutput] != 2000 {
		t.Errorf("%d rows have the statuses %v; want 2,000 of three kinds", len(rows)-1, seen)
	}
}

// cutAttempt reads the end of a column's name, as in seed-5_attempt3.
func cutAttempt(t *testing.T, column string) (seed int64, try int) {
	t.Helper()
	before, after, _ := strings.Cut(column, "_attempt")
	seed, err := strconv.ParseInt(before, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	if try, err = strconv.Atoi(after); err != nil {
		t.Fatal(err)
	}
	return seed, try
}

// drawByShares is the lesson's own formula, in shares instead of integers.
func drawByShares(c Chances, seed int64, r Request) Status {
	draws := chance.NewLesson((seed ^ int64(r.Key)) + 7919*int64(r.Try))
	product := float64(c.TimeoutPerToken * float64(r.Input))
	if draws.Share() < c.TimeoutBase+product {
		return Timeout
	}
	if draws.Share() < c.Partial {
		return PartialOutput
	}
	return OK
}

func TestFaultsFollowTheFormulaAtAnySize(t *testing.T) {
	faults := NewFaults(lessonChances)
	for _, tokens := range []int64{0, 1, 255, 256, 257, 300, 1000, 1616, 1617, 1 << 32, math.MaxInt64} {
		for key := range uint32(2000) {
			r := Request{Key: key * 2654435761, Try: int(key % 5), Input: tokens}
			if got, want := faults.Draw(7, &r), drawByShares(lessonChances, 7, r); got != want {
				t.Fatalf("%+v: have status %d; want %d", r, got, want)
			}
		}
	}
}

func TestFaultsFollowTheFormulaForAnyChances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Chances{
			TimeoutBase:     rapid.Float64Range(0, 1).Draw(t, "base"),
			TimeoutPerToken: rapid.Float64Range(0, 0.01).Draw(t, "per token"),
			Partial:         rapid.Float64Range(0, 1).Draw(t, "partial"),
		}
		faults := NewFaults(c)
		r := Request{
			Key:   rapid.Uint32().Draw(t, "key"),
			Try:   rapid.IntRange(0, 1<<40).Draw(t, "try"),
			Input: rapid.Int64Range(0, 600).Draw(t, "input"),
		}
		seed := rapid.Int64().Draw(t, "seed")
		if got, want := faults.Draw(seed, &r), drawByShares(c, seed, r); got != want {
			t.Fatalf("have status %d; want %d", got, want)
		}
	})
}

func TestChancesAtTheirEnds(t *testing.T) {
	for _, tt := range []struct {
		what   string
		c      Chances
		tokens int64
		want   Status
	}{
		{"nothing breaks", Chances{}, 1 << 40, OK},
		{"each call is timed out", Chances{TimeoutBase: 1}, 0, Timeout},
		{"the sum of the two is more than 1", Chances{TimeoutBase: 0.5, TimeoutPerToken: 0.01}, 100, Timeout},
		{"so it is for a large prompt", Chances{TimeoutPerToken: 0.0006}, 1667, Timeout},
		{"a timeout goes before a partial output", Chances{TimeoutBase: 1, Partial: 1}, 0, Timeout},
		{"each output is cut off", Chances{Partial: 1}, 300, PartialOutput},
	} {
		faults := NewFaults(tt.c)
		for key := range uint32(1000) {
			if got := faults.Draw(20260218, &Request{Key: key, Input: tt.tokens}); got != tt.want {
				t.Fatalf("%s: key %d has status %d; want %d", tt.what, key, got, tt.want)
			}
		}
	}
}

// A processor that fuses product and sum would round 0.1·5 + 2⁻⁵⁴ up, past a
// draw; rounded one by one they are exactly a half.
func TestProductIsRoundedBeforeTheSum(t *testing.T) {
	c := Chances{TimeoutBase: 1.0 / (1 << 54), TimeoutPerToken: 0.1}
	if fused := chance.Threshold(math.FMA(c.TimeoutPerToken, 5, c.TimeoutBase)); fused != 1<<31+1 {
		t.Errorf("fused, %d draws are timeouts; the example should give 2³¹ + 1", fused)
	}
	if got := c.timeouts(5); got != 1<<31 {
		t.Errorf("%d draws are timeouts; want 2³¹", got)
	}
}

// What a retry meets depends on neither the policy nor what else was sent.
func TestFaultsAreDrawnByNameAlone(t *testing.T) {
	faults := NewFaults(lessonChances)
	r := Request{Key: 2885071797, Try: 3, Input: 68}
	want := faults.Draw(20260218, &r)
	for key := range uint32(100) {
		faults.Draw(int64(key), &Request{Key: key, Input: 40})
	}
	if got := faults.Draw(20260218, &r); got != want || want != Timeout {
		t.Errorf("have status %d, and %d at first; want a timeout", got, want)
	}
}

func BenchmarkFaultsDraw(b *testing.B) {
	faults := NewFaults(lessonChances)
	for _, bb := range []struct {
		name   string
		tokens int64
	}{{"small prompt", 44}, {"large prompt", 1000}} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				faults.Draw(20260218, &Request{Key: uint32(i), Input: bb.tokens})
			}
		})
	}
}
