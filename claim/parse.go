package claim

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ratesim/suggest"
)

// Parse reads a claim. Its errors say what is wanted and what was had.
func Parse(text string) (Claim, error) {
	c := Claim{Text: strings.TrimSpace(text)}
	left, op, right, ok := cutOp(c.Text)
	if !ok {
		return Claim{}, fmt.Errorf("want a figure, one of <, <=, >, >=, == and a bound, such as %q; have %q", "completed_share >= 0.98", text)
	}
	c.Op = op
	var errTerm, errBound error
	c.Term, errTerm = ParseTerm(left)
	c.Bound, errBound = ParseBound(right)
	if err := errors.Join(errTerm, errBound); err != nil {
		return Claim{}, err
	}
	return c, nil
}

// cutOp splits a claim at its comparison, which stands outside of parentheses and
// quotes.
func cutOp(text string) (left string, op Op, right string, ok bool) {
	for at := range outside(text) {
		for _, op := range ops {
			if strings.HasPrefix(text[at:], string(op)) {
				return strings.TrimSpace(text[:at]), op, strings.TrimSpace(text[at+len(op):]), true
			}
		}
	}
	return "", "", "", false
}

// outside goes through the places of a text that stand outside of parentheses and
// double quotes.
func outside(text string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		depth, quoted := 0, false
		for at, letter := range text {
			switch {
			case letter == '"':
				quoted = !quoted
			case quoted:
			case letter == '(':
				depth++
			case letter == ')':
				depth--
			case depth == 0 && !yield(at):
				return
			}
		}
	}
}

// ParseTerm reads a figure, or a function of one, with the conditions it is under.
func ParseTerm(text string) (Term, error) {
	name, inner, isCall := strings.Cut(text, "(")
	name = strings.TrimSpace(name)
	if !isCall {
		return Term{Figure: name}, checkName("a figure", name)
	}
	inner, closed := strings.CutSuffix(inner, ")")
	if !closed {
		return Term{}, fmt.Errorf("want ) at the end of %q", text)
	}
	parts := split(inner)
	t := Term{Function: name, Figure: parts[0]}
	if strings.Contains(parts[0], "=") { // as in completed_share(load=heavy)
		t, parts = Term{Figure: name}, append([]string{""}, parts...)
	}
	faults := []error{checkName("a function or a figure", name), checkName("a figure", t.Figure)}
	for _, part := range parts[1:] {
		condition, err := parseCondition(part)
		if err == nil && t.Given(condition.Key) != "" {
			err = fmt.Errorf("%s is given twice", condition.Key)
		}
		faults = append(faults, err)
		t.Where = append(t.Where, condition)
	}
	return t, errors.Join(faults...)
}

// split cuts a text at its commas, but for those inside parentheses or quotes.
func split(text string) []string {
	var parts []string
	from := 0
	for at := range outside(text) {
		if text[at] == ',' {
			parts = append(parts, strings.TrimSpace(text[from:at]))
			from = at + 1
		}
	}
	return append(parts, strings.TrimSpace(text[from:]))
}

func parseCondition(text string) (Condition, error) {
	key, value, ok := strings.Cut(text, "=")
	key, value = strings.TrimSpace(key), unquoted(strings.TrimSpace(value))
	switch {
	case !ok || value == "":
		return Condition{}, fmt.Errorf("want a condition such as flow=interactive; have %q", text)
	case !slices.Contains(Keys(), key):
		return Condition{}, fmt.Errorf("a condition is on %s; have %q%s", strings.Join(Keys(), ", "), key, suggest.Question(key, Keys()))
	}
	return Condition{Key: key, Value: value}, nil
}

// unquoted returns a text without its double quotes, if it has them.
func unquoted(text string) string {
	if plain, err := strconv.Unquote(text); err == nil && strings.HasPrefix(text, `"`) {
		return plain
	}
	return text
}

// checkName wants letters, digits and _, as figures are named.
func checkName(what, name string) error {
	plain := func(r rune) bool { return r == '_' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' }
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return !plain(r) }) {
		return fmt.Errorf("want %s by name, such as completed_share; have %q", what, name)
	}
	return nil
}

// ParseBound reads a number with its unit, and of whom.
func ParseBound(text string) (Bound, error) {
	number, of, isRelative := strings.Cut(text, " of ")
	number, of = strings.TrimSpace(number), unquoted(strings.TrimSpace(of))
	b, err := parseNumber(number)
	if err != nil {
		return Bound{}, err
	}
	if !isRelative {
		return b, nil
	}
	if of == "" {
		return Bound{}, fmt.Errorf("want a policy after of; have %q", text)
	}
	b.Of = of
	signed := strings.HasPrefix(number, "+") || strings.HasPrefix(number, "-")
	if strings.HasSuffix(number, "%") {
		b.Factor, b.Kind = true, Plain
		if signed {
			b.Number++
		}
	} else if !signed {
		return Bound{}, fmt.Errorf("want +%s or -%s of %s, or a share in %%; have %q", number, number, of, text)
	}
	return b, nil
}

// A unit is what a number is counted in.
type unit struct {
	name string
	size float64
	kind Kind
}

var units = []unit{
	{"%", 0.01, Share}, {"pp", 0.01, Share},
	{"ns", 1, Time}, {"us", 1e3, Time}, {"µs", 1e3, Time}, {"ms", 1e6, Time}, {"s", 1e9, Time}, {"m", 60e9, Time}, {"h", 3600e9, Time},
	{"", 1, Plain},
}

// parseNumber reads a number with its unit.
func parseNumber(text string) (Bound, error) {
	digits := strings.TrimRightFunc(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	name := strings.TrimSpace(text[len(digits):])
	number, err := strconv.ParseFloat(strings.ReplaceAll(digits, "_", ""), 64)
	if err != nil || math.IsInf(number, 0) || math.IsNaN(number) {
		return Bound{}, fmt.Errorf("want a number, such as 0.95, 98%%, 30s or +5%% of none; have %q", text)
	}
	for _, u := range units {
		if u.name != name {
			continue
		}
		if u.size < 1 {
			number /= math.Round(1 / u.size) // 98 % is the number nearest to 0.98
		} else {
			number *= u.size
		}
		return Bound{Number: number, Kind: u.kind}, nil
	}
	return Bound{}, fmt.Errorf("want no unit, %%, pp, ns, us, ms, s, m or h after a number; have %q", text)
}
