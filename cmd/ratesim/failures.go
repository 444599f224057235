package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ratesim/hint"
	"ratesim/policy"
	"ratesim/spec"
	"ratesim/suggest"
	"ratesim/wire"
)

// An outcome is what comes of an attempt, and how the user wrote it.
type outcome struct {
	word     string
	answered bool // and no failure
	policy.Failure
}

// outcomeNamed are the words for what comes of an attempt, besides statuses.
func outcomeNamed(word string) (o outcome, known bool) {
	switch word {
	case "ok":
		return outcome{answered: true}, true
	case "rate_limit":
		o.Kind, o.Status = policy.RateLimit, 429
	case "server_error":
		o.Kind, o.Status = policy.ServerError, 503
	case "exhausted":
		o.Kind, o.Status = policy.Exhausted, 429
	case "timeout":
		o.Kind = policy.Timeout
	case "connection":
		o.Kind = policy.Connection
	case "cut":
		o.Kind = policy.Cut
	default:
		status, err := strconv.Atoi(word)
		if err != nil || len(word) != 3 || status < 400 || status > 599 {
			return o, false
		}
		o.Kind, o.Status = policy.KindOfStatus(status), status
	}
	return o, true
}

// failureWords lists the words, without that for an answer.
func failureWords() []string {
	return []string{"rate_limit", "timeout", "server_error", "connection", "cut", "exhausted"}
}

// parseOutcome reads what comes of an attempt: a word or a status, and after a
// colon the seconds that the answer asks for by Retry-After: rate_limit:0.511.
func parseOutcome(text string, words []string) (outcome, error) {
	word, seconds, asks := strings.Cut(text, ":")
	o, known := outcomeNamed(word)
	if !known || o.answered && !slices.Contains(words, word) {
		return o, fmt.Errorf("want one of %s, or a status from 400 to 599; have %q%s",
			strings.Join(words, ", "), text, suggest.Question(word, words))
	}
	o.word = text
	if !asks {
		return o, nil
	}
	if o.Status == 0 {
		return o, fmt.Errorf("%s: no server asks for a wait when there is no failed answer; have %q", word, text)
	}
	said := wire.RetryAfter(seconds, time.Time{})
	if wait, ok := said.Read(hint.Lenient); !ok || said.Notation != hint.Number || wait < 0 {
		return o, fmt.Errorf("%s: want the seconds that it asks for, such as %s:0.511; have %q", word, word, text)
	}
	o.Said = &hint.Said{Hints: []hint.Hint{said}}
	return o, nil
}

// parseOutcomes reads a list of them that a flag holds, and finds all faults.
func parseOutcomes(flag string, texts, words []string) (all []outcome, faults []error) {
	for _, text := range texts {
		o, err := parseOutcome(text, words)
		faults = append(faults, named(flag, err))
		all = append(all, o)
	}
	return all, faults
}

// attemptFlags say what attempts are like, as typed.
type attemptFlags struct {
	took   string
	repeat string
}

// The repeats, in the order of policy.Repeat.
var repeats = []string{"safe", "keyed", "unsafe"}

func (a *attemptFlags) register(cmd *cobra.Command) {
	a.took, a.repeat = "0s", repeats[policy.Safe]
	f := cmd.Flags()
	f.Var((*textFlag)(&a.took), "took", "`time` of each attempt; a timeout takes what the policy allows, if it bounds that")
	f.Var((*textFlag)(&a.repeat), "repeat", "`kind` of request: safe to repeat, unsafe, or keyed, with an idempotency key")
	complete(cmd, "repeat", func(*cobra.Command) []string { return repeats })
	completeNothing(cmd, "took")
}

// An attemptTrait is what all attempts have in common.
type attemptTrait struct {
	took   time.Duration
	repeat policy.Repeat
}

// parse returns what the flags say, or what is wrong with them.
func (a *attemptFlags) parse() (trait attemptTrait, faults []error) {
	took, message := spec.ParseDuration(a.took, 0)
	if message != "" {
		faults = append(faults, fmt.Errorf("--took: %s", message))
	}
	i := slices.Index(repeats, a.repeat)
	if i < 0 {
		faults = append(faults, fmt.Errorf("--repeat: want safe, keyed or unsafe; have %q%s", a.repeat, suggest.Question(a.repeat, repeats)))
	}
	return attemptTrait{took: took, repeat: policy.Repeat(max(0, i))}, faults
}

// lasts returns how long an attempt takes that a Session sends now.
func (a attemptTrait) lasts(o outcome, by *policy.Session, now time.Duration) time.Duration {
	if limit, limited := by.TimeLimit(now); limited && (o.Kind == policy.Timeout || limit < a.took) {
		return limit
	}
	return a.took
}
