package wire

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ratesim/hint"
)

// The texts that users met in resets and messages, in nanoseconds where they say
// how long. A day is Go's to refuse and ours to read.
func TestDurationTextsAreReadWithTheirUnits(t *testing.T) {
	for _, tt := range []struct{ text, strict, lenient string }{
		{"1s", "1s", "1s"},
		{"6m0s", "6m0s", "6m0s"},
		{"17ms", "17ms", "17ms"},
		{"7.66s", "7.66s", "7.66s"},
		{"2m59.56s", "2m59.56s", "2m59.56s"},
		{"1m30.002s", "1m30.002s", "1m30.002s"},
		{"23h47m36.648s", "23h47m36.648s", "23h47m36.648s"},
		{"1m2.639999999s", "1m2.639999999s", "1m2.639999999s"},
		{"0s", "0s", "0s"},
		{"0", "0s", "0s"},
		{" 20m ", "20m0s", "20m0s"},
		{"1.5h", "1h30m0s", "1h30m0s"},
		{"1µs", "1µs", "1µs"},
		{"1us", "1µs", "1µs"},
		{"0.1ns", "1ns", "1ns"}, // never shorter
		{"1d", "none", "24h0m0s"},
		{"1d2h", "none", "26h0m0s"},
		{"5", "none", "none"}, // of what
		{"-1s", "none", "none"},
		{"+1s", "none", "none"},
		{"", "none", "none"},
		{"-", "none", "none"},
		{"1m 30s", "none", "none"},
		{"1e3s", "none", "none"},
		{"6m0s.", "none", "none"},
		{"6M0S", "none", "none"},
		{"s", "none", "none"},
		{"1m2", "none", "none"},
		{"tomorrow", "none", "none"},
		{"2562047h47m16.854775806s", "2562047h47m16.854775806s", "2562047h47m16.854775806s"},
		{"2562048h", "forever", "forever"},
		{"2562047h47m17s", "forever", "forever"},
		{"99999999999999999999h99999999999999999999h", "forever", "forever"},
	} {
		h := Duration(tt.text)
		if h.Kind != hint.Duration {
			t.Errorf("%q is of kind %v; want %v", tt.text, h.Kind, hint.Duration)
		}
		if got := answer(h, hint.Strict); got != tt.strict {
			t.Errorf("%q read strictly is %s; want %s", tt.text, got, tt.strict)
		}
		if got := answer(h, hint.Lenient); got != tt.lenient {
			t.Errorf("%q read leniently is %s; want %s", tt.text, got, tt.lenient)
		}
	}
	if got := answer(Duration("-1s"), hint.Lenient|hint.Sign); got != "-1s" {
		t.Errorf("-1s is %s to who allows a sign; want -1s", got)
	}
}

func TestWaitsAreFoundInSentences(t *testing.T) {
	for _, tt := range []struct{ message, strict, lenient string }{
		{"Rate limit reached for requests. Limit: 3 / min. Please try again in 6m0s.", "6m0s", "6m0s"},
		{"Please try again in 20m", "20m0s", "20m0s"},
		{"Please try again in 500ms", "500ms", "500ms"},
		{"Please try again in 5.289s. Visit the console for more information.", "5.289s", "5.289s"},
		{"You exceeded your current quota.\nPlease retry in 12.595337758s.", "12.595337758s", "12.595337758s"},
		{"Please retry after 26 seconds.", "none", "26s"},
		{"Please retry after 1 second. It was 5 minutes before.", "none", "1s"},
		{"PLEASE TRY AGAIN IN 2 MINUTES AND 30 SECONDS!", "none", "2m30s"},
		{"try again in 1h 30m, please", "1h30m0s", "1h30m0s"},
		{"try again in 1m. 5s is too early", "1m0s", "1m0s"},
		{"(try again in 1d)", "none", "24h0m0s"},
		{"try again in 0.5 hours", "none", "30m0s"},
		{"try again in 5.", "none", "none"},
		{"try again in 5 requests", "none", "none"},
		{"try again in -1s.", "none", "none"},
		{"try again in 2s 3 requests", "2s", "2s"},
		{"try again in 2s -1s", "2s", "2s"},
		{"try again in 0 seconds", "none", "0s"},
	} {
		h, ok := TryAgain(tt.message)
		if !ok || h.Kind != hint.Duration || h.Channel != hint.Message {
			t.Errorf("%q gives %v, %v; want a duration of a message", tt.message, h, ok)
		}
		if got := answer(h, hint.Strict); got != tt.strict {
			t.Errorf("%q read strictly is %s; want %s", tt.message, got, tt.strict)
		}
		if got := answer(h, hint.Lenient); got != tt.lenient {
			t.Errorf("%q read leniently is %s; want %s", tt.message, got, tt.lenient)
		}
	}
	if h, _ := TryAgain("try again in -1s 2s"); h.Wait != -time.Second || h.Marks != hint.Sign {
		t.Errorf("-1s 2s is %v; want -1s alone", h)
	}
	for _, message := range []string{"", "try again in ", "try again later", "retry after a while", "retry in", "6m0s"} {
		if h, ok := TryAgain(message); ok {
			t.Errorf("%q gives %v; want nothing", message, h)
		}
	}
}

func TestRetryInfoIsFoundInGoogleBodies(t *testing.T) {
	const info = `{"error":{"code":429,"details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure"},` +
		`{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34s"}]}}`
	for _, tt := range []struct{ body, strict string }{
		{info, "34s"},
		{"[" + info + "]", "34s"},
		{strings.Replace(info, "34s", "12.595337758s", 1), "12.595337758s"},
		{strings.Replace(info, "34s", "0s", 1), "0s"},
		{strings.Replace(info, "34s", "-1s", 1), "none"},
		{strings.Replace(info, "34s", "+1s", 1), "none"},
		{strings.Replace(info, "34s", "1m", 1), "none"},
		{strings.Replace(info, "34s", "1e1s", 1), "none"},
		{strings.Replace(info, "34s", "34", 1), "none"},
		{strings.Replace(info, `"34s"`, "34", 1), "none"},
		{strings.Replace(info, "34s", "315576000000s", 1), "forever"},
	} {
		h, ok := RetryInfo([]byte(tt.body))
		if got := answer(h, hint.Strict); !ok || got != tt.strict || h.Channel != hint.Details {
			t.Errorf("%s gives %v, %v; want %s", tt.body, h, ok, tt.strict)
		}
	}
	for _, body := range []string{"", "{", "[]", "null", `{"error":"busy"}`, `{"error":{"details":[{"@type":"google.rpc.RetryInfo"}]}}`,
		`{"error":{"details":[{"retryDelay":"34s"}]}}`} {
		if h, ok := RetryInfo([]byte(body)); ok {
			t.Errorf("%s gives %v; want nothing", body, h)
		}
	}
}

// What a server says in its body, rounded as it likes, is what the client reads.
func TestBodiesGiveBackWhatWasSaid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := hint.Format{
			Kind:     hint.Duration,
			Step:     time.Duration(rapid.Int64Range(0, 1e10).Draw(t, "step")),
			Rounding: hint.Rounding(rapid.IntRange(0, 2).Draw(t, "rounding")),
		}
		wait := time.Duration(rapid.Int64().Draw(t, "wait"))
		f.Channel = hint.Details
		delay := f.Carry(wait, received)
		if got := RetryDelay(RetryDelayText(delay)); got != delay {
			t.Fatalf("%v was written %q and read %v", delay, RetryDelayText(delay), got)
		}
		f.Channel = hint.Message
		sentence := f.Carry(wait, received)
		if got, ok := TryAgain(Sentence(sentence)); !ok || got != sentence {
			t.Fatalf("%v was written %q and read %v", sentence, Sentence(sentence), got)
		}
	})
}

// FuzzDuration reads anything as a time with units, as Go does where Go reads it
// at all, and writes it back so that it is read the same.
func FuzzDuration(f *testing.F) {
	for _, seed := range []string{"6m0s", "1m30.002s", "17ms", "1d", "-1.5h", "0", "1µs", ".5s", "2562048h", "0.0000000001s1s", "-0s"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		h := Duration(text)
		requireSound(t, h)
		if want, err := time.ParseDuration(trimBlanks(text)); err == nil {
			short := h.Wait.Abs() < want.Abs()
			long := h.Wait.Abs()-want.Abs() > time.Duration(len(text))*400 // Go's fractions of hours are floating-point
			if h.Notation != hint.Units || h.Magnitude == hint.Fits && (short && want-h.Wait > 400 || long) {
				t.Fatalf("%q is %v; Go says %v", text, h, want)
			}
		}
		if h.Notation == hint.Units {
			if got := Duration(unitsText(h)); got != h {
				t.Fatalf("%q is %v, written %q and read %v", text, h, unitsText(h), got)
			}
		}
		delay := RetryDelay(text)
		requireSound(t, delay)
		if got := RetryDelay(RetryDelayText(delay)); got != delay {
			t.Fatalf("%q is %v, written %q and read %v", text, delay, RetryDelayText(delay), got)
		}
	})
}

// FuzzTryAgain finds waits in anything, and in its own sentences again.
func FuzzTryAgain(f *testing.F) {
	for _, seed := range []string{"please try again in 6m0s.", "retry after 26 seconds", "retry in 1 minute and 30 seconds, or", "try again in 5.", "try again in -1s 2s"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, message string) {
		h, ok := TryAgain(message)
		if !ok {
			return
		}
		requireSound(t, h)
		if got, _ := TryAgain(Sentence(h)); got != h {
			t.Fatalf("%q gives %v, written %q and read %v", message, h, Sentence(h), got)
		}
	})
}

// FuzzRetryInfo lives through any body.
func FuzzRetryInfo(f *testing.F) {
	f.Add([]byte(`[{"error":{"details":[{"@type":"google.rpc.RetryInfo","retryDelay":"34s"}]}}]`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if h, ok := RetryInfo(body); ok {
			requireSound(t, h)
		}
	})
}
