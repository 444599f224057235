package policy_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	"ratesim/hint"
	"ratesim/policy"
	"ratesim/spec"
)

// Fibonacci waits 1, 2, 3, 5, 8 and so on units.
type Fibonacci struct{ Unit time.Duration }

// Next never gives up. It draws nothing.
func (p Fibonacci) Next(f policy.Failure, _ *rand.Rand) (time.Duration, bool) {
	wait, next := p.Unit, 2*p.Unit
	for range f.Attempt - 1 {
		wait, next = next, wait+next
	}
	return wait, true
}

// Spec names the policy in tables and traces.
func (p Fibonacci) Spec() spec.Spec {
	return spec.New("fibonacci", spec.Word("unit", p.Unit.String()))
}

// A policy of your own is a type with two methods.
func Example_ownPolicy() {
	p := policy.AtMost{Attempts: 5, Of: Fibonacci{Unit: time.Second}}
	fmt.Println(policy.String(p))
	for _, row := range policy.Schedule(p, policy.Sequence{Rows: 10}) {
		fmt.Println(row.Attempt, row.Wait.Mean, row.Waited.Mean)
	}
	// Output:
	// fibonacci(unit=1s, attempts=5)
	// 1 1s 1s
	// 2 2s 3s
	// 3 3s 6s
	// 4 5s 11s
	// 5 0s 11s
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
	// fixed has no "wiat"; it has wait, attempts and those of every policy; did you mean "wait"?
	// 	fixed(wiat=1step, attempts=none)
	// 	      ^
	// attempts: want a whole number of at least 1, the first attempt included, or unbounded; have "none"
	// 	fixed(wiat=1step, attempts=none)
	// 	                           ^
}

// A client asks its Session after each failure. Here the server refuses the
// request, says when to come back, and then breaks.
func ExampleSession() {
	p := policy.Course()
	rng := rand.New(rand.NewPCG(1, 2))
	failures := []policy.Failure{
		{Kind: policy.RateLimit, Status: 429},
		{Kind: policy.RateLimit, Status: 429, Said: &hint.Said{Hints: []hint.Hint{
			{Kind: hint.Seconds, Notation: hint.Number, Wait: 5 * time.Second},
		}}},
		{Kind: policy.ServerError, Status: 503, Repeat: policy.Unsafe},
	}

	now := time.Duration(0)
	session := policy.Begin(p, now)
	for _, f := range failures {
		now += 100 * time.Millisecond // until the answer
		d := session.Failed(now, f, rng)
		if !d.Again {
			fmt.Println("gives up:", d.Why.Sentence())
			break
		}
		fmt.Printf("%v: waits %v, by itself %v\n", f.Kind, d.Wait.Round(time.Millisecond), d.Own.Round(time.Millisecond))
		now += d.Wait
	}
	// Output:
	// rate-limit: waits 338ms, by itself 338ms
	// rate-limit: waits 5s, by itself 461ms
	// gives up: the work may have been done, and the request is not safe to repeat
}

func ExampleSchedule() {
	p, err := policy.Parse("full-jitter(base=4s, cap=8s, attempts=5, total=20s)", policy.Defaults{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range policy.Schedule(p, policy.Sequence{Rows: 10}) {
		fmt.Printf("wait %d: %v to %v, %v on average; %.0f%% go on\n", row.Attempt, row.Wait.Low, row.Wait.High, row.Wait.Mean.Round(100*time.Millisecond), 100*row.Share)
	}
	// Output:
	// wait 1: 0s to 4s, 2s on average; 100% go on
	// wait 2: 0s to 8s, 4s on average; 100% go on
	// wait 3: 0s to 8s, 4s on average; 100% go on
	// wait 4: 0s to 8s, 3.8s on average; 92% go on
	// wait 5: 0s to 0s, 0s on average; 0% go on
}
