package handout_test

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"ratesim/handout"
	"ratesim/handout/page"
	"ratesim/picture"
	"ratesim/report"
	"ratesim/trace"
)

// A tale is the records of runs whose names are given: two flows, one of which is
// starved where the other retries.
type tale struct {
	scenario, load, chat, batch string
	policies                    []string
	seeds                       int
	open                        bool
	made                        *trace.Made // how the runs came about; nil for unknown
	uneven                      bool        // each second seed has half the requests
	barred                      int         // so many first attempts of a request never have room
	varied                      int         // how many numbers of lost requests the seeds have; 0 for two
}

// tell hands the records of all runs to a sink.
func (s tale) tell(sink trace.Sink) error {
	var faults []error
	if s.made != nil {
		faults = append(faults, sink.(trace.Maker).Made(*s.made))
	}
	for place, policy := range s.policies {
		for seed := range s.seeds {
			faults = append(faults, s.run(sink, policy, min(place, 3), seed))
		}
	}
	return errors.Join(faults...)
}

func (s tale) run(sink trace.Sink, policy string, place, seed int) error {
	second := int64(1e9)
	run := trace.Run{Version: 1, Scenario: s.scenario, Load: s.load, Policy: policy, PolicySpec: policy, Seed: int64(seed),
		StepNS: second, HorizonNS: 60 * second, Flows: []trace.Flow{{Name: s.chat}, {Name: s.batch}},
		Limits: []trace.Limit{{Name: s.load, Unit: "calls", Limit: 4, WindowNS: 3 * second}}}
	if s.open {
		run.StepNS, run.Open, run.Price = 0, true, &trace.Price{Currency: s.chat, Input: 1, Output: 2}
	}
	faults := []error{sink.Run(run)}
	requests := 20
	if s.uneven && seed%2 == 1 {
		requests = 10
	}
	for i := range requests {
		at := int64(i) * second
		faults = append(faults, s.request(sink, request{s.chat, fmt.Sprint(i), at, i < 2*place+seed%cmp.Or(s.varied, 2), 0}))
		faults = append(faults, s.request(sink, request{s.batch, fmt.Sprint(i), at, i < 5-place, place}))
	}
	return errors.Join(faults...)
}

// A request is tried some times again, and lost or not.
type request struct {
	flow, id string
	at       int64
	lost     bool
	repeats  int
}

func (s tale) request(sink trace.Sink, r request) error {
	call := trace.Attempt{At: r.at, Ready: r.at, Flow: r.flow, Request: r.id, Status: trace.StatusOK, InputTokens: 100, OutputTokens: 20}
	refusal := call
	refusal.Status, refusal.InputTokens, refusal.OutputTokens = trace.StatusRateLimit, 0, 0
	refusal.Hints = "seconds 3s, milliseconds 3000ms"
	faults := []error{sink.Request(trace.Request{Flow: r.flow, ID: r.id, Arrival: r.at})}
	for i := range r.repeats {
		refusal.Attempt, refusal.Wait = i, 3e9
		if i < s.barred {
			refusal.Wait = math.MaxInt64
		}
		faults = append(faults, sink.Attempt(refusal), sink.Decision(trace.Decision{At: refusal.At, Flow: r.flow, Request: r.id, Attempt: i, Again: true, Wait: 1e9}))
		refusal.At, refusal.Ready = refusal.At+1e9, refusal.At+1e9
	}
	call.At, call.Ready, call.Attempt = refusal.At, refusal.At, r.repeats
	end := trace.End{At: call.At, Flow: r.flow, Request: r.id, Outcome: trace.OutcomeCompleted}
	if r.lost {
		call.Status, call.OutputTokens = trace.StatusTimeout, 0
		end.Outcome, end.Why = trace.OutcomeGivenUp, trace.WhyPolicy
	}
	return errors.Join(append(faults, sink.Attempt(call), sink.End(end))...)
}

// material returns what a document of a trace is made of, which holds some tales.
func material(t testing.TB, tales ...tale) handout.Material { return materials(t, tales) }

// materials returns what a document of traces is made of, each of which holds some tales.
func materials(t testing.TB, traces ...[]tale) handout.Material {
	t.Helper()
	m := handout.Material{Command: []string{"ratesim", "report", traces[0][0].scenario}, Ledger: &handout.Ledger{}}
	roll := &picture.Roll{}
	tally := &trace.Tally{Each: func(run trace.Run, counts []trace.Counts) error {
		if !run.Open {
			m.Rows = append(m.Rows, report.NewRow(run, report.Flows{Interactive: counts[0], Batch: counts[1]}))
		}
		return nil
	}}
	gauge := &trace.Gauge{Each: func(run trace.Run, flows []trace.Measures, traffic trace.Traffic) error {
		m.Measured = append(m.Measured, report.Measured{Run: run, Flows: flows, Traffic: traffic})
		return nil
	}}
	sink := trace.Tee{tally, gauge, m.Ledger, roll}
	var faults []error
	for _, tales := range traces {
		faults = append(faults, sink.Open())
		for _, s := range tales {
			faults = append(faults, s.tell(sink))
		}
	}
	if err := errors.Join(errors.Join(faults...), tally.Finish(), gauge.Finish(), m.Ledger.Finish(), roll.Finish()); err != nil {
		t.Fatal(err)
	}
	var err error
	if m.Pictures, err = page.Pictures(roll); err != nil {
		t.Fatal(err)
	}
	return m
}

// plain is a tale of ordinary names.
func plain(seeds int, open bool) tale {
	return tale{scenario: "office", load: "heavy", chat: "interactive", batch: "batch", policies: []string{"none", "backoff", "fixed"}, seeds: seeds, open: open}
}

// written returns the document of a tale in both forms.
func written(t testing.TB, s tale) (onPage, markdown string) {
	t.Helper()
	made := handout.New(material(t, s))
	var one, other bytes.Buffer
	if err := errors.Join(page.Write(&one, made), made.WriteMarkdown(&other)); err != nil {
		t.Fatal(err)
	}
	return one.String(), other.String()
}

// tales are documents of all kinds.
func tales() map[string]tale {
	evil := `"><script>alert(1)</script>` + "`|@all <img src=x onerror=alert(1)> ]]> {{.}} \x1b[2J\u202e"
	scenario, _ := json.Marshal(map[string]string{"name": evil, evil: evil})
	made := &trace.Made{Command: []string{"run", "--set", evil}, Inputs: []trace.Input{{Name: evil, SHA256: evil}}, Scenario: scenario}
	return map[string]tale{
		"one seed":      plain(1, false),
		"several seeds": plain(5, false),
		"open":          plain(1, true),
		"open, several": plain(5, true),
		"hostile":       {scenario: evil + "s", load: evil + "l", chat: evil + "c", batch: evil + "b", policies: []string{evil + "1", evil + "2"}, seeds: 2, made: made},
		"hostile, open": {scenario: evil + "s", load: "", chat: evil + "c", batch: evil + "b", policies: []string{"none", evil}, seeds: 2, open: true},
	}
}

func TestPagesAreWellFormedAndLoadNothing(t *testing.T) {
	for name, tale := range tales() {
		page, _ := written(t, tale)
		ids, links := map[string]bool{}, []string{}
		decoder := xml.NewDecoder(strings.NewReader(page))
		level, scripts := 0, 0
		for {
			token, err := decoder.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: not well-formed: %v", name, err)
			}
			element, is := token.(xml.StartElement)
			if !is {
				continue
			}
			tag := element.Name.Local
			if tag == "script" {
				scripts++
			}
			if strings.Contains(" iframe object embed link base form img image use foreignObject animate ", " "+tag+" ") {
				t.Errorf("%s: has the element %s", name, tag)
			}
			if len(tag) == 2 && tag[0] == 'h' && tag[1] >= '1' && tag[1] <= '6' {
				next := int(tag[1] - '0')
				if next > level+1 {
					t.Errorf("%s: a heading of level %d follows one of level %d", name, next, level)
				}
				level = next
			}
			for _, a := range element.Attr {
				switch key := strings.ToLower(a.Name.Local); {
				case key == "href":
					links = append(links, strings.TrimPrefix(a.Value, "#"))
				case key == "id":
					if ids[a.Value] {
						t.Errorf("%s: two elements are called %s", name, a.Value)
					}
					ids[a.Value] = true
				case key == "src", key == "style", key == "srcset", strings.HasPrefix(key, "on"):
					t.Errorf("%s: %s has the attribute %s=%q", name, tag, key, a.Value)
				}
			}
		}
		if scripts != 1 {
			t.Errorf("%s: has %d scripts; want its own", name, scripts)
		}
		for _, link := range links {
			if !ids[link] {
				t.Errorf("%s: a link leads to %q, which is not there", name, link)
			}
		}
	}
}

var (
	policyOf = regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`)
	styleOf  = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
	scriptOf = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
)

// withoutScript returns a page without its own script.
func withoutScript(page string) string { return scriptOf.ReplaceAllString(page, "") }

func TestThePolicyAllowsStyleAndScriptOfThePageAndNothingElse(t *testing.T) {
	for name, tale := range tales() {
		page, _ := written(t, tale)
		policy, styles := policyOf.FindStringSubmatch(page), styleOf.FindAllStringSubmatch(page, -1)
		scripts := scriptOf.FindAllStringSubmatch(page, -1)
		if policy == nil || len(styles) != 1 || len(scripts) != 1 {
			t.Fatalf("%s: policy %q, %d styles, %d scripts", name, policy, len(styles), len(scripts))
		}
		hash := func(text string) string {
			sum := sha256.Sum256([]byte(text))
			return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
		}
		want := "default-src 'none'; style-src " + hash(styles[0][1]) + "; script-src " + hash(scripts[0][1]) + "; base-uri 'none'; form-action 'none'"
		if have := html.UnescapeString(policy[1]); have != want {
			t.Errorf("%s: have the policy %s; want %s", name, have, want)
		}
		if strings.Contains(page, "http://") || strings.Contains(page, "https://") {
			t.Errorf("%s: names something in the network", name)
		}
	}
}

func TestWhatATraceSaysIsNoMarkup(t *testing.T) {
	for name, tale := range tales() {
		page, markdown := written(t, tale)
		if rest := withoutScript(page); strings.Contains(rest, "<script") || strings.Contains(rest, "<img") {
			t.Errorf("%s: markup of the trace is markup of the page", name)
		}
		if strings.ContainsAny(page+markdown, "\x1b\u202e") {
			t.Errorf("%s: what would steer a terminal gets through", name)
		}
		for line := range strings.SplitSeq(withoutFences(markdown), "\n") {
			unescaped := strings.NewReplacer(`\<`, "", "<details>", "", "</details>", "", "<summary>", "", "</summary>", "").Replace(line)
			if strings.Contains(line, "@all") || strings.Contains(unescaped, "<") {
				t.Errorf("%s: Markdown would obey %s", name, line)
			}
		}
	}
}

// withoutFences returns Markdown without its fenced blocks.
func withoutFences(markdown string) string {
	var kept []string
	fence := ""
	for line := range strings.SplitSeq(markdown, "\n") {
		switch {
		case fence == "" && strings.HasPrefix(line, "```"):
			fence = strings.TrimSuffix(line, "text")
		case fence != "" && line == fence:
			fence = ""
		case fence == "":
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// The page's first table has the cells of the table that the command line prints.
func TestFiguresOfThePageAreThoseOfTheTables(t *testing.T) {
	page, markdown := written(t, plain(1, false))
	table := report.Results{Rows: material(t, plain(1, false)).Rows}.Table()
	for _, row := range table.Rows {
		var cells strings.Builder
		for i, cell := range row {
			class := ""
			if table.Columns[i].Right {
				class = ` class="number"`
			}
			fmt.Fprintf(&cells, "<td%s>%s</td>", class, cell)
		}
		if !strings.Contains(page, "<tr>"+cells.String()+"</tr>") {
			t.Errorf("the page lacks the row %q", row)
		}
		if !strings.Contains(markdown, "| "+strings.Join(row, " | ")+" |") {
			t.Errorf("the Markdown lacks the row %q", row)
		}
	}
}

func TestFindingsSayWhoHarmedWhom(t *testing.T) {
	page, _ := written(t, plain(1, false))
	for _, want := range []string{
		"There is one seed: what follows is true of these runs",
		"Under heavy load, with backoff, batch harms interactive: interactive completes 0.9000 of its requests instead of 1.0000 with none, while batch sends 40 calls a run instead of 20.",
		"Under heavy load, fixed helps batch, which completes 0.8500 of its requests instead of 0.7500 with none.",
		"Under heavy load, the retries of fixed: of 80 calls a run, all flows together, 40 are repeats and 40 are refused; 700 of 4660 tokens (15.0 %) are paid for and come to nothing, with none 10.6 %.",
		"Under heavy load, backoff ignores hints: of 20 refusals of batch that said when to come back, it went by its own wait after 20 (milliseconds, seconds); it waited 1s on average where there was room after 3s, and came back too early 20 times.",
		"the policy tried no more; the last attempt had no answer in time",
		"Of 3 runs the record does not say by which command",
		"The record does not hold the other values of the scenario.",
		"There is no manifest: ratesim run --manifest FILE writes one",
	} {
		if !strings.Contains(html.UnescapeString(page), want) {
			t.Errorf("want on the page: %s", want)
		}
	}
	several, _ := written(t, plain(30, false))
	if want := "0.9250 of its requests instead of 0.9750 with none (worse, 30 seeds"; !strings.Contains(html.UnescapeString(several), "0.8750 of its requests instead of 0.9750 with none (worse, 30 seeds") {
		t.Errorf("want on the page of several seeds: %s", want)
	}
}

// A sentence may begin with a name, but a name is as it is given.
func TestFindingsLeaveNamesAsTheyAre(t *testing.T) {
	s := plain(1, true)
	s.load, s.policies = "", []string{"none", "éager", "slow"}
	page, _ := written(t, s)
	page = html.UnescapeString(page)
	for _, want := range []string{"<li>The policy éager ignores hints: of 20", "<li>The policy slow helps batch, which", "<li>With éager, batch harms interactive:"} {
		if !strings.Contains(page, want) {
			t.Errorf("want on the page: %s", want)
		}
	}
	if strings.Contains(page, "Slow") || strings.Contains(page, "\ufffd") {
		t.Error("a name has become another")
	}
}

// Waits are those of refusals after which there was room at some time.
func TestWaitsForRoomThatNeverComesAreNotInTheMean(t *testing.T) {
	s := plain(1, true)
	s.barred = 1
	page, _ := written(t, s)
	for _, want := range []string{
		"backoff ignores hints: of 20 refusals of batch that said when to come back, it went by its own wait after 20 (milliseconds, seconds); there was never room, however long it waited.",
		"fixed ignores hints: of 40 refusals of batch that said when to come back, it went by its own wait after 40 (milliseconds, seconds); it waited 1s on average where there was room after 3s, and came back too early 20 times; after 20 there was never room.",
	} {
		if !strings.Contains(html.UnescapeString(page), want) {
			t.Errorf("want on the page: %s", want)
		}
	}
}

// Of seeds with unlike numbers of requests a share is the mean of theirs, in words as in
// tables and pictures.
func TestFiguresInWordsAreThoseOfTablesAndPictures(t *testing.T) {
	for _, open := range []bool{false, true} {
		s := plain(7, open)
		s.uneven = true
		page, markdown := written(t, s)
		page = html.UnescapeString(page)
		// fixed loses 4 of 20 requests under four seeds and 5 of 10 under three
		for _, want := range []string{
			"interactive completes 0.6714 of its requests instead of 0.9571 with none",
			"heavy: interactive completed, share of requests: none 0.9571",
			"fixed 0.6714",
			"(23.9 % of a run's on average)",
			"heavy: wasted, share of tokens: none 0.1736",
			"with none 17.4 %",
		} {
			if !strings.Contains(page, want) {
				t.Errorf("open %v: want on the page: %s", open, want)
			}
		}
		if !strings.Contains(markdown, "0.6714") || strings.Contains(page, "0.7182") {
			t.Errorf("open %v: a share is over all requests, not the mean of seeds", open)
		}
	}
}

// A mean that lies between two roundings is rounded one way, wherever it stands.
func TestOneFigureIsRoundedOneWay(t *testing.T) {
	for _, tt := range []struct{ seeds, varied int }{{8, 5}, {16, 5}, {40, 3}} {
		s := plain(tt.seeds, false)
		s.policies, s.varied = []string{"none", "fixed"}, tt.varied
		page, _ := written(t, s)
		page = html.UnescapeString(page)
		said := regexp.MustCompile(`interactive completes (0\.\d{4}) of its requests instead of (0\.\d{4})`).FindStringSubmatch(page)
		drawn := regexp.MustCompile(`heavy: interactive completed, share of requests: none (0\.\d{4})[^<]*fixed (0\.\d{4})`).FindStringSubmatch(page)
		if said == nil || drawn == nil || said[1] != drawn[2] || said[2] != drawn[1] {
			t.Errorf("%+v: the findings say %q, the picture %q", tt, said, drawn)
		}
	}
}

// The command, the files that were read and all values of the scenario are those of the
// trace; what a manifest says stands before them.
func TestHowItIsMadeAgainIsWhatTheRecordOrTheManifestSays(t *testing.T) {
	s := plain(2, false)
	s.made = &trace.Made{Command: []string{"run", "--policy", "none,fixed(wait=1s)", "--window", "0m..10m"},
		Inputs: []trace.Input{{Name: "requests.csv", SHA256: "0123abcd", Bytes: 42}}, Scenario: []byte(`{"name":"office","limit":{"calls":10}}`)}
	const command = "ratesim run --policy 'none,fixed(wait=1s)' --window 0m..10m --trace run.ndjson"
	page, markdown := written(t, s)
	for _, want := range []string{command, "requests.csv", "0123abcd", "All values of office", "\n  \"limit\": {\n    \"calls\": 10\n", "There is no manifest"} {
		if !strings.Contains(html.UnescapeString(page), want) || !strings.Contains(markdown, want) {
			t.Errorf("want in the report: %s", want)
		}
	}
	m := material(t, s)
	m.Manifest, m.Made = `{"manifest": 1}`, []string{"run", "--seeds", "1..2"}
	var text bytes.Buffer
	if err := handout.New(m).WriteMarkdown(&text); err != nil {
		t.Fatal(err)
	}
	if have := text.String(); !strings.Contains(have, "\nratesim run --seeds 1..2\n") || !strings.Contains(have, `{"manifest": 1}`) || strings.Contains(have, command) || strings.Contains(have, "There is no manifest") {
		t.Errorf("want the command of the manifest and no other:\n%s", have[strings.Index(have, "## How"):])
	}
}

// On paper long names are broken into lines, so that all columns fit; figures are not, and
// a picture's heading and key stay with it.
func TestOnPaperLongNamesBreakAndFiguresDoNot(t *testing.T) {
	s := plain(1, false)
	s.chat, s.policies = "interactive_of_the_whole_office", []string{"none", "a_policy_whose_name_is_longer_than_forty_signs"}
	page, _ := written(t, s)
	for _, want := range []string{
		`<td class="name">interactive_of_the_whole_office</td>`, `<td class="long name">a_policy_whose_name_is_longer_than_forty_signs</td>`,
		`<td>none</td>`, `<td class="number">0.9000</td>`, "td.name { min-width: 0; max-width: none; overflow-wrap: anywhere; }", ".number { white-space: nowrap; }",
		".panels { display: block; }", ".panels > .key { display: block; width: auto; border: none; break-after: avoid; }",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("want on the page: %s", want)
		}
	}
}

func TestPagesOfManyRunsAreBounded(t *testing.T) {
	s := plain(1, false)
	s.policies = nil
	for i := range 1500 {
		s.policies = append(s.policies, fmt.Sprint("policy ", i))
	}
	page, markdown := written(t, s)
	if len(page) > 1<<20 || len(markdown) > 1<<20 {
		t.Errorf("the page has %d bytes, the Markdown %d", len(page), len(markdown))
	}
	// each of 1499 policies has two differences, a price and hints that it ignores
	for _, want := range []string{"1100 more rows are left out", "5966 more findings of this kind are left out", "so 1484 are left out"} {
		if !strings.Contains(page, want) {
			t.Errorf("want on the page: %s", want)
		}
	}
}
