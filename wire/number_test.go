package wire

import (
	"math/big"
	"strconv"
	"strings"
	"testing"
	"time"

	"ratesim/hint"
)

// exactly returns what a decimal number of units is in nanoseconds, rounded away
// from 0, by arithmetic without bounds.
func exactly(decimal string, unit time.Duration) (*big.Int, bool) {
	r, ok := new(big.Rat).SetString(decimal)
	if !ok {
		return nil, false
	}
	r.Mul(r, new(big.Rat).SetInt64(int64(unit)))
	n, remainder := new(big.Int).QuoRem(new(big.Int).Abs(r.Num()), r.Denom(), new(big.Int))
	if remainder.Sign() != 0 {
		n.Add(n, big.NewInt(1))
	}
	if r.Sign() < 0 {
		n.Neg(n)
	}
	return n, true
}

// requireExact fails unless a number was read as exact arithmetic has it. More
// than 19 decimals may make a wait a nanosecond longer, never shorter.
func requireExact(t interface{ Fatalf(string, ...any) }, text string, h hint.Hint) {
	n, ok := scanNumber(trimBlanks(text))
	if !ok || len(n.text) > 40 || n.marks&hint.Exponent != 0 && (n.point > 400 || n.point < -400) {
		return
	}
	unit := time.Second
	if h.Kind == hint.Milliseconds {
		unit = time.Millisecond
	}
	want, ok := exactly(strings.TrimPrefix(n.text, "+"), unit)
	if !ok {
		t.Fatalf("%q is no number to package math/big", n.text)
	}
	if h.Magnitude != hint.Fits {
		if want.CmpAbs(big.NewInt(int64(hint.Forever))) < 0 || int64(h.Wait) != int64(want.Sign())*int64(hint.Forever) {
			t.Fatalf("%q is %v; it is %v ns", text, h, want)
		}
		return
	}
	over := new(big.Int).Sub(big.NewInt(int64(h.Wait.Abs())), want.Abs(want))
	if slack := int64(min(len(n.digits)/20, 1)); over.Sign() < 0 || over.Cmp(big.NewInt(slack)) > 0 {
		t.Fatalf("%q is %v; it is %v ns", text, h, want)
	}
}

// FuzzRetryAfter reads anything as Retry-After and as milliseconds, exactly, and
// writes it back so that it is read the same.
func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"120", " 1.5", "-3", "120junk", "1e400", "15e-1", "NaN", "-inf", "", "0x10", "99999999999999999999",
		"0.00000000000000000001", "Wed, 21 Oct 2015 07:28:00 GMT", "wednesday, 21-oct-15 07:28:00 GMT", "Wed Oct  1 07:28:00 2015",
		"Wed, 21 Oct 2015 07:28:00 -0700", "Tue, 30 Jun 2015 23:59:60 GMT", "\xff120"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, h := range []hint.Hint{RetryAfter(text, received), Milliseconds(text)} {
			requireSound(t, h)
			if h.Notation == hint.Number && h.Marks&hint.Word == 0 {
				requireExact(t, text, h)
			}
			if h.Kind == hint.Date && h.Marks&hint.RFC850 != 0 && h.Wait.Abs() > 49*365*24*time.Hour {
				continue // a two-digit year says no more
			}
			requireWritable(t, Any, hint.Said{Hints: []hint.Hint{h}})
		}
	})
}

// requireSound fails for a hint that no reader may make.
func requireSound(t interface{ Fatalf(string, ...any) }, h hint.Hint) {
	isBeyond := h.Wait == hint.Forever || h.Wait <= -hint.Forever
	switch {
	case h.Kind == hint.None,
		h.Notation == hint.Unreadable && (h.Wait != 0 || h.Magnitude != hint.Fits || h.Marks&^hint.Word != 0),
		h.Notation == hint.Number && h.Wait < 0 && h.Marks&hint.Sign == 0,
		h.Wait < -hint.Forever,
		(h.Magnitude != hint.Fits) != isBeyond:
		t.Fatalf("this makes no sense: %#v", h)
	}
}

func TestFloatsAgreeWithGoOnWhatIsANumber(t *testing.T) {
	for _, text := range []string{"1", "1.", ".1", "1.5e3", "1E+3", "1e", "e", ".", "+.", "1_0", "0x1p4", "infinity", "Inf", "nan", "1 ", "1e400", "--1"} {
		_, err := strconv.ParseFloat(text, 64)
		inRange := err == nil || strings.Contains(err.Error(), "range")
		h := RetryAfter(text, received)
		_, got := h.Read(hint.Floats)
		got = got || h.Marks == hint.Word
		switch {
		case text == "0x1p4", text == "1_0", text == "1 ": // Go's own notations; a blank that is no part of the field
		case got != inRange:
			t.Errorf("%q is a number: %v; to Go: %v", text, got, inRange)
		}
	}
}
