package policy_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	"ratesim/policy"
	"ratesim/spec"
)

// FullJitter draws its wait uniformly from [0, w), where w is the wait of
// another policy, so that clients that failed together do not come back
// together (M. Brooker, "Exponential Backoff And Jitter", AWS Architecture
// Blog, 2015).
type FullJitter struct{ Of policy.Policy }

// Next gives up when Of does. It draws once.
func (p FullJitter) Next(f policy.Failure, rng *rand.Rand) (time.Duration, bool) {
	wait, again := p.Of.Next(f, rng)
	if !again {
		return 0, false
	}
	return time.Duration(rng.Float64() * float64(wait)), true
}

// Spec names the policy in tables and traces.
func (p FullJitter) Spec() spec.Spec {
	of := p.Of.Spec()
	return spec.New("full-jitter", spec.Arg{Key: "of", Value: spec.Value{Spec: &of}})
}

// A policy of your own is a type with two methods.
func Example_ownPolicy() {
	p := policy.AtMost{Attempts: 5, Of: FullJitter{Of: policy.Exponential{Base: time.Second, Factor: 2, Cap: 8 * time.Second}}}
	fmt.Println(policy.String(p))

	rng := rand.New(rand.NewPCG(1, 2))
	failure := policy.Failure{Attempt: 1}
	for {
		wait, again := p.Next(failure, rng)
		if !again {
			fmt.Printf("gives up after %d attempts and %v\n", failure.Attempt, failure.Elapsed)
			return
		}
		wait = wait.Round(time.Millisecond)
		fmt.Println("waits", wait)
		failure = policy.Failure{Attempt: failure.Attempt + 1, Elapsed: failure.Elapsed + wait, LastWait: wait}
	}
	// Output:
	// full-jitter(of=exponential(base=1s, cap=8s), attempts=5)
	// waits 676ms
	// waits 923ms
	// waits 2.034s
	// waits 3.438s
	// gives up after 5 attempts and 7.071s
}

func ExampleParse() {
	lesson := policy.Defaults{Step: time.Second, Attempts: 4}
	for _, text := range []string{"exponential(base=1step)", "fixed(wiat=1step, attempts=none)"} {
		p, err := policy.Parse(text, lesson)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(policy.String(p))
	}
	// Output:
	// exponential(base=1s, attempts=4)
	// fixed wants wait, such as fixed(wait=1s)
	// 	fixed(wiat=1step, attempts=none)
	// 	^
	// fixed has no "wiat"; it has wait, attempts; did you mean "wait"?
	// 	fixed(wiat=1step, attempts=none)
	// 	      ^
	// attempts: want a whole number of at least 1, the first attempt included; have "none"
	// 	fixed(wiat=1step, attempts=none)
	// 	                           ^
}
