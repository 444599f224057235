package endpoint

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"
)

// unexplained are the readings that the token bucket does not give, and why.
var unexplained = map[string]string{
	"g17": "more was used than the limit, and the wait is 0.4 ms longer than the rule's 1.9914 s",
	"g25": "the rule gives 26.118 s; the text is from a test and may be made up",
}

// A reading is what a provider told, from public logs, records and tests: the wait
// in a message, or a header. Its origin says which.
type reading struct {
	id, kind, expect              string
	limit, used, asked, remaining int64
	period                        time.Duration
}

// readings reads testdata/provider-waits.csv, but for a limit that is a range.
func readings(t *testing.T) (all []reading) {
	t.Helper()
	file, err := os.Open("testdata/provider-waits.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		number := func(i int) int64 {
			n, err := strconv.ParseInt(row[i], 10, 64)
			if err != nil && row[i] != "" && !(row[0] == "g24" && i == 3) {
				t.Fatalf("%s: %v", row[0], err)
			}
			return n
		}
		all = append(all, reading{
			id: row[0], kind: row[2], expect: row[8],
			limit: number(3), used: number(5), asked: number(6), remaining: number(7), period: time.Duration(number(4)) * second,
		})
	}
	return all
}

// told returns what a token bucket tells in the place of the reading: messages and
// headers cut off to milliseconds, a wait in seconds rounded up.
func (r reading) told() string {
	bucket := &TokenBucket{Limit: r.limit, Per: r.period, Used: r.limit - r.remaining}
	up := func(d time.Duration) time.Duration { return (d + second - 1) / second }
	switch r.kind {
	case "wait_429":
		bucket.Used = r.used
		wait, _ := bucket.Wait(0, r.asked)
		return wait.Truncate(ms).String()
	case "reset_full":
		return bucket.State(0).ResetAfter.Truncate(ms).String()
	case "retry_after_ms":
		bucket.Debt = true
		wait, _ := bucket.Wait(0, 0)
		return strconv.FormatInt(wait.Milliseconds(), 10)
	case "retry_after_s":
		bucket.Debt = true
		wait, _ := bucket.Wait(0, 0)
		return fmt.Sprintf("%d (and reset-tokens %d)", up(wait), up(bucket.State(0).ResetAfter))
	}
	return ""
}

func TestTokenBucketTellsWhatProvidersTold(t *testing.T) {
	explained, all := 0, readings(t)
	for _, r := range all {
		if r.id == "g24" {
			continue // of an unknown limit: the next test
		}
		want := r.expect
		if d, err := time.ParseDuration(want); err == nil {
			want = d.String()
		}
		got, why := r.told(), unexplained[r.id]
		switch {
		case why == "" && got != want:
			t.Errorf("%s: told %s; want %s", r.id, got, want)
		case why != "" && got == want:
			t.Errorf("%s: told %s, which explains it; it is listed because %s", r.id, got, why)
		case why == "":
			explained++
		}
	}
	if len(all) != 25 || explained != 22 {
		t.Errorf("%d of %d readings are explained; want 22 of 25, beside two that are not and g24", explained, len(all))
	}
}

// Reading g24: 27,689 tokens owed, retry after 4, reset after 64, of an unknown
// limit that must explain both. The row gives 415,335 to 553,780, two of which do
// not: with the lowest nothing is owed after exactly 4 s, but more than nothing is
// there a nanosecond later; with the highest the bucket is full after exactly 63 s.
func TestOneLimitExplainsTwoHeaders(t *testing.T) {
	for _, tt := range []struct {
		limit     int64
		explained bool
	}{{415_334, false}, {415_335, false}, {415_336, true}, {450_000, true}, {500_000, true}, {553_779, true}, {553_780, false}} {
		r := reading{kind: "retry_after_s", limit: tt.limit, remaining: -27_689, period: minute}
		if got := r.told(); (got == "4 (and reset-tokens 64)") != tt.explained {
			t.Errorf("a limit of %d tells %s", tt.limit, got)
		}
	}
}
