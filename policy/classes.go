package policy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ratesim/suggest"
)

// Classes is a set of failures, told apart by kind and status, never by words.
// The zero Classes is not the empty set: it means that nothing was said, and
// each field of that type says what holds then.
type Classes struct {
	statuses [4]uint64 // a bit for each status from 400 to 599
	kinds    uint16    // a bit for each FailureKind that no status tells
}

// Statuses below the first are taken for it, and those above the last for that.
const (
	statusFirst = 400
	statusLast  = 599
)

// nothing is the bit in kinds of the empty set. Unknown is a member of all
// others, for of such a failure nothing is known.
const nothing = 1 << 15

// statusless are the kinds that no status tells.
var statusless = [...]FailureKind{Timeout, Connection, Cut, Exhausted}

// defaultClasses is never changed.
var defaultClasses = Classes{kinds: 1<<Unknown | 1<<Timeout | 1<<Connection | 1<<Cut}.
	with(408).with(409).with(429).with(500).with(502).with(503).with(504).with(529)

// defaultText is its text, written out for the table of rules.
const defaultText = "408+409+429+500+502+503+504+529+timeout+connection+cut"

// DefaultClasses returns the failures that are worth another attempt unless a
// policy says otherwise: 408, 409, 429, 500, 502, 503, 504, 529, timeouts, lost
// connections and answers that break off.
func DefaultClasses() Classes { return defaultClasses }

func (c Classes) with(status int) Classes {
	at := status - statusFirst
	c.statuses[at/64] |= 1 << (at % 64)
	return c
}

func (c Classes) without(status int) Classes {
	at := status - statusFirst
	c.statuses[at/64] &^= 1 << (at % 64)
	return c
}

func (c *Classes) has(status int) bool {
	at := status - statusFirst
	return c.statuses[at/64]>>(at%64)&1 == 1
}

// isGiven reports whether anything was said: each set but the zero one has a kind,
// if only that of nothing.
func (c *Classes) isGiven() bool { return c.kinds != 0 }

// Contains reports whether a failure is in the set.
func (c Classes) Contains(f Failure) bool { return c.contains(&f) }

func (c *Classes) contains(f *Failure) bool {
	switch f.Kind {
	case Timeout, Connection, Cut, Exhausted:
		return c.kinds>>f.Kind&1 == 1
	}
	status := f.status()
	if status == 0 {
		return c.kinds>>Unknown&1 == 1
	}
	return c.has(min(max(status, statusFirst), statusLast))
}

// ParseClasses reads a set of failures, joined by +: statuses (429), all of a
// hundred (4xx, 5xx), timeout, connection, cut, exhausted, all or nothing. A !
// before a status, a hundred or a kind takes it out again: 5xx+!501.
func ParseClasses(text string) (Classes, error) {
	c := Classes{kinds: 1 << Unknown}
	words := strings.Split(text, "+")
	for _, word := range words {
		name, out := strings.CutPrefix(word, "!")
		switch {
		case word == "nothing" && len(words) == 1:
			return Classes{kinds: nothing}, nil
		case word == "all":
			c = everyFailure()
		case !c.change(name, !out):
			return Classes{}, fmt.Errorf("want failures joined by +, such as 429+5xx+!501+timeout, of %s or nothing; have %q%s",
				strings.Join(classWords(), ", "), word, suggest.Question(name, classWords()))
		}
	}
	if c == (Classes{kinds: 1 << Unknown}) {
		return Classes{kinds: nothing}, nil
	}
	return c, nil
}

// classWords returns the words that ParseClasses takes, 429 for any status.
func classWords() []string {
	words := []string{"429", "4xx", "5xx"}
	for _, kind := range statusless {
		words = append(words, kind.String())
	}
	return append(words, "all")
}

// change puts what a word means into the set, or takes it out; it is false for a
// word without a meaning.
func (c *Classes) change(word string, in bool) bool {
	for _, kind := range statusless {
		if word == kind.String() {
			c.kinds &^= 1 << kind
			if in {
				c.kinds |= 1 << kind
			}
			return true
		}
	}
	first, last := 0, 0
	switch status, err := strconv.Atoi(word); {
	case word == "4xx" || word == "5xx":
		first = int(word[0]-'0') * 100
		last = first + 99
	case err == nil && statusFirst <= status && status <= statusLast && len(word) == 3:
		first, last = status, status
	default:
		return false
	}
	for status := first; status <= last; status++ {
		if in {
			*c = c.with(status)
		} else {
			*c = c.without(status)
		}
	}
	return true
}

func everyFailure() Classes {
	var c Classes
	c.change("4xx", true)
	c.change("5xx", true)
	c.kinds = 1 << Unknown
	for _, kind := range statusless {
		c.kinds |= 1 << kind
	}
	return c
}

// String returns the set as ParseClasses reads it; "" for the zero Classes.
func (c Classes) String() string {
	switch {
	case !c.isGiven():
		return ""
	case c == everyFailure():
		return "all"
	}
	words := slices.Concat(c.hundred(4), c.hundred(5))
	for _, kind := range statusless {
		if c.kinds>>kind&1 == 1 {
			words = append(words, kind.String())
		}
	}
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, "+")
}

// hundred returns the words for the statuses of a hundred: all but a few, or the
// few there are.
func (c Classes) hundred(of int) []string {
	var in, out []string
	for status := of * 100; status < of*100+100; status++ {
		if c.has(status) {
			in = append(in, strconv.Itoa(status))
		} else {
			out = append(out, "!"+strconv.Itoa(status))
		}
	}
	if len(out) < len(in) {
		return append([]string{fmt.Sprintf("%dxx", of)}, out...)
	}
	return in
}

// classes returns the set that a text in this program describes.
func classes(text string) Classes {
	c, err := ParseClasses(text)
	if err != nil {
		panic("policy: " + err.Error())
	}
	return c
}
