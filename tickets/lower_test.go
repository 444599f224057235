package tickets

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// lessonLower is what the lesson's language does with each code point.
type lessonLower struct {
	Lower        [][2]any    `json:"lower"` // code point and its lower case
	Spaces       []rune      `json:"spaces"`
	SigmaCased   [][2]rune   `json:"sigma_cased"` // from and to, both included
	SigmaIgnored [][2]rune   `json:"sigma_ignored"`
	Strings      [][2]string `json:"strings"`
}

func readLessonJSON(t testing.TB, name string, into any) {
	t.Helper()
	text, err := os.ReadFile("../testdata/lesson/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

func readLessonLower(t testing.TB) lessonLower {
	t.Helper()
	var l lessonLower
	readLessonJSON(t, "lower.json", &l)
	if len(l.Lower) != 1433 || len(l.Spaces) != 29 || len(l.Strings) != 3000 {
		t.Fatalf("lower.json has %d letters, %d spaces and %d strings", len(l.Lower), len(l.Spaces), len(l.Strings))
	}
	return l
}

// codePoints calls check with each code point that a text can hold.
func codePoints(check func(r rune)) {
	for r := range rune(unicode.MaxRune + 1) {
		if utf8.ValidRune(r) {
			check(r)
		}
	}
}

func TestEachCodePointIsLoweredAsInTheLesson(t *testing.T) {
	lowered := map[rune]string{}
	for _, pair := range readLessonLower(t).Lower {
		lowered[rune(pair[0].(float64))] = pair[1].(string)
	}
	codePoints(func(r rune) {
		want, changes := lowered[r]
		if !changes {
			want = string(r)
		}
		if got := Lower(string(r)); got != want {
			t.Errorf("Lower(%U) = %+q; want %+q", r, got, want)
		}
	})
}

func TestStringsAreLoweredAsInTheLesson(t *testing.T) {
	for _, pair := range readLessonLower(t).Strings {
		if got := Lower(pair[0]); got != pair[1] {
			t.Errorf("Lower(%+q) = %+q; want %+q", pair[0], got, pair[1])
		}
	}
}

func TestSpacesAreTheLessons(t *testing.T) {
	spaces := map[rune]bool{}
	for _, r := range readLessonLower(t).Spaces {
		spaces[r] = true
	}
	codePoints(func(r rune) {
		if got := isSpace(r); got != spaces[r] {
			t.Errorf("isSpace(%U) = %v; want %v", r, got, spaces[r])
		}
	})
}

// The lesson's language has Unicode 14.0. What later versions add to it was
// unassigned there: in 15.0, 6 cased code points and 105 that are passed over.
func TestLettersBesideSigmaAreTheLessons(t *testing.T) {
	l := readLessonLower(t)
	for _, tt := range []struct {
		what   string
		ranges [][2]rune
		is     func(rune) bool
		added  int // in Unicode 15.0
	}{
		{"cased", l.SigmaCased, func(r rune) bool { return isCased(r) && !isCaseIgnorable(r) }, 6},
		{"ignored", l.SigmaIgnored, isCaseIgnorable, 105},
	} {
		within := map[rune]bool{}
		for _, bounds := range tt.ranges {
			for r := bounds[0]; r <= bounds[1]; r++ {
				within[r] = true
			}
		}
		added := 0
		codePoints(func(r rune) {
			switch got := tt.is(r); {
			case within[r] && !got:
				t.Errorf("%U should be %s", r, tt.what)
			case got && !within[r]:
				added++
			}
		})
		if unicode.Version == "15.0.0" && added != tt.added {
			t.Errorf("%d code points more are %s; want %d", added, tt.what, tt.added)
		}
	}
}

func TestSigmaEndsWordsOnly(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Σ", "σ"},
		{"ΑΣ", "ας"},
		{"ΑΣΑ", "ασα"},
		{"ΣΑΣ ΣΑΣ", "σας σας"},
		{"ΑΣΣ", "ασς"},
		{"ΑΣ.", "ας."},
		{"ΑΣ.Α", "ασ.α"},
		{"Α'Σ", "α'ς"},
		{"'Σ", "'σ"},
		{"1Σ", "1σ"},
		{"ΑΣ1", "ας1"},
		{"ΑΣ,Α", "ας,α"},
		{"Α\u0301Σ\u0301", "α\u0301ς\u0301"},
		{"İΣ", "i\u0307ς"},
		{"ΑΣ\xff", "ας\ufffd"}, // a byte that is no text is a character without case
	} {
		if got := Lower(tt.text); got != tt.want {
			t.Errorf("Lower(%+q) = %+q; want %+q", tt.text, got, tt.want)
		}
	}
}

// A text that has nothing to lower is not copied.
func TestPlainTextIsLoweredInPlace(t *testing.T) {
	text := strings.Repeat("talep 4001 , fatura ", 10)
	if allocations := testing.AllocsPerRun(100, func() { Lower(text) }); allocations != 0 {
		t.Errorf("Lower allocates %v times; want 0", allocations)
	}
}

// Letters between two sigmas are looked at once from either side, however many
// there are.
func TestManySigmasTakeLinearTime(t *testing.T) {
	text := strings.Repeat("Σ", 200_000) + strings.Repeat("'", 200_000) + "Σ"
	want := strings.Repeat("σ", 200_000) + strings.Repeat("'", 200_000) + "ς"
	if got := Lower(text); got != want {
		t.Errorf("Lower of many sigmas ends in %+q", got[len(got)-8:])
	}
}
