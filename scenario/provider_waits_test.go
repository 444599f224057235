package scenario

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ratesim/endpoint"
	"ratesim/hint"
	"ratesim/preset"
	"ratesim/wire"
)

// A reading is what a provider told, from public logs, records and tests, whose
// origins the file names: a wait in a message, or a header.
type reading struct {
	id, provider, kind, expect    string
	limit, used, asked, remaining int64
	period                        time.Duration
}

// readings returns what is in endpoint/testdata/provider-waits.csv. A limit that is
// a range is 0.
func readings(t *testing.T) (all []reading) {
	t.Helper()
	file, err := os.Open("../endpoint/testdata/provider-waits.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	number := func(text string) int64 {
		n, _ := strconv.ParseInt(text, 10, 64)
		return n
	}
	for _, row := range rows[1:] {
		all = append(all, reading{
			id: row[0], provider: row[1], kind: row[2], expect: row[8],
			limit: number(row[3]), used: number(row[5]), asked: number(row[6]), remaining: number(row[7]), period: time.Duration(number(row[4])) * time.Second,
		})
	}
	return all
}

// A live preset is an endpoint made of one.
type live struct {
	*endpoint.Provider
	vendor wire.Vendor
	t      *testing.T
}

// served returns a preset that is asked by itself, and answers at once unless a setting
// says otherwise.
func served(t *testing.T, text string, settings ...Setting) live {
	t.Helper()
	isLatency := func(s Setting) bool { return strings.HasPrefix(string(s), "endpoint.latency=") }
	if !slices.ContainsFunc(settings, isLatency) {
		settings = append(settings, "endpoint.latency=constant(latency=0s)")
	}
	m := withEndpoint(t, text, settings...)
	filled, err := preset.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	vendor, ok := wire.VendorNamed(filled.Headers)
	if !ok {
		t.Fatalf("%s: there is no vendor %q", text, filled.Headers)
	}
	p := m.account.provider(m.Scenario)
	p.Reset(1)
	return live{Provider: p, vendor: vendor, t: t}
}

// ask sends a call of so many tokens.
func (l live) ask(at time.Duration, tokens int64) endpoint.Answer {
	return l.Serve(at, &endpoint.Request{Input: tokens, HangUp: endpoint.Forever})
}

// header returns the header fields of an answer.
func (l live) header(at time.Duration, a endpoint.Answer) http.Header {
	l.t.Helper()
	header := http.Header{}
	if a.Said != nil {
		if err := l.vendor.Write(header, *a.Said, l.BeganAt.Add(at)); err != nil {
			l.t.Fatal(err)
		}
	}
	return header
}

// message returns the sentence about the wait in the body of a refusal.
func message(a endpoint.Answer) string {
	for _, h := range a.Said.Hints {
		if h.Channel == hint.Message {
			return wire.Sentence(h)
		}
	}
	return ""
}

// counts reports whether a reading is of requests; others are of tokens.
func (r reading) counts() bool {
	return r.period > time.Minute || r.limit == 3 || r.remaining == r.limit-1
}

// account returns the preset of the account that the reading was taken of.
func (r reading) account() string {
	switch {
	case r.provider == "azure2026":
		return fmt.Sprintf("azure-2026(tpm=%d, rpm=none)", r.limit)
	case !r.counts():
		return fmt.Sprintf("%s(tpm=%d, rpm=none, rpd=none)", r.provider, r.limit)
	case r.period == time.Minute:
		return fmt.Sprintf("%s(rpm=%d, tpm=none, rpd=none)", r.provider, r.limit)
	}
	return fmt.Sprintf("%s(rpd=%d, tpm=none, rpm=none)", r.provider, r.limit)
}

// told returns what the preset tells in the place of the reading, after calls that
// have used up as much.
func (r reading) told(t *testing.T) string {
	t.Helper()
	used := r.used
	if r.kind != "wait_429" {
		used = r.limit - r.remaining
	}
	var settings []Setting
	if used > r.limit && r.provider != "azure2026" { // no call could have done that
		settings = append(settings, Setting(fmt.Sprintf("endpoint.limits.tokens=token-bucket(limit=%d, window=60s, of=tokens, used=%d)", r.limit, used)))
		used = 0
	}
	l := served(t, r.account(), settings...)
	var a endpoint.Answer
	for n := int64(0); n < used && r.counts(); n++ {
		a = l.ask(0, 0)
	}
	if !r.counts() && used > 0 {
		a = l.ask(0, used)
	}
	dimension := "Tokens"
	if r.counts() {
		dimension = "Requests"
	}
	switch r.kind {
	case "reset_full":
		return l.header(0, a).Get("X-Ratelimit-Reset-" + dimension)
	case "wait_429":
		return message(l.ask(0, r.asked))
	case "retry_after_ms":
		return l.header(0, l.ask(0, 1)).Get("Retry-After-Ms")
	}
	refused := l.header(0, l.ask(0, 1))
	return fmt.Sprintf("%s (and reset-tokens %s)", refused.Get("Retry-After"), refused.Get("X-Ratelimit-Reset-Tokens"))
}

// unexplained returns the readings that the presets list as such.
func unexplained() map[string]string {
	all := map[string]string{}
	for _, e := range preset.Endpoints() {
		for _, u := range e.Unexplained {
			all[u.Reading] = u.Why
		}
	}
	return all
}

func TestPresetsTellWhatProvidersTold(t *testing.T) {
	explained, all, listed := 0, readings(t), unexplained()
	for _, r := range all {
		if r.limit == 0 {
			continue // of an unknown limit: the next test
		}
		want := r.expect
		if d, err := time.ParseDuration(want); err == nil {
			want = d.String()
		}
		if r.kind == "wait_429" {
			want = "Please try again in " + want + "."
		}
		got, why := r.told(t), listed[r.id]
		switch {
		case why == "" && got != want:
			t.Errorf("%s: %s tells %q; want %q", r.id, r.account(), got, want)
		case why != "" && (got == want || got == ""):
			t.Errorf("%s: %s tells %q; it is listed as not explained, because %s", r.id, r.account(), got, why)
		case why == "":
			explained++
		}
	}
	if len(all) != 25 || explained != 22 || len(listed) != 3 {
		t.Errorf("of %d readings %d are explained and %d listed as not; want 22 and 3 of 25", len(all), explained, len(listed))
	}
}

// Of reading g24 the limit is not known; it follows from both headers, and neither
// end of the range that the reading names explains them.
func TestAzure2026TellsTwoHeadersOfOneLimit(t *testing.T) {
	for _, tt := range []struct {
		limit     int64
		explained bool
	}{{415_335, false}, {415_336, true}, {450_000, true}, {500_000, true}, {553_779, true}, {553_780, false}} {
		r := reading{provider: "azure2026", kind: "retry_after_s", limit: tt.limit, remaining: -27_689}
		if got := r.told(t); (got == "4 (and reset-tokens 64)") != tt.explained {
			t.Errorf("a limit of %d tells %s", tt.limit, got)
		}
	}
}
