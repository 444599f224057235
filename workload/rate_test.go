package workload

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestParseRate(t *testing.T) {
	for text, want := range map[string]Rate{
		"2/s":                {2, second},
		"30/m":               {30, time.Minute},
		"100/h":              {100, time.Hour},
		"5/250ms":            {5, 250 * ms},
		"1/1h30m":            {1, 90 * time.Minute},
		"9007199254740992/s": {1 << 53, second},
	} {
		if got, message := ParseRate(text); got != want || message != "" {
			t.Errorf("%s is %+v, %q; want %+v", text, got, message, want)
		}
	}
	for _, text := range []string{"", "2", "2/", "/s", "2/x", "2/d", "0/s", "-1/s", "1.5/s", "2/0s", "2/-1s", "2/s/s", "2 /s", "2/ss", "2/s ", "9007199254740993/s", "1e3/s"} {
		if got, message := ParseRate(text); got != (Rate{}) || !strings.Contains(message, fmt.Sprintf("%q", text)) {
			t.Errorf("%q is %+v, %q; want a message about it", text, got, message)
		}
	}
}

// floor is the n-th arrival in unbounded integers.
func floor(r Rate, n int64) time.Duration {
	at := new(big.Int).Mul(big.NewInt(n), big.NewInt(int64(r.In)))
	if at.Div(at, big.NewInt(r.Count)); !at.IsInt64() {
		return math.MaxInt64
	}
	return time.Duration(at.Int64())
}

func TestRateDoesNotDrift(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Rate{Count: rapid.Int64Range(1, 1<<53).Draw(t, "count"), In: time.Duration(rapid.Int64Min(1).Draw(t, "in"))}
		n := rapid.Int64Min(0).Draw(t, "n")
		if got, want := r.at(n), floor(r, n); got != want {
			t.Fatalf("arrival %d of %+v comes at %d; want %d", n, r, got, want)
		}
		hours := rapid.Int64Range(0, 1_000_000).Draw(t, "hours")
		if got := (Rate{7, time.Hour}).at(7 * hours); got != time.Duration(hours)*time.Hour {
			t.Fatalf("after %d hours at 7/h it is %v", hours, got)
		}
	})
}

func FuzzParseRate(f *testing.F) {
	for _, text := range []string{"2/s", "30/m", "5/250ms", "0/s", "1//", "9/1h1ns", "s/s"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, message := ParseRate(text)
		if message != "" {
			if r != (Rate{}) {
				t.Fatalf("%q is %+v, and yet %s", text, r, message)
			}
			return
		}
		if r.Count < 1 || r.In < 1 {
			t.Fatalf("%q is %+v", text, r)
		}
		if again, message := ParseRate(fmt.Sprintf("%d/%v", r.Count, r.In)); again != r {
			t.Fatalf("%+v is written and read as %+v, %q", r, again, message)
		}
	})
}
