package wire

import (
	"strings"
	"time"

	"ratesim/hint"
)

// A dateForm is one way to write an HTTP date.
type dateForm struct {
	layout string
	marks  hint.Marks
}

// dateForms are the three forms of RFC 9110, section 5.6.7; the day of the third
// is padded with a blank or a zero. GMT is the only zone.
var dateForms = [...]dateForm{
	{"Mon, 02 Jan 2006 15:04:05 GMT", 0},
	{"Monday, 02-Jan-06 15:04:05 GMT", hint.RFC850},
	{"Mon Jan _2 15:04:05 2006", hint.Asctime},
	{"Mon Jan 02 15:04:05 2006", hint.Asctime},
}

// zoneForms are outside the grammar, with a clear meaning: UTC and offsets in
// figures. Other names of zones mean different things to different readers.
var zoneForms = [...]dateForm{
	{"Mon, 02 Jan 2006 15:04:05 UTC", 0},
	{"Mon, 02 Jan 2006 15:04:05 -0700", 0},
}

// parse reads a date in one form. The century of a two-digit year is found from
// the instant of reception; days that do not exist are refused.
func (f dateForm) parse(text string, received time.Time) (time.Time, bool) {
	at, err := time.Parse(f.layout, text)
	if err != nil || at.Nanosecond() != 0 { // Go reads fractions, which no form has
		return time.Time{}, false
	}
	if f.marks == hint.RFC850 {
		return inCentury(at, received.UTC())
	}
	return at, true
}

// parseHTTPDate reads an HTTP date. One that does not read back as it was
// written (the wrong weekday, lower case, another zone) is marked Loose.
func parseHTTPDate(text string, received time.Time) (time.Time, hint.Marks, bool) {
	text, leap := withoutLeapSecond(text)
	for _, form := range dateForms {
		if at, ok := form.parse(text, received); ok && at.Format(form.layout) == text {
			return at.Add(leap), form.marks, true
		}
	}
	for _, form := range append(dateForms[:], zoneForms[:]...) {
		if at, ok := form.parse(text, received); ok {
			return at.Add(leap), form.marks | hint.Loose, true
		}
	}
	return time.Time{}, 0, false
}

// inCentury returns the date in the century that its two-digit year means: the
// latest that is at most 50 years ahead (RFC 9110, section 5.6.7).
func inCentury(at, received time.Time) (time.Time, bool) {
	limit := received.AddDate(50, 0, 0)
	year := limit.Year() - limit.Year()%100 + at.Year()%100
	found := at.AddDate(year-at.Year(), 0, 0)
	if found.After(limit) {
		found = at.AddDate(year-100-at.Year(), 0, 0)
	}
	return found, found.Day() == at.Day()
}

// withoutLeapSecond returns the date a second earlier if it is 23:59:60, which
// the grammar has and Go's parser has not, and that second.
func withoutLeapSecond(text string) (string, time.Duration) {
	if strings.Contains(text, "23:59:60") {
		return strings.Replace(text, "23:59:60", "23:59:59", 1), time.Second
	}
	return text, 0
}

// dateHint reads an HTTP date, if the text is one.
func dateHint(kind hint.Kind, text string, received time.Time) (hint.Hint, bool) {
	at, marks, ok := parseHTTPDate(text, received)
	if !ok {
		return hint.Hint{}, false
	}
	h := instantHint(hint.Hint{Kind: kind, Notation: hint.HTTPDate, Marks: marks}, at, received)
	return h, true
}

// rfc3339Hint reads a date such as 2015-10-21T07:28:00Z, of any zone and with or
// without a fraction, if the text is one (RFC 3339, section 5.6).
func rfc3339Hint(text string, received time.Time) (hint.Hint, bool) {
	var at time.Time
	if at.UnmarshalText([]byte(text)) != nil { // the strict reader of package time
		return hint.Hint{}, false
	}
	h := instantHint(hint.Hint{Kind: hint.Reset, Notation: hint.RFC3339}, at, received)
	return h, true
}

// unixHint reads a count of seconds or milliseconds since 1970.
func unixHint(text string, notation hint.Notation, received time.Time) hint.Hint {
	unit := time.Second
	if notation == hint.UnixMilliseconds {
		unit = time.Millisecond
	}
	h := numberHint(hint.Reset, text, unit)
	if h.Notation == hint.Unreadable {
		return h
	}
	h.Notation = notation
	if h.Magnitude == hint.Fits {
		h = instantHint(h, time.Unix(0, int64(h.Wait)), received)
	}
	return h
}

// instantHint sets the wait of a hint that names an instant.
func instantHint(h hint.Hint, at, received time.Time) hint.Hint {
	h.Wait = at.Sub(received.Round(0)) // without a monotonic reading; at most what a Duration holds
	if h.Wait == hint.Forever || h.Wait <= -hint.Forever {
		h.Magnitude = hint.Long
		h.Wait = max(h.Wait, -hint.Forever)
	}
	return h
}
