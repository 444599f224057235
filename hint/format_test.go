package hint

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// sent is 07:26:59.75 by the server's clock.
var sent = time.Date(2015, 10, 21, 7, 26, 59, 750e6, time.UTC)

func TestFormatsCarryWhatTheirNotationCan(t *testing.T) {
	for _, tt := range []struct {
		about  string
		format Format
		wait   string
		want   string
	}{
		{"GCRA's 1.5 s (redis-cell #56) in whole seconds keep their promise", Format{Kind: Seconds}, "1.5s", "seconds 2s (number)"},
		{"and truncated do not", Format{Kind: Seconds, Rounding: Down}, "1.5s", "seconds 1s (number)"},
		{"half goes up", Format{Kind: Seconds, Rounding: Nearest}, "1.5s", "seconds 2s (number)"},
		{"less than half goes down", Format{Kind: Seconds, Rounding: Nearest}, "1.499999999s", "seconds 1s (number)"},
		{"Azure's 853/1667 s in milliseconds, truncated", Format{Kind: Milliseconds, Rounding: Down}, "511.8ms", "milliseconds 511ms (number)"},
		{"tenths of a second", Format{Kind: Seconds, Step: 100 * time.Millisecond}, "1.41s", "seconds 1.5s (number, fraction)"},
		{"tenths that come out whole", Format{Kind: Seconds, Step: 100 * time.Millisecond}, "1.99s", "seconds 2s (number)"},
		{"a date is of whole seconds by the clock", Format{Kind: Date}, "1.5s", "date 2.25s (http-date)"},
		{"a date rounded down", Format{Kind: Date, Rounding: Down}, "1.5s", "date 1.25s (http-date)"},
		{"a date rounded down may have passed", Format{Kind: Date, Rounding: Down}, "100ms", "date -750ms (http-date)"},
		{"a date cannot say less than a second", Format{Kind: Date, Step: time.Millisecond}, "1.5s", "date 2.25s (http-date)"},
		{"a reset at the next whole minute", Format{Kind: Reset, Notation: RFC3339, Step: time.Minute}, "1ms", "reset of unknown 250ms (rfc3339)"},
		{"a reset in seconds since 1970", Format{Kind: Reset, Notation: UnixSeconds}, "1s", "reset of unknown 1.25s (unix-seconds)"},
		{"with tenths", Format{Kind: Reset, Notation: UnixSeconds, Step: 100 * time.Millisecond}, "1s", "reset of unknown 1.05s (unix-seconds, fraction)"},
		{"in milliseconds since 1970", Format{Kind: Reset, Notation: UnixMilliseconds}, "1.0001s", "reset of unknown 1.001s (unix-milliseconds)"},
		{"a reset in bare seconds", Format{Kind: Reset, Notation: Number}, "63.69s", "reset of unknown 1m4s (number)"},
		{"OpenAI's reset, truncated to milliseconds", Format{Kind: Reset, Notation: Units, Step: time.Millisecond, Rounding: Down, Of: Dimension{Unit: Tokens}},
			"425.25ms", "reset of tokens 425ms (units)"},
		{"a duration carries everything", Format{Kind: Duration, Channel: Message}, "1m2.639999999s", "message duration 1m2.639999999s (units)"},
		{"Gemini's retryDelay, truncated", Format{Kind: Duration, Channel: Details, Step: time.Second, Rounding: Down}, "12.595337758s", "details duration 12s (units)"},
		{"nothing to wait for", Format{Kind: Seconds}, "0s", "seconds 0s (number)"},
		{"negative, wrong on purpose", Format{Kind: Seconds}, "-2.5s", "seconds -2s (number, sign)"},
		{"negative, down", Format{Kind: Seconds, Rounding: Down}, "-2.5s", "seconds -3s (number, sign)"},
		{"for ever", Format{Kind: Seconds}, "2562047h47m16.854775807s", "seconds 2562047h47m16.854775807s (number, long)"},
		{"rounded up to for ever", Format{Kind: Seconds}, "2562047h47m16.5s", "seconds 2562047h47m16.854775807s (number, long)"},
		{"a date for ever", Format{Kind: Date}, "2562047h47m16.854775807s", "date 2562047h47m16.854775807s (http-date, long)"},
		{"rounded down from for ever ago", Format{Kind: Milliseconds, Rounding: Down}, "-2562047h47m16.854775808s",
			"milliseconds -2562047h47m16.854775807s (number, sign, long)"},
		{"no kind", Format{}, "1s", "none (unreadable)"},
		{"no notation", Format{Kind: Reset}, "1s", "reset of unknown (unreadable)"},
		{"no wait", Format{Kind: ShouldRetry, Notation: Number}, "1s", "should-retry (unreadable)"},
	} {
		wait, err := time.ParseDuration(tt.wait)
		if err != nil {
			t.Fatal(err)
		}
		if got := tt.format.Carry(wait, sent).String(); got != tt.want {
			t.Errorf("%s: %v by %+v is %s; want %s", tt.about, tt.wait, tt.format, got, tt.want)
		}
	}
}

// Whatever the format: up is enough and down is not too much, by less than a
// step; the nearest is within half of one; and what was carried once stays.
func TestRoundingIsByLessThanAStep(t *testing.T) {
	formats := []Format{
		{Kind: Milliseconds}, {Kind: Seconds}, {Kind: Date}, {Kind: Duration},
		{Kind: Reset, Notation: RFC3339}, {Kind: Reset, Notation: UnixSeconds}, {Kind: Reset, Notation: UnixMilliseconds},
	}
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(formats).Draw(t, "format")
		f.Step = time.Duration(rapid.OneOf(rapid.Just(int64(0)), rapid.Int64Range(1, 1e11)).Draw(t, "step"))
		wait := time.Duration(rapid.Int64Range(-1e18, 1e18).Draw(t, "wait"))
		at := sent.Add(time.Duration(rapid.Int64Range(-1e17, 1e17).Draw(t, "sent")))
		step := f.step(f.notation())
		for _, r := range []Rounding{Up, Down, Nearest} {
			f.Rounding = r
			h := f.Carry(wait, at)
			off := h.Wait - wait
			switch {
			case r == Up && (off < 0 || off >= step),
				r == Down && (off > 0 || off <= -step),
				r == Nearest && (off > step-step/2 || off < -step/2):
				t.Fatalf("%+v at %v makes %v of %v", f, at, h.Wait, wait)
			}
			if again := f.Carry(h.Wait, at); again != h {
				t.Fatalf("%+v carried twice: %v, then %v", f, h, again)
			}
		}
	})
}
