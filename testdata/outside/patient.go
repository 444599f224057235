// Package patient is a retry policy as somebody else writes one: it knows
// ratesim's interface and no more.
package patient

import (
	"math/rand/v2"
	"time"

	"ratesim/policy"
	"ratesim/spec"
)

// Patient waits a second longer after each failure, and gives up after five
// attempts.
type Patient struct{}

// Next returns the wait before the next attempt.
func (Patient) Next(f policy.Failure, _ *rand.Rand) (time.Duration, bool) {
	return time.Duration(f.Attempt) * time.Second, f.Attempt < 5
}

// Spec returns how the policy is called in tables.
func (Patient) Spec() spec.Spec { return spec.New("patient") }
