// Package report shows the figures of runs: as a table for people, as Markdown
// for pull requests, as CSV, JSON and NDJSON for programs. All forms of one
// result come from one list of columns, so none can know what another does not.
//
// Counts are integers without a unit, sizes are in tokens, shares lie in [0, 1].
// A share of nothing is no number: a dash in a table, null in JSON, empty in
// CSV, never 0. Widths are in columns of a terminal.
//
// Nothing here colours or frames, asks the terminal how wide it is, or knows
// how a run came about: what it prints is in the trace.
package report

// Version is the version of the JSON form. A reader refuses newer ones.
const Version = 1

// A Layout says how much room a table has. It does not touch the other formats.
type Layout struct {
	Columns int  // of the terminal; 0 for a pipe or a file, which have room for all
	Wide    bool // whole headings and all columns, whatever the room
}
