package wire

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ratesim/hint"
)

// present returns a count that was said.
func present(units int64) hint.Count { return hint.Count{Units: units, Presence: hint.Present} }

// resetIn returns a reset in so many seconds.
func resetIn(seconds int, of hint.Dimension) hint.Hint {
	return hint.Hint{Kind: hint.Reset, Notation: hint.Number, Wait: time.Duration(seconds) * time.Second, Of: of}
}

// The examples of the draft, sections 3.2 and 4.2, and what it says of defaults
// and mistakes.
func TestRateLimitFieldsOfTheDraft(t *testing.T) {
	burst := hint.Dimension{Name: "burst", Unit: hint.Requests, Window: time.Minute}
	daily := hint.Dimension{Name: "daily", Unit: hint.Requests, Window: 24 * time.Hour}
	alone := hint.Dimension{Name: "default"}
	for _, tt := range []struct {
		about            string
		policies, quotas []string
		want             hint.Said
	}{
		{"two policies", []string{`"burst";q=100;w=60,"daily";q=1000;w=86400`}, nil,
			hint.Said{Limits: []hint.Limit{{Of: burst, Limit: present(100)}, {Of: daily, Limit: present(1000)}}}},
		{"a list split over two fields", []string{`"burst";q=100;w=60`, `"daily";q=1000;w=86400`}, nil,
			hint.Said{Limits: []hint.Limit{{Of: burst, Limit: present(100)}, {Of: daily, Limit: present(1000)}}}},
		{"a quota without a policy has an unknown unit", nil, []string{`"default";r=50;t=30`},
			hint.Said{Hints: []hint.Hint{resetIn(30, alone)}, Limits: []hint.Limit{{Of: alone, Remaining: present(50)}}}},
		{"a blank before a semicolon", []string{`"burst";q=100;w=60`}, []string{`"burst" ;r=0`},
			hint.Said{Limits: []hint.Limit{{Of: burst, Limit: present(100)}}}},
		{"a quota belongs to the policy of its name", []string{`"burst";q=100;w=60`}, []string{` "burst"; r=0;  t=7 `},
			hint.Said{Hints: []hint.Hint{resetIn(7, burst)}, Limits: []hint.Limit{{Of: burst, Limit: present(100), Remaining: present(0)}}}},
		{"another unit, and a partition key", []string{`"peruser";q=65535;qu="content-bytes";w=10;pk=:sdfjLJUOUA==:`}, nil,
			hint.Said{Limits: []hint.Limit{{Of: hint.Dimension{Name: "peruser", Unit: hint.Bytes, Window: 10 * time.Second}, Limit: present(65535)}}}},
		{"a unit that nobody registered", []string{`"x";q=1;qu="bananas"`}, nil,
			hint.Said{Limits: []hint.Limit{{Of: hint.Dimension{Name: "x"}, Limit: present(1)}}}},
		{"parameters that we do not know", nil, []string{`"default";r=50;a;b=?0;c=*tok/en:x;d=1.5;e=@1659578233;f=%"f%c3%bc";t=30`},
			hint.Said{Hints: []hint.Hint{resetIn(30, alone)}, Limits: []hint.Limit{{Of: alone, Remaining: present(50)}}}},
		{"quotes in a name", nil, []string{`"a \"b\" \\";r=1`},
			hint.Said{Limits: []hint.Limit{{Of: hint.Dimension{Name: `a "b" \`}, Remaining: present(1)}}}},
		{"the longest time", nil, []string{`"default";r=0;t=999999999999999`},
			hint.Said{Hints: []hint.Hint{{Kind: hint.Reset, Notation: hint.Number, Magnitude: hint.Long, Wait: hint.Forever, Of: alone}},
				Limits: []hint.Limit{{Of: alone, Remaining: present(0)}}}},
		{"r is required", nil, []string{`"default";t=30`}, hint.Said{}},
		{"r below 0", nil, []string{`"default";r=-1;t=30`}, hint.Said{}},
		{"r with a fraction", nil, []string{`"default";r=1.5`}, hint.Said{}},
		{"t that is no number", nil, []string{`"default";r=1;t="30"`}, hint.Said{}},
		{"one item spoils the list", nil, []string{`"default";r=50, "other"`}, hint.Said{}},
		{"a token is no name", nil, []string{`default;r=50;t=30`}, hint.Said{}},
		{"the dictionary of draft 07", nil, []string{`limit=100, remaining=50, reset=30`}, hint.Said{}},
		{"an inner list", nil, []string{`("a" "b");r=1`}, hint.Said{}},
		{"a comma at the end", nil, []string{`"default";r=50,`}, hint.Said{}},
		{"16 digits", nil, []string{`"default";r=1000000000000000`}, hint.Said{}},
		{"a string without an end", nil, []string{`"default`}, hint.Said{}},
		{"bytes beyond ASCII", nil, []string{`"défaut";r=1`}, hint.Said{}},
		{"empty", []string{""}, []string{" "}, hint.Said{}},
	} {
		got := IETF.Read(http.Header{"Ratelimit-Policy": tt.policies, "Ratelimit": tt.quotas}, received)
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %q, %q read as\n%+v; want\n%+v", tt.about, tt.policies, tt.quotas, got, tt.want)
		}
	}
}

func TestRateLimitFieldsSayWhatTheyCannotCarry(t *testing.T) {
	tokens := hint.Dimension{Name: "tpm", Unit: hint.Tokens, Window: time.Minute}
	for _, tt := range []struct {
		said hint.Said
		want string
	}{
		{hint.Said{Limits: []hint.Limit{{Of: tokens, Limit: present(10), Remaining: present(-5)}}}, "has a count of -5"},
		{hint.Said{Limits: []hint.Limit{{Of: tokens, Limit: hint.Count{Presence: hint.Garbled}}}}, "has a count of 0"},
		{hint.Said{Limits: []hint.Limit{{Of: tokens, Remaining: present(5)}}}, "beside its size only"},
		{hint.Said{Limits: []hint.Limit{{Of: hint.Dimension{}, Limit: present(5)}}}, "wants a known unit"},
		{hint.Said{Limits: []hint.Limit{{Of: hint.Dimension{Unit: hint.Tokens, Window: time.Millisecond}, Limit: present(5)}}}, "whole seconds"},
		{hint.Said{Limits: []hint.Limit{{Of: hint.Dimension{Name: "ü"}, Remaining: present(5)}}}, "printable ASCII"},
		{hint.Said{Hints: []hint.Hint{resetIn(5, tokens)}}, "beside what remains only"},
		{hint.Said{Hints: []hint.Hint{{Kind: hint.Reset, Notation: hint.Units, Of: tokens}}}, "wants whole seconds"},
		{hint.Said{Hints: []hint.Hint{{Kind: hint.Milliseconds, Notation: hint.Number}}}, "no field for milliseconds"},
	} {
		err := IETF.Write(http.Header{}, tt.said, received)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: got %v; want one with %q", tt.said, err, tt.want)
		}
	}
}

// drawQuotas draws limits and resets that the draft's two fields can carry.
func drawQuotas(t *rapid.T) hint.Said {
	var said hint.Said
	var resets []hint.Hint
	known := rapid.SampledFrom([]hint.Unit{hint.Requests, hint.Tokens, hint.InputTokens, hint.OutputTokens, hint.Bytes, hint.Concurrent})
	for i := range rapid.IntRange(0, 4).Draw(t, "limits") {
		l := hint.Limit{Of: hint.Dimension{Name: fmt.Sprint(rapid.SampledFrom([]string{"", `"`, `\`, "a b", "~"}).Draw(t, "name"), i)}}
		units := rapid.Int64Range(0, integerMax)
		if rapid.Bool().Draw(t, "has a policy") {
			l.Limit = present(units.Draw(t, "limit"))
			l.Of.Unit = known.Draw(t, "unit")
			l.Of.Window = time.Duration(rapid.IntRange(0, 1e9).Draw(t, "window")) * time.Second
		}
		if l.Limit.Presence == hint.Absent || rapid.Bool().Draw(t, "has a quota") {
			l.Remaining = present(units.Draw(t, "remaining"))
			if rapid.Bool().Draw(t, "has a reset") {
				h := resetIn(rapid.IntRange(0, 9e9).Draw(t, "reset"), l.Of)
				if h.Wait == 9e9*time.Second {
					h.Wait, h.Magnitude = hint.Forever, hint.Long
				}
				resets = append(resets, h)
			}
		}
		said.Limits = append(said.Limits, l)
	}
	said.Hints = resets
	return said
}

// Limits without a policy are listed after those with one, as they are read.
func TestRateLimitFieldsGiveBackWhatWasSaid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := drawQuotas(t)
		var ordered []hint.Limit
		for _, hasPolicy := range []bool{true, false} {
			for _, l := range said.Limits {
				if (l.Limit.Presence == hint.Present) == hasPolicy {
					ordered = append(ordered, l)
				}
			}
		}
		header := http.Header{}
		if err := IETF.Write(header, said, received); err != nil {
			t.Fatal(err)
		}
		said.Limits = ordered
		if got := IETF.Read(header, received); !reflect.DeepEqual(got, said) {
			t.Fatalf("wrote %q and read\n%+v; want\n%+v", header, got, said)
		}
	})
}

// FuzzRateLimit reads anything as the draft's two fields; what it understands it
// can write and read again.
func FuzzRateLimit(f *testing.F) {
	f.Add(`"burst";q=100;w=60,"daily";q=1000;qu="tokens"`, `"burst";r=50;t=30, "other";r=1`)
	f.Add(`"a\"\\";q=1;pk=:AA==:;x=?1;y=%"%c3";z=@1;w=1`, `"a";r=0;t=999999999999999;u=1.5;v=tok`)
	f.Fuzz(func(t *testing.T, policies, quotas string) {
		said := IETF.Read(http.Header{"Ratelimit-Policy": {policies}, "Ratelimit": {quotas}}, received)
		for _, h := range said.Hints {
			requireSound(t, h)
		}
		for _, l := range said.Limits {
			if l.Of.Unit == hint.UnknownUnit && l.Limit.Presence == hint.Present || l.Of.Window == hint.Forever {
				return // a unit that only they know; a window beyond a Duration
			}
		}
		header := http.Header{}
		if err := IETF.Write(header, said, received); err != nil {
			t.Fatal(err)
		}
		if got := IETF.Read(header, received); !reflect.DeepEqual(got.Limits, said.Limits) || len(got.Hints) > len(said.Hints) {
			t.Fatalf("wrote %q and read\n%+v; want\n%+v", header, got, said)
		}
	})
}
