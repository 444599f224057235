package trace

import (
	"math"
	"slices"
)

// A Pace is the first attempts of requests that asked the limits of one key and
// model: what clients want, before any retry. Those that no limit counts are left
// out, and those whose size no limit could ever admit.
type Pace struct {
	Key   string
	Model string

	Asked         // by all of them
	FirstAt int64 // the first of them, ns
	LastAt  int64 // the last of them, ns
	Last    Asked // by those at that instant
}

// Asked is what attempts ask for.
type Asked struct {
	Requests int64
	Input    int64 // tokens of prompts
	Output   int64 // tokens that answers may have at most, or had
}

// join adds what others ask for.
func (a *Asked) join(o Asked) {
	a.Requests += o.Requests
	a.Input += o.Input
	a.Output += o.Output
}

// Join adds another Pace. The result has the Key and Model of p.
func (p *Pace) Join(o Pace) {
	switch {
	case o.Requests == 0:
		return
	case p.Requests == 0:
		p.FirstAt, p.LastAt, p.Last = o.FirstAt, o.LastAt, o.Last
	case o.LastAt > p.LastAt:
		p.LastAt, p.Last = o.LastAt, o.Last
	case o.LastAt == p.LastAt:
		p.Last.join(o.Last)
	}
	p.FirstAt = min(p.FirstAt, o.FirstAt)
	p.Asked.join(o.Asked)
}

// first counts the first attempt of a request.
func (t *Traffic) first(a Attempt) {
	if a.Uncounted || a.neverFits() {
		return
	}
	i := slices.IndexFunc(t.Paces, func(p Pace) bool { return p.Key == a.Key && p.Model == a.Model })
	if i < 0 {
		i = len(t.Paces)
		t.Paces = append(t.Paces, Pace{Key: a.Key, Model: a.Model})
	}
	asked := Asked{Requests: 1, Input: a.Prompt, Output: max(a.MaxOutput, a.OutputTokens)}
	one := Pace{Key: a.Key, Model: a.Model, Asked: asked, FirstAt: a.reached(), LastAt: a.reached(), Last: asked}
	t.Paces[i].Join(one)
	for _, d := range t.demands {
		d.first(a.reached(), one)
	}
}

// neverFits reports that a limit turned the attempt away for good, whether the
// answer said so or not.
func (a *Attempt) neverFits() bool {
	return a.RefusedBy != "" && (a.Status != StatusRateLimit || a.Wait == math.MaxInt64)
}
