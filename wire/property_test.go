package wire

import (
	"net/http"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ratesim/hint"
)

// requireWritable fails unless a vendor's header gives back what was said.
func requireWritable(t interface{ Fatalf(string, ...any) }, v Vendor, said hint.Said) {
	header := http.Header{}
	if err := v.Write(header, said, received); err != nil {
		t.Fatalf("%v", err)
	}
	if got := v.Read(header, received); !reflect.DeepEqual(got, said) {
		t.Fatalf("%v wrote %q and read\n%+v; want\n%+v", v, header, got, said)
	}
}

// drawHint draws a hint that a field can carry, as a reader would make it.
func drawHint(t *rapid.T, f field) hint.Hint {
	h := hint.Hint{Kind: hint.Milliseconds, Channel: f.channel}
	notation := hint.Number
	switch f.says {
	case saysShouldRetry:
		return hint.Hint{Kind: hint.ShouldRetry, Notation: hint.Boolean, Again: rapid.Bool().Draw(t, "again")}
	case saysReset:
		h.Kind, h.Of, notation = hint.Reset, f.of, f.notation
	case saysRetryAfter:
		h.Kind = hint.Seconds
		if rapid.Bool().Draw(t, "a date") {
			h.Kind, notation = hint.Date, hint.HTTPDate
		}
	}
	if h.Kind != hint.Date && rapid.IntRange(0, 9).Draw(t, "unreadable if 0") == 0 {
		return h
	}
	format := hint.Format{Kind: h.Kind, Channel: h.Channel, Notation: notation, Of: h.Of,
		Step:     rapid.SampledFrom([]time.Duration{0, 1, time.Microsecond, time.Millisecond, time.Second, time.Minute}).Draw(t, "step"),
		Rounding: hint.Rounding(rapid.IntRange(0, 2).Draw(t, "rounding"))}
	wait := rapid.OneOf(rapid.Int64Range(0, 1e12), rapid.Int64Range(0, 4e17), rapid.Just(int64(hint.Forever))).Draw(t, "wait")
	h = format.Carry(time.Duration(wait), received.Add(phase))
	switch {
	case h.Notation == hint.Number || h.Notation == hint.UnixSeconds || h.Notation == hint.UnixMilliseconds:
		h.Marks |= hint.Marks(rapid.IntRange(0, 15).Draw(t, "marks"))
		if h.Notation == hint.Number && h.Magnitude == hint.Long {
			h.Magnitude += hint.Magnitude(rapid.IntRange(0, 2).Draw(t, "beyond"))
		}
		if h.Notation == hint.Number && h.Marks&hint.Sign != 0 && rapid.Bool().Draw(t, "negative") {
			h.Wait = -h.Wait
		}
	case h.Notation == hint.Units:
		h.Marks |= rapid.SampledFrom([]hint.Marks{0, hint.Sign, hint.Loose, hint.Sign | hint.Loose}).Draw(t, "marks")
	case h.Notation == hint.HTTPDate:
		h.Marks |= rapid.SampledFrom([]hint.Marks{0, hint.Asctime, hint.Loose, hint.Asctime | hint.Loose}).Draw(t, "marks")
		if h.Wait < 49*365*24*time.Hour && rapid.Bool().Draw(t, "two digits of the year") {
			h.Marks = h.Marks&hint.Loose | hint.RFC850
		}
	}
	return h
}

// phase is how far the server's clock is into a second when it answers.
const phase = 123456789 * time.Nanosecond

// What a server says in its vendor's fields is what the client reads: the forms
// that servers choose, and all that real values were seen to bear.
func TestEachVendorsHeaderGivesBackWhatWasSaid(t *testing.T) {
	for _, v := range Vendors() {
		if v == Any || v == IETF {
			continue // in which one name has several meanings; which has lists of its own
		}
		t.Run(v.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				said := drawSaid(t, v)
				header := http.Header{}
				if err := v.Write(header, said, received.Add(phase)); err != nil {
					t.Fatal(err)
				}
				if got := v.Read(header, received.Add(phase)); !reflect.DeepEqual(got, said) {
					t.Fatalf("wrote %q and read\n%+v; want\n%+v", header, got, said)
				}
			})
		})
	}
}

// drawSaid draws what one answer of a vendor may say.
func drawSaid(t *rapid.T, v Vendor) hint.Said {
	var r reader
	counts := rapid.OneOf(rapid.Just(hint.Count{Presence: hint.Garbled}), rapid.Map(rapid.Int64Min(-1<<63+1), present))
	for _, f := range vendorTables[v].fields {
		for range rapid.SampledFrom([]int{0, 0, 1, 1, 2}).Draw(t, f.name) {
			switch f.says {
			case saysLimit:
				r.limit(f.of).Limit = counts.Draw(t, "limit")
			case saysRemaining:
				r.limit(f.of).Remaining = counts.Draw(t, "remaining")
			default:
				r.said.Hints = append(r.said.Hints, drawHint(t, f))
			}
		}
	}
	return r.said
}

// FuzzRead reads any value of any field of any vendor.
func FuzzRead(f *testing.F) {
	f.Add(uint8(OpenAI), "x-ratelimit-reset-tokens", "6m0s")
	f.Add(uint8(Any), "anthropic-ratelimit-tokens-reset", "2015-10-21T07:28:00Z")
	f.Add(uint8(OpenRouter), "x-ratelimit-reset", "1445412480000")
	f.Add(uint8(Azure), "X-RateLimit-Remaining-Tokens", "-27689")
	f.Fuzz(func(t *testing.T, v uint8, name, value string) {
		vendor := Vendor(int(v) % vendorsCount)
		said := vendor.Read(http.Header{name: {value}}, received)
		for _, h := range said.Hints {
			requireSound(t, h)
			if h.Marks&hint.RFC850 != 0 {
				return // a two-digit year may mean another century when written
			}
		}
		header := http.Header{}
		if vendor == Any || vendor == IETF {
			return
		}
		if err := vendor.Write(header, said, received); err != nil {
			t.Fatal(err)
		}
		if got := vendor.Read(header, received); !reflect.DeepEqual(got, said) {
			t.Fatalf("%v: %s: %q is\n%+v, written %q and read\n%+v", vendor, name, value, said, header, got)
		}
	})
}
