package preset

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/big"
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
	tree, err := parser.ParseExpr(e.text)
	if err != nil {
		return 0, fmt.Errorf("%q is no expression: %w", e.text, err)
	}
	exact, err := fraction(tree, e.of)
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
	tree, err := parser.ParseExpr(e.text)
	if err != nil {
		return "", 0, false
	}
	names := map[string]bool{}
	ast.Inspect(tree, func(n ast.Node) bool {
		if ident, is := n.(*ast.Ident); is {
			name, names[ident.Name] = ident.Name, true
		}
		return true
	})
	if len(names) != 1 || e.of[name] == 0 {
		return "", 0, false
	}
	number := 1 + sort.Search(most-1, func(i int) bool {
		value, err := expression{e.text, e.rounding, map[string]int64{name: int64(i) + 1}}.value()
		return err != nil || value >= 1
	})
	return name, int64(number), true
}

// most bounds counts: the largest that is exact as a float64.
const most = 1 << 53

// fraction returns the value of a part of an expression.
func fraction(tree ast.Expr, of map[string]int64) (*big.Rat, error) {
	switch e := tree.(type) {
	case *ast.ParenExpr:
		return fraction(e.X, of)
	case *ast.BasicLit:
		n, ok := new(big.Int).SetString(e.Value, 10)
		if e.Kind != token.INT || !ok {
			return nil, fmt.Errorf("want whole numbers; have %s", e.Value)
		}
		return new(big.Rat).SetInt(n), nil
	case *ast.Ident:
		n, known := of[e.Name]
		if !known {
			return nil, fmt.Errorf("%w %s", errUnknown, e.Name)
		}
		return big.NewRat(n, 1), nil
	case *ast.BinaryExpr:
		return operation(e, of)
	}
	return nil, fmt.Errorf("want numbers, names and + - * / ( )")
}

func operation(e *ast.BinaryExpr, of map[string]int64) (*big.Rat, error) {
	left, err := fraction(e.X, of)
	if err != nil {
		return nil, err
	}
	right, err := fraction(e.Y, of)
	if err != nil {
		return nil, err
	}
	result := new(big.Rat)
	switch {
	case e.Op == token.ADD:
		return result.Add(left, right), nil
	case e.Op == token.SUB:
		return result.Sub(left, right), nil
	case e.Op == token.MUL:
		return result.Mul(left, right), nil
	case e.Op == token.QUO && right.Sign() != 0:
		return result.Quo(left, right), nil
	case e.Op == token.QUO:
		return nil, fmt.Errorf("a division by 0")
	}
	return nil, fmt.Errorf("want + - * /; have %v", e.Op)
}
