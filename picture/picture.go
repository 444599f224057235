// Package picture draws what tables of runs say: SVG, PNG and PDF for a page or a
// slide, and signs for a terminal. Whatever it draws is in the trace, and is counted
// by the counters of the tables.
//
// The same runs give the same bytes: fonts are part of the program, nothing is dated,
// and no colour or order is drawn by chance. Colours are those that colour-blind
// people tell apart (M. Okabe and K. Ito, "Color Universal Design",
// https://jfly.uni-koeln.de/color/), and beside each stands a mark or a place of its
// own. Lengths are in points of 1/72 inch.
package picture

import (
	"fmt"
	"slices"
	"strings"

	"ratesim/suggest"
)

// A Kind is what a picture shows.
type Kind string

// The kinds.
const (
	Outcomes Kind = "outcomes" // shares of requests completed, by flow and policy, and of tokens wasted
	Calls    Kind = "calls"    // calls and refusals over time, against the limit
	Refusals Kind = "refusals" // when calls were answered with 429
	Latency  Kind = "latency"  // how many requests were answered within which time, and how many never
)

// A drawing is how pictures of a kind are made.
type drawing struct {
	kind  Kind
	about string // in a few words, for help
	sheet func(*Roll) Sheet
	text  func(*Roll, Signs) string
}

// drawings returns all kinds of pictures of traces in the order in which they are shown.
// A new kind is a further line.
func drawings() []drawing {
	return []drawing{
		{Outcomes, "requests completed and tokens wasted, by policy", (*Roll).outcomes, (*Roll).outcomesText},
		{Calls, "calls and refusals over time, against the limit", (*Roll).calls, (*Roll).callsText},
		{Refusals, "when calls were answered with 429", (*Roll).refusals, (*Roll).refusalsText},
		{Latency, "how long requests took, and how many never ended", (*Roll).latency, (*Roll).latencyText},
	}
}

// Kinds returns all kinds of pictures of traces.
func Kinds() []Kind {
	var kinds []Kind
	for _, d := range drawings() {
		kinds = append(kinds, d.kind)
	}
	return kinds
}

// ParseKind returns the kind of that name among some. For any other name the error
// lists them and, if one is near, asks whether that was meant.
func ParseKind(name string, among []Kind) (Kind, error) {
	if slices.Contains(among, Kind(name)) {
		return Kind(name), nil
	}
	var names []string
	for _, k := range among {
		names = append(names, string(k))
	}
	last := len(names) - 1
	return "", fmt.Errorf("want %s or %s; have %q%s", strings.Join(names[:last], ", "), names[last], name, suggest.Question(name, names))
}

// About returns in a few words what pictures of the kind show.
func (k Kind) About() string { return k.drawing().about }

func (k Kind) drawing() drawing {
	all := drawings()
	return all[slices.IndexFunc(all, func(d drawing) bool { return d.kind == k })]
}

// Draw returns the picture of a kind.
func (r *Roll) Draw(k Kind) Sheet {
	sheet := k.drawing().sheet(r)
	sheet.Kind = k
	return sheet
}

// Text returns the picture of a kind as lines for a terminal.
func (r *Roll) Text(k Kind, s Signs) string { return k.drawing().text(r, s) }
