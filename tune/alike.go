package tune

import (
	"fmt"
	"math"
	"slices"
	"time"

	"ratesim/policy"
	"ratesim/spec"
)

// attemptsCompared is up to how many attempts policies are compared wait by wait.
const attemptsCompared = 100

// probes are draws, in the order in which a request makes them, that tell waits apart.
func probes() [][]float64 {
	most := math.Nextafter(1, 0)
	return [][]float64{{0}, {most}, {0.5}, {0.25, 0.9}, {0.9, 0.25, 0.6}}
}

// waits returns the waits of one request that fails so often, with such draws.
func waits(b policy.Backoff, failures int, draws []float64) []time.Duration {
	return waitsAfter(policy.Failure{}, b, failures, draws)
}

// waitsAfter is waits for a kind of failure.
func waitsAfter(f policy.Failure, b policy.Backoff, failures int, draws []float64) []time.Duration {
	var all []time.Duration
	for n := range failures {
		f.Attempt = n + 1
		f.LastWait = b.After(f, draws[n%len(draws)])
		f.Waited += f.LastWait
		all = append(all, f.LastWait)
	}
	return all
}

// isPlain reports a backoff whose waits depend on nothing but the attempts, the last
// wait and chance.
func isPlain(b policy.Backoff) bool {
	switch b := b.(type) {
	case policy.Fixed, policy.Linear, policy.Exponential, policy.Decorrelated:
		return true
	case policy.FullJitter:
		return isPlain(b.Of)
	case policy.EqualJitter:
		return isPlain(b.Of)
	case policy.ProportionalJitter:
		return isPlain(b.Of)
	case policy.AddedJitter:
		return isPlain(b.Of)
	}
	return false
}

// canonical returns a policy without what can never matter to it, and a name that
// equal policies share: those which wait alike, whatever fails and however chance
// falls. The name is "" where that is not known.
func (s *Space) canonical(p policy.Policy) (same policy.Policy, name string) {
	r, ok := p.(policy.Retry)
	if !ok || !isPlain(r.Backoff) || r.Attempts < 1 || r.Attempts > attemptsCompared || r.LastWait {
		return p, ""
	}
	if r.Total > 0 && (!s.hints || r.Heed.Mode == policy.Ignore) {
		r = withinTotal(r)
	}
	if s.has("fixed") {
		r.Backoff = fixedAlike(r.Backoff, r.Attempts-1)
	}
	rules := r
	rules.Backoff = policy.Fixed{}
	if !s.hints {
		rules.Heed = policy.Heed{}
	}
	text := policy.String(rules)
	for _, draws := range probes() {
		text += fmt.Sprint(waits(r.Backoff, r.Attempts-1, draws))
	}
	return r, text
}

// withinTotal returns a policy that heeds no hints, without a total that it never
// reaches, and with no attempt that the total never leaves room for.
func withinTotal(r policy.Retry) policy.Retry {
	least := waits(r.Backoff, r.Attempts-1, []float64{0})
	most := waits(r.Backoff, r.Attempts-1, []float64{math.Nextafter(1, 0)})
	var sumLeast, sumMost time.Duration
	for n := range most {
		if sumLeast += least[n]; sumLeast > r.Total {
			r.Attempts = n + 1
			break
		}
		sumMost += most[n]
	}
	if sumMost <= r.Total {
		r.Total = 0
	}
	return r
}

// fixedAlike returns a fixed wait in place of a backoff that has no other for so many
// failures.
func fixedAlike(b policy.Backoff, failures int) policy.Backoff {
	if failures == 0 {
		return b
	}
	first := waits(b, 1, []float64{0})[0]
	for _, draws := range probes() {
		if slices.ContainsFunc(waits(b, failures, draws), func(w time.Duration) bool { return w != first }) {
			return b
		}
	}
	return policy.Fixed{Wait: first}
}

// has reports whether a kind is in the space with nothing that narrows it.
func (s *Space) has(name string) bool {
	return slices.ContainsFunc(s.Kinds, func(k Kind) bool { return k.Name == name && k.Version == "" && len(k.Fixed) == 0 })
}

// floor returns the first wait of a policy with such arguments; 0 if they do not say.
func (s *Space) floor(args []spec.Arg) time.Duration {
	for _, arg := range args {
		if arg.Key != "wait" && arg.Key != "base" || arg.Value.Spec != nil {
			continue
		}
		if wait, message := spec.ParseDuration(arg.Value.Text, s.Defaults.Step); message == "" {
			return wait
		}
	}
	return 0
}
