package wire

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ratesim/hint"
)

// Write adds what was said to a header in the vendor's fields, so that Read gives
// it back: hints in the order of the fields, limits whose counts were said. The
// instant sent is the one from which the hints count, by the server's clock; a
// date is written to the nearest second of it. Hints of a body are passed over.
//
// An error says what this vendor has no field for; the header is then
// incomplete. Any takes the first field that fits.
func (v Vendor) Write(header http.Header, said hint.Said, sent time.Time) error {
	for _, h := range said.Hints {
		if h.Channel == hint.Details || h.Channel == hint.Message {
			continue
		}
		if v == IETF && h.Kind == hint.Reset {
			if err := hasQuota(said, h); err != nil {
				return fmt.Errorf("wire: %v: %w", v, err)
			}
			continue
		}
		f, ok := v.fieldOf(h)
		if !ok {
			return fmt.Errorf("wire: %v has no field for %v", v, h)
		}
		header.Add(f.name, valueText(h, sent))
	}
	if v == IETF {
		if err := writeQuotas(header, said); err != nil {
			return fmt.Errorf("wire: %v: %w", v, err)
		}
		return nil
	}
	for _, l := range said.Limits {
		if err := v.writeLimit(header, l); err != nil {
			return err
		}
	}
	return nil
}

// writeLimit adds the counts of a limit.
func (v Vendor) writeLimit(header http.Header, l hint.Limit) error {
	counts := [...]struct {
		says  saying
		count hint.Count
	}{{saysLimit, l.Limit}, {saysRemaining, l.Remaining}}
	for _, c := range counts {
		if c.count.Presence == hint.Absent {
			continue
		}
		name, ok := v.nameOf(c.says, l.Of)
		if !ok {
			return fmt.Errorf("wire: %v has no field for a limit of %v", v, l.Of)
		}
		value := "unknown"
		if c.count.Presence == hint.Present {
			value = strconv.FormatInt(c.count.Units, 10)
		}
		header.Add(name, value)
	}
	return nil
}

// nameOf returns the name of the field for a count of a limit.
func (v Vendor) nameOf(says saying, of hint.Dimension) (string, bool) {
	for _, f := range vendorTables[v].fields {
		if f.says == says && f.of == of {
			return f.name, true
		}
	}
	return "", false
}

// fieldOf returns the field that carries a hint.
func (v Vendor) fieldOf(h hint.Hint) (field, bool) {
	for _, f := range vendorTables[v].fields {
		if f.channel == h.Channel && f.carries(h) {
			return f, true
		}
	}
	return field{}, false
}

// carries reports whether a field can say a hint of its channel.
func (f field) carries(h hint.Hint) bool {
	isNumber := h.Notation == hint.Number || h.Notation == hint.Unreadable
	switch f.says {
	case saysRetryAfter:
		return h.Kind == hint.Seconds && isNumber || h.Kind == hint.Date && h.Notation == hint.HTTPDate
	case saysMilliseconds:
		return h.Kind == hint.Milliseconds && isNumber
	case saysShouldRetry:
		return h.Kind == hint.ShouldRetry && (h.Notation == hint.Boolean || h.Notation == hint.Unreadable)
	case saysReset:
		return h.Kind == hint.Reset && h.Of == f.of &&
			(h.Notation == f.notation || h.Notation == hint.Unreadable || f.notation == hint.Unreadable)
	}
	return false
}

// valueText returns a hint as the value of a field.
func valueText(h hint.Hint, sent time.Time) string {
	switch h.Notation {
	case hint.Number:
		unit := time.Second
		if h.Kind == hint.Milliseconds {
			unit = time.Millisecond
		}
		return numberText(h, unit)
	case hint.UnixSeconds:
		return unixText(h, sent, time.Second)
	case hint.UnixMilliseconds:
		return unixText(h, sent, time.Millisecond)
	case hint.HTTPDate:
		return dateText(instant(h, sent).Round(time.Second), h.Marks)
	case hint.RFC3339:
		return instant(h, sent).Format(time.RFC3339Nano)
	case hint.Units:
		return unitsText(h)
	case hint.Boolean:
		return strconv.FormatBool(h.Again)
	}
	if h.Marks&hint.Word != 0 {
		return "NaN"
	}
	return "soon"
}

// instant returns the instant that a hint names; one that a Duration does not
// reach is the last or the first of which a date can be written.
func instant(h hint.Hint, sent time.Time) time.Time {
	first, last := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
	at := sent.UTC().Add(h.Wait)
	switch {
	case h.Magnitude != hint.Fits && h.Wait < 0 || at.Before(first):
		return first
	case h.Magnitude != hint.Fits || at.After(last):
		return last
	}
	return at
}

// unixText writes an instant as a number of units since 1970.
func unixText(h hint.Hint, sent time.Time, unit time.Duration) string {
	if h.Magnitude == hint.Fits {
		h.Wait = instant(h, sent).Sub(time.Unix(0, 0))
	}
	return numberText(h, unit)
}

// dateText writes an HTTP date in the form that its marks tell. A Loose one is
// said in another zone or, in the obsolete forms, in lower case.
func dateText(at time.Time, marks hint.Marks) string {
	layout := dateForms[0].layout
	for _, form := range dateForms {
		if form.marks != 0 && marks&form.marks != 0 {
			layout = form.layout
			break
		}
	}
	written := at.Format(layout)
	if marks&hint.Loose == 0 {
		return written
	}
	if marks&(hint.RFC850|hint.Asctime) == 0 {
		return strings.Replace(written, "GMT", "+0000", 1)
	}
	return strings.Replace(strings.ToLower(written), "gmt", "GMT", 1)
}

// numberText writes a wait as a number of units, with the marks that it bears.
func numberText(h hint.Hint, unit time.Duration) string {
	if h.Marks&hint.Word != 0 {
		return signText(h) + "Infinity"
	}
	mantissa, exponent := mantissaText(h, unit)
	s := signText(h) + mantissa
	if h.Marks&hint.Exponent != 0 {
		s += exponent
	}
	if h.Marks&hint.Trailing != 0 {
		s += " or so"
	}
	return s
}

// signText returns the sign of a wait, "" for a plain one. Of 0 it is a minus,
// which every notation has.
func signText(h hint.Hint) string {
	signed := h.Marks&hint.Sign != 0
	switch {
	case h.Wait < 0 || h.Wait == 0 && signed:
		return "-"
	case signed:
		return "+"
	}
	return ""
}

// mantissaText returns the digits of a wait, and the exponent that goes with them
// if one is wanted.
func mantissaText(h hint.Hint, unit time.Duration) (mantissa, exponent string) {
	pointed := h.Marks&hint.Fraction != 0
	if h.Magnitude != hint.Fits {
		mantissa = beyondText(h.Magnitude)
		if pointed {
			mantissa += ".0"
		}
		return mantissa, "e0"
	}
	amount := h.Wait.Abs()
	places := len(strconv.FormatInt(int64(unit), 10)) - 1
	parts := amount % unit
	if parts != 0 && !pointed && h.Marks&hint.Exponent != 0 {
		return strconv.FormatInt(int64(amount), 10), fmt.Sprintf("e-%d", places)
	}
	mantissa = strconv.FormatInt(int64(amount/unit), 10)
	if parts != 0 || pointed {
		mantissa += "." + cmp.Or(strings.TrimRight(fmt.Sprintf("%0*d", places, parts), "0"), "0")
	}
	return mantissa, "e0"
}

// beyondText returns a number of the given magnitude, in any unit.
func beyondText(m hint.Magnitude) string {
	switch m {
	case hint.Long:
		return strconv.FormatInt(math.MaxInt64, 10)
	case hint.Huge:
		return "1" + strings.Repeat("0", 20)
	}
	return "1" + strings.Repeat("0", 309)
}

// unitsText writes a length of time as Go does, such as 1m30.002s.
func unitsText(h hint.Hint) string {
	s := h.Wait.Abs().String()
	if h.Magnitude != hint.Fits {
		s = "2562048h" // the first whole hour beyond what a Duration holds
	}
	s = strings.Replace(s, "µ", "u", 1) // ASCII, as a header is
	if h.Marks&hint.Loose != 0 {
		s = "0d" + s
	}
	return signText(h) + s
}
