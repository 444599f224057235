package trace

import "time"

// Traffic is what all flows of a run together put on the endpoint.
type Traffic struct {
	Window int64 // ns, over which the peak was counted

	Peak    int64 // attempts admitted in any Window at most
	PeakAt  int64 // when the first such Window ended, ns
	Last429 int64 // the last refusal, ns; meaningless without any

	FirstRequests int64 // first attempts
	FirstTokens   int64 // that they asked for: prompts and the most that answers may have, or had
	FirstAt       int64 // the first of them, ns
	LastAt        int64 // the last of them, ns
	LastRequests  int64 // of them, at that instant
	LastTokens    int64 // that those asked for

	admitted []int64 // instants within the window
	head     int     // of admitted
}

// windowOf returns the window over which a run's peak is counted: that of its
// first limit, or a minute.
func windowOf(r Run) int64 {
	for _, l := range r.Limits {
		if l.WindowNS > 0 {
			return l.WindowNS
		}
	}
	return int64(time.Minute)
}

// first counts the first attempt of a request.
func (t *Traffic) first(a Attempt) {
	tokens := a.Prompt + max(a.MaxOutput, a.OutputTokens)
	if t.FirstRequests == 0 {
		t.FirstAt = a.At
	}
	if t.LastAt != a.At {
		t.LastAt, t.LastRequests, t.LastTokens = a.At, 0, 0
	}
	t.FirstRequests++
	t.FirstTokens += tokens
	t.LastRequests++
	t.LastTokens += tokens
}

// attempt counts one attempt.
func (t *Traffic) attempt(a Attempt) {
	if a.Attempt == 0 {
		t.first(a)
	}
	if a.Status == StatusRateLimit {
		t.Last429 = a.At
		return
	}
	for t.head < len(t.admitted) && t.admitted[t.head] <= a.At-t.Window {
		t.head++
	}
	if t.head > len(t.admitted)/2 {
		t.admitted, t.head = t.admitted[:copy(t.admitted, t.admitted[t.head:])], 0
	}
	t.admitted = append(t.admitted, a.At)
	if n := int64(len(t.admitted) - t.head); n > t.Peak {
		t.Peak, t.PeakAt = n, a.At
	}
}
