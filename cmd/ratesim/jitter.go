package main

import (
	"errors"
	"fmt"

	"ratesim/policy"
)

// changeJitter returns a policy that waits without chance, or from 0 to what it
// waits then.
func changeJitter(p policy.Policy, full bool) (policy.Policy, error) {
	switch p := p.(type) {
	case policy.Retry:
		plain, err := withoutChance(p.Backoff)
		p.Backoff = plain
		if full {
			p.Backoff = policy.FullJitter{Of: plain}
		}
		p.Heed.Jitter, p.Heed.Factor, p.Heed.ResetFactor = 0, 0, 0
		return p, err
	case policy.Layers:
		outer, errOuter := changeJitter(p.Outer, full)
		inner, errInner := changeJitter(p.Inner, full)
		return policy.Layers{Outer: outer, Inner: inner}, errors.Join(errOuter, errInner)
	}
	return p, nil
}

// withoutChance returns the wait that a jitter is put on.
func withoutChance(b policy.Backoff) (policy.Backoff, error) {
	var errFirst, errSecond error
	if of, ok := policy.Unjittered(b); ok {
		return withoutChance(of)
	}
	switch of := b.(type) {
	case policy.Decorrelated, policy.RisingJitter, policy.CompoundJitter, policy.TanhJitter:
		return b, fmt.Errorf("%s waits are all chance: want a policy that grows by itself, such as exponential", b.Spec().Name)
	case policy.Clamp:
		of.Of, errFirst = withoutChance(of.Of)
		return of, errFirst
	case policy.Stages:
		of.First, errFirst = withoutChance(of.First)
		of.Then, errSecond = withoutChance(of.Then)
		return of, errors.Join(errFirst, errSecond)
	case policy.ByKind:
		of.RateLimit, errFirst = withoutChance(of.RateLimit)
		of.Otherwise, errSecond = withoutChance(of.Otherwise)
		return of, errors.Join(errFirst, errSecond)
	}
	return b, nil
}
