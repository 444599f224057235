package report

import (
	"fmt"
	"slices"
	"time"

	"ratesim/trace"
)

// CapacityNotes returns a warning for each limit that first attempts alone, sent
// at the pace at which they were, exceed: no policy cures that, retries only hide
// it. Each is said once, however many runs show it.
func CapacityNotes(measured []Measured) []string {
	var notes []string
	for _, m := range measured {
		for _, limit := range m.Run.Limits {
			if note := m.excess(limit); note != "" && !slices.Contains(notes, note) {
				notes = append(notes, note)
			}
		}
	}
	return notes
}

// excess says by how much first attempts exceed a limit, "" if they do not.
func (m *Measured) excess(limit trace.Limit) string {
	t := m.Traffic
	first, last := t.FirstRequests, t.LastRequests
	switch limit.Unit {
	case "requests", "calls":
	case "tokens":
		first, last = t.FirstTokens, t.LastTokens
	default:
		return ""
	}
	span := limit.WindowNS
	if t.LastAt-t.FirstAt >= span {
		span = t.LastAt - t.FirstAt
		first -= last // with them another span begins
	}
	if limit.WindowNS <= 0 || limit.Limit <= 0 || m.isClosed() {
		return ""
	}
	perWindow := float64(first) * float64(limit.WindowNS) / float64(span)
	if perWindow <= float64(limit.Limit) {
		return ""
	}
	return fmt.Sprintf("first attempts alone ask for %.0f %s in %v and the limit %s admits %d: retries hide that, and cure nothing; send fewer at once, ask for a higher limit, or use fewer tokens",
		perWindow, limit.Unit, time.Duration(limit.WindowNS), limit.Name, limit.Limit)
}

// isClosed reports that all flows are closed loops: they send as fast as they are
// answered, so a limit that holds them up is no lack of capacity.
func (m *Measured) isClosed() bool {
	return !slices.ContainsFunc(m.Run.Flows, func(f trace.Flow) bool { return f.Loop == 0 })
}
