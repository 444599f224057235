package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"ratesim/hint"
	"ratesim/policy"
	"ratesim/report"
)

// A schedulePlan is what to ask of a policy: failures, one after another.
type schedulePlan struct {
	policy   policy.Policy
	outcomes []outcome     // the last one of all further attempts; at least one
	fields   []headerField // of the answers
	said     *hint.Said    // by all fields together
	attemptTrait
	rows int // at most
}

// failures returns what policies are told of.
func (s *schedulePlan) failures() []policy.Failure {
	var all []policy.Failure
	for _, o := range s.outcomes {
		all = append(all, o.Failure)
	}
	return all
}

// headerNotes say what the policy does not take from the header.
func (s *schedulePlan) headerNotes() (notes []string) {
	var with []policy.Failure
	for _, f := range s.failures() {
		if f.Said == s.said {
			with = append(with, f)
		}
	}
	for i := range s.fields {
		if note := s.fields[i].clampNote(); note != "" {
			notes = append(notes, note)
		}
		if note := s.fields[i].note(s.policy, with, s.said); note != "" {
			notes = append(notes, note)
		}
	}
	if len(with) > 0 {
		notes = append(notes, s.heedNotes(with[0])...)
	}
	return notes
}

// schedule asks the policy, and notes what a reader should know.
func (s *schedulePlan) schedule() report.Schedule {
	rows := policy.Schedule(s.policy, policy.Sequence{Failures: s.failures(), Took: s.took, Rows: s.rows})
	made := report.Schedule{Policy: policy.String(s.policy)}
	session, now := policy.Begin(s.policy, 0), time.Duration(0)
	var last policy.Decision
	for i, row := range rows {
		o := s.outcomes[min(i, len(s.outcomes)-1)]
		now = plus(now, s.lasts(o, &session, now))
		last = session.Failed(now, o.Failure, rand.New(noChance{}))
		now = plus(now, last.Wait)
		made.Rows = append(made.Rows, scheduleRow(row, o, last))
	}
	made.Notes = append(endNotes(rows, last), spreadNotes(rows)...)
	if idle := rows[len(rows)-1].Idle; idle.High > 0 {
		made.Notes = append(made.Notes, fmt.Sprintf("waits %s s more before it gives up, for nothing", spreadOf(idle).Bounds()))
	}
	if layers := session.Layers(); len(layers) > 1 {
		made.Notes = append(made.Notes, layersNote(layers))
	}
	return made
}

// scheduleRow returns a row as it is printed. What the policy makes of a hint is
// seen where chance draws 0.
func scheduleRow(r policy.Row, o outcome, d policy.Decision) report.ScheduleRow {
	row := report.ScheduleRow{
		Attempt: int64(r.Attempt), Failure: o.word, Layer: int64(r.Layer), Share: r.Share, Why: r.Why.String(),
		Wait: spreadOf(r.Wait), Waited: spreadOf(r.Waited), At: spreadOf(r.At),
		Then: [...]string{policy.GoesOn: report.ThenWaits, policy.MayStop: report.ThenMayStop, policy.AlwaysEnd: report.ThenStops}[r.Stops],
	}
	if d.Hinted {
		asked := int64(d.Asked)
		row.Asked = &asked
	}
	switch {
	case r.Layer > 0 || !asksForWait(o.Said):
	case !d.Hinted:
		row.Hint = report.HintUnread
	case d.Heeded && d.Wanted < d.Asked:
		row.Hint = report.HintCut
	case d.Heeded:
		row.Hint = report.HintHeeded
	default:
		row.Hint = report.HintIgnored
	}
	return row
}

// asksForWait reports whether a server said anything about when to try again.
func asksForWait(said *hint.Said) bool {
	if said == nil {
		return false
	}
	for _, h := range said.Hints {
		if h.Kind != hint.ShouldRetry {
			return true
		}
	}
	return false
}

func spreadOf(r policy.Range) report.Spread {
	return report.Spread{Least: int64(r.Low), Mean: int64(r.Mean), Most: int64(r.High)}
}

// endNotes say why the policy stops, and where it may.
func endNotes(rows []policy.Row, last policy.Decision) (notes []string) {
	for _, r := range rows {
		if r.Stops == policy.MayStop {
			notes = append(notes, fmt.Sprintf("may stop after attempt %d: %s", r.Attempt, r.Why.Sentence()))
			break
		}
	}
	end := rows[len(rows)-1]
	if end.Stops == policy.AlwaysEnd {
		return append(notes, fmt.Sprintf("stops after attempt %d: %s", end.Attempt, reason(last)))
	}
	more := "; --attempts shows more"
	if len(rows) == attemptsMost {
		more = ""
	}
	return append(notes, fmt.Sprintf("goes on after attempt %d%s", end.Attempt, more))
}

// reason says why there is no further attempt, with the bound that it met.
func reason(d policy.Decision) string {
	bound := report.Seconds(int64(d.Bound))
	switch {
	case d.Why == policy.WhyHint:
		asked := report.Seconds(int64(d.Asked))
		if asked == bound && d.Asked != d.Bound {
			asked = exactSeconds(d.Asked)
		}
		return fmt.Sprintf("asked for %s s, the policy accepts at most %s s", asked, bound)
	case d.Why == policy.WhyTotal && d.Bound > 0:
		return fmt.Sprintf("the next wait would take all waits past %s s", bound)
	case d.Why == policy.WhyBudget && d.Bound > 0:
		return fmt.Sprintf("the %s s for the request do not suffice for another attempt", bound)
	}
	return d.Why.Sentence()
}

// exactSeconds returns a span in seconds, to the nanosecond.
func exactSeconds(d time.Duration) string {
	return strings.TrimRight(fmt.Sprintf("%d.%09d", d/time.Second, d%time.Second), "0")
}

// spreadNotes say after which attempts there is no wait, or one that is the same
// for all clients.
func spreadNotes(rows []policy.Row) (notes []string) {
	var none, same []int
	waits := 0
	for _, r := range rows {
		if r.Stops == policy.AlwaysEnd {
			continue
		}
		waits++
		if r.Wait.High == 0 {
			none = append(none, r.Attempt)
		}
		if r.Wait.Low == r.Wait.High {
			same = append(same, r.Attempt)
		}
	}
	if len(none) > 0 {
		notes = append(notes, fmt.Sprintf("no wait at all after %s: it tries again at once", ranges(none)))
	}
	switch {
	case len(same) == 0:
		return notes
	case len(same) == waits:
		return append(notes, "no wait has a spread: all workers that fail together come back in step")
	}
	return append(notes, fmt.Sprintf("no spread after %s: all workers in step", ranges(same)))
}

// ranges lists attempts, whose numbers rise, as attempts 1, 5 to 7.
func ranges(numbers []int) string {
	var words []string
	for first := 0; first < len(numbers); {
		last := first
		for last+1 < len(numbers) && numbers[last+1] == numbers[last]+1 {
			last++
		}
		word := strconv.Itoa(numbers[first])
		if last > first {
			word = fmt.Sprintf("%d to %d", numbers[first], numbers[last])
		}
		words = append(words, word)
		first = last + 1
	}
	if len(numbers) == 1 {
		return "attempt " + words[0]
	}
	return "attempts " + strings.Join(words, ", ")
}

// layersNote says how many attempts the layers make of one request together.
func layersNote(layers []policy.Layer) string {
	var factors []string
	for _, l := range layers {
		factors = append(factors, strconv.FormatFloat(l.Amplification(), 'g', 4, 64))
	}
	sent := layers[len(layers)-1].Attempts
	return fmt.Sprintf("%d requests are made of one: %s, the outermost layer first", sent, strings.Join(factors, " × "))
}

// plus returns a + b, which are not negative, at most the longest Duration.
func plus(a, b time.Duration) time.Duration {
	if b > math.MaxInt64-a {
		return math.MaxInt64
	}
	return a + b
}
