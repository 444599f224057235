package report

import (
	"strings"
	"testing"

	"ratesim/trace"
)

func TestRowCountsBatchAndAddsTokensOfBothFlows(t *testing.T) {
	row := NewRow(
		trace.Run{Load: "heavy", Policy: "mine", PolicySpec: "exp:base=1s", Seed: -3},
		Flows{
			Batch: trace.Counts{
				Requests: 8, Completed: 4, GivenUp: 3, Unfinished: 1,
				Calls: 20, RateLimited: 9, Timeouts: 5, Partial: 2, Tokens: 700, Wasted: 300, Correct: 2,
			},
			Interactive: trace.Counts{
				Requests: 16, Completed: 1, GivenUp: 13, Unfinished: 2,
				Calls: 99, RateLimited: 99, Timeouts: 99, Partial: 99, Tokens: 11, Wasted: 10, Correct: 99,
			},
		})
	want := "heavy,mine,-3,4,2,8,1,16,20,9,7,711,310,1,3,13,2,0.5,0.25,0.0625,exp:base=1s\n"
	if _, got, _ := strings.Cut(string(encoded(t, Results{Rows: []Row{row}}, FormatCSV)), "\n"); got != want {
		t.Errorf("have %s; want %s", got, want)
	}
}

func TestRowWithoutTopicsHasNoCorrect(t *testing.T) {
	row := NewRow(trace.Run{}, Flows{Batch: trace.Counts{Requests: 8, Completed: 8, Correct: 7, Ungraded: 1}})
	if row.Correct != nil || row.CorrectShare != nil {
		t.Errorf("correct %v, share %v; want neither", row.Correct, row.CorrectShare)
	}
	if row.CompletedShare == nil || *row.CompletedShare != 1 {
		t.Errorf("completed share %v; want 1", row.CompletedShare)
	}
}

func TestRowWithoutRequestsHasNoShares(t *testing.T) {
	row := NewRow(trace.Run{}, Flows{})
	if row.CompletedShare != nil || row.CorrectShare != nil || row.InteractiveShare != nil {
		t.Errorf("have %+v; want no shares", row)
	}
}
