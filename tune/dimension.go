package tune

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"ratesim/chance"
	"ratesim/spec"
)

// A Dimension is an argument and the values of it that are tried.
type Dimension struct {
	Name  string
	items []item
}

// A place is a value of a dimension: an item, and where in it.
type place struct {
	item  int
	share float64 // from 0 to 1; of no use in an item that is one value
}

// An item is one value, or a range of them.
type item struct {
	text      string // as written
	measure   measure
	low, high float64 // in nanoseconds, steps or as they are
}

// A measure is what the numbers of a range are.
type measure int

const (
	one      measure = iota // no range
	whole                   // whole numbers
	steps                   // whole numbers of steps
	fraction                // numbers of two digits
	span                    // durations of two digits
)

// isSeveral reports that a text is more than one value.
func isSeveral(text string) bool {
	return strings.Contains(text, "..") || strings.Contains(text, "|")
}

// parseDimension reads the values of an argument. The message says what is wrong, ""
// if nothing.
func parseDimension(name, text string, step time.Duration) (d Dimension, message string) {
	d.Name = name
	for _, part := range strings.Split(text, "|") {
		if part == "" {
			return d, fmt.Sprintf("want values with | between them; one of %q is empty", text)
		}
		made, message := parseItem(part, step)
		if message != "" {
			return d, message
		}
		d.items = append(d.items, made)
	}
	return d, ""
}

// parseItem reads a value or a range.
func parseItem(text string, step time.Duration) (item, string) {
	low, high, isRange := strings.Cut(text, "..")
	if !isRange {
		return item{text: text}, ""
	}
	made := item{text: text}
	want := fmt.Sprintf("want a range such as 2..8, 1.5..4 or 1s..60s; have %q", text)
	lowSteps, okLow := cutSteps(low)
	highSteps, okHigh := cutSteps(high)
	var message string
	switch {
	case okLow && okHigh:
		for _, end := range []string{low, high} {
			if _, message = spec.ParseDuration(end, step); message != "" {
				return made, message
			}
		}
		made.measure = steps
		made.low, made.high = number(lowSteps), number(highSteps)
	case !math.IsNaN(number(low)) && !math.IsNaN(number(high)):
		made.measure = whole
		if strings.Contains(low+high, ".") {
			made.measure = fraction
		}
		made.low, made.high = number(low), number(high)
	default:
		from, messageFrom := spec.ParseDuration(low, 0)
		to, messageTo := spec.ParseDuration(high, 0)
		if messageFrom != "" || messageTo != "" {
			return made, want
		}
		made.measure, made.low, made.high = span, float64(from), float64(to)
	}
	if made.low == made.high {
		return made, fmt.Sprintf("want two ends that differ, or the one value alone; have %q", text)
	}
	if made.low > made.high || made.low < 0 {
		return made, fmt.Sprintf("want the smaller end first; have %q", text)
	}
	return made, ""
}

// cutSteps returns the number of steps in a text such as 12steps.
func cutSteps(text string) (count string, ok bool) {
	if count, ok = strings.CutSuffix(text, "steps"); ok {
		return count, true
	}
	return strings.CutSuffix(text, "step")
}

// number returns a number; NaN for what is none.
func number(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(v, 0) {
		return math.NaN()
	}
	return v
}

// wide is from which ratio of its ends on a range is spaced by ratio.
const wide = 10

// at returns the value at a place. A range of durations begins at the floor, where
// that lies within it.
func (d Dimension) at(p place, floor time.Duration, step time.Duration) string {
	return d.items[p.item].raised(floor, step).at(p.share)
}

// raised returns the part of a range of durations that is not below a floor; all of it
// where that is nothing.
func (i item) raised(floor, step time.Duration) item {
	least := float64(floor)
	switch {
	case i.measure == steps && step > 0:
		least = math.Ceil(least / float64(step))
	case i.measure != span:
		return i
	}
	if i.low < least && least <= i.high {
		i.low = least
	}
	return i
}

// at returns the value at a share of the range. All but whole numbers below 100 have
// two digits: nobody tunes a wait to the millisecond.
func (i item) at(share float64) string {
	if i.measure == one {
		return i.text
	}
	value := i.low + float64((i.high-i.low)*share)
	if i.low > 0 && i.high >= wide*i.low {
		value = float64(i.low * chance.Exp(float64(share*chance.Log(i.high/i.low))))
	}
	value = min(max(twoDigits(value), i.low), i.high)
	switch i.measure {
	case whole:
		return strconv.FormatFloat(math.Round(value), 'f', -1, 64)
	case steps:
		return strconv.FormatFloat(math.Round(value), 'f', -1, 64) + "steps"
	case span:
		return time.Duration(math.Round(value)).String()
	}
	return strconv.FormatFloat(value, 'f', -1, 64)
}

// twoDigits rounds a number to two digits.
func twoDigits(value float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(value, 'e', 1, 64), 64)
	if err != nil {
		panic(fmt.Sprintf("tune: %v rounds to no number: %v", value, err))
	}
	return rounded
}

// place returns the place at a share of the whole dimension, of which all items have
// equal parts.
func (d Dimension) place(share float64) place {
	scaled := share * float64(len(d.items))
	n := min(int(scaled), len(d.items)-1)
	return place{item: n, share: min(scaled-float64(n), 1)}
}

// moves returns the places that are one move away, and the other items.
func (d Dimension) moves(from place, move float64) []place {
	var all []place
	if d.items[from.item].measure != one {
		for _, to := range []float64{max(from.share-move, 0), min(from.share+move, 1)} {
			if to != from.share {
				all = append(all, place{item: from.item, share: to})
			}
		}
	}
	for n := range d.items {
		if n != from.item {
			all = append(all, place{item: n, share: 0.5})
		}
	}
	return all
}

// String returns the values as ParseSpace reads them.
func (d Dimension) String() string {
	var texts []string
	for _, i := range d.items {
		texts = append(texts, i.text)
	}
	return strings.Join(texts, "|")
}
