package policy

import (
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestPlansOfPoliciesByHand(t *testing.T) {
	doubling := Exponential{Base: second, Factor: 2, Cap: 3 * second}
	again := func(waits ...time.Duration) (plan []Choice) {
		for _, wait := range waits {
			plan = append(plan, Choice{Wait: wait, Again: true})
		}
		return plan
	}
	for _, tt := range []struct {
		spec string
		want []Choice // none if the policy has no plan
	}{
		{"none", []Choice{{}, {}, {}, {}}},
		{"fixed(wait=2s)", again(2*second, 2*second, 2*second, 2*second)},
		{"exponential(base=1s, cap=3s, attempts=4)", append(again(second, 2*second, 3*second), Choice{})},
		{"stages(first=fixed(wait=0s), then=list(waits=1s>5s), heed=ignore)", again(0, second, 5*second, 5*second)},
		{"by-kind(rate-limit=fixed(wait=9s), otherwise=linear(base=1s))", again(9*second, 9*second, 9*second, 9*second)},
		{"fixed(wait=1s, retry=5xx)", []Choice{{}, {}, {}, {}}},
		{"fixed(wait=1s, total=9s)", nil},
		{"fixed(wait=1s, budget=9s)", nil},
		{"fixed(wait=1s, hint-jitter=1s)", nil},
		{"full-jitter(base=1s)", nil},
		{"by-kind(rate-limit=fixed(wait=9s), otherwise=decorrelated(base=1s))", nil},
		{"layers(outer=none, inner=none)", nil},
	} {
		checkPlan(t, tt.spec, parse(t, tt.spec), tt.want)
	}
	checkPlan(t, "AtMost", AtMost{Attempts: 2, Of: doubling}, append(again(second), Choice{}, Choice{}, Choice{}))
}

func checkPlan(t *testing.T, name string, p Policy, want []Choice) {
	t.Helper()
	got, ok := Plan(p, Failure{Kind: RateLimit}, 4)
	if ok != (want != nil) || len(got) != len(want) {
		t.Errorf("%s: the plan is %v, %v; want %v", name, got, ok, want)
		return
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s: after failure %d the plan is %+v; want %+v", name, i+1, got[i], want[i])
		}
	}
}

func TestAPolicyKeepsToItsPlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := policies().Draw(t, "policy")
		f := someFailures().Draw(t, "failure")
		f.Said = nil
		plan, ok := Plan(p, f, 8)
		if !ok {
			return
		}
		source := &counted{Source: rand.NewPCG(1, 2)}
		for i, want := range plan {
			f.Attempt = i + 1
			f.Elapsed, f.Waited, f.LastWait = anySpan().Draw(t, "elapsed"), anySpan().Draw(t, "waited"), anySpan().Draw(t, "last wait")
			wait, again := p.Next(f, rand.New(source))
			if (Choice{wait, again}) != want || source.drawn != 0 {
				t.Fatalf("%s after %+v: %v, %v with %d draws; the plan is %+v", String(p), f, wait, again, source.drawn, want)
			}
		}
	})
}

func TestAPolicyThatForgetsDoesTheSameWithAnyPast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := policies().Draw(t, "policy")
		if !Forgets(p) {
			return
		}
		f := someFailures().Draw(t, "failure")
		f.Attempt = rapid.IntRange(1, 20).Draw(t, "attempt")
		bits := drawing(rapid.Uint64Max(largestDraw).Draw(t, "bits"))
		wait, again := p.Next(f, bits)
		f.Elapsed, f.Waited, f.LastWait = anySpan().Draw(t, "elapsed"), anySpan().Draw(t, "waited"), anySpan().Draw(t, "last wait")
		if w, a := p.Next(f, bits); w != wait || a != again {
			t.Fatalf("%s after %+v: %v, %v; want %v, %v as with no past", String(p), f, w, a, wait, again)
		}
	})
}
