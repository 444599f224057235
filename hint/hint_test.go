package hint

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestReadersPutUpWithDifferentMarks(t *testing.T) {
	seconds := func(marks Marks) Hint {
		return Hint{Kind: Seconds, Notation: Number, Marks: marks, Wait: 3 * time.Second}
	}
	readers := []struct {
		name    string
		allowed Marks
	}{{"strict", Strict}, {"lenient", Lenient}, {"integers", Integers}, {"floats", Floats}, {"prefixes", Prefixes}}
	for _, tt := range []struct {
		hint Hint
		want string // the readers that take it
	}{
		{seconds(0), "strict lenient integers floats prefixes"},
		{seconds(Fraction), "lenient floats prefixes"},
		{seconds(Sign), "integers floats prefixes"},
		{seconds(Exponent), "floats prefixes"},
		{seconds(Word), "floats prefixes"},
		{seconds(Trailing), "prefixes"},
		{seconds(Fraction | Trailing), "prefixes"},
		{Hint{Kind: Date, Notation: HTTPDate, Marks: RFC850}, "strict lenient integers floats prefixes"},
		{Hint{Kind: Date, Notation: HTTPDate, Marks: Asctime}, "strict lenient integers floats prefixes"},
		{Hint{Kind: Date, Notation: HTTPDate, Marks: Loose}, "lenient"},
		{Hint{Kind: Seconds}, ""},
		{Hint{Kind: ShouldRetry, Notation: Boolean}, ""},
		{Hint{}, ""},
	} {
		var got []string
		for _, r := range readers {
			if wait, ok := tt.hint.Read(r.allowed); ok && wait == tt.hint.Wait {
				got = append(got, r.name)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%v is read by %v; want %q", tt.hint, got, tt.want)
		}
	}
}

func TestOnlyAReadableOrderIsGiven(t *testing.T) {
	for _, tt := range []struct {
		hint         Hint
		again, given bool
	}{
		{Hint{Kind: ShouldRetry, Notation: Boolean, Again: true}, true, true},
		{Hint{Kind: ShouldRetry, Notation: Boolean}, false, true},
		{Hint{Kind: ShouldRetry}, false, false},
		{Hint{Kind: Seconds, Notation: Number}, false, false},
		{Hint{}, false, false},
	} {
		if again, given := tt.hint.Order(); again != tt.again || given != tt.given {
			t.Errorf("%v orders %v, %v; want %v, %v", tt.hint, again, given, tt.again, tt.given)
		}
	}
}

func TestLaterBringsInstantsNearerAndLeavesSpans(t *testing.T) {
	for _, tt := range []struct {
		hint Hint
		by   time.Duration
		want time.Duration
	}{
		{Hint{Notation: HTTPDate, Wait: time.Minute}, time.Second, 59 * time.Second},
		{Hint{Notation: RFC3339, Wait: time.Second}, time.Minute, -59 * time.Second},
		{Hint{Notation: UnixSeconds, Wait: time.Second}, -time.Minute, 61 * time.Second},
		{Hint{Notation: UnixMilliseconds, Wait: time.Second}, 0, time.Second},
		{Hint{Notation: Number, Wait: time.Minute}, time.Second, time.Minute},
		{Hint{Notation: Units, Wait: time.Minute}, time.Second, time.Minute},
		{Hint{Notation: HTTPDate, Wait: Forever, Magnitude: Long}, time.Second, Forever},
		{Hint{Notation: HTTPDate, Wait: Forever - 1}, -time.Minute, Forever},
		{Hint{Notation: HTTPDate, Wait: -Forever + 1}, time.Minute, -Forever},
		{Hint{Notation: HTTPDate, Wait: -1}, math.MinInt64, Forever},
		{Hint{Notation: HTTPDate, Wait: -2}, math.MaxInt64, -Forever},
	} {
		if got := tt.hint.Later(tt.by); got.Wait != tt.want {
			t.Errorf("%v, %v later, is %v; want %v", tt.hint, tt.by, got.Wait, tt.want)
		}
	}
}

func TestPrecisionPutsTheNearestHintFirst(t *testing.T) {
	ordered := []Hint{
		{Kind: Milliseconds, Notation: Number, Wait: 2 * time.Second},
		{Kind: Duration, Notation: Units, Wait: 12595337758},
		{Kind: Seconds, Notation: Number, Marks: Fraction, Wait: 1500 * time.Millisecond},
		{Kind: Duration, Notation: Units, Wait: 12 * time.Second},
		{Kind: Seconds, Notation: Number, Wait: 30 * time.Second},
		{Kind: Date, Notation: HTTPDate, Wait: 30 * time.Second},
		{Kind: Reset, Notation: Units, Wait: 17 * time.Millisecond},
		{Kind: ShouldRetry, Notation: Boolean},
		{Kind: Milliseconds},
		{Kind: Seconds}, // as unreadable as the one before, which stays before it
	}
	rapid.Check(t, func(t *rapid.T) {
		got := rapid.Permutation(ordered[:9]).Draw(t, "hints")
		slices.SortStableFunc(got, ByPrecision)
		if !slices.Equal(got, ordered[:9]) {
			t.Fatalf("sorted to %v; want %v", got, ordered[:9])
		}
	})
	if ByPrecision(ordered[8], ordered[9]) != 0 {
		t.Errorf("%v and %v are not equal", ordered[8], ordered[9])
	}
}

func TestHintsTellThemselves(t *testing.T) {
	for _, tt := range []struct {
		hint Hint
		want string
	}{
		{Hint{}, "none (unreadable)"},
		{Hint{Kind: Seconds}, "seconds (unreadable)"},
		{Hint{Kind: Seconds, Notation: Number, Marks: Fraction | Sign, Wait: -1500 * time.Millisecond}, "seconds -1.5s (number, fraction+sign)"},
		{Hint{Kind: Milliseconds, Channel: Azure, Notation: Number, Wait: 511 * time.Millisecond}, "azure milliseconds 511ms (number)"},
		{Hint{Kind: Seconds, Notation: Number, Magnitude: Huge, Wait: Forever}, "seconds 2562047h47m16.854775807s (number, huge)"},
		{Hint{Kind: Reset, Notation: Units, Wait: time.Second, Of: Dimension{Name: "project", Unit: Tokens, Window: time.Minute}},
			"reset of project tokens per 1m0s 1s (units)"},
		{Hint{Kind: ShouldRetry, Notation: Boolean, Again: true}, "should-retry true"},
		{Hint{Kind: 200, Notation: 201}, "200 0s (201)"},
	} {
		if got := tt.hint.String(); got != tt.want {
			t.Errorf("%#v is %q; want %q", tt.hint, got, tt.want)
		}
	}
}

func TestEveryConstantHasAWord(t *testing.T) {
	for _, tt := range []struct{ last, beyond string }{
		{ShouldRetry.String(), (ShouldRetry + 1).String()},
		{Message.String(), (Message + 1).String()},
		{Boolean.String(), (Boolean + 1).String()},
		{Endless.String(), (Endless + 1).String()},
		{Concurrent.String(), (Concurrent + 1).String()},
		{Nearest.String(), (Nearest + 1).String()},
	} {
		if strings.Trim(tt.last, "0123456789") == "" || strings.Trim(tt.beyond, "0123456789") != "" {
			t.Errorf("the last constant is %q, the one beyond it %q", tt.last, tt.beyond)
		}
	}
	if got := (Loose<<1 - 1).String(); strings.Count(got, "+") != 7 {
		t.Errorf("all marks are %q; want 8", got)
	}
}
