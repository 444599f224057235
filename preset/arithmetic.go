package preset

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// deepest bounds the brackets within brackets of an expression.
const deepest = 100

// An arithmetic computes an expression from left to right, products before sums.
type arithmetic struct {
	words []string // what is left of the expression
	of    map[string]int64
	depth int // of open brackets
}

// compute returns the value of an expression.
func compute(text string, of map[string]int64) (*big.Rat, error) {
	a := arithmetic{words: words(text), of: of}
	value, err := a.sum()
	if err == nil && len(a.words) > 0 {
		err = fmt.Errorf("want + - * / or the end; have %q", a.words[0])
	}
	return value, err
}

// words takes an expression apart: into numbers, names and signs.
func words(text string) (all []string) {
	for {
		text = strings.TrimLeft(text, " ")
		if text == "" {
			return all
		}
		end := 1
		for isWord(text[0]) && end < len(text) && isWord(text[end]) {
			end++
		}
		all = append(all, text[:end])
		text = text[end:]
	}
}

func isWord(c byte) bool { return isLetter(c) || isDigit(c) || c == '.' }

func isLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// next takes the next word if it is one of some signs.
func (a *arithmetic) next(signs string) (sign string, ok bool) {
	if len(a.words) == 0 || !strings.Contains(signs, a.words[0]) {
		return "", false
	}
	sign, a.words = a.words[0], a.words[1:]
	return sign, true
}

func (a *arithmetic) sum() (*big.Rat, error) {
	left, err := a.product()
	for err == nil {
		sign, ok := a.next("+-")
		if !ok {
			break
		}
		var right *big.Rat
		if right, err = a.product(); err != nil {
			break
		}
		if sign == "-" {
			right.Neg(right)
		}
		left.Add(left, right)
	}
	return left, err
}

func (a *arithmetic) product() (*big.Rat, error) {
	left, err := a.operand()
	for err == nil {
		sign, ok := a.next("*/")
		if !ok {
			break
		}
		var right *big.Rat
		if right, err = a.operand(); err != nil {
			break
		}
		switch {
		case sign == "*":
			left.Mul(left, right)
		case right.Sign() == 0:
			err = errors.New("a division by 0")
		default:
			left.Quo(left, right)
		}
	}
	return left, err
}

// operand reads a number, a name, or an expression in brackets.
func (a *arithmetic) operand() (*big.Rat, error) {
	if _, ok := a.next("("); ok {
		return a.bracketed()
	}
	if len(a.words) == 0 {
		return nil, errors.New("want a number, a name or ( at the end")
	}
	word := a.words[0]
	a.words = a.words[1:]
	switch {
	case isLetter(word[0]):
		n, known := a.of[word]
		if !known {
			return nil, fmt.Errorf("%w %s", errUnknown, word)
		}
		return new(big.Rat).SetInt64(n), nil
	case isDigit(word[0]):
		n, ok := new(big.Int).SetString(word, 10)
		if !ok {
			return nil, fmt.Errorf("want whole numbers; have %s", word)
		}
		return new(big.Rat).SetInt(n), nil
	}
	return nil, fmt.Errorf("want numbers, names and + - * / ( ); have %q", word)
}

// bracketed reads the rest of an expression in brackets.
func (a *arithmetic) bracketed() (*big.Rat, error) {
	if a.depth++; a.depth > deepest {
		return nil, fmt.Errorf("want at most %d brackets within brackets", deepest)
	}
	value, err := a.sum()
	a.depth--
	if _, ok := a.next(")"); err == nil && !ok {
		err = errors.New("want a ) for each (")
	}
	return value, err
}
