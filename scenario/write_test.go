package scenario

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"
)

// text generates a text that YAML could take for something else.
func text() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.String(),
		rapid.StringOf(rapid.SampledFrom([]rune("ab :#-{}[],&*!|>'\"%@`?~<=\n\r\t\\0123.\u0000\u0085\u2028\ufeff\U0001F600"))),
		rapid.SampledFrom([]string{"null", "~", "true", "yes", "1", "0x1", "1e3", ".nan", "<<", "=", "2024-01-01", " a", "a ", "a\n", "\n", "- a", "a: b", "|", "---", "..."}),
	)
}

// filled returns a text that is not empty.
func filled() *rapid.Generator[string] {
	return text().Filter(func(text string) bool { return text != "" })
}

// changed generates a scenario in which some values of the lesson are replaced,
// some names taken out and others added, and all is well.
func changed(rt *rapid.T) *Scenario {
	s, err := Read(Input{})
	if err != nil {
		rt.Fatal(err)
	}
	s.Step = rapid.SampledFrom([]time.Duration{time.Second, 250 * time.Millisecond}).Draw(rt, "step")
	for _, f := range lessonLanguage().fields {
		if !rapid.Bool().Draw(rt, f.path+"?") {
			continue
		}
		name := ""
		if f.names != nil {
			name = changeNames(rt, s, f)
		}
		switch value := f.value(s, name).(type) {
		case *int64:
			low, high := int64(f.min), int64(min(f.max, 1e9))
			if f.unbounded() {
				low, high = math.MinInt64, math.MaxInt64
			}
			*value = rapid.Int64Range(low, high).Draw(rt, f.path)
		case *float64:
			*value = rapid.Float64Range(f.min, f.max).Draw(rt, f.path)
		case *bool:
			*value = rapid.Bool().Draw(rt, f.path)
		case *Span:
			count := rapid.Int64Range(int64(f.min), 1e9).Draw(rt, f.path)
			*value = Span{Steps: count}
			if count > 0 && rapid.Bool().Draw(rt, f.path+" as a duration") {
				*value = Span{Duration: time.Duration(count) * time.Second}
			}
		case *[]string:
			*value = rapid.SliceOfNDistinct(filled(), 1, 5, rapid.ID).Draw(rt, f.path)
		case *string:
			*value = changeText(rt, f)
		}
	}
	s.arrange()
	if faults := s.check(); faults != nil {
		rt.Fatal(faults)
	}
	return s
}

// changeNames takes a name out of a field with * and returns another one to set.
func changeNames(rt *rapid.T, s *Scenario, f field) string {
	if names := f.names(s); rapid.Bool().Draw(rt, "take out") && len(names) > 1 {
		f.remove(s, rapid.SampledFrom(names).Draw(rt, "name to take out"))
	}
	if names := f.names(s); rapid.Bool().Draw(rt, "set") && f.path != "tickets.topics.*.templates" {
		return rapid.SampledFrom(names).Draw(rt, "name to set")
	}
	name := rapid.StringMatching(`[a-z0-9ş][a-z0-9_-]{0,5}`)
	switch {
	case f.model:
		name = rapid.StringMatching(`[a-z0-9ş@][a-z0-9_./:@-]{0,5}`)
	case !f.plain:
		name = filled().Filter(func(name string) bool { return f.path == "labels.cues.*" || !strings.Contains(name, ".") })
	}
	added := name.Draw(rt, "name to add")
	if strings.HasPrefix(f.path, "tickets.topics.") {
		s.Tickets.Topics.enter(added).Templates = []string{"text"}
	}
	return added
}

func changeText(rt *rapid.T, f field) string {
	around := func(mark string) string {
		free := text().Filter(func(text string) bool { return !strings.Contains(text, "{") && !strings.Contains(text, "}") })
		return free.Draw(rt, "before "+mark) + mark + free.Draw(rt, "after "+mark)
	}
	switch f.path {
	case "extends":
		return Default
	case "name":
		return "mine"
	case "tickets.tokenizer":
		return rapid.SampledFrom(Tokenizers()).Draw(rt, f.path)
	case "policies.*":
		return rapid.SampledFrom([]string{"none", "fixed(wait=2steps)", "exponential(base=1s, factor=1.5, cap=1m)"}).Draw(rt, f.path)
	case "flows.interactive.prompt":
		return around("{step}")
	case "flows.batch.prompt":
		return around("{id}") + around("{text}")
	}
	return text().Draw(rt, f.path)
}

func TestWhatIsPrintedReadsBackAsTheSameScenario(t *testing.T) {
	schema := compiled(t)
	rapid.Check(t, func(rt *rapid.T) {
		want := changed(rt)
		for form, text := range map[string][]byte{"YAML": want.YAML(), "JSON": want.JSON()} {
			got, err := Read(Input{File: bytes.NewReader(text)})
			if err != nil {
				rt.Fatalf("%s: %v\n%s", form, err, text)
			}
			if !same(got, want) {
				rt.Fatalf("%s: got\n%+v\nwant\n%+v\nfrom\n%s", form, got, want, text)
			}
			if !bytes.Equal(got.YAML(), want.YAML()) || !bytes.Equal(got.JSON(), want.JSON()) {
				rt.Fatalf("%s: printed anew it is\n%s\nwant\n%s", form, got.YAML(), want.YAML())
			}
			if err := validate(t, schema, text); err != nil {
				rt.Fatalf("%s: %v\n%s", form, err, text)
			}
		}
		if fromJSON, fromYAML := decoded(t, want.JSON()), decoded(t, want.YAML()); !reflect.DeepEqual(fromJSON, fromYAML) {
			rt.Fatalf("JSON says\n%v\nYAML says\n%v", fromJSON, fromYAML)
		}
		if !json.Valid(want.JSON()) {
			rt.Fatalf("not JSON: %s", want.JSON())
		}
	})
}

// decoded returns what a text in YAML or JSON says.
func decoded(tb testing.TB, text []byte) any {
	tb.Helper()
	var value any
	if err := yaml.Unmarshal(text, &value); err != nil {
		tb.Fatal(err)
	}
	return value
}

// same reports that two scenarios say the same, wherever that was set.
func same(a, b *Scenario) bool {
	plain := func(s *Scenario) Scenario {
		copied := *s
		copied.base, copied.set = nil, nil
		return copied
	}
	return reflect.DeepEqual(plain(a), plain(b))
}

func TestTheLessonPrintsAsItself(t *testing.T) {
	s, err := Read(Input{})
	if err != nil {
		t.Fatal(err)
	}
	again, err := Read(Input{File: bytes.NewReader(s.YAML())})
	if err != nil {
		t.Fatal(err)
	}
	if !same(again, s) || !bytes.Equal(again.YAML(), s.YAML()) {
		t.Errorf("got\n%s\nwant\n%s", again.YAML(), s.YAML())
	}
	lesson, err := Load("lesson")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(lesson.YAML(), s.YAML()) {
		t.Error("the built-in scenario prints otherwise than an input of nothing")
	}
}

func TestTextsThatCannotBeSeenArePrintedInQuotes(t *testing.T) {
	want := []string{"\t\n", "\n\ta", "a\n\n", " \n a", "\r", "\u0085", "\x7f", "\u2028", "\ufeffa", "a\tb"}
	s, err := Read(Input{})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range want {
		s.Tickets.Extras = []string{text}
		for form, printed := range map[string][]byte{"YAML": s.YAML(), "JSON": s.JSON()} {
			again, err := Read(Input{File: bytes.NewReader(printed)})
			if err != nil {
				t.Errorf("%s: %q: %v", form, text, err)
			} else if !same(again, s) {
				t.Errorf("%s: %q reads back as %q", form, text, again.Tickets.Extras)
			}
		}
	}
}

func TestEachValueIsPrintedWithItsUnitAndSource(t *testing.T) {
	s, err := Load("lesson")
	if err != nil {
		t.Fatal(err)
	}
	text := string(s.YAML())
	for _, want := range []string{
		"# Version of the scenario language. Unit: number.\nversion: 1\n",
		"# Length of a step, one round of sending. Unit: duration. Source: lesson, PQ2: time is counted in steps.\nstep: 1s\n",
		"# The endpoint's limit: a sliding window over all calls of all flows.\nlimit:\n  # Calls that the window holds. Unit: calls. 0: every call is refused. Source: lesson, PQ3.\n  calls: 24\n",
		"    # Added for each input token. Unit: probability. 0: size does not matter. Source: lesson.\n    per_token: 0.0006\n",
		"  # Requests of the burst that arrive in a step. Unit: requests per step. Source: lesson, PQ8.\n  light: 3\n  heavy: 6\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the lesson is printed without\n%s", want)
		}
	}
	if comments := strings.Count(text, "Unit: "); comments != len(lessonLanguage().fields) {
		t.Errorf("%d values have a unit; want %d", comments, len(lessonLanguage().fields))
	}
}

func TestNamesThatWereTakenOutArePrintedAsNull(t *testing.T) {
	s, err := Read(Input{Settings: []Setting{"loads.light=null", "tickets.topics.ariza=null", "labels.cues.borc=null", "policies.fixed=null", "policies.p=none"}})
	if err != nil {
		t.Fatal(err)
	}
	var tree struct {
		Loads   map[string]*int
		Tickets struct{ Topics map[string]*yaml.Node }
		Labels  struct{ Cues map[string]*string }
	}
	if err := yaml.Unmarshal(s.YAML(), &tree); err != nil {
		t.Fatal(err)
	}
	cue, isCue := tree.Labels.Cues["borc"]
	if light, ok := tree.Loads["light"]; !ok || light != nil || !isCue || cue != nil {
		t.Errorf("want null for the load and the cue; have\n%s", s.YAML())
	}
	var compact map[string]any
	if err := json.Unmarshal(s.JSON(), &compact); err != nil {
		t.Fatal(err)
	}
	policies := compact["policies"].(map[string]any)
	if fixed, ok := policies["fixed"]; !ok || fixed != nil || policies["p"] != "none" {
		t.Errorf("want null for the policy; have %v", policies)
	}
}

func TestAnAccountWithoutAnyLimitIsPrinted(t *testing.T) {
	s, err := Read(Input{BuiltIn: "account", Settings: []Setting{"endpoint.limits={requests: null, tokens: null}", "flows.call.requests=1"}})
	if err != nil {
		t.Fatal(err)
	}
	var compact struct {
		Endpoint struct{ Limits map[string]*string }
	}
	if err := json.Unmarshal(s.JSON(), &compact); err != nil {
		t.Fatal(err)
	}
	if requests, ok := compact.Endpoint.Limits["requests"]; !ok || requests != nil || len(compact.Endpoint.Limits) != 2 {
		t.Errorf("want null for both limits; have\n%s", s.YAML())
	}
}

func TestPathsNamesEachValueOnce(t *testing.T) {
	s, err := Read(Input{Settings: []Setting{"loads.light=null", "loads.mine=1"}})
	if err != nil {
		t.Fatal(err)
	}
	paths := s.Paths()
	for _, path := range []string{"seed", "limit.window", "loads.heavy", "loads.mine", "tickets.topics.fatura.weight", "labels.cues.fatur"} {
		if !slices.Contains(paths, path) {
			t.Errorf("there is no path %s", path)
		}
	}
	slices.Sort(paths)
	if slices.Contains(paths, "loads.light") || len(slices.Compact(paths)) != len(paths) {
		t.Errorf("want no path twice, nor one that was taken out; have %v", paths)
	}
}
