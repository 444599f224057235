package explore

import (
	"fmt"
	"strings"
	"time"

	"ratesim/recorded"
	"ratesim/scenario"
	"ratesim/tickets"
)

// note keeps what the reader should know of a file.
func (q question) note(notes ...string) {
	if q.notes != nil {
		*q.notes = append(*q.notes, notes...)
	}
}

func ticketNotes(name string, s tickets.Summary) []string {
	notes := []string{fmt.Sprintf("%s: %s", name, several(s.Tickets, "ticket"))}
	if left := s.Bad + s.Duplicates; left > 0 {
		notes = append(notes, fmt.Sprintf("%s: %d of %d records left out: %d that cannot be read, %d with an id that came before", name, left, left+s.Tickets, s.Bad, s.Duplicates))
	}
	if s.Ungraded > 0 {
		notes = append(notes, fmt.Sprintf("%s: %d of %d tickets have no topic among the labels, so correct is left out", name, s.Ungraded, s.Tickets))
	}
	return append(notes, unused(name, s.Ignored)...)
}

func tapeNotes(name string, t *recorded.Tape) []string {
	clock := ""
	switch {
	case t.Dates && !t.Zoned:
		clock = "; dates without a time zone are taken as UTC"
	case t.Dates:
		clock = "; dates with a time zone"
	}
	notes := []string{fmt.Sprintf("%s: format %s, %s%s", name, t.Format, several(t.Rows, "row"), clock)}
	if t.Bad > 0 {
		notes = append(notes, fmt.Sprintf("%s: %d of %d rows left out, which cannot be read", name, t.Bad, t.Bad+t.Rows))
	}
	if t.Unsorted > 0 {
		notes = append(notes, fmt.Sprintf("%s: %d of %d rows are earlier than the row above them; all are sent in order of time", name, t.Unsorted, t.Rows))
	}
	return append(notes, unused(name, t.Ignored)...)
}

func unused(name string, columns []string) []string {
	if len(columns) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s: not used: %s", name, strings.Join(columns, ", "))}
}

// sentNotes says what is sent of recorded requests, and what was assumed.
func sentNotes(m *scenario.Model) (notes []string) {
	flows := m.Recorded()
	for _, r := range flows {
		sum := r.Summary
		notes = append(notes, fmt.Sprintf("flow %s: %s in %v", r.Flow, several(sum.Requests, "request"), sum.Last.Round(time.Millisecond)))
		if r.MaxOutput > 0 {
			notes = append(notes, fmt.Sprintf("flow %s: assumed that each request allows %d tokens of output, the smallest power of two that no answer exceeds", r.Flow, r.MaxOutput))
		}
		if sum.Late > 0 {
			notes = append(notes, fmt.Sprintf("flow %s: %d of %d requests are due at the horizon of %v or later, and do not arrive", r.Flow, sum.Late, sum.Requests, r.Horizon))
		}
	}
	if len(flows) > 0 && flows[0].Assumed {
		notes = append(notes, fmt.Sprintf("assumed that the run ends at %v, five minutes after the last recorded request", flows[0].Horizon))
	}
	return notes
}

// several returns a number of things in words.
func several(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
