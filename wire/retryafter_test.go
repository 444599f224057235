package wire

import (
	"testing"
	"time"

	"ratesim/hint"
)

// received is the instant of reception of the table tests.
var received = time.Date(2015, 10, 21, 7, 27, 0, 0, time.UTC)

// answer is what a reader makes of a hint: "none", or the wait, which for a date
// gone by is 0 (RFC 9110, section 10.2.3).
func answer(h hint.Hint, reader hint.Marks) string {
	wait, ok := h.Read(reader)
	switch {
	case !ok:
		return "none"
	case wait == hint.Forever:
		return "forever"
	case wait == -hint.Forever:
		return "-forever"
	case h.Kind == hint.Date:
		wait = max(wait, 0)
	}
	return wait.String()
}

// The values that users met and clients misread, with what each reader in use
// makes of them. Strict and lenient must never see a year 2001 or an infinity.
func TestRetryAfterIsReadByTheLetterOrAsClientsDo(t *testing.T) {
	const none, day = "none", "24h0m0s"
	for _, tt := range []struct{ text, strict, lenient, integers, floats, prefixes string }{
		{"120", "2m0s", "2m0s", "2m0s", "2m0s", "2m0s"},
		{"0", "0s", "0s", "0s", "0s", "0s"},
		{" 120 ", "2m0s", "2m0s", "2m0s", "2m0s", "2m0s"},
		{"\t120", "2m0s", "2m0s", "2m0s", "2m0s", "2m0s"},
		{"007", "7s", "7s", "7s", "7s", "7s"},
		{"1.5", none, "1.5s", none, "1.5s", "1.5s"},
		{"5.", none, "5s", none, "5s", "5s"},
		{".5", none, "500ms", none, "500ms", "500ms"},
		{"0.0000000001", none, "1ns", none, "1ns", "1ns"}, // never less than asked
		{"-3", none, none, "-3s", "-3s", "-3s"},
		{"+3", none, none, "3s", "3s", "3s"},
		{"-1.5", none, none, none, "-1.5s", "-1.5s"},
		{"--3", none, none, none, none, none},
		{"120junk", none, none, none, none, "2m0s"},
		{"120, 60", none, none, none, none, "2m0s"},
		{"6m0s", none, none, none, none, "6s"},
		{"2015-10-21T07:28:00Z", none, none, none, none, "33m35s"},
		{"0x10", none, none, none, none, "0s"},
		{"1e3", none, none, none, "16m40s", "16m40s"},
		{"1e-3", none, none, none, "1ms", "1ms"},
		{"1e", none, none, none, none, "1s"},
		{"e3", none, none, none, none, none},
		{"inf", none, none, none, "forever", "forever"},
		{"-Infinity", none, none, none, "-forever", "-forever"},
		{"NaN", none, none, none, none, none},
		{"1e400", none, none, none, "forever", "forever"},
		{"", none, none, none, none, none},
		{"9223372036", "2562047h47m16s", "2562047h47m16s", "2562047h47m16s", "2562047h47m16s", "2562047h47m16s"},
		{"9223372037", "forever", "forever", "forever", "forever", "forever"},
		{"10000000000", "forever", "forever", "forever", "forever", "forever"},
		{"99999999999999999999", "forever", "forever", "forever", "forever", "forever"},
		{"Wed, 21 Oct 2015 07:28:00 GMT", "1m0s", "1m0s", "1m0s", "1m0s", "1m0s"},
		{"Wednesday, 21-Oct-15 07:28:00 GMT", "1m0s", "1m0s", "1m0s", "1m0s", "1m0s"},
		{"Wed Oct 21 07:28:00 2015", "1m0s", "1m0s", "1m0s", "1m0s", "1m0s"},
		{"Wed, 21 Oct 2015 07:26:00 GMT", "0s", "0s", "0s", "0s", "0s"},
		{"Wed, 21 Oct 2015 07:28:00 +0000", none, "1m0s", none, none, none},
		{"Wed, 21 Oct 2015 07:28:00 UTC", none, "1m0s", none, none, none},
		{"Thu, 22 Oct 2015 09:27:00 +0200", none, day, none, none, none},
		{"Wed, 21 Oct 2015 07:28:00 EST", none, none, none, none, none},
		{"Thu, 22 Oct 2015 07:27:00 GMT", day, day, day, day, day},
		{"Mon, 21 Oct 2015 07:28:00 GMT", none, "1m0s", none, none, none}, // it was a Wednesday
		{"wed, 21 oct 2015 07:28:00 GMT", none, "1m0s", none, none, none},
		{"Wed, 21 Oct 2015 07:28:00.5 GMT", none, none, none, none, none},
		{"Sun, 30 Feb 2015 00:00:00 GMT", none, none, none, none, none},
		{"tomorrow", none, none, none, none, none},
		{"１２０", none, none, none, none, none},
		{"120 s\xff", none, none, none, none, "2m0s"},
	} {
		h := RetryAfter(tt.text, received)
		for _, reading := range []struct {
			name, want string
			allowed    hint.Marks
		}{
			{"strict", tt.strict, hint.Strict},
			{"lenient", tt.lenient, hint.Lenient},
			{"integers", tt.integers, hint.Integers},
			{"floats", tt.floats, hint.Floats},
			{"prefixes", tt.prefixes, hint.Prefixes},
		} {
			if got := answer(h, reading.allowed); got != reading.want {
				t.Errorf("%q read by %s is %s; want %s (%v)", tt.text, reading.name, got, reading.want, h)
			}
		}
	}
}

func TestRetryAfterKeepsWhatClientsDifferIn(t *testing.T) {
	for _, tt := range []struct {
		text string
		want hint.Hint
	}{
		{"120", hint.Hint{Kind: hint.Seconds, Notation: hint.Number, Wait: 2 * time.Minute}},
		{"1.5", hint.Hint{Kind: hint.Seconds, Notation: hint.Number, Marks: hint.Fraction, Wait: 1500 * time.Millisecond}},
		{"2.0", hint.Hint{Kind: hint.Seconds, Notation: hint.Number, Marks: hint.Fraction, Wait: 2 * time.Second}},
		{"-0", hint.Hint{Kind: hint.Seconds, Notation: hint.Number, Marks: hint.Sign}},
		{"0.5e1 s", hint.Hint{Kind: hint.Seconds, Notation: hint.Number, Marks: hint.Fraction | hint.Exponent | hint.Trailing, Wait: 5 * time.Second}},
		{"10000000000", hint.Hint{Kind: hint.Seconds, Notation: hint.Number, Magnitude: hint.Long, Wait: hint.Forever}},
		{"-10000000000", hint.Hint{Kind: hint.Seconds, Notation: hint.Number, Marks: hint.Sign, Magnitude: hint.Long, Wait: -hint.Forever}},
		{"99999999999999999999", hint.Hint{Kind: hint.Seconds, Notation: hint.Number, Magnitude: hint.Huge, Wait: hint.Forever}},
		{"1e400", hint.Hint{Kind: hint.Seconds, Notation: hint.Number, Marks: hint.Exponent, Magnitude: hint.Endless, Wait: hint.Forever}},
		{"1e99999999999999999999", hint.Hint{Kind: hint.Seconds, Notation: hint.Number, Marks: hint.Exponent, Magnitude: hint.Endless, Wait: hint.Forever}},
		{"1e-99999999999999999999", hint.Hint{Kind: hint.Seconds, Notation: hint.Number, Marks: hint.Exponent, Wait: 1}},
		{"0e999", hint.Hint{Kind: hint.Seconds, Notation: hint.Number, Marks: hint.Exponent}},
		{"+inf", hint.Hint{Kind: hint.Seconds, Notation: hint.Number, Marks: hint.Word | hint.Sign, Magnitude: hint.Endless, Wait: hint.Forever}},
		{"nan", hint.Hint{Kind: hint.Seconds, Marks: hint.Word}},
		{"", hint.Hint{Kind: hint.Seconds}},
		{"tomorrow", hint.Hint{Kind: hint.Seconds}},
		{"Wed, 21 Oct 2015 07:26:00 GMT", hint.Hint{Kind: hint.Date, Notation: hint.HTTPDate, Wait: -time.Minute}},
		{"Wednesday, 21-Oct-15 07:28:00 GMT", hint.Hint{Kind: hint.Date, Notation: hint.HTTPDate, Marks: hint.RFC850, Wait: time.Minute}},
		{"Wed Oct 21 07:28:00 2015", hint.Hint{Kind: hint.Date, Notation: hint.HTTPDate, Marks: hint.Asctime, Wait: time.Minute}},
		{"Wed, 21 Oct 2015 07:28:00 UTC", hint.Hint{Kind: hint.Date, Notation: hint.HTTPDate, Marks: hint.Loose, Wait: time.Minute}},
		{"Fri, 31 Dec 9999 23:59:59 GMT", hint.Hint{Kind: hint.Date, Notation: hint.HTTPDate, Magnitude: hint.Long, Wait: hint.Forever}},
		{"Mon, 01 Jan 0001 00:00:00 GMT", hint.Hint{Kind: hint.Date, Notation: hint.HTTPDate, Magnitude: hint.Long, Wait: -hint.Forever}},
	} {
		if got := RetryAfter(tt.text, received); got != tt.want {
			t.Errorf("RetryAfter(%q) is %#v; want %#v", tt.text, got, tt.want)
		}
	}
}

func TestDatesOfTwoDigitYearsLieAtMostFiftyYearsAhead(t *testing.T) {
	for _, tt := range []struct {
		text string
		year int // 0 if there is no such day
	}{
		{"Sunday, 06-Nov-94 08:49:37 GMT", 1994}, // the example of RFC 9110, section 5.6.7
		{"Wednesday, 21-Oct-65 07:27:00 GMT", 2065},
		{"Wednesday, 21-Oct-65 07:27:01 GMT", 1965}, // a second more than 50 years
		{"Thursday, 21-Oct-99 07:27:00 GMT", 1999},
		{"Tuesday, 29-Feb-00 00:00:00 GMT", 2000},
		{"Wednesday, 29-Feb-01 00:00:00 GMT", 0},
	} {
		h := RetryAfter(tt.text, received)
		got := 0
		if h.Kind == hint.Date {
			got = received.Add(h.Wait).Year()
		}
		if got != tt.year {
			t.Errorf("%q is in %d; want %d (%v)", tt.text, got, tt.year, h)
		}
	}
	at := time.Date(2080, 1, 1, 0, 0, 0, 0, time.UTC)
	if h := RetryAfter("Monday, 29-Feb-00 00:00:00 GMT", at); h.Kind != hint.Seconds || h.Notation != hint.Unreadable {
		t.Errorf("29 February 2100 is %v; there is no such day", h)
	}
}

func TestLeapSecondIsReadAsTheGrammarHasIt(t *testing.T) {
	at := time.Date(2015, 6, 30, 23, 59, 59, 0, time.UTC)
	if got := answer(RetryAfter("Tue, 30 Jun 2015 23:59:60 GMT", at), hint.Strict); got != "1s" {
		t.Errorf("23:59:60 is %s after 23:59:59; want 1s", got)
	}
	if got := answer(RetryAfter("Tue, 30 Jun 2015 22:59:60 GMT", at), hint.Lenient); got != "none" {
		t.Errorf("22:59:60 is %s; want none", got)
	}
}

func TestReceptionMayBeInAnyZoneAndMonotonic(t *testing.T) {
	zone := time.FixedZone("somewhere", -11*3600)
	h := RetryAfter("Wed, 21 Oct 2015 07:28:00 GMT", received.In(zone))
	if got := answer(h, hint.Strict); got != "1m0s" {
		t.Errorf("the wait is %s; want 1m0s", got)
	}
}

func TestMillisecondsMayHaveFractions(t *testing.T) {
	for _, tt := range []struct{ text, lenient, floats string }{
		{"511", "511ms", "511ms"},
		{"0", "0s", "0s"},
		{"0.5", "500µs", "500µs"},
		{"9223372036854", "2562047h47m16.854s", "2562047h47m16.854s"},
		{"9223372036855", "forever", "forever"},
		{"-1", "none", "-1ms"},
		{"1s", "none", "none"},
		{"", "none", "none"},
		{"00:00:00.033", "none", "none"},
	} {
		h := Milliseconds(tt.text)
		if got := answer(h, hint.Lenient); got != tt.lenient {
			t.Errorf("%q read leniently is %s; want %s", tt.text, got, tt.lenient)
		}
		if got := answer(h, hint.Floats); got != tt.floats {
			t.Errorf("%q read as a float is %s; want %s", tt.text, got, tt.floats)
		}
	}
}

func TestShouldRetryIsTrueOrFalseToTheLetter(t *testing.T) {
	for _, tt := range []struct {
		text         string
		again, given bool
	}{
		{"true", true, true}, {" false", false, true},
		{"True", false, false}, {"1", false, false}, {"", false, false},
	} {
		again, given := ShouldRetry(tt.text).Order()
		if again != tt.again || given != tt.given {
			t.Errorf("%q is %v, given %v; want %v, %v", tt.text, again, given, tt.again, tt.given)
		}
	}
}
