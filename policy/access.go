package policy

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"ratesim/spec"
	"ratesim/suggest"
)

// An access reads a rule from text into a Retry, and writes it.
type access struct {
	unit      string
	otherwise string // what holds when the rule is left out
	choices   []string
	read      func(text string, p *Retry, source Source) (message string) // "" if nothing is wrong
	text      func(p *Retry) string                                       // "" for what holds otherwise
}

// unbounded is the word for attempts without a bound, whatever the Defaults say.
const unbounded = "unbounded"

func attempts() access {
	return access{
		unit: "attempts", otherwise: "no bound",
		read: func(text string, p *Retry, _ Source) string {
			if text == unbounded {
				p.Attempts = 0
				return ""
			}
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 {
				return fmt.Sprintf("want a whole number of at least 1, the first attempt included, or unbounded; have %q", text)
			}
			p.Attempts = n
			return ""
		},
		text: func(p *Retry) string {
			if p.Attempts == 0 {
				return unbounded // which is to be had under any Defaults
			}
			return formatInt(p.Attempts)
		},
	}
}

// retries reads attempts, less the first. They are written as attempts.
func retries() access {
	return access{
		unit: "attempts", otherwise: "no bound",
		read: func(text string, p *Retry, _ Source) string {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 || n == math.MaxInt {
				return fmt.Sprintf("want a whole number of at least 0, the first attempt not included; have %q", text)
			}
			p.Attempts = n + 1
			return ""
		},
		text: func(*Retry) string { return "" },
	}
}

// duration is 0 when it is left out.
func duration(at func(*Retry) *time.Duration) access {
	return access{
		unit: "duration", otherwise: "0s",
		read: func(text string, p *Retry, source Source) (message string) {
			*at(p), message = spec.ParseDuration(text, source.Step)
			return message
		},
		text: func(p *Retry) string {
			if *at(p) == 0 {
				return ""
			}
			return at(p).String()
		},
	}
}

// factor is 1 when it is left out, and kept as 0 then.
func factor(at func(*Retry) *float64) access {
	return access{
		unit: "factor", otherwise: "1",
		read: func(text string, p *Retry, _ Source) (message string) {
			*at(p), message = parseFactor(text, 1)
			if *at(p) == 1 {
				*at(p) = 0
			}
			return message
		},
		text: func(p *Retry) string {
			if *at(p) <= 1 {
				return ""
			}
			return formatFloat(*at(p))
		},
	}
}

// failures are kept as the zero Classes when they are what holds otherwise.
func failures(at func(*Retry) *Classes, otherwise string) access {
	return access{
		unit: "failures", otherwise: otherwise,
		read: func(text string, p *Retry, _ Source) string {
			c, err := ParseClasses(text)
			if err != nil {
				return err.Error()
			}
			if c == classes(otherwise) {
				c = Classes{}
			}
			*at(p) = c
			return ""
		},
		text: func(p *Retry) string { return at(p).String() },
	}
}

// parsed is what has a parser and a String of its own.
func parsed[T fmt.Stringer](at func(*Retry) *T, otherwise string, parse func(string) (T, error)) access {
	return access{
		unit: "word", otherwise: otherwise,
		read: func(text string, p *Retry, _ Source) string {
			value, err := parse(text)
			if err != nil {
				return err.Error()
			}
			*at(p) = value
			return ""
		},
		text: func(p *Retry) string { return (*at(p)).String() },
	}
}

// words are the names of a type's values, in order; the first one holds when
// they are left out.
func words[T ~uint8](at func(*Retry) *T, list ...string) access {
	return access{
		unit: "word", otherwise: list[0], choices: list,
		read: func(text string, p *Retry, _ Source) string {
			i, message := choose(text, list)
			*at(p) = T(i)
			return message
		},
		text: func(p *Retry) string {
			if i := int(*at(p)); 0 < i && i < len(list) {
				return list[i]
			}
			return ""
		},
	}
}

// either is one of two words, the first one when it is left out.
func either(at func(*Retry) *bool, list [2]string) access {
	return access{
		unit: "word", otherwise: list[0], choices: list[:],
		read: func(text string, p *Retry, _ Source) string {
			i, message := choose(text, list[:])
			*at(p) = i == 1
			return message
		},
		text: func(p *Retry) string {
			if *at(p) {
				return list[1]
			}
			return ""
		},
	}
}

// odd is what to do about odd hints; usual holds when it is left out, and is
// kept as Usual.
func odd(at func(*Retry) *Odd, usual string) access {
	list := []string{TakeZero - 1: "heed", Skip - 1: "skip", OwnBackoff - 1: "backoff", GiveUp - 1: "stop", GiveWay - 1: "yield"}
	return access{
		unit: "word", otherwise: usual, choices: list,
		read: func(text string, p *Retry, _ Source) string {
			i, message := choose(text, list)
			*at(p) = Odd(i + 1)
			if text == usual {
				*at(p) = Usual
			}
			return message
		},
		text: func(p *Retry) string {
			if o := *at(p); o != Usual && int(o) <= len(list) && list[o-1] != usual {
				return list[o-1]
			}
			return ""
		},
	}
}

// choose returns the place of a word in a list of them.
func choose(text string, list []string) (i int, message string) {
	i = slices.Index(list, text)
	if i < 0 {
		last := len(list) - 1
		return 0, fmt.Sprintf("want %s or %s; have %q%s", strings.Join(list[:last], ", "), list[last], text, suggest.Question(text, list))
	}
	return i, ""
}
