// Package claim holds the grammar in which a user says what must hold of runs, as
// in --assert, --until and --subject-to:
//
//	interactive_share >= 0.95
//	p95(latency, flow=interactive) < 30s
//	wasted_tokens < +5% of none
//	halfwidth(completed_share) < 0.5pp
//
// A claim is a figure, alone or inside a function, with conditions on the runs that
// are meant; then <, <=, >, >= or ==; then a number with its unit, or how far a
// policy's figure may be passed. Which figures there are is for others to know.
//
// Shares lie in [0, 1] and may be written in % or, for differences of shares, in
// pp, percentage points. Times are in ns, us, ms, s, m or h.
package claim

import (
	"fmt"
	"math"
)

// A Claim is what a user says must hold.
type Claim struct {
	Text  string // as written, blanks at its ends aside
	Term  Term
	Op    Op
	Bound Bound
}

// A Term is what a claim is about.
type Term struct {
	Function string      // such as p95 or halfwidth; "" for the figure itself
	Figure   string      // its name
	Where    []Condition // all of which the runs that are meant meet
}

// A Condition says which runs are meant.
type Condition struct{ Key, Value string }

// Keys returns what a condition can be on.
func Keys() []string { return []string{"scenario", "load", "policy", "flow"} }

// Meets reports that a run with the value that a key has in it is meant.
func (t Term) Meets(value func(key string) string) bool {
	for _, c := range t.Where {
		if value(c.Key) != c.Value {
			return false
		}
	}
	return true
}

// Given returns what a term says of a key, and "" when it says nothing.
func (t Term) Given(key string) string {
	for _, c := range t.Where {
		if c.Key == key {
			return c.Value
		}
	}
	return ""
}

// An Op is how a figure stands to its bound.
type Op string

// ops are all of them; those of two letters come first, as a reader needs them.
var ops = []Op{"<=", ">=", "==", "<", ">"}

// A Kind is what a number measures.
type Kind string

// The kinds. A plain number measures whatever its figure does.
const (
	Plain Kind = "a number"
	Share Kind = "a share"
	Time  Kind = "a time"
)

// A Bound is what a figure is held against.
type Bound struct {
	Number float64 // a share in [0, 1] for % and pp, ns for times
	Kind   Kind    // of Number, unless it is a Factor
	Of     string  // the policy whose figure Number is added to or multiplied by; "" for none
	Factor bool    // Number is multiplied by the figure of Of, not added to it
}

// Value returns the bound itself; base is the figure of the policy Of.
func (b Bound) Value(base float64) float64 {
	switch {
	case b.Of == "":
		return b.Number
	case b.Factor:
		return float64(b.Number * base)
	}
	return b.Number + base
}

// A Verdict is what became of a claim.
type Verdict string

// The verdicts, from good to bad.
const (
	Pass         Verdict = "pass"
	Inconclusive Verdict = "inconclusive" // the interval holds values on both sides of the bound
	Fail         Verdict = "fail"
)

// Decide says whether a figure that lies somewhere from low to high is on the
// right side of the bound.
func (o Op) Decide(low, high, bound float64) Verdict {
	atLow, atHigh := o.holds(low, bound), o.holds(high, bound)
	switch {
	case o == "==" && low < bound && bound < high:
		return Inconclusive
	case atLow && atHigh:
		return Pass
	case atLow || atHigh:
		return Inconclusive
	}
	return Fail
}

func (o Op) holds(value, bound float64) bool {
	switch o {
	case "<":
		return value < bound
	case "<=":
		return value <= bound
	case ">":
		return value > bound
	case ">=":
		return value >= bound
	}
	return value == bound
}

// Worst returns the worst of several verdicts; Pass of none.
func Worst(verdicts []Verdict) Verdict {
	worst := Pass
	for _, v := range verdicts {
		if v == Fail || v == Inconclusive && worst == Pass {
			worst = v
		}
	}
	return worst
}

// Upwards returns 1 when a claim holds for large values, −1 when for small ones,
// and 0 for neither.
func (o Op) Upwards() int {
	switch o {
	case ">", ">=":
		return 1
	case "<", "<=":
		return -1
	}
	return 0
}

// String returns the bound as a user would write it.
func (b Bound) String() string {
	number := b.Number
	unit := ""
	switch {
	case b.Factor:
		number, unit = 100*(number-1), "%"
	case b.Kind == Share:
		number, unit = 100*number, "pp"
		if b.Of == "" {
			unit = "%"
		}
	case b.Kind == Time:
		number, unit = number/1e9, "s"
	}
	number = math.Round(number*1e9) / 1e9
	if b.Of != "" {
		return fmt.Sprintf("%+v%s of %s", number, unit, b.Of)
	}
	return fmt.Sprintf("%v%s", number, unit)
}
