package picture

import (
	"fmt"
	"testing"
	"unicode/utf8"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"
)

func TestNamesThatLookAlikeAreCutWhereTheyDiffer(t *testing.T) {
	const start = "exponential(base=250ms,factor=2,"
	for _, test := range []struct {
		why   string
		names []string
		want  string
	}{
		{"short ones stay", []string{"none", "fixed"}, `["none" "fixed"]`},
		{"the beginning says enough", []string{"none", start + "cap=8s)"}, `["none" "exponential(base=25…"]`},
		{"the end says more", []string{"none", start + "cap=8s)", start + "cap=9s)"}, `["none" "exponentia…2,cap=8s)" "exponentia…2,cap=9s)"]`},
		{"the middle says more", []string{start + "cap=8s,attempts=5,jitter=full)", start + "cap=9s,attempts=5,jitter=full)"},
			`["expon…cap=8s,attemp…" "expon…cap=9s,attemp…"]`},
		{"the same in print", []string{"a\tb", "a\nb"}, `["a b #1" "a b #2"]`},
	} {
		labels := labelsOf(test.names, 20)
		var have []string
		for _, name := range test.names {
			have = append(have, labels[name])
		}
		if fmt.Sprintf("%q", have) != test.want {
			t.Errorf("%s: have %q; want %s", test.why, have, test.want)
		}
	}
}

func TestNoTwoLabelsAreTheSameAndNoneTooLong(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`(ab|a,|\n){0,12}[abc]{0,30}`), 1, 20, rapid.ID).Draw(t, "names")
		most := rapid.IntRange(12, 34).Draw(t, "most")
		met := map[string]bool{}
		for _, label := range labelsOf(names, most) {
			if n := utf8.RuneCountInString(label); n > most {
				t.Fatalf("%q has %d signs; want at most %d", label, n, most)
			}
			met[label] = true
		}
		if len(met) != len(names) {
			t.Fatalf("%d labels of %d names", len(met), len(names))
		}
	})
}

func TestPoliciesHaveALookOfTheirOwn(t *testing.T) {
	met := map[string]bool{}
	for place := range policiesMost {
		l := lookOf(place)
		met[fmt.Sprintf("%v %T", l.color, l.glyph)] = true
	}
	if len(met) != policiesMost {
		t.Errorf("%d looks of %d policies", len(met), policiesMost)
	}
}

func TestTitlesAreAsWideAsTheirPanel(t *testing.T) {
	for _, title := range []string{"short", "heavy: a flow with quite a long name that goes on and on completed", "onewordthathasnoblankatallbutisfartoolongforit: another"} {
		p := newPlot(title)
		entitle(p, 200)
		if have := p.Title.TextStyle.Width(p.Title.Text); have > vg.Length(200) {
			t.Errorf("%q is %v wide", p.Title.Text, have)
		}
		if title == "short" && p.Title.Text != title {
			t.Errorf("%q was changed to %q", title, p.Title.Text)
		}
	}
}
