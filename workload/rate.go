package workload

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"time"
)

// A Rate is how many requests arrive in a time. The zero Rate is none.
type Rate struct {
	Count int64         // of requests
	In    time.Duration // more than 0
}

// ParseRate reads a rate such as 2/s, 30/m, 100/h or 5/250ms. The message says
// what is wrong, "" if nothing.
func ParseRate(text string) (r Rate, message string) {
	count, in, ok := strings.Cut(text, "/")
	n, err := strconv.ParseInt(count, 10, 64)
	if strings.Trim(in, "smh") == "" && len(in) == 1 {
		in = "1" + in
	}
	span, spanErr := time.ParseDuration(in)
	if !ok || err != nil || spanErr != nil || n < 1 || n > 1<<53 || span <= 0 {
		return Rate{}, fmt.Sprintf("want a whole number in a time, such as 2/s, 30/m or 5/250ms; have %q", text)
	}
	return Rate{Count: n, In: span}, ""
}

// at returns when the n-th arrival of a constant rate comes, the one with number
// 0 at once: n·In/Count rounded down, so that no error adds up.
func (r Rate) at(n int64) time.Duration {
	high, low := bits.Mul64(uint64(n), uint64(r.In))
	if high >= uint64(r.Count) {
		return math.MaxInt64
	}
	at, _ := bits.Div64(high, low, uint64(r.Count))
	return time.Duration(min(at, math.MaxInt64))
}

// mean returns the mean time between two arrivals, in nanoseconds.
func (r Rate) mean() float64 { return float64(r.In) / float64(r.Count) }
