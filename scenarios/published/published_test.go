package published

import (
	"math"
	"testing"
)

func TestAllStudiesHaveClaims(t *testing.T) {
	for _, s := range Studies() {
		claims, err := s.Claims()
		if err != nil {
			t.Error(err)
		}
		if len(claims) < 5 || len(s.Scenario()) == 0 || s.About == "" || s.Source == "" {
			t.Errorf("%s has %d claims and %d bytes of scenario; it is about %q, from %q", s.Name, len(claims), len(s.Scenario()), s.About, s.Source)
		}
	}
}

func TestAClaimIsHeldAgainstRuns(t *testing.T) {
	unknown := math.NaN()
	for _, tt := range []struct {
		name   string
		claim  Claim
		ours   []float64
		errors float64
		agrees bool
	}{
		// 2 over √(3²/9 + 0²) is 2.
		{"a published spread", Claim{Mean: 10, Spread: 3, Error: 0, Runs: unknown}, []float64{12, 12, 12, 12, 12, 12, 12, 12, 12}, 2, true},
		{"the tolerance is included", Claim{Mean: 10, Spread: 3, Error: 0, Runs: unknown}, []float64{14, 14, 14, 14, 14, 14, 14, 14, 14}, 4, true},
		{"beyond it", Claim{Mean: 10, Spread: 3, Error: 0, Runs: unknown}, []float64{5, 5, 5, 5, 5, 5, 5, 5, 5}, -5, false},
		// √(4²/4 + 1.5²) is 2.5.
		{"a published error", Claim{Mean: 0, Spread: 4, Error: 1.5, Runs: 7}, []float64{5, 5, 5, 5}, 2, true},
		// An error of 1 of 16 runs is a spread of 4: √(4²/4 + 1²) is √5.
		{"the spread of a published error", Claim{Mean: 0, Spread: unknown, Error: 1, Runs: 16}, []float64{9, 9, 9, 9}, 9 / math.Sqrt(5), false},
		// Ours spread by 2; theirs of 16 runs have an error of 0.5, ours of 2 one of √2: together 1.5.
		{"our own spread", Claim{Mean: 0, Spread: unknown, Error: unknown, Runs: 16}, []float64{3 - math.Sqrt2, 3 + math.Sqrt2}, 2, true},
		// Of 10 runs, that is as unlikely at 6.9 errors as at 4 of a known spread.
		{"a spread of few runs", Claim{Mean: 0, Spread: unknown, Error: 0, Runs: unknown}, []float64{1, 3, 1, 3, 1, 3, 1, 3, 1, 3}, 6, true},
		{"beyond it, too", Claim{Mean: 0, Spread: unknown, Error: 0, Runs: unknown}, []float64{2, 4, 2, 4, 2, 4, 2, 4, 2, 4}, 9, false},
		{"nothing spreads", Claim{Mean: 1, Spread: unknown, Error: unknown, Runs: 5}, []float64{2, 2}, math.Inf(1), false},
		{"equal as far as published", Claim{Mean: 0.94, Decimals: 2, Spread: 0.001, Error: 0}, []float64{0.944, 0.944}, 0, true},
		{"exact", Claim{Mean: 52.7, Decimals: 1, Exact: true}, []float64{52.7, 52.7}, 0, true},
		{"exact but for one run", Claim{Mean: 52.7, Decimals: 1, Exact: true}, []float64{52.7, 52.8}, math.Inf(1), false},
	} {
		got := tt.claim.Compare(tt.ours)
		if got.Undecided != (tt.name == "nothing spreads") {
			t.Errorf("%s: undecided is %t", tt.name, got.Undecided)
		}
		if difference := math.Abs(got.Errors - tt.errors); difference > 1e-9 || got.Agrees != tt.agrees {
			t.Errorf("%s: %v errors, agrees is %t; want %v, %t", tt.name, got.Errors, got.Agrees, tt.errors, tt.agrees)
		}
	}
}
