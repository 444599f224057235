package chance

import (
	"encoding/csv"
	"math"
	"math/big"
	"os"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// rngRows returns the rows of rng.csv: name, wrapped and four draws.
func rngRows(t *testing.T) [][]string {
	t.Helper()
	file, err := os.Open("../testdata/lesson/rng.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1+256 {
		t.Fatalf("rng.csv has %d rows; want a header and 256", len(rows))
	}
	return rows[1:]
}

func TestLessonDrawsWhatTheLessonsProgramDraws(t *testing.T) {
	for _, row := range rngRows(t) {
		name, err := strconv.ParseInt(row[1], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		integers, shares := NewLesson(name), NewLesson(name)
		for i, text := range row[2:] {
			want, err := strconv.ParseUint(text, 10, 32)
			if err != nil {
				t.Fatal(err)
			}
			if got := integers.Next(); got != uint32(want) {
				t.Errorf("draw %d of %d is %d; want %d", i, name, got, want)
			}
			if got := shares.Share() * (1 << 32); got != float64(want) {
				t.Errorf("share %d of %d is %v of 2³²; want %d", i, name, got, want)
			}
		}
	}
}

// The draws above are those of the unbounded names, if a name wraps to 64 bits
// as the table says.
func TestNamesBeyond64BitsWrap(t *testing.T) {
	beyond := 0
	for _, row := range rngRows(t) {
		name, ok := new(big.Int).SetString(row[0], 10)
		if !ok {
			t.Fatalf("%q is not a number", row[0])
		}
		if !name.IsInt64() {
			beyond++
		}
		low := new(big.Int).And(name, new(big.Int).SetUint64(math.MaxUint64)) // two's complement, as in Go
		if got := strconv.FormatInt(int64(low.Uint64()), 10); got != row[1] {
			t.Errorf("%s wraps to %s; want %s", row[0], got, row[1])
		}
	}
	if beyond != 11 {
		t.Errorf("%d names lie beyond 64 bits; want 11", beyond)
	}
}

func TestOnlyTheLow48BitsOfANameCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.Int64().Draw(t, "name")
		high := rapid.Int64().Draw(t, "high") << 48
		if a, b := NewLesson(name), NewLesson(name^high); a != b {
			t.Fatalf("%d begins at %d, %d at %d", name, a, name^high, b)
		}
	})
}

func TestZeroLessonBeginsAtStateZero(t *testing.T) {
	var l Lesson
	if got := l.Next(); got != 1013904223 {
		t.Errorf("the first draw is %d; want the generator's increment, 1013904223", got)
	}
}

func TestThresholdOfEdges(t *testing.T) {
	for _, tt := range []struct {
		p    float64
		want uint64
	}{
		{0, 0},
		{math.Copysign(0, -1), 0},
		{-0.5, 0},
		{math.Inf(-1), 0},
		{math.NaN(), 0},
		{math.SmallestNonzeroFloat64, 1}, // a draw of 0 is below it
		{0.5, 1 << 31},
		{math.Nextafter(1, 0), 1 << 32},
		{1, 1 << 32},
		{1.5, 1 << 32},
		{math.Inf(1), 1 << 32},
	} {
		if got := Threshold(tt.p); got != tt.want {
			t.Errorf("Threshold(%v) = %d; want %d", tt.p, got, tt.want)
		}
	}
}

// requireThreshold fails unless the integer comparison decides as the share's
// does, for the draws next to the edge.
func requireThreshold(t interface{ Fatalf(string, ...any) }, p float64) {
	threshold := Threshold(p)
	if threshold > 1<<32 {
		t.Fatalf("Threshold(%v) = %d is more than 2³²", p, threshold)
	}
	for draw := max(threshold, 3) - 3; draw < min(threshold+3, 1<<32); draw++ {
		share := float64(draw) / (1 << 32)
		if (draw < threshold) != (share < p) {
			t.Fatalf("draw %d < Threshold(%v) = %d is %v, but its share %v < %v is %v",
				draw, p, threshold, draw < threshold, share, p, share < p)
		}
	}
}

func TestThresholdDecidesAsTheShareDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		requireThreshold(t, rapid.Float64().Draw(t, "any number"))
		requireThreshold(t, rapid.Float64Range(0, 1).Draw(t, "a probability"))
		k := rapid.Uint64Range(0, 1<<32).Draw(t, "k")
		edge := float64(k) / (1 << 32)
		for _, p := range []float64{math.Nextafter(edge, -1), edge, math.Nextafter(edge, 2)} {
			requireThreshold(t, p)
		}
	})
}

func BenchmarkLesson(b *testing.B) {
	b.ReportAllocs()
	sum := uint32(0)
	for name := range int64(b.N) {
		draws := NewLesson(name)
		sum += draws.Next() + draws.Next()
	}
	if sum == 1 {
		b.Log("the sum keeps the draws from being left out")
	}
}
