package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Spread is the bounds of a span, inclusive, and its mean, in nanoseconds.
type Spread struct{ Least, Mean, Most int64 }

// A ScheduleRow is what a policy does after one attempt has failed.
type ScheduleRow struct {
	Attempt int64   // made so far, of all layers
	Failure string  // what came of the attempt
	Layer   int64   // of policies in one another, that waits or gives up; 0 for the innermost
	Wait    Spread  // before the next attempt; of no length if there is none
	Waited  Spread  // all waits so far, this one included
	At      Spread  // when the next attempt is sent, or when it gives up; since the first was sent
	Share   float64 // of what chance may bring, in which a further attempt is made
	Asked   *int64  // what the server asked for, as the policy reads it; nil for nothing
	Hint    string  // what the policy makes of that: a constant below
	Then    string  // what it does: a constant below
	Why     string  // it gives up, or may give up; "" if it goes on whatever chance brings
}

// What a policy makes of a wait that the server asks for.
const (
	HintNone    = ""        // nothing was asked for
	HintUnread  = "unread"  // something was, in a way that the policy does not read
	HintHeeded  = "heeded"  // it waits at least so long
	HintCut     = "cut"     // it goes by it, but waits less
	HintIgnored = "ignored" // it reads it, and does as if nothing was asked for
)

// What a policy does after a failure.
const (
	ThenWaits   = "waits"
	ThenMayStop = "may-stop" // it depends on the waits drawn so far
	ThenStops   = "stops"
)

// A Schedule is what a policy does about a request that fails again and again.
type Schedule struct {
	Version int           `json:"version"` // of the JSON form; Version when written
	Policy  string        `json:"policy"`  // in canonical form
	Rows    []ScheduleRow `json:"rows"`
	Notes   []string      `json:"notes"` // what a reader should know, a sentence each
}

// Write writes the schedule in the given format, spans in seconds in tables and in
// nanoseconds elsewhere. The table has a column of layers only if there are
// several, and one of instants only if time passes that is no wait. CSV and NDJSON
// have no notes.
func (s Schedule) Write(w io.Writer, f Format, l Layout) error {
	s = s.whole()
	columns := scheduleColumns()
	table := tableOf(slices.DeleteFunc(slices.Clone(columns), s.needsNot), s.Rows)
	table.Notes = s.Notes
	return sheet[ScheduleRow]{columns: columns, records: s.Rows, table: table, document: s}.write(w, f, l)
}

// whole returns the schedule with its version and without a list that is null in
// JSON.
func (s Schedule) whole() Schedule {
	s.Version = Version
	s.Rows = append([]ScheduleRow{}, s.Rows...)
	s.Notes = append([]string{}, s.Notes...)
	return s
}

// needsNot reports whether the table does without a column.
func (s Schedule) needsNot(c column[ScheduleRow]) bool {
	return !slices.ContainsFunc(s.Rows, func(r ScheduleRow) bool {
		switch c.name {
		case "layer":
			return r.Layer > 0
		case "at_least_ns":
			return r.At != r.Waited
		}
		return true
	})
}

// MarshalJSON writes the row as an object with a member a column.
func (r ScheduleRow) MarshalJSON() ([]byte, error) { return marshalRecord(scheduleColumns(), &r) }

func scheduleColumns() []column[ScheduleRow] {
	type row = ScheduleRow
	return []column[row]{
		{name: "attempt", field: func(r *row) any { return &r.Attempt },
			place: 1, shown: Column{Heading: "after", Right: true}},
		{name: "failure", field: func(r *row) any { return &r.Failure },
			place: 2, shown: Column{Heading: "failure"}},
		{name: "layer", field: func(r *row) any { return &r.Layer },
			place: 3, shown: Column{Heading: "layer", Right: true}},
		{name: "wait_least_ns", field: func(r *row) any { return &r.Wait.Least },
			place: 4, shown: Column{Heading: "wait (s)", Right: true}, text: func(r *row) string { return r.ofWait(r.Wait.Bounds()) }},
		{name: "wait_mean_ns", field: func(r *row) any { return &r.Wait.Mean },
			place: 5, shown: Column{Heading: "mean", Right: true, Drop: 2}, text: func(r *row) string { return r.ofWait(Seconds(r.Wait.Mean)) }},
		{name: "wait_most_ns", field: func(r *row) any { return &r.Wait.Most }},
		{name: "wait_spread_ns", field: func(r *row) any { spread := r.Wait.Most - r.Wait.Least; return &spread }},
		{name: "waited_least_ns", field: func(r *row) any { return &r.Waited.Least },
			place: 6, shown: Column{Heading: "total (s)", Right: true}, text: func(r *row) string { return r.Waited.Bounds() }},
		{name: "waited_mean_ns", field: func(r *row) any { return &r.Waited.Mean },
			place: 7, shown: Column{Heading: "mean", Right: true, Drop: 1}, text: func(r *row) string { return Seconds(r.Waited.Mean) }},
		{name: "waited_most_ns", field: func(r *row) any { return &r.Waited.Most }},
		{name: "at_least_ns", field: func(r *row) any { return &r.At.Least },
			place: 8, shown: Column{Heading: "at (s)", Right: true}, text: func(r *row) string { return r.At.Bounds() }},
		{name: "at_mean_ns", field: func(r *row) any { return &r.At.Mean }},
		{name: "at_most_ns", field: func(r *row) any { return &r.At.Most }},
		{name: "share", field: func(r *row) any { return &r.Share }},
		{name: "asked_ns", field: func(r *row) any { return &r.Asked }},
		{name: "hint", field: func(r *row) any { return &r.Hint }},
		{name: "then", field: func(r *row) any { return &r.Then },
			place: 9, shown: Column{Heading: "then"}, text: (*row).then},
		{name: "why", field: func(r *row) any { return &r.Why }},
	}
}

// ofWait returns the text about the wait, if there may be one.
func (r *ScheduleRow) ofWait(text string) string {
	if r.Then == ThenStops {
		return noValue
	}
	return text
}

// then says what the policy does.
func (r *ScheduleRow) then() string {
	text := "waits"
	asked := ""
	if r.Asked != nil {
		asked = Seconds(*r.Asked) + " s"
	}
	switch r.Hint {
	case HintUnread:
		text = "waits, hint not read"
	case HintHeeded:
		text = "heeds " + asked
	case HintCut:
		text = "cuts " + asked
	case HintIgnored:
		text = "waits, asked for " + asked
	}
	switch r.Then {
	case ThenStops:
		return "stops: " + r.Why
	case ThenMayStop:
		percent := min(99, max(1, math.Round(100*r.Share))) // it is neither never nor always
		return fmt.Sprintf("%s in %.0f %%, else stops: %s", text, percent, r.Why)
	}
	return text
}

// Bounds returns the bounds in seconds, only one where they are the same.
func (s Spread) Bounds() string {
	if s.Least == s.Most {
		return Seconds(s.Least)
	}
	return Seconds(s.Least) + " … " + Seconds(s.Most)
}

// Seconds returns a span of nanoseconds in seconds, without the unit: to a
// millisecond, or exactly where it is shorter than that.
func Seconds(ns int64) string {
	d := time.Duration(ns)
	places := 9
	if d >= time.Millisecond {
		d, places = d.Round(time.Millisecond), 3
	}
	text := strconv.FormatFloat(d.Seconds(), 'f', places, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
