package preset

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sort"
)

// An expression is in whole numbers, names and the signs + - * / ( ). It is
// computed in fractions, exactly, and rounded once, at the end.
//
//	tpm * 6 / 1000    of tpm = 2500, rounded down: 15
type expression struct {
	text     string
	rounding string // "" or down, or up
	of       map[string]int64
}

// errUnknown is wrapped when a name in an expression has no number.
var errUnknown = errors.New("there is no number of the name")

// value returns the value of an expression: a whole number from 0 to 2^53.
func (e expression) value() (int64, error) {
	exact, err := compute(e.text, e.of)
	if err != nil {
		return 0, fmt.Errorf("%q: %w", e.text, err)
	}
	whole, rest := new(big.Int).DivMod(exact.Num(), exact.Denom(), new(big.Int))
	if e.rounding == "up" && rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	if !whole.IsInt64() || whole.Sign() < 0 || whole.Int64() > most {
		return 0, fmt.Errorf("%s is %v; want a whole number from 0 to 2^53", e.text, whole)
	}
	return whole.Int64(), nil
}

// least returns the smallest number of the one name in an expression that makes it at
// least 1; not ok when there is not one name, or its number is 0, as then it is meant.
func (e expression) least() (name string, least int64, ok bool) {
	var names []string
	for _, word := range words(e.text) {
		if isLetter(word[0]) && !slices.Contains(names, word) {
			names = append(names, word)
		}
	}
	if len(names) != 1 || e.of[names[0]] == 0 {
		return "", 0, false
	}
	number := 1 + sort.Search(most-1, func(i int) bool {
		value, err := expression{e.text, e.rounding, map[string]int64{names[0]: int64(i) + 1}}.value()
		return err != nil || value >= 1
	})
	return names[0], int64(number), true
}

// most bounds counts: the largest that is exact as a float64.
const most = 1 << 53
