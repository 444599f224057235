package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"ratesim/trace"
)

// An event is one line of a story.
type event struct {
	at      int64
	attempt int
	text    string
}

// openEvents returns what happened to a request of an open scenario between its
// arrival and its end, in order.
func (s Story) openEvents() []event {
	var all []event
	for _, a := range s.Attempts {
		if a.At > a.Ready {
			all = append(all, event{a.Ready, a.Attempt, s.queued(a)})
		}
		all = append(all, event{a.At, a.Attempt, s.sentText(a)})
		if a.Reached > a.At {
			all = append(all, event{a.Reached, a.Attempt, "its call comes to the endpoint"})
		}
		if a.Heard > a.At && a.Heard < s.Run.HorizonNS {
			all = append(all, event{a.Heard, a.Attempt, "hears of it: " + s.outcomeText(a)})
		}
	}
	for _, d := range s.Decisions {
		all = append(all, event{d.At, d.Attempt, decisionText(d)})
	}
	slices.SortStableFunc(all, func(a, b event) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.attempt, b.attempt)) })
	return all
}

// queued says how long an attempt was ready before it was sent, and why.
func (s Story) queued(a trace.Attempt) string {
	switch behind := a.At - a.Ready - a.Held; {
	case a.Held == 0:
		return fmt.Sprintf("is in the client's queue for %s", s.span(behind))
	case behind == 0:
		return fmt.Sprintf("is held by a governor for %s", s.span(a.Held))
	default:
		return fmt.Sprintf("is in the client's queue for %s, then held by a governor for %s", s.span(behind), s.span(a.Held))
	}
}

// sentText says that an attempt is sent, and what comes of it if that is known at
// once.
func (s Story) sentText(a trace.Attempt) string {
	text := fmt.Sprintf("attempt %d is sent", a.Attempt+1)
	if a.Call > 0 {
		text = fmt.Sprintf("attempt %d is sent, for call %d", a.Attempt+1, a.Call+1)
	}
	if a.Model != "" {
		text += ", to " + a.Model
	}
	if a.Heard > a.At {
		return text
	}
	return text + ": " + s.outcomeText(a)
}

// outcomeText says what became of an attempt, and what it cost.
func (s Story) outcomeText(a trace.Attempt) string {
	paid := fmt.Sprintf("paid %d + %d tokens", a.InputTokens, a.OutputTokens)
	var text string
	switch a.Status {
	case trace.StatusOK:
		return "answered; " + paid
	case trace.StatusRateLimit:
		text = s.refusalText(a)
	case trace.StatusTimeout:
		text = "no answer in time"
	case trace.StatusPartialOutput:
		text = "the output was cut off"
	case trace.StatusRejected:
		text = rejectionText(a)
	default:
		text = strings.ReplaceAll(a.Status, "_", " ")
	}
	if a.HTTP > 0 {
		text += fmt.Sprintf(" (%d)", a.HTTP)
	}
	if a.Hints != "" {
		text += "; it said " + a.Hints
	}
	return text + "; " + paid
}

// refusalText says which limit refused an attempt, and when it has room.
func (s Story) refusalText(a trace.Attempt) string {
	if a.RefusedBy == "" {
		return "refused, though by no limit"
	}
	text := fmt.Sprintf("refused by the limit %s, %d of %d counted", a.RefusedBy, a.WindowFill, a.WindowLimit)
	if a.Wait > 0 && a.Wait < math.MaxInt64 {
		text += fmt.Sprintf(", room in %s", s.span(a.Wait))
	}
	return text
}

// rejectionText says why an attempt was rejected for good, if it is known: a limit
// that is too small for it.
func rejectionText(a trace.Attempt) string {
	if a.RefusedBy == "" {
		return "rejected"
	}
	return fmt.Sprintf("%d + %d tokens never fit the limit %s of %d", cmp.Or(a.Estimate, a.Prompt), a.MaxOutput, a.RefusedBy, a.WindowLimit)
}

// decisionText says what the client made of a failed attempt.
func decisionText(d trace.Decision) string {
	switch {
	case d.Turned != "":
		return fmt.Sprintf("%sturns to the %s and begins anew in %v", passedText(d.Passed), d.Turned, time.Duration(d.Wait))
	case !d.Again:
		return fmt.Sprintf("makes no further attempt (%s)", d.Why)
	}
	text := fmt.Sprintf("waits %v", time.Duration(d.Wait))
	switch {
	case d.Heeded && d.Asked == d.Wait:
		text += ", as asked"
	case d.Heeded, d.Cut:
		text += fmt.Sprintf(", asked for %v", time.Duration(d.Asked))
	case d.Asked > 0:
		text += fmt.Sprintf(", though asked for %v", time.Duration(d.Asked))
	}
	if d.Layer > 0 {
		text += fmt.Sprintf("; layer %d around the innermost decided", d.Layer)
	}
	if d.Lost > 0 {
		text += fmt.Sprintf("; %d tokens of earlier calls are lost", d.Lost)
	}
	return text
}

// openEndText says why a request was given up.
func (s Story) openEndText() string {
	text := map[string]string{
		trace.WhyDeadline: "given up: its deadline has come",
		trace.WhyGovernor: "given up: a governor lets it through no more",
		trace.WhyPolicy:   fmt.Sprintf("given up: the policy makes no further attempt after %d", len(s.Attempts)),
	}[s.End.Why]
	if s.End.Fallback == trace.FallbackPerson {
		text += "; a person does the work"
	}
	if s.End.Repeated > 0 {
		text += fmt.Sprintf("; work that must be done once was done %d times", s.End.Repeated+1)
	}
	return text
}

// passedText says how many fallbacks a request has passed over, if any.
func passedText(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "passes over a fallback to a model that lacks what it needs, "
	}
	return fmt.Sprintf("passes over %d fallbacks to models that lack what it needs, ", n)
}
