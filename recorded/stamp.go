package recorded

import (
	"fmt"
	"time"
)

// A stamp is an instant as it was written.
type stamp struct {
	at    int64 // nanoseconds since 1970 in UTC for a date, else since the file's own beginning
	date  bool
	zoned bool // the date says its time zone
}

// What a cell should hold, for messages.
const (
	wantDate    = "a date and time such as 2023-11-16 18:17:03.97996 or 2024-05-10T00:00:00Z"
	wantSeconds = "seconds such as 90.25"
	wantInstant = "an instant such as 1m30s, or seconds such as 90.25"
)

// parseStamp reads an instant. The message says what is wrong, "" if nothing.
func parseStamp(c *cell, u unit) (s stamp, message string) {
	d, isNumber := parseDecimal(c.text)
	switch {
	case u == durations && !isNumber:
		span, err := time.ParseDuration(string(c.text))
		if err != nil || span < 0 {
			return s, wrong(wantInstant, c)
		}
		return stamp{at: int64(span)}, ""
	case u == dates || u == either && (c.quoted || !isNumber):
		return parseDate(c, u)
	case !isNumber || c.quoted:
		return s, wrong(unitInWords(u), c)
	}
	power := 9
	if u == milliseconds {
		power = 6
	}
	at, ok := d.scaled(power)
	if !ok || d.negative && at > 0 {
		return s, wrong(unitInWords(u)+", from 0 to 292 years", c)
	}
	return stamp{at: at}, ""
}

func wrong(want string, c *cell) string { return fmt.Sprintf("want %s; have %.60q", want, c.text) }

func unitInWords(u unit) string {
	switch u {
	case milliseconds:
		return "milliseconds such as 90250"
	case durations:
		return wantInstant
	}
	return wantSeconds
}

// parseDate reads a date and the time of the day, to the nanosecond; further digits
// are rounded.
func parseDate(c *cell, u unit) (s stamp, message string) {
	want := wantDate
	if u == either {
		want = wantSeconds + ", or " + wantDate
	}
	p := dateParser{text: c.text}
	year, month, day := p.number(4), p.after('-').number(2), p.after('-').number(2)
	if p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	} else {
		p.after('T')
	}
	hour, minute, second := p.number(2), p.after(':').number(2), p.after(':').number(2)
	fraction := p.fraction()
	zone, zoned := p.zone()
	if p.bad || p.at < len(p.text) {
		return s, wrong(want, c)
	}
	instant := time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC)
	if instant.Day() != day || int(instant.Month()) != month || hour > 23 || minute > 59 || second > 59 {
		return s, fmt.Sprintf("there is no such date and time: %q", c.text)
	}
	if year < 1700 || year > 2200 {
		return s, fmt.Sprintf("want a year from 1700 to 2200; have %q", c.text)
	}
	return stamp{at: (instant.Unix()-int64(zone))*1e9 + fraction, date: true, zoned: zoned}, ""
}

// A dateParser reads a date from left to right; bad is true once it is none.
type dateParser struct {
	text []byte
	at   int
	bad  bool
}

// number reads so many digits.
func (p *dateParser) number(count int) (n int) {
	if p.at+count > len(p.text) {
		p.bad = true
		return 0
	}
	for _, c := range p.text[p.at : p.at+count] {
		if c < '0' || c > '9' {
			p.bad = true
			return 0
		}
		n = 10*n + int(c-'0')
	}
	p.at += count
	return n
}

// after reads one character.
func (p *dateParser) after(c byte) *dateParser {
	if p.at == len(p.text) || p.text[p.at] != c {
		p.bad = true
		return p
	}
	p.at++
	return p
}

// fraction reads a point and digits, if they come next, and returns nanoseconds.
func (p *dateParser) fraction() int64 {
	if p.at == len(p.text) || p.text[p.at] != '.' && p.text[p.at] != ',' {
		return 0
	}
	d := decimal{}
	d.fraction, _ = digits(p.text[p.at+1:])
	if len(d.fraction) == 0 {
		p.bad = true
	}
	p.at += 1 + len(d.fraction)
	n, _ := d.scaled(9)
	return n
}

// zone reads a time zone, if there is one, and returns its seconds east of UTC.
func (p *dateParser) zone() (east int, zoned bool) {
	rest := string(p.text[p.at:])
	switch {
	case rest == "":
		return 0, false
	case rest == "Z", rest == "z", rest == " UTC":
		p.at = len(p.text)
		return 0, true
	case rest[0] != '+' && rest[0] != '-':
		return 0, false
	}
	p.at++
	east = p.number(2) * 3600
	if p.at < len(p.text) {
		if p.text[p.at] == ':' {
			p.at++
		}
		east += p.number(2) * 60
	}
	if rest[0] == '-' {
		east = -east
	}
	return east, true
}
