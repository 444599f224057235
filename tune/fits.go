package tune

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ratesim/policy"
)

// A Fit is a policy in the settings of a client.
type Fit struct {
	Client   string
	Settings string   // lines; what Lacks does not name they do; "" where there are none
	Lacks    []string // what the client cannot do
}

// The clients that policies are fitted to.
const (
	clientOpenAI   = "openai SDKs"
	clientTenacity = "tenacity"
	clientFailsafe = "failsafe-go"
	clientEnvoy    = "Envoy"
)

// Fits returns a policy in the settings of clients that others wrote. Which failures
// are retried is told of Envoy alone, which retries none unless told: the others have
// their own, and their own words for that. Nor is it told in which fields a client looks
// for the wait that the server asks for. Where the server never asks for one, hinted is
// false, and what becomes of that is not told either.
func Fits(p policy.Policy, hinted bool) []Fit {
	switch p := p.(type) {
	case policy.None:
		once := policy.Retry{Backoff: policy.Fixed{}, Attempts: 1, Heed: policy.Heed{Mode: policy.Ignore}}
		return fitAll(once, hinted)
	case policy.Retry:
		return fitAll(simplest(p, hinted), hinted)
	case policy.Layers:
		return []Fit{unfit("stand one policy in another: for the settings of a layer, tune with that layer alone as --policy")}
	}
	return []Fit{unfit("follow " + policy.String(p) + ", which is no policy of parts")}
}

func fitAll(p policy.Retry, hinted bool) []Fit {
	return []Fit{fitOpenAI(p, hinted), fitTenacity(p, hinted), fitFailsafe(p, hinted), fitEnvoy(p, hinted)}
}

// unfit says of all clients that they have no settings for a policy.
func unfit(lack string) Fit {
	return Fit{Client: strings.Join([]string{clientOpenAI, clientTenacity, clientFailsafe, clientEnvoy}, ", "), Lacks: []string{lack}}
}

// simplest returns a policy without a total that never matters to it, or with the
// attempts alone that its total leaves room for.
func simplest(p policy.Retry, hinted bool) policy.Retry {
	isOwn := !hinted || p.Heed.Mode == policy.Ignore
	if p.Total == 0 || !isOwn || p.LastWait || p.Attempts > attemptsCompared || !hasBounds(p.Backoff) {
		return p
	}
	if p.Attempts > 0 {
		return withinTotal(p)
	}
	bounded := p
	bounded.Attempts = attemptsCompared
	if bounded = withinTotal(bounded); bounded.Attempts == attemptsCompared {
		return p // its waits may be so short that more attempts follow
	}
	return bounded
}

// hasBounds reports a backoff whose shortest and longest waits are those of the least
// and of the greatest draw, whatever fails.
func hasBounds(b policy.Backoff) bool {
	if c, ok := b.(policy.Clamp); ok {
		b = c.Of
	}
	if isPlain(b) {
		return true
	}
	after := func(kind policy.FailureKind) []time.Duration {
		return waitsAfter(policy.Failure{Kind: kind}, b, attemptsCompared, []float64{0})
	}
	return !b.Draws() && slices.Equal(after(policy.RateLimit), after(policy.Timeout))
}

// none reports that there is no second attempt, so that no wait matters.
func none(p policy.Retry) bool { return p.Attempts == 1 }

// wait names the wait in words, for what a client lacks.
func wait(p policy.Retry) string { return "wait as " + p.Backoff.Spec().String() }

// bounds reports that a budget bounds the policy by one of some rules.
func bounds(p policy.Retry, rules []policy.BudgetRule) bool {
	return p.Budget > 0 && !none(p) && slices.Contains(rules, p.AtBudget)
}

// lacks returns what few clients have. The budgets are the rules of those that one has.
func lacks(p policy.Retry, budgets ...policy.BudgetRule) []string {
	var all []string
	if p.LastWait {
		all = append(all, "wait once more after the last attempt (last-wait)")
	}
	if none(p) {
		return all
	}
	if p.Total > 0 {
		all = append(all, fmt.Sprintf("bound the waits together at %v (total)", p.Total))
	}
	if p.Budget > 0 && !bounds(p, budgets) {
		all = append(all, fmt.Sprintf("stop by the budget of %v as the policy does", p.Budget))
	}
	return all
}

// lacksTimeout is for clients whose settings of retries have no bound on an attempt.
func lacksTimeout(p policy.Retry) []string {
	if p.Timeout == 0 {
		return nil
	}
	return []string{fmt.Sprintf("hang up an attempt after %v (timeout) by these settings: give that to the HTTP client", p.Timeout)}
}

// longest returns the longest wait that can come up, chance aside; false where there is
// no such bound, or none that a client can be told.
func (s shape) longest(p policy.Retry) (time.Duration, bool) {
	last := p.Attempts - 1
	if p.Attempts == 0 {
		if s.cap == 0 && s.grows() {
			return 0, false
		}
		last = failuresCompared
	}
	longest := s.growth().After(policy.Failure{Attempt: max(last, 1)}, 0)
	return longest, longest < longestTold
}

// longestTold is the longest wait that is put into settings: about 36 years, so that no
// client's sums overflow.
const longestTold = time.Duration(1 << 60)
