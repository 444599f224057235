package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ratesim/hint"
	"ratesim/policy"
	"ratesim/report"
	"ratesim/wire"
)

// retriesText says in sentences what a policy retries.
func retriesText(r policy.Retry) []string {
	text := classesText(r.Retried()) + "."
	if hinted := r.IfHinted.String(); hinted != "" {
		text += fmt.Sprintf(" %s only if the server says how long to wait.", strings.ReplaceAll(hinted, "+", ", "))
	}
	text += [...]string{
		policy.IfRefused: " What is not safe to repeat only after a rate limit.",
		policy.Never:     " Never what is not safe to repeat, such as a POST.",
		policy.Always:    " What is not safe to repeat, such as a POST, too.",
	}[r.Unsafe]
	if r.Obey {
		text += fmt.Sprintf(" %s goes before that, either way.", wire.FieldName(hint.ShouldRetry, hint.Common))
	}
	return []string{text}
}

// classesText lists failures, and what is taken out of them.
func classesText(c policy.Classes) string {
	var in, out []string
	for word := range strings.SplitSeq(c.String(), "+") {
		if name, isOut := strings.CutPrefix(word, "!"); isOut {
			out = append(out, name)
		} else {
			in = append(in, word)
		}
	}
	text := strings.Join(in, ", ")
	switch {
	case text == "nothing":
		return "Nothing by its kind alone"
	case text == "all":
		return "All failures"
	case len(out) > 0:
		return text + ", but not " + strings.Join(out, ", ")
	}
	return text
}

// hintsText says in sentences what is made of waits that the server asks for.
func hintsText(h policy.Heed) []string {
	if h.Mode == policy.Ignore {
		return []string{"Whatever the server asks for is ignored."}
	}
	text := "It looks at " + strings.Join(sourceNames(h.Order), ", then ")
	if after := h.After.String(); after != "" {
		text += " of " + strings.ReplaceAll(after, "+", ", ")
	}
	text += [...]string{
		policy.Minimum: ", and waits at least as long as asked",
		policy.Exact:   ", and waits as long as asked in place of its own wait",
	}[h.Mode]
	if h.Max > 0 {
		text += ", " + boundText(h)
	}
	text += "."
	if h.Max > 0 {
		text += [...]string{
			policy.AboveStop:     " What is longer is the end.",
			policy.AboveBackoff:  " For what is longer it takes its own wait.",
			policy.AboveCut:      " What is longer is cut to that.",
			policy.AboveWait:     " What is longer is waited for, too.",
			policy.AboveSooner:   " Of what is longer and its own wait it takes the sooner.",
			policy.AboveOverflow: " What is longer is over after 1 ms.",
		}[h.Above]
	}
	return []string{text + oddText(h)}
}

// boundText says how long a wait may be that is heeded.
func boundText(h policy.Heed) string {
	if bound, excluded := h.Below(); excluded {
		return "if that is less than " + spanText(bound)
	}
	return "up to " + spanText(h.Max)
}

// oddText says what is made of hints that are not simply waits, where that is not
// usual.
func oddText(h policy.Heed) string {
	text, atOnce := "", "tries again at once"
	if h.Mode == policy.Minimum {
		atOnce = "takes its own wait"
	}
	for _, odd := range []struct {
		what  string
		does  policy.Odd
		usual policy.Odd
	}{
		{"0 or a date gone by", h.Zero, policy.TakeZero}, {"less than 0", h.Negative, policy.Skip},
		{"what it cannot read", h.Unreadable, policy.Skip}, {"what is given twice", h.Repeated, policy.TakeZero},
	} {
		if odd.does == policy.Usual || odd.does == odd.usual {
			continue
		}
		text += fmt.Sprintf(" Asked for %s, it %s.", odd.what, [...]string{
			policy.TakeZero: atOnce, policy.Skip: "looks at the next hint, or takes its own wait",
			policy.OwnBackoff: "takes its own wait", policy.GiveUp: "stops", policy.GiveWay: "looks at the next hint; if there is none, it " + atOnce,
		}[odd.does])
	}
	if h.Jitter > 0 {
		text += fmt.Sprintf(" Chance adds up to %s to what is asked for.", spanText(h.Jitter))
	}
	if h.Factor > 1 {
		text += fmt.Sprintf(" Chance multiplies what is asked for by up to %v.", h.Factor)
	}
	if h.ResetFactor > 1 {
		text += fmt.Sprintf(" Chance multiplies a reset by up to %v.", h.ResetFactor)
	}
	if h.Lead > 0 {
		text += fmt.Sprintf(" That makes its own wait longer by %s at most.", spanText(h.Lead))
	}
	return text
}

// sourceNames returns what a policy looks at, in its order.
func sourceNames(order policy.Order) []string {
	var names []string
	for _, source := range order {
		name := wire.FieldName(source.Kind, source.Channel)
		switch {
		case source == policy.HintSource{}:
			continue
		case source.Kind == hint.Date && source.Channel == hint.Common:
			name = wire.FieldName(hint.Seconds, hint.Common)
		case source.Kind == hint.Reset:
			name = "resets"
		case source.Channel == hint.Message:
			name = "the message"
		case source.Channel == hint.Details:
			name = "the body"
		case name == "":
			name = source.String()
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if names == nil {
		return []string{"any hint, the most precise one first"}
	}
	return names
}

// spanText returns a span with its unit.
func spanText(d time.Duration) string { return report.Seconds(int64(d)) + " s" }
