package wire

import (
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ratesim/hint"
)

// headerOf builds a header from lines, as a server sends them.
func headerOf(lines string) http.Header {
	header := http.Header{}
	for line := range strings.Lines(lines) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		header.Add(name, value)
	}
	return header
}

// Headers as vendors were seen to send them.
func TestHeadersAsVendorsSendThem(t *testing.T) {
	number := func(kind hint.Kind, wait time.Duration) hint.Hint {
		return hint.Hint{Kind: kind, Notation: hint.Number, Wait: wait}
	}
	reset := func(notation hint.Notation, wait time.Duration, of hint.Dimension) hint.Hint {
		return hint.Hint{Kind: hint.Reset, Notation: notation, Wait: wait, Of: of}
	}
	requests, tokens := count(hint.Requests), count(hint.Tokens)
	for _, tt := range []struct {
		vendor Vendor
		lines  string
		want   hint.Said
	}{
		{OpenAI, // community.openai.com/t/1268905
			"x-ratelimit-limit-requests: 5000\nx-ratelimit-remaining-requests: 4999\nx-ratelimit-reset-requests: 12ms\nx-ratelimit-reset-tokens: 6m0s",
			hint.Said{
				Hints:  []hint.Hint{reset(hint.Units, 12*time.Millisecond, requests), reset(hint.Units, 6*time.Minute, tokens)},
				Limits: []hint.Limit{{Of: requests, Limit: present(5000), Remaining: present(4999)}}}},
		{OpenAI, "x-ratelimit-reset-tokens: 64", // no unit
			hint.Said{Hints: []hint.Hint{{Kind: hint.Reset, Of: tokens}}}},
		{Azure, "retry-after: 30\nretry-after-ms: 511\nx-ratelimit-remaining-tokens: -853",
			hint.Said{
				Hints:  []hint.Hint{number(hint.Milliseconds, 511*time.Millisecond), number(hint.Seconds, 30*time.Second)},
				Limits: []hint.Limit{{Of: tokens, Remaining: present(-853)}}}},
		{Azure, // openai/openai-dotnet#838
			"x-ratelimit-limit-tokens: -1\nx-ratelimit-remaining-tokens: -1\nx-ratelimit-reset-tokens: 0",
			hint.Said{
				Hints:  []hint.Hint{reset(hint.Number, 0, tokens)},
				Limits: []hint.Limit{{Of: tokens, Limit: present(-1), Remaining: present(-1)}}}},
		{Anthropic, "retry-after: 12\nx-should-retry: true\nanthropic-ratelimit-output-tokens-limit: 8000\nanthropic-ratelimit-output-tokens-reset: 2015-10-21T07:26:59Z",
			hint.Said{
				Hints: []hint.Hint{number(hint.Seconds, 12*time.Second), {Kind: hint.ShouldRetry, Notation: hint.Boolean, Again: true},
					reset(hint.RFC3339, -time.Second, count(hint.OutputTokens))},
				Limits: []hint.Limit{{Of: count(hint.OutputTokens), Limit: present(8000)}}}},
		{Groq, "retry-after: 4\nx-ratelimit-reset-requests: 1h4m48s\nx-ratelimit-reset-tokens: 55.73s",
			hint.Said{Hints: []hint.Hint{number(hint.Seconds, 4*time.Second), reset(hint.Units, 64*time.Minute+48*time.Second, per(day, hint.Requests)),
				reset(hint.Units, 55730*time.Millisecond, per(minute, hint.Tokens))}}},
		{Mistral, "x-ratelimit-limit-req-minute: 0\nx-ratelimit-remaining-req-minute: 0",
			hint.Said{Limits: []hint.Limit{{Of: per(minute, hint.Requests), Limit: present(0), Remaining: present(0)}}}},
		{Cerebras, "x-ratelimit-reset-requests-day: 33011.4",
			hint.Said{Hints: []hint.Hint{{Kind: hint.Reset, Notation: hint.Number, Marks: hint.Fraction, Wait: 33011400 * time.Millisecond, Of: per(day, hint.Requests)}}}},
		{OpenRouter, "X-RateLimit-Reset: 1445412480000",
			hint.Said{Hints: []hint.Hint{reset(hint.UnixMilliseconds, time.Minute, requests)}}},
		{Cohere, "x-ratelimit-reset: 1445412620",
			hint.Said{Hints: []hint.Hint{reset(hint.UnixSeconds, 200*time.Second, requests)}}},
		{Gateway, "x-ratelimit-limit: 10, 10;w=60\nx-ratelimit-remaining: many\nx-ratelimit-reset: 7",
			hint.Said{Hints: []hint.Hint{reset(hint.Number, 7*time.Second, requests)},
				Limits: []hint.Limit{{Of: requests, Limit: present(10), Remaining: hint.Count{Presence: hint.Garbled}}}}},
		{AWS, "x-amz-retry-after: 1500", hint.Said{Hints: []hint.Hint{{Kind: hint.Milliseconds, Channel: hint.AWS, Notation: hint.Number, Wait: 1500 * time.Millisecond}}}},
		{GRPC, "grpc-retry-pushback-ms: -1", hint.Said{Hints: []hint.Hint{{Kind: hint.Milliseconds, Channel: hint.GRPC, Notation: hint.Number, Marks: hint.Sign, Wait: -time.Millisecond}}}},
		{Google, "retry-after: 30", hint.Said{}},
	} {
		if got := tt.vendor.Read(headerOf(tt.lines), received); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%v: %q reads as\n%+v; want\n%+v", tt.vendor, tt.lines, got, tt.want)
		}
	}
}

func TestAnyTellsAResetByItsLooks(t *testing.T) {
	for _, tt := range []struct {
		text     string
		notation hint.Notation
		wait     time.Duration
	}{
		{"64", hint.Number, 64 * time.Second},
		{"0", hint.Number, 0},
		{"30.2", hint.Number, 30200 * time.Millisecond},
		{"999999999", hint.Number, 999999999 * time.Second},
		{"1445412480", hint.UnixSeconds, time.Minute},
		{"999999999999", hint.UnixSeconds, hint.Forever},
		{"1445412480000", hint.UnixMilliseconds, time.Minute},
		{"6m0s", hint.Units, 6 * time.Minute},
		{"2015-10-21T07:28:00+00:00", hint.RFC3339, time.Minute},
		{"2015-10-21T07:28:00.5Z", hint.RFC3339, 60500 * time.Millisecond},
		{"Wed, 21 Oct 2015 07:28:00 GMT", hint.HTTPDate, time.Minute},
		{"2015-10-21t07:28:00z", hint.Number, 2015 * time.Second}, // a number with something behind it
		{"-64", hint.Number, -64 * time.Second},
		{"inf", hint.Number, hint.Forever},
		{"soon", hint.Unreadable, 0},
	} {
		got := Any.Read(http.Header{"X-Ratelimit-Reset-Tokens": {tt.text}}, received).Hints[0]
		if got.Kind != hint.Reset || got.Notation != tt.notation || got.Wait != tt.wait {
			t.Errorf("%q is %v; want %v in %v", tt.text, got, tt.notation, tt.wait)
		}
	}
}

func TestNamesMatchInAnyCaseAndRepeatsStay(t *testing.T) {
	header := http.Header{
		"Retry-After":                  {"1", " 2 "},
		"retry-after":                  {"3"},
		"RETRY-AFTER-MS":               {"4"},
		"x-ratelimit-remaining-tokens": {"5", "6"},
	}
	got := Any.Read(header, received)
	var waits []time.Duration
	for _, h := range got.Hints {
		waits = append(waits, h.Wait)
	}
	if want := []time.Duration{4 * time.Millisecond, time.Second, 2 * time.Second, 3 * time.Second}; !slices.Equal(waits, want) {
		t.Errorf("the waits are %v; want %v", waits, want)
	}
	if want := []hint.Limit{{Of: count(hint.Tokens), Remaining: present(5)}}; !slices.Equal(got.Limits, want) {
		t.Errorf("the limits are %v; want %v, the first of two", got.Limits, want)
	}
	if len(header) != 4 {
		t.Errorf("the caller's header was changed: %v", header)
	}
}

func TestCountsAreHeldTo64Bits(t *testing.T) {
	for _, tt := range []struct {
		text string
		want hint.Count
	}{
		{"7939", present(7939)}, {"0", present(0)}, {"-27689", present(-27689)}, {"100, 100;w=60", present(100)},
		{"99999999999999999999", present(1<<63 - 1)}, {"-99999999999999999999", present(-1<<63 + 1)},
		{"+5", hint.Count{Presence: hint.Garbled}}, {"5.0", hint.Count{Presence: hint.Garbled}},
		{"", hint.Count{Presence: hint.Garbled}}, {"-", hint.Count{Presence: hint.Garbled}}, {"５", hint.Count{Presence: hint.Garbled}},
	} {
		if got := countOf(tt.text); got != tt.want {
			t.Errorf("%q is %+v; want %+v", tt.text, got, tt.want)
		}
	}
}

func TestWriteNamesWhatAVendorHasNoFieldFor(t *testing.T) {
	outputs := hint.Said{Limits: []hint.Limit{{Of: count(hint.OutputTokens), Limit: present(1)}}}
	if err := OpenAI.Write(http.Header{}, outputs, received); err == nil || err.Error() != "wire: openai has no field for a limit of output-tokens" {
		t.Errorf("got %v", err)
	}
	date := hint.Said{Hints: []hint.Hint{{Kind: hint.Reset, Notation: hint.RFC3339, Of: count(hint.Tokens)}}}
	if err := OpenAI.Write(http.Header{}, date, received); err == nil || err.Error() != "wire: openai has no field for reset of tokens 0s (rfc3339)" {
		t.Errorf("got %v", err)
	}
	body := hint.Said{Hints: []hint.Hint{{Kind: hint.Duration, Channel: hint.Message, Notation: hint.Units}}}
	header := http.Header{}
	if err := Google.Write(header, body, received); err != nil || len(header) != 0 {
		t.Errorf("a hint of the body gave %v and %v; want neither", header, err)
	}
}

func TestVendorsHaveNamesAndCanonicalFields(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range Vendors() {
		if v.String() == "" || seen[v.String()] {
			t.Errorf("vendor %d is called %q, as another or not at all", v, v)
		}
		seen[v.String()] = true
		if found, ok := VendorNamed(v.String()); !ok || found != v {
			t.Errorf("%q is the name of %v, %v; want %v", v.String(), found, ok, v)
		}
		names := map[string]bool{}
		for _, f := range vendorTables[v].fields {
			if f.name != http.CanonicalHeaderKey(f.name) || names[f.name] || strings.Contains(f.name, "*") {
				t.Errorf("%v: %q is not canonical, or there twice", v, f.name)
			}
			names[f.name] = true
		}
	}
}

func TestNobodyIsNoVendor(t *testing.T) {
	if v, ok := VendorNamed("OpenAI"); ok {
		t.Errorf("OpenAI is %v; names are in lower case", v)
	}
}
