package picture_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"ratesim/picture"
)

// manyPolicies returns one storm of many policies whose names begin alike.
func manyPolicies(t *testing.T, n int) *picture.Roll {
	t.Helper()
	r := &picture.Roll{}
	for i := range n {
		s := storm{load: "a load with a long name", policy: fmt.Sprintf("exponential(base=250ms,factor=2,cap=%ds,attempts=6,jitter=full)", i),
			flow: "a flow whose name is long enough to need two lines", refused: i % 4}
		if err := s.tell(t, r); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Finish(); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestPicturesFitTheTerminal(t *testing.T) {
	for _, kind := range picture.Kinds() {
		for _, r := range []*picture.Roll{roll(t, 3), manyPolicies(t, 15)} {
			for _, columns := range []int{40, 47, 60, 80, 120} {
				for _, ascii := range []bool{false, true} {
					for line := range strings.Lines(r.Text(kind, picture.Signs{Columns: columns, ASCII: ascii})) {
						if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > columns {
							t.Errorf("%s at %d columns: a line of %d: %s", kind, columns, n, line)
						}
					}
				}
			}
		}
	}
}

func TestManyPoliciesAreAllDrawnEachUnderANameOfItsOwn(t *testing.T) {
	for _, kind := range picture.Kinds() {
		sheet := manyPolicies(t, 15).Draw(kind)
		for i := range 15 {
			if want := fmt.Sprintf("cap=%ds", i); !strings.Contains(sheet.About, want) {
				t.Errorf("%s: %s is not drawn: %s", kind, want, sheet.About)
			}
		}
		notes := strings.Join(manyPolicies(t, 19).Draw(kind).Notes, " ")
		for _, want := range []string{"so 3 are left out", "cap=16s", "cap=17s", "cap=18s"} {
			if !strings.Contains(notes, want) {
				t.Errorf("%s: want %q in %s", kind, want, notes)
			}
		}
	}
}

// Each processor makes another number of NaN, so that no colour may be one.
func TestColoursAreColours(t *testing.T) {
	for _, kind := range picture.Kinds() {
		coloursAreColours(t, string(written(t, roll(t, 2), kind, picture.SVG)))
		sheet := roll(t, 2).Draw(kind)
		drawings, err := sheet.Drawings()
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range drawings {
			coloursAreColours(t, d.SVG)
		}
	}
}

var (
	painted = regexp.MustCompile(` (?:fill|stroke)="([^"]*)"`)
	colour  = regexp.MustCompile(`^(#[0-9A-F]{6}|none|currentColor)$`)
)

func coloursAreColours(t *testing.T, svg string) {
	t.Helper()
	for _, found := range painted.FindAllStringSubmatch(svg, -1) {
		if !colour.MatchString(found[1]) {
			t.Errorf("%s is no colour", found[0])
		}
	}
}

// A line of the grid would strike the words through.
func TestWhereNothingWasRefusedThereAreWordsAlone(t *testing.T) {
	r := &picture.Roll{}
	s := storm{load: "light", policy: "none", flow: "batch"}
	if err := s.tell(t, r); err != nil {
		t.Fatal(err)
	}
	if err := r.Finish(); err != nil {
		t.Fatal(err)
	}
	text := string(written(t, r, picture.Refusals, picture.SVG))
	if !strings.Contains(text, "no call was refused") || strings.Contains(text, "#C8C8C8") {
		t.Errorf("want the words and no grid in\n%s", text)
	}
}

// What is told by colour alone is lost on paper and on who sees none.
func TestNoTwoAreasDifferInColourAlone(t *testing.T) {
	for _, kind := range []picture.Kind{picture.Calls, picture.Refusals} {
		sheet := roll(t, 2).Draw(kind)
		drawings, err := sheet.Drawings()
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range drawings {
			plain := map[string]bool{}
			for _, found := range filled.FindAllStringSubmatch(d.SVG, -1) {
				plain[found[1]] = true
			}
			if len(plain) > 1 {
				t.Errorf("%s: %q has plain areas of several colours: %v", kind, d.About, plain)
			}
			if d.Chart != nil && (len(d.Chart.Lines) < 2 || !d.Chart.Lines[0].Stripes || d.Chart.Lines[1].Stripes) {
				t.Errorf("%s: want a striped area upon a plain one in %+v", kind, d.Chart.Lines)
			}
			if d.Key && strings.Count(d.SVG, `stroke="#D55E00"`) != 2 {
				t.Errorf("%s: want stripes and their outline in the key\n%s", kind, d.SVG)
			}
		}
	}
}

// filled is an area in a colour, not in ink.
var filled = regexp.MustCompile(`<path[^>]* fill="(#[0-9A-F]{6})"`)
