package governor

import (
	"math/rand/v2"
	"slices"
	"time"

	"ratesim/spec"
)

// A Store is a Governor that gives out slots or tokens, some of which can be kept.
type Store interface {
	Governor
	// AskLeaving is Ask for an attempt that must leave so many in the store.
	AskLeaving(now time.Duration, s Sending, keep int64) Permit
	// Size returns how many the store holds at most.
	Size() int64
}

// A Reserve keeps the last slots or tokens of a store for some flows: the others
// are sent only while Keep would be left after them. What is kept is idle while
// those flows are; the rest goes to whoever comes first.
//
// The shape is asked for in kubernetes-sigs/gateway-api-inference-extension, issue
// 1861: interactive first, with a trickle of batch that grows when interactive is
// quiet.
type Reserve struct {
	Store
	Keep int64 // slots or tokens, less than the Size of the Store
	For  []int // the flows that they are kept for, by place
}

// Ask asks the store, and leaves what is kept unless it is kept for the flow.
func (r *Reserve) Ask(now time.Duration, s Sending, rng *rand.Rand) Permit {
	if slices.Contains(r.For, s.Flow) {
		return r.Store.Ask(now, s, rng)
	}
	return r.AskLeaving(now, s, r.Keep)
}

func reserveForm(flows []string) spec.Form[Maker] {
	return spec.Form[Maker]{
		Name: "reserve", About: "of shared slots or tokens, the last are kept for some flows",
		Arguments: []spec.Argument{
			{Name: "of", Unit: "governor", About: "what is shared: a `concurrency` or a `token-bucket`"},
			{Name: "keep", Unit: "slots or tokens", Zero: "keeps none", About: "what other flows must leave"},
			{Name: "for", Unit: "flows", About: "flows that it is kept for, by name, joined by `+`", Choices: flows},
		},
		Read: func(r *spec.Reader) Maker {
			build := spec.Nested(r, "of", stores())
			keep, places := r.Count("keep", 0), r.Several("for")
			if build == nil {
				return nil
			}
			if size := build().Size(); size > 0 && keep >= size {
				r.Fault("keep", "want less than all %d that there are; have %d", size, keep)
			}
			return func() Governor { return &Reserve{Store: build(), Keep: keep, For: places} }
		},
	}
}
