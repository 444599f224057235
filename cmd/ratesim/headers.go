package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"ratesim/hint"
	"ratesim/policy"
	"ratesim/report"
	"ratesim/wire"
)

// A headerField is one field and what it says.
type headerField struct {
	line string
	said hint.Said
}

// parseHeader reads the fields of an answer, name: value, and what they say
// together. Dates count from the field date, which is the instant of the answer.
func parseHeader(lines []string) (fields []headerField, said *hint.Said, faults []error) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf("--header: "+format, args...)) }
	var received time.Time
	all := http.Header{}
	for _, line := range lines {
		name, value, found := strings.Cut(line, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !found || name == "" || strings.ContainsAny(name, " \t") {
			fault("want a name and a value, such as 'retry-after: 61'; have %q", line)
			continue
		}
		if !strings.EqualFold(name, "date") {
			all.Add(name, value)
			fields = append(fields, headerField{line: name + ": " + value})
			continue
		}
		at, err := http.ParseTime(value)
		if err != nil {
			fault("date: want the instant of the answer, such as Wed, 21 Oct 2015 07:27:00 GMT; have %q", value)
		}
		received = at
	}
	for i := range fields {
		name, value, _ := strings.Cut(fields[i].line, ": ")
		fields[i].said = wire.Any.Read(http.Header{name: {value}}, received)
		if received.IsZero() && fields[i].isInstant() {
			fault("%s: want the field date, too: the instant of the answer, from which this one counts", fields[i].line)
		}
	}
	together := wire.Any.Read(all, received)
	return fields, &together, faults
}

// isInstant reports whether the field says when, not how long.
func (f *headerField) isInstant() bool {
	for _, h := range f.said.Hints {
		switch h.Notation {
		case hint.HTTPDate, hint.RFC3339, hint.UnixSeconds, hint.UnixMilliseconds:
			return true
		}
	}
	return false
}

// clampNote says that the field asks for longer than can be waited here, "" if not.
func (f *headerField) clampNote() string {
	for _, h := range f.said.Hints {
		if h.Magnitude == hint.Fits || h.Wait < 0 {
			continue
		}
		return fmt.Sprintf("%s: more than 292 years; taken as %s s, the longest there is", legible(f.line), report.Seconds(int64(h.Wait)))
	}
	return ""
}

// note says what a policy does not take from the field, which came with some
// failures beside others that say something together; "" if it decides, or may.
func (f *headerField) note(p policy.Policy, failures []policy.Failure, together *hint.Said) string {
	line := legible(f.line)
	switch {
	case len(f.said.Hints) == 0 && len(f.said.Limits) > 0:
		return line + ": what a limit holds; no policy goes by that"
	case len(f.said.Hints) == 0:
		return line + ": says nothing about waits"
	}
	first := f.said.Hints[0]
	if first.Kind == hint.ShouldRetry { // which may have no say over these failures
		failures = []policy.Failure{{Kind: policy.RateLimit}, {Kind: policy.Rejected}}
	}
	for _, failure := range failures {
		alone := decisionOn(p, failure, &f.said)
		if alone == decisionOn(p, failure, nil) {
			continue
		}
		if decisionOn(p, failure, together).Asked != alone.Asked {
			return line + ": another field goes before it"
		}
		return ""
	}
	if first.Notation == hint.Unreadable {
		return line + ": cannot be read"
	}
	if innermost(p).Heed.Mode == policy.Ignore {
		return line + ": the policy ignores what the server asks for"
	}
	return fmt.Sprintf("%s: the policy does not read %v", line, first)
}

// decisionOn returns what a policy makes of a first failure with which a server
// says something, when chance draws 0.
func decisionOn(p policy.Policy, f policy.Failure, said *hint.Said) policy.Decision {
	f.Attempt, f.Said = 1, said
	return policy.Decide(p, f, rand.New(noChance{}))
}

// noChance draws 0 each time.
type noChance struct{}

// Uint64 returns 0.
func (noChance) Uint64() uint64 { return 0 }
