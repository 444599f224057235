package picture_test

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ratesim/picture"
	"ratesim/trace"
)

var update = flag.Bool("update", false, "rewrite the golden pictures")

// A storm is a run of continuous time or of steps in which some calls are refused.
type storm struct {
	load, policy string
	seed         int64
	refused      int // of the ten requests, at the first attempt; each is tried once again
	lost         int // of those, for good
	open         bool
	flow         string
}

// tell hands a storm's records to a sink.
func (s storm) tell(t *testing.T, sink trace.Sink) error {
	t.Helper()
	second := int64(1e9)
	run := trace.Run{Version: 1, Scenario: "storm", Load: s.load, Policy: s.policy, PolicySpec: s.policy, Seed: s.seed,
		StepNS: second, HorizonNS: 20 * second, Flows: []trace.Flow{{Name: s.flow}},
		Limits: []trace.Limit{{Name: "calls", Unit: "calls", Limit: 4, WindowNS: 3 * second, CountRefused: true}}}
	if s.open {
		run.StepNS, run.Open = 0, true
	}
	if err := sink.Run(run); err != nil {
		return err
	}
	var faults []error
	for i := range 10 {
		at, id := int64(i)*second, fmt.Sprint(i)
		faults = append(faults, sink.Request(trace.Request{Flow: s.flow, ID: id, Arrival: at}))
		call := trace.Attempt{At: at, Ready: at, Flow: s.flow, Request: id, Status: trace.StatusOK, InputTokens: 10, OutputTokens: 5}
		if i >= s.refused {
			faults = append(faults, sink.Attempt(call), sink.End(trace.End{At: at, Flow: s.flow, Request: id, Outcome: trace.OutcomeCompleted}))
			continue
		}
		first := call
		first.Status, first.InputTokens, first.OutputTokens = trace.StatusRateLimit, 0, 0
		call.At, call.Ready, call.Attempt = at+2*second, at+2*second, 1
		end := trace.End{At: call.At, Flow: s.flow, Request: id, Outcome: trace.OutcomeCompleted}
		if i < s.lost {
			call.Status, call.OutputTokens = trace.StatusRateLimit, 0
			end.Outcome, end.Why = trace.OutcomeGivenUp, trace.WhyPolicy
		}
		faults = append(faults, sink.Attempt(first), sink.Attempt(call), sink.End(end))
	}
	return errors.Join(faults...)
}

// roll returns the storms of two loads, three policies and some seeds.
func roll(t *testing.T, seeds int) *picture.Roll {
	t.Helper()
	r := &picture.Roll{}
	for _, load := range []string{"light", "heavy"} {
		for i, policy := range []string{"none", "backoff", "fixed(wait=15steps)"} {
			for seed := range seeds {
				s := storm{load: load, policy: policy, seed: int64(seed), flow: "batch", refused: 2*i + seed%3}
				if load == "heavy" {
					s.refused, s.lost = s.refused+3, i+1+seed%2
				}
				if err := s.tell(t, r); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if err := r.Finish(); err != nil {
		t.Fatal(err)
	}
	return r
}

// written returns a picture as a file.
func written(t *testing.T, r *picture.Roll, k picture.Kind, f picture.Format) []byte {
	t.Helper()
	sheet := r.Draw(k)
	var file bytes.Buffer
	if err := sheet.Write(&file, f); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestPicturesAreTheSameBytesAsEver(t *testing.T) {
	for _, kind := range picture.Kinds() {
		golden(t, string(kind)+".svg", written(t, roll(t, 5), kind, picture.SVG))
		golden(t, string(kind)+".txt", []byte(roll(t, 5).Text(kind, picture.Signs{})))
		golden(t, string(kind)+"-ascii.txt", []byte(roll(t, 1).Text(kind, picture.Signs{ASCII: true, Columns: 60})))
	}
}

func golden(t *testing.T, name string, have []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, have, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Errorf("%s is not as it was; -update rewrites it: look at it before you keep it", file)
	}
}

func TestEachFormIsTheSameTwiceAndWhatItsNameSays(t *testing.T) {
	begins := map[picture.Format]string{picture.SVG: "<svg ", picture.PNG: "\x89PNG", picture.PDF: "%PDF"}
	for _, format := range picture.Formats() {
		one, other := written(t, roll(t, 3), picture.Calls, format), written(t, roll(t, 3), picture.Calls, format)
		if !bytes.Equal(one, other) {
			t.Errorf("%s: two are not the same", format)
		}
		if !bytes.HasPrefix(one, []byte(begins[format])) {
			t.Errorf("%s: begins with %q; want %q", format, one[:8], begins[format])
		}
	}
}

func TestSVGIsWellFormedAndFreeOfStyles(t *testing.T) {
	for _, kind := range picture.Kinds() {
		sheet := roll(t, 3).Draw(kind)
		texts := []string{string(written(t, roll(t, 3), kind, picture.SVG))}
		drawings, err := sheet.Drawings()
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range drawings {
			texts = append(texts, d.SVG)
			if !strings.Contains(d.SVG, "<title>") || d.About == "" {
				t.Errorf("%s: a drawing says nothing to who cannot see it", kind)
			}
		}
		for _, text := range texts {
			wellFormed(t, text)
			if strings.Contains(text, "style=") {
				t.Errorf("%s: has a style, which a strict content security policy refuses", kind)
			}
		}
	}
}

func wellFormed(t *testing.T, text string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(text))
	for {
		_, err := decoder.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("not well-formed: %v in\n%.300s", err, text)
		}
	}
}

func TestMarkupInNamesIsOnlyText(t *testing.T) {
	evil := `"></text><script>alert('&')</script>` + "\x1b[31m\n\u202e"
	for _, kind := range picture.Kinds() {
		r := &picture.Roll{}
		s := storm{load: evil, policy: evil, flow: evil, refused: 3}
		if err := errors.Join(s.tell(t, r), r.Finish()); err != nil {
			t.Fatal(err)
		}
		for _, format := range picture.Formats() {
			text := string(written(t, r, kind, format))
			if format == picture.SVG {
				wellFormed(t, text)
			}
			if strings.Contains(text, "<script") {
				t.Errorf("%s as %s: markup of the trace is markup of the picture", kind, format)
			}
		}
		if text := r.Text(kind, picture.Signs{}); strings.ContainsAny(text, "\x1b\u202e") {
			t.Errorf("%s: what would steer a terminal gets there:\n%q", kind, text)
		}
	}
}

func TestASCIIPicturesHaveNothingElse(t *testing.T) {
	for _, kind := range picture.Kinds() {
		text := roll(t, 3).Text(kind, picture.Signs{ASCII: true})
		for _, sign := range text {
			if sign > 126 {
				t.Errorf("%s has %q", kind, sign)
			}
		}
		for line := range strings.Lines(text) {
			if len(strings.TrimRight(line, "\n")) > 80 {
				t.Errorf("%s: a line of %d signs: %s", kind, len(line), line)
			}
		}
	}
}

func TestOutcomesAreThoseOfTheCounts(t *testing.T) {
	about := roll(t, 1).Draw(picture.Outcomes).About
	for _, want := range []string{
		"heavy: batch completed, share of requests: none 0.9000, backoff 0.8000, fixed(wait=15steps) 0.7000.",
		"light: batch completed, share of requests: none 1.0000, backoff 1.0000, fixed(wait=15steps) 1.0000.",
		// one answer of 15 tokens is replaced by a refusal that took 10
		"heavy: wasted, share of tokens: none 0.0690, backoff 0.1429, fixed(wait=15steps) 0.2222.",
	} {
		if !strings.Contains(about, want) {
			t.Errorf("want %q in\n%s", want, about)
		}
	}
}

func TestPicturesOfManyCasesAreBounded(t *testing.T) {
	r := &picture.Roll{}
	for i := range 300 {
		s := storm{load: fmt.Sprint("load ", i%30), policy: fmt.Sprint("policy ", i/30), flow: "batch", refused: 2}
		if err := s.tell(t, r); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Finish(); err != nil {
		t.Fatal(err)
	}
	for _, kind := range picture.Kinds() {
		sheet := r.Draw(kind)
		if !strings.Contains(strings.Join(sheet.Notes, "\n"), "240 are left out") {
			t.Errorf("%s does not say what is left out: %q", kind, sheet.Notes)
		}
		if n := len(written(t, r, kind, picture.SVG)); n > 1<<20 {
			t.Errorf("%s: %d bytes", kind, n)
		}
	}
}

func TestRollsRefuseWhatCannotBeShownTogether(t *testing.T) {
	first := storm{load: "heavy", policy: "none", flow: "batch", seed: 1}
	for _, test := range []struct {
		name string
		next storm
		want string
	}{
		{"the same seed again", first, `load "heavy", policy "none": want one run a seed, have two of seed 1`},
		{"other flows", storm{load: "heavy", policy: "none", flow: "chat", seed: 2}, `want the flows of the run of seed 1`},
		{"another kind of time", storm{load: "heavy", policy: "none", flow: "batch", seed: 2, open: true}, `want the steps and horizon of the run of seed 1`},
	} {
		r := &picture.Roll{}
		if err := first.tell(t, r); err != nil {
			t.Fatal(err)
		}
		if err := test.next.tell(t, r); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: have %v; want %s", test.name, err, test.want)
		}
	}
}

func TestLoadsAndPoliciesThatNoRunHasAreNamed(t *testing.T) {
	for _, test := range []struct {
		loads, policies []string
		want            string
	}{
		{nil, nil, ""},
		{[]string{"heavy"}, []string{"backoff"}, ""},
		{[]string{"heavi"}, []string{"bakoff", "none"}, `--load: want "light" or "heavy"; have "heavi"; did you mean "heavy"?` + "\n" +
			`--policy: want "none", "backoff" or "fixed"; have "bakoff"; did you mean "backoff"?`},
		{[]string{"light", "other"}, nil, `--load: want "light" or "heavy"; have "other"`},
		{[]string{"light"}, []string{"fixed"}, `want runs to draw; there is none of load "light" with policy "fixed"`},
	} {
		r := &picture.Roll{Loads: test.loads, Policies: test.policies}
		for _, s := range []storm{{load: "light", policy: "none"}, {load: "light", policy: "backoff"}, {load: "heavy", policy: "backoff"}, {load: "heavy", policy: "fixed"}} {
			s.flow = "batch"
			if err := s.tell(t, r); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Finish(); fmt.Sprint(err) != cmp.Or(test.want, "<nil>") {
			t.Errorf("loads %q, policies %q: have %v\nwant %s", test.loads, test.policies, err, test.want)
		}
	}
	r := &picture.Roll{Loads: []string{"heavy"}}
	if err := errors.Join((storm{policy: "none", flow: "batch"}).tell(t, r), r.Finish()); fmt.Sprint(err) != `--load: want none, as the runs have none; have "heavy"` {
		t.Errorf("runs without a load: %v", err)
	}
}

func TestNamesOfKindsAndFormatsAreFound(t *testing.T) {
	if _, err := picture.ParseKind("outcome", picture.Kinds()); err == nil || !strings.Contains(err.Error(), `did you mean "outcomes"?`) {
		t.Errorf("outcome: %v", err)
	}
	if f, err := picture.FormatOf("a.b/PICTURE.PDF"); f != picture.PDF || err != nil {
		t.Errorf("PICTURE.PDF: %v, %v", f, err)
	}
	if _, err := picture.FormatOf("picture.jpg"); err == nil || !strings.Contains(err.Error(), "want a name that ends in .svg, .png or .pdf") {
		t.Errorf("picture.jpg: %v", err)
	}
}
