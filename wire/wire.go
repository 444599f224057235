// Package wire is the only place that knows the name of a header: it translates
// what a server said about waits and limits between HTTP and the neutral facts
// of package hint, in both directions.
//
// Vendor.Read and Vendor.Write do whole headers; the functions named after a
// field read one value. Reading never fails: what cannot be understood comes out
// as a hint that is there but unreadable. Waits are time.Durations from the
// instant of reception, which is an argument: nothing here reads a clock.
//
// Names of fields match in any case. Blanks around a value are no part of it. A
// field that is sent twice gives two hints, in their order, for clients differ in
// what they make of that; of counts the first one stands. Bytes beyond ASCII make
// a value unreadable, or are what trails a number.
package wire

import (
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"ratesim/hint"
)

// Read returns all that a vendor's header says about waits and limits: hints and
// limits in the order of the vendor's fields, milliseconds before seconds before
// resets. What a body says is for RetryInfo and TryAgain.
//
// Any reads a reset by its looks: a date, a time with units, or a number, which
// is of seconds from now below 10⁹, of seconds since 1970 below 10¹², and of
// milliseconds since 1970 from there on.
func (v Vendor) Read(header http.Header, received time.Time) hint.Said {
	header = canonical(header)
	r := reader{received: received}
	for _, f := range vendorTables[v].fields {
		for _, text := range header[f.name] {
			r.read(f, trimBlanks(text))
		}
	}
	if v == IETF || v == Any {
		r.readQuotas(header[fieldPolicy], header[fieldQuota])
	}
	return r.said
}

// canonical returns the header with all names in canonical form. It is the same
// header if they are, as in what package net/http received.
func canonical(header http.Header) http.Header {
	isCanonical := true
	for name := range header {
		isCanonical = isCanonical && name == http.CanonicalHeaderKey(name)
	}
	if isCanonical {
		return header
	}
	renamed := http.Header{}
	for _, name := range slices.Sorted(maps.Keys(header)) {
		key := http.CanonicalHeaderKey(name)
		renamed[key] = append(renamed[key], header[name]...)
	}
	return renamed
}

// A reader gathers what a header says.
type reader struct {
	received time.Time
	said     hint.Said
}

// read adds what one value of a field says.
func (r *reader) read(f field, text string) {
	switch f.says {
	case saysRetryAfter:
		r.add(f, RetryAfter(text, r.received))
	case saysMilliseconds:
		r.add(f, Milliseconds(text))
	case saysShouldRetry:
		r.add(f, ShouldRetry(text))
	case saysReset:
		r.add(f, resetHint(text, f.notation, r.received))
	case saysLimit:
		if c := &r.limit(f.of).Limit; c.Presence == hint.Absent {
			*c = countOf(text)
		}
	case saysRemaining:
		if c := &r.limit(f.of).Remaining; c.Presence == hint.Absent {
			*c = countOf(text)
		}
	}
}

// add adds a hint that came by a field.
func (r *reader) add(f field, h hint.Hint) {
	h.Channel = f.channel
	if h.Kind == hint.Reset {
		h.Of = f.of
	}
	r.said.Hints = append(r.said.Hints, h)
}

// limit returns the limit with a dimension, a new one if there is none yet.
func (r *reader) limit(of hint.Dimension) *hint.Limit {
	for i := range r.said.Limits {
		if r.said.Limits[i].Of == of {
			return &r.said.Limits[i]
		}
	}
	r.said.Limits = append(r.said.Limits, hint.Limit{Of: of})
	return &r.said.Limits[len(r.said.Limits)-1]
}

// countOf reads a whole number, which may be below 0 and is held to 64 bits. Of a
// list it takes the first member, as in "100, 100;w=60", which Envoy sends.
func countOf(text string) hint.Count {
	text, _, _ = strings.Cut(text, ",")
	text = trimBlanks(text)
	digits, rest := cutDigits(strings.TrimPrefix(text, "-"))
	if digits == "" || rest != "" {
		return hint.Count{Presence: hint.Garbled}
	}
	n, err := strconv.ParseInt(text, 10, 64) // at its bound if it is beyond
	if err != nil || n == math.MinInt64 {
		n = max(n, -math.MaxInt64)
	}
	return hint.Count{Units: n, Presence: hint.Present}
}

// resetHint reads when a limit is renewed, in the given notation or, without
// one, by its looks.
func resetHint(text string, notation hint.Notation, received time.Time) hint.Hint {
	switch notation {
	case hint.Number:
		return numberHint(hint.Reset, text, time.Second)
	case hint.Units:
		return unitsHint(hint.Reset, text)
	case hint.UnixSeconds, hint.UnixMilliseconds:
		return unixHint(text, notation, received)
	case hint.RFC3339:
		if h, ok := rfc3339Hint(text, received); ok {
			return h
		}
		return hint.Hint{Kind: hint.Reset}
	default:
		return looksHint(text, received)
	}
}

// looksHint reads when a limit is renewed, by the looks of the text.
func looksHint(text string, received time.Time) hint.Hint {
	if h, ok := rfc3339Hint(text, received); ok {
		return h
	}
	if h, ok := dateHint(hint.Reset, text, received); ok {
		return h
	}
	n, isNumber := scanNumber(text)
	if h, ok := scanDuration(text); ok && !(isNumber && n.rest == "") {
		h.Kind = hint.Reset
		return h
	}
	if !isNumber {
		return wordHint(hint.Reset, text)
	}
	switch h := n.hint(hint.Reset, time.Second); {
	case h.Wait < 1e9*time.Second:
		return h
	case n.point > 12:
		return unixHint(text, hint.UnixMilliseconds, received)
	default:
		return unixHint(text, hint.UnixSeconds, received)
	}
}
