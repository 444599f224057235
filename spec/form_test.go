package spec

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A thing is what the forms of these tests make: what was read, by name.
type thing map[string]any

// things are forms with an argument of each kind.
func things() Forms[thing] {
	return Forms[thing]{What: "thing", All: []Form[thing]{
		{Name: "plain", About: "takes nothing", Read: func(*Reader) thing { return thing{} }},
		{Name: "knob", About: "takes numbers", Arguments: []Argument{
			{Name: "count", Unit: "turns", About: "how often it turns"},
			{Name: "factor", Unit: "factor", Default: "1", About: "how far"},
			{Name: "share", Unit: "share", Default: "0.5", About: "of a turn"},
			{Name: "wait", Unit: "duration", Default: "1m", Zero: "at once", About: "before it turns"},
			{Name: "every", Unit: "duration", Default: "1s", About: "between turns"},
		}, Read: func(r *Reader) thing {
			return thing{"count": r.Count("count", 1), "factor": r.Number("factor", 0.5, 8), "share": r.Share("share"),
				"wait": r.Duration("wait"), "every": r.Positive("every")}
		}},
		{Name: "label", About: "takes words", Arguments: []Argument{
			{Name: "text", Unit: "word", Default: "none", About: "what is on it"},
			{Name: "size", Unit: "word", Default: "small", About: "of it", Choices: []string{"small", "large"}},
			{Name: "bold", Unit: "word", Default: "no", About: "whether it is"},
			{Name: "waits", Unit: "durations", Default: "1s", About: "between flashes"},
			{Name: "for", Unit: "rooms", Default: "hall", About: "where it hangs", Choices: []string{"hall", "attic", "cellar"}},
		}, Read: func(r *Reader) thing {
			return thing{"text": r.Word("text"), "size": r.Choice("size"), "bold": r.Flag("bold"), "waits": r.List("waits"), "for": r.Several("for")}
		}},
		{Name: "box", About: "holds another", Arguments: []Argument{
			{Name: "of", Unit: "thing", About: "what is in it"},
			{Name: "lid", Unit: "thing", Default: "knob(count=2)", About: "what is on it"},
		}, Read: readBox},
	}}
}

func readBox(r *Reader) thing {
	return thing{"of": Nested(r, "of", things()), "lid": Nested(r, "lid", things())}
}

func TestFormsAreFoundByName(t *testing.T) {
	forms := things()
	if got, want := forms.Names(), []string{"box", "knob", "label", "plain"}; !slices.Equal(got, want) {
		t.Errorf("the names are %v; want %v", got, want)
	}
	if form, ok := forms.Named("knob"); !ok || form.About != "takes numbers" {
		t.Errorf("knob is %+v, %v", form, ok)
	}
	if form, ok := forms.Named("door"); ok || form.Name != "" {
		t.Errorf("door is %+v; want none", form)
	}
}

func TestFormsAreReadAndWrittenInOneWay(t *testing.T) {
	knob := func(count int64) thing {
		return thing{"count": count, "factor": 1.0, "share": 0.5, "wait": time.Minute, "every": time.Second}
	}
	label := thing{"text": "none", "size": 0, "bold": false, "waits": []string{"1s"}, "for": []int{0}}
	with := func(of thing, name string, value any) thing {
		changed := thing{name: value}
		for key, v := range of {
			if key != name {
				changed[key] = v
			}
		}
		return changed
	}
	for _, tt := range []struct {
		text, canonical string
		want            thing
	}{
		{"plain", "plain", thing{}},
		{" plain ( ) ", "plain", thing{}},
		{"knob(count=3)", "knob(count=3)", knob(3)},
		{"knob(factor=1, count=3, share=0.5, wait=60s, every=1000ms)", "knob(count=3)", knob(3)},
		{"knob(wait=0s, count=3)", "knob(count=3, wait=0s)", with(knob(3), "wait", time.Duration(0))},
		{"knob(wait=90s, count=3)", "knob(count=3, wait=1m30s)", with(knob(3), "wait", 90*time.Second)},
		{"knob(wait=2steps, count=3)", "knob(count=3, wait=10s)", with(knob(3), "wait", 10*time.Second)},
		{"knob(wait=12steps, count=3)", "knob(count=3)", knob(3)},
		{"knob(count=3, factor=8)", "knob(count=3, factor=8)", with(knob(3), "factor", 8.0)},
		{"knob(count=9007199254740992)", "knob(count=9007199254740992)", knob(1 << 53)},
		{"label", "label", label},
		{"label(for=cellar+hall, size=large)", "label(size=large, for=cellar+hall)", with(with(label, "for", []int{2, 0}), "size", 1)},
		{"label(bold=yes, waits=1s>2s>3s)", "label(bold=yes, waits=1s>2s>3s)", with(with(label, "bold", true), "waits", []string{"1s", "2s", "3s"})},
		{`label(waits="")`, `label(waits="")`, with(label, "waits", []string(nil))},
		{`label(text="a, b")`, `label(text="a, b")`, with(label, "text", "a, b")},
		{`label(text="none")`, "label", label},
		{"label(text=f( x = 1 ))", "label(text=f(x=1))", with(label, "text", "f(x=1)")},
		{"box(of=plain)", "box(of=plain)", thing{"of": thing{}, "lid": knob(2)}},
		{"box(of=plain())", "box(of=plain)", thing{"of": thing{}, "lid": knob(2)}},
		{"box(of=label(size=small))", "box(of=label)", thing{"of": label, "lid": knob(2)}},
		{"box(lid=knob(factor=1, count=2), of=plain)", "box(of=plain)", thing{"of": thing{}, "lid": knob(2)}},
		{"box(of=box(of=knob(every=1s, count=4)), lid=plain)", "box(of=box(of=knob(count=4)), lid=plain)",
			thing{"of": thing{"of": knob(4), "lid": knob(2)}, "lid": thing{}}},
	} {
		got, canonical, err := things().Parse(tt.text, 5*time.Second)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if !reflect.DeepEqual(got, tt.want) || canonical.String() != tt.canonical {
			t.Errorf("%s is %v, written %s; want %v, %s", tt.text, got, canonical, tt.want, tt.canonical)
		}
	}
}

// What Parse writes it reads, and both are the same.
func TestCanonicalFormMeansTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := randomThing(t, 3)
		made, canonical, err := things().Parse(text, time.Second)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		again, same, err := things().Parse(canonical.String(), time.Second)
		if err != nil {
			t.Fatalf("%s is written %s: %v", text, canonical, err)
		}
		if !reflect.DeepEqual(made, again) || same.String() != canonical.String() {
			t.Errorf("%s is %v, written %s; that is %v, written %s", text, made, canonical, again, same)
		}
	})
}

// randomThing returns a text without faults, with arguments in any order.
func randomThing(t *rapid.T, depth int) string {
	draw := func(values ...string) string { return rapid.SampledFrom(values).Draw(t, "value") }
	names := []string{"plain", "knob", "label"}
	if depth > 0 {
		names = append(names, "box", "box")
	}
	name := draw(names...)
	var args []string
	switch name {
	case "knob":
		args = []string{"count=" + draw("1", "7", "9007199254740992"), "factor=" + draw("1", "1.0", "0.5", "2"), "share=" + draw("0", "0.5", "1"),
			"wait=" + draw("0s", "1m", "60s", "3steps"), "every=" + draw("1s", "1step", "1ns")}
	case "label":
		args = []string{"text=" + draw("none", `""`, `"\n"`, "g(a=1)", "g"), "size=" + draw("small", "large"), "bold=" + draw("yes", "no"),
			"waits=" + draw("1s", "1s>2s"), "for=" + draw("hall", "attic+hall")}
	case "box":
		args = []string{"of=" + randomThing(t, depth-1), "lid=" + randomThing(t, depth-1)}
	}
	args = rapid.Permutation(args).Draw(t, "order")
	required := map[string]string{"knob": "count=", "box": "of="}[name]
	args = slices.DeleteFunc(args, func(arg string) bool {
		return (required == "" || !strings.HasPrefix(arg, required)) && rapid.Bool().Draw(t, "without")
	})
	return fmt.Sprintf("%s(%s)", name, strings.Join(args, ", "))
}

func FuzzForms(f *testing.F) {
	for _, text := range []string{"plain", "knob(count=3, wait=2steps)", `label(text="a, b", for=hall+attic)`, "box(of=box(of=plain), lid=label(bold=yes))"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		made, canonical, err := things().Parse(text, time.Second)
		if err != nil {
			return
		}
		again, same, err := things().Parse(canonical.String(), time.Second)
		if err != nil || !reflect.DeepEqual(made, again) || same.String() != canonical.String() {
			t.Errorf("%s is %v, written %s; that is %v, written %s: %v", text, made, canonical, again, same, err)
		}
	})
}
