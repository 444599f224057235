package sdk

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/sdk/ask"
)

const (
	ms      = time.Millisecond
	second  = time.Second
	tooLong = 6 * second // what is longer is not waited for
)

// A matter is one thing that an SDK may meet, twice unless it says otherwise, before
// all is well.
type matter struct {
	name      string
	fault     string   // what it meets
	hints     []string // that the answer carries
	times     int      // that it meets it; 0 for 2
	stream    bool
	timeout   time.Duration
	told      time.Duration // the wait that it is told, if it is to be told apart from its own
	unlike    string        // why no simulation is like it; "" if one is
	of        string        // the table that it is in
	openAI    string        // the code or type of the last error, with OpenAI
	anthropic string
}

func hinted(name, fault string, told time.Duration, hints ...string) matter {
	return matter{name: name, fault: fault, told: told, hints: hints, of: "hints"}
}

func status(name, fault, openAI, anthropic string) matter {
	return matter{name: name, fault: fault, of: "statuses", openAI: openAI, anthropic: anthropic}
}

func broken(name, fault string, stream bool, unlike string) matter {
	return matter{name: name, fault: fault, stream: stream, unlike: unlike, of: "broken"}
}

const (
	noStreams  = "a policy does not know streams"
	noMeanings = "a policy does not know what a body means"
)

var matters = []matter{
	hinted("429 without a wait", "rate-limit", 0),
	hinted("429, `retry-after: 2`", "rate-limit", 2*second, "seconds(value=2s)"),
	hinted("429, `retry-after: 2.5`", "rate-limit", 2500*ms, "seconds(value=2500ms, step=500ms)"),
	{name: "429, a date 3 s ahead", fault: "rate-limit", told: 3500 * ms, hints: []string{"date(value=3s)"}, times: 1, of: "hints"},
	hinted("429, `retry-after-ms: 2000` and `retry-after: 30`", "rate-limit", 2*second, "seconds(value=30s)", "milliseconds(value=2s)"),
	hinted("429, `retry-after: 60`", "rate-limit", 0, "seconds(value=60s)"),
	hinted("429, `retry-after: 61`", "rate-limit", 0, "seconds(value=61s)"),
	hinted("429, `retry-after: 130`", "rate-limit", 0, "seconds(value=130s)"),
	hinted("429, `retry-after: 0`", "rate-limit", 0, "seconds(value=0s)"),
	hinted("429, `retry-after-ms: 0`", "rate-limit", 0, "milliseconds(value=0s)"),
	hinted("429, `retry-after: -1`", "rate-limit", 0, "seconds(value=0s, less=1s)"),
	hinted("503, `retry-after: 2`", "error(status=503)", 2*second, "seconds(value=2s, after=503)"),
	hinted("400, `x-should-retry: true`", "rejected(status=400)", 0, "should-retry(again=yes, after=400)"),
	hinted("429, `x-should-retry: false`", "rate-limit", 0, "should-retry(again=no, after=429)"),
	hinted("500, `x-should-retry: false`", "error(status=500)", 0, "should-retry(again=no, after=500)"),

	status("400", "rejected(status=400)", "invalid_request_error", "invalid_request_error"),
	status("401", "rejected(status=401)", "invalid_api_key", "authentication_error"),
	status("403", "rejected(status=403)", "invalid_request_error", "permission_error"),
	status("404", "rejected(status=404)", "model_not_found", "not_found_error"),
	status("408", "rejected(status=408)", "", ""),
	status("409", "rejected(status=409)", "", ""),
	status("413", "rejected(status=413)", "invalid_request_error", "request_too_large"),
	status("422", "rejected(status=422)", "invalid_request_error", "invalid_request_error"),
	status("429, a used-up account", "exhausted", "insufficient_quota", ""),
	{name: "429, a used-up account, for good", fault: "exhausted", times: 9, of: "statuses", openAI: "insufficient_quota", anthropic: "rate_limit_error"},
	{name: "429, for good", fault: "rate-limit", times: 9, of: "statuses", openAI: "rate_limit_exceeded", anthropic: "rate_limit_error"},
	status("500", "error(status=500)", "", ""),
	status("503", "error(status=503)", "", ""),
	status("529", "overloaded", "", ""),
	{name: "529, for good", fault: "overloaded", times: 9, of: "statuses", openAI: "server_is_overloaded", anthropic: "overloaded_error"},

	broken("the connection is reset", "connection", false, ""),
	{name: "no answer within a timeout of 500 ms", fault: "hang", timeout: 500 * ms, of: "broken"},
	broken("a 200 whose body is cut short", "partial(ends=cut)", false, ""),
	broken("a 200 that is no JSON", "partial(ends=malformed)", false, noMeanings),
	broken("a stream that is reset", "partial(ends=cut)", true, noStreams),
	broken("a stream without its last event", "partial(ends=clean)", true, noStreams),
	broken("a stream with an event that says error", "partial(ends=error)", true, noStreams),
	broken("a stream with an event that is no JSON", "partial(ends=malformed)", true, noStreams),
}

// scenario returns the file of a matter.
func (m *matter) scenario() string {
	var hints strings.Builder
	for i, h := range m.hints {
		fmt.Fprintf(&hints, "    hint-%d: %s\n", i+1, h)
	}
	failures := cmp.Or(m.times, 2)
	return fmt.Sprintf(`version: 1
extends: account
name: matter
horizon: %v
endpoint:
  limits: {requests: null, tokens: null}
  latency: constant(latency=50ms)
  hints:
    seconds: null
%s  faults:
    it: first(failures=%d, as=%s, per=request)
flows:
  call: {arrivals: at(times=0s), requests: 1}
`, tooLong, hints.String(), failures, m.fault)
}

// A course is what an SDK made of a matter.
type course struct {
	attempts int
	waits    string // of all retries; "" for none
	end      string
}

// String returns it as a cell of the table.
func (c course) String() string {
	switch {
	case c.end == stillWaiting && c.attempts == 1:
		return "waits longer than 6 s"
	case c.attempts == 1:
		return "1: " + c.end
	}
	return fmt.Sprintf("%d: %s, %s", c.attempts, c.waits, c.end)
}

const stillWaiting = "still waiting"

// kindOf returns what a wait was: the one that was told, none, or the client's own.
func (m *matter) kindOf(wait time.Duration) string {
	switch {
	case wait < 200*ms:
		return "at once"
	case m.told > 0 && wait > m.told-600*ms && wait < m.told+900*ms:
		return "as told"
	case wait >= 370*ms && wait < 1800*ms:
		return "own wait"
	}
	return wait.Round(100 * ms).String()
}

// courseOf returns the course of attempts that ended so.
func (m *matter) courseOf(all []attempt, end string) course {
	c := course{attempts: len(all), end: end}
	var kinds []string
	for i := range all[:max(0, len(all)-1)] {
		kinds = append(kinds, m.kindOf(all[i+1].At-all[i].over()))
	}
	c.waits = strings.Join(slices.Compact(kinds), ", then ")
	return c
}

// measured returns what SDKs made of a matter, by their names, and what they told
// their callers.
func (m *matter) measured(t *testing.T, api *served, outcomes map[string]ask.Outcome) map[string]course {
	t.Helper()
	courses := map[string]course{}
	attempts := api.end(t)
	for name, o := range outcomes {
		end := map[string]string{"": "well", ask.Answered: "error", ask.Broken: "error", ask.Waiting: stillWaiting}[o.Error]
		courses[name] = m.courseOf(attempts[name], end)
	}
	return courses
}

// simulated returns what a preset makes of a matter.
func (m *matter) simulated(t *testing.T, preset string) course {
	t.Helper()
	if m.timeout > 0 {
		preset = fmt.Sprintf("%s(timeout=%v)", preset, m.timeout)
	}
	text := ratesim(t, m.scenario(), "--policy", preset, "--trace", "-")
	end := "error"
	switch {
	case strings.Contains(string(text), `"outcome":"completed"`):
		end = "well"
	case strings.Contains(string(text), `"outcome":"unfinished"`):
		end = stillWaiting
	}
	return m.courseOf(attemptsOf(t, text)["1"], end)
}

// together is how many matters are measured at once.
const together = 9

// measureAll asks all SDKs about all matters.
func measureAll(t *testing.T, there []sdk) (courses []map[string]course, outcomes []map[string]ask.Outcome) {
	for some := range slices.Chunk(matters, together) {
		var apis []*served
		for _, m := range some {
			apis = append(apis, serve(t, m.scenario()))
		}
		told := make([]map[string]ask.Outcome, len(some))
		for i := range told {
			told[i] = map[string]ask.Outcome{}
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		for _, s := range there {
			var jobs []ask.Job
			for i, m := range some {
				jobs = append(jobs, ask.Job{ID: s.name, URL: apis[i].url, API: s.api, Stream: m.stream, Timeout: m.timeout, Until: tooLong})
			}
			all.Go(func() {
				made := s.make(t, jobs)
				mu.Lock()
				defer mu.Unlock()
				for i, o := range made {
					told[i][s.name] = o
				}
			})
		}
		all.Wait()
		for i := range some {
			courses = append(courses, some[i].measured(t, apis[i], told[i]))
		}
		outcomes = append(outcomes, told...)
	}
	return courses, outcomes
}

// What each SDK does is in the page, and is what its preset does.
func TestSDKsRetryAsTheirPresetsDo(t *testing.T) {
	there := present(t)
	courses, outcomes := measureAll(t, there)
	for i := range matters {
		m := &matters[i]
		for _, s := range there {
			have, told := courses[i][s.name], outcomes[i][s.name]
			if m.unlike == "" {
				if want := m.simulated(t, s.preset); have != want {
					t.Errorf("%s: %s: %v; its preset %s: %v (%s)", m.name, s.name, have, s.preset, want, told.Detail)
				}
			}
			want := m.anthropic
			if s.ofOpenAI() {
				want = m.openAI
			}
			if want != "" && told.Error == ask.Answered && told.Code != want && told.Type != want {
				t.Errorf("%s: %s tells code %q and type %q; want %q", m.name, s.name, told.Code, told.Type, want)
			}
			if m.of == "statuses" && have.end == "error" && (told.Error != ask.Answered || !strings.HasPrefix(m.name, fmt.Sprint(told.Status)) || told.Request == "") {
				t.Errorf("%s: %s: want an error of the SDK's own with that status and the answer's id; have %+v", m.name, s.name, told)
			}
			t.Logf("%s: %s: %v %+v", m.name, s.name, have, told)
		}
	}
	writeMatrix(t, there, courses)
}
