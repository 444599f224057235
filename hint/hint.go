// Package hint holds what a server said about when, and whether, to try again:
// neutral facts that an endpoint makes, the wire carries and a client reads.
//
// A Hint has lost the text it came in, but nothing that real clients differ in:
// whether the value was plain digits, a fraction, signed, beyond any range, a
// date gone by, or unreadable. So one policy can read it by the letter of
// RFC 9110 and another as a given SDK does, and neither sees a header.
//
// Waits are time.Durations counted from the instant at which the client received
// the answer; that instant is always an argument. Nothing here reads a clock,
// and a hint that was not given is not in the list: there is no "0 if none".
package hint

import (
	"math"
	"time"
)

// A Hint is one thing that a server said. Hints are comparable. The zero Hint
// says nothing, and a Hint with only a Kind was there but unreadable.
type Hint struct {
	Kind      Kind
	Channel   Channel       // by which way it came
	Notation  Notation      // how it was written; Unreadable if no reader makes a value of it
	Marks     Marks         // what a strict reader would object to; 0 for nothing
	Magnitude Magnitude     // whether Wait is the value or as near as a Duration comes
	Again     bool          // of a ShouldRetry: try again
	Wait      time.Duration // from reception; negative if the server said so or the date has passed; 0 when unreadable
	Of        Dimension     // of a Reset: the limit that is renewed
}

// A Kind is what a hint is about.
type Kind uint8

// The kinds. The zero Kind is None.
const (
	None         Kind = iota // nothing was said
	Milliseconds             // wait so many milliseconds
	Seconds                  // wait so many seconds; also what is unreadable where seconds or a date belong
	Date                     // wait until that instant
	Duration                 // wait a time written with units, such as 6m0s
	Reset                    // a limit is renewed then, which is not always when this request fits
	ShouldRetry              // try again, or do not
)

// A Channel is the way by which a hint came. Clients look at some and not at
// others, and in different orders.
type Channel uint8

// The channels. The zero Channel is Common.
const (
	Common  Channel = iota // the field that most vendors and clients share
	Azure                  // the field of Azure's own services
	AWS                    // the field of AWS's own services
	GRPC                   // the pushback of a gRPC server
	Details                // a field of the answer's body
	Message                // a sentence in the answer's body
)

// A Notation is how a value was written.
type Notation uint8

// The notations. The zero Notation is Unreadable.
const (
	Unreadable       Notation = iota // present, but no reader makes a value of it
	Number                           // 120
	HTTPDate                         // Wed, 21 Oct 2015 07:28:00 GMT
	RFC3339                          // 2015-10-21T07:28:00Z
	UnixSeconds                      // 1445412480
	UnixMilliseconds                 // 1445412480000
	Units                            // 6m0s
	Boolean                          // true
)

// isInstant reports whether the notation names an instant, so that the wait
// depends on when it is read.
func (n Notation) isInstant() bool {
	return n == HTTPDate || n == RFC3339 || n == UnixSeconds || n == UnixMilliseconds
}

// Marks are what was odd about a value: a set of bits. As the argument of
// Hint.Read they are what a reader puts up with.
type Marks uint16

// The marks.
const (
	Fraction Marks = 1 << iota // a number has a decimal point: 1.5
	Sign                       // a sign stands in front: -3, +3
	Exponent                   // a number has an exponent: 1e3
	Trailing                   // something follows the number: 120junk
	Word                       // infinity or NaN instead of digits
	RFC850                     // a date in the first obsolete form of RFC 9110, section 5.6.7
	Asctime                    // a date in the second one
	Loose                      // clear, but not in the grammar: a date with UTC, +0000 or the wrong weekday; 1d, 30 seconds
)

// Readers in use, as the marks that they put up with.
const (
	// Strict follows RFC 9110, section 10.2.3: digits alone, or one of three
	// forms of date. A date gone by means 0 there; Read leaves it negative.
	Strict = RFC850 | Asctime
	// Lenient takes besides what has one clear meaning and is not too short.
	Lenient = Strict | Fraction | Loose
	// Integers takes what Go's strconv.Atoi and Python's int take.
	Integers = Strict | Sign
	// Floats takes what Go's strconv.ParseFloat and Python's float take, but for
	// their underscores and Go's hexadecimal, which no server was seen to send.
	Floats = Integers | Fraction | Exponent | Word
	// Prefixes takes what JavaScript's parseFloat takes: the number that a text
	// begins with. Its parseInt drops the fraction, as Wait.Truncate does.
	Prefixes = Floats | Trailing
)

// A Magnitude says how a value relates to what a Duration can hold. Beyond it
// Wait is ±math.MaxInt64, the nearest there is.
type Magnitude uint8

// The magnitudes. The zero Magnitude is Fits.
const (
	Fits    Magnitude = iota // Wait is the value, rounded away from 0 to a nanosecond
	Long                     // more than a Duration holds, 292 years: multiplying it out overflows
	Huge                     // more than 64 bits hold, in the value's own unit: an integer reader refuses it
	Endless                  // more than a float64 holds, or infinity in words
)

// Forever is the Wait of a value beyond what a Duration holds.
const Forever time.Duration = math.MaxInt64

// A Dimension is what a limit counts, and over what time.
type Dimension struct {
	Name   string        // of the limit where one server has several of a kind; "" for the usual one
	Unit   Unit          // what is counted
	Window time.Duration // over which it counts; 0 if not said
}

// A Unit is what a limit counts.
type Unit uint8

// The units. The zero Unit is UnknownUnit.
const (
	UnknownUnit Unit = iota // the server did not say
	Requests
	Tokens // input and output together
	InputTokens
	OutputTokens
	Bytes      // of content
	Concurrent // requests in flight
)

// A Limit is what a server said of one of its limits. When it is renewed is a
// Hint of Kind Reset with the same Dimension.
type Limit struct {
	Of        Dimension
	Limit     Count // units that it holds
	Remaining Count // units left; below 0 when overdrawn, and -1 also where a server has no figure
}

// A Count is a number of units that may not have been said.
type Count struct {
	Units    int64 // at most ±math.MaxInt64; 0 unless Present
	Presence Presence
}

// A Presence says whether a count was there.
type Presence uint8

// The presences. The zero Presence is Absent.
const (
	Absent  Presence = iota // not said
	Present                 // said
	Garbled                 // said, but not as a whole number
)

// Said is all that one answer said about waits and limits.
type Said struct {
	Hints  []Hint  // in the order in which the wire lists them; one said twice is there twice
	Limits []Limit // one a Dimension
}

// Read returns the wait of a hint, if it has one and bears no marks but those
// that the reader puts up with. The wait is below 0 for a date gone by, and
// where the reader allows a Sign.
func (h Hint) Read(allowed Marks) (wait time.Duration, ok bool) {
	if h.Kind == None || h.Kind == ShouldRetry || h.Notation == Unreadable || h.Marks&^allowed != 0 {
		return 0, false
	}
	return h.Wait, true
}

// Order returns whether the server told the client to try again or not; given
// is false for other hints and unreadable ones.
func (h Hint) Order() (again, given bool) {
	if h.Kind != ShouldRetry || h.Notation != Boolean {
		return false, false
	}
	return h.Again, true
}

// Later returns the hint as read by so much later: an instant is nearer by
// that, a span of time stays. A negative time reads earlier, as a clock that is
// behind does.
func (h Hint) Later(by time.Duration) Hint {
	if !h.Notation.isInstant() || h.Magnitude != Fits {
		return h
	}
	wait := h.Wait - by
	switch {
	case by < 0 && wait < h.Wait:
		h.Wait, h.Magnitude = Forever, Long
	case by > 0 && wait > h.Wait || wait < -Forever:
		h.Wait, h.Magnitude = -Forever, Long
	default:
		h.Wait = wait
	}
	return h
}
