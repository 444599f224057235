package main

import (
	"fmt"

	"ratesim/policy"
	"ratesim/report"
)

// heedNotes say what the policy makes of the wait that the header asks for, and why.
// That it stops the schedule says by itself.
func (s *schedulePlan) heedNotes(f policy.Failure) []string {
	d := decisionOn(s.policy, f, s.said)
	if !d.Again {
		return nil
	}
	var notes []string
	for i := range s.fields {
		if again, given := s.fields[i].order(); given && again && !decisionOn(s.policy, f, nil).Again {
			notes = append(notes, legible(s.fields[i].line)+": obeyed, though the policy does not retry this by itself")
		}
	}
	if field := s.deciding(f, d); field != nil {
		notes = append(notes, legible(field.line)+": "+heedText(innermost(s.policy).Heed, d))
	}
	return notes
}

// order returns whether the field tells the client to try again or not.
func (f *headerField) order() (again, given bool) {
	for _, h := range f.said.Hints {
		if again, given = h.Order(); given {
			return again, true
		}
	}
	return false, false
}

// deciding returns the field by which the policy goes; nil if there is none.
func (s *schedulePlan) deciding(f policy.Failure, d policy.Decision) *headerField {
	if !d.Hinted {
		return nil
	}
	for i := range s.fields {
		if alone := decisionOn(s.policy, f, &s.fields[i].said); alone.Hinted && alone.Asked == d.Asked {
			return &s.fields[i]
		}
	}
	return nil
}

// innermost returns the policy that sees what the server says; an empty one if it is
// none of parts.
func innermost(p policy.Policy) policy.Retry {
	for {
		layers, ok := p.(policy.Layers)
		if !ok {
			break
		}
		p = layers.Inner
	}
	r, _ := p.(policy.Retry)
	return r
}

// mostText says how long a hint may be that is heeded.
func mostText(h policy.Heed) string {
	if bound, excluded := h.Below(); excluded {
		return "what is less than " + spanText(bound)
	}
	return spanText(h.Max)
}

// heedText says what a policy makes of a hint that it reads, and why.
func heedText(h policy.Heed, d policy.Decision) string {
	asked := report.Seconds(int64(d.Asked)) + " s"
	isAbove := h.Max > 0 && d.Asked > h.Max
	switch {
	case !d.Heeded && isAbove && h.Above == policy.AboveSooner && d.Wait == d.Asked:
		return "it is above the bound but sooner than the policy's own wait, and so obeyed"
	case !d.Heeded && isAbove:
		return fmt.Sprintf("ignored, for the policy heeds at most %s: it waits by itself instead", mostText(h))
	case !d.Heeded:
		return fmt.Sprintf("the policy leaves %s to its own backoff", asked)
	case isAbove && h.Above == policy.AboveOverflow:
		return fmt.Sprintf("above %s: the timer overflows and is over after 1 ms", spanText(h.Max))
	case d.Wanted < d.Asked:
		return fmt.Sprintf("cut from %s to %s", asked, report.Seconds(int64(d.Wanted))+" s")
	case d.Asked < h.Min:
		return "obeyed, but no wait is shorter than " + spanText(h.Min)
	case h.Mode == policy.Exact && d.Asked == 0:
		return "obeyed: it tries again at once"
	case h.Mode == policy.Exact:
		return "obeyed: it is the wait, in place of the policy's own"
	case d.Own > d.Asked:
		return "obeyed as the least wait; the policy's own is longer"
	}
	return "obeyed: it is the least wait"
}
