package spec

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestStringQuotesWhatIsNoWord(t *testing.T) {
	for _, tt := range []struct {
		s    Spec
		want string
	}{
		{New("none"), "none"},
		{Spec{Name: "sdk", Version: "v1"}, "sdk@v1"},
		{New("f", Word("a", "1s"), Word("b", "")), `f(a=1s, b="")`},
		{New("f", Word("a", "x y")), `f(a="x y")`},
		{New("f", Word("a", "x,y")), `f(a="x,y")`},
		{New("f", Word("a", `x"y`)), `f(a="x\"y")`},
		{New("f", Word("a", "x\u00a0y")), `f(a="x\u00a0y")`}, // a blank that does not look like one
		{New("f", Word("a", "x\u2028y")), `f(a="x\u2028y")`},
		{New("f", Word("a", "\ufffd\xff")), `f(a="` + "\ufffd" + `\xff")`},
		{New("f", Word("a", "çağrı")), "f(a=çağrı)"},
		{New("f", nested("a", New("g", Word("b", "(")))), `f(a=g(b="("))`},
		{New("f", nested("a", New("g"))), "f(a=g)"},
	} {
		if got := tt.s.String(); got != tt.want {
			t.Errorf("%#v is written %s; want %s", tt.s, got, tt.want)
		}
	}
}

func TestWithLeavesTheOriginalAlone(t *testing.T) {
	base := New("f", Word("a", "1"))
	base.Args = slices.Grow(base.Args, 4)
	first, second := base.With(Word("b", "2")), base.With(Word("c", "3"), Word("d", "4"))
	for _, tt := range []struct {
		s    Spec
		want string
	}{
		{base, "f(a=1)"}, {first, "f(a=1, b=2)"}, {second, "f(a=1, c=3, d=4)"},
	} {
		if got := tt.s.String(); got != tt.want {
			t.Errorf("have %s; want %s", got, tt.want)
		}
	}
}

func TestAsSpecTakesNamesOnly(t *testing.T) {
	inner := Spec{Name: "g", Version: "2"}
	for _, tt := range []struct {
		v    Value
		want Spec
		ok   bool
	}{
		{Value{Spec: &inner}, inner, true},
		{Value{Text: "g-1", At: 7}, Spec{Name: "g-1", At: 7}, true},
		{Value{Text: ""}, Spec{}, false},
		{Value{Text: "1.5s"}, Spec{}, false},
		{Value{Text: "g(a=1)"}, Spec{}, false}, // had quotes
		{Value{Text: " g"}, Spec{}, false},
	} {
		if got, ok := tt.v.AsSpec(); !reflect.DeepEqual(got, tt.want) || ok != tt.ok {
			t.Errorf("AsSpec of %#v = %+v, %v; want %+v, %v", tt.v, got, ok, tt.want, tt.ok)
		}
	}
}

// specs generates specs with others in them, at most so deep.
func specs(depth int) *rapid.Generator[Spec] {
	name := rapid.StringMatching(`[a-z0-9_-]{1,8}`)
	return rapid.Custom(func(t *rapid.T) Spec {
		s := Spec{Name: name.Draw(t, "name")}
		s.Version = rapid.OneOf(rapid.Just(""), rapid.StringMatching(`[0-9v.+/:_-]{1,5}`)).Draw(t, "version")
		for _, key := range rapid.SliceOfNDistinct(name, 0, 4, rapid.ID).Draw(t, "keys") {
			if depth > 0 && rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
				if inner := specs(depth-1).Draw(t, "inner"); inner.Version != "" || len(inner.Args) > 0 {
					s.Args = append(s.Args, nested(key, inner))
					continue
				}
			}
			text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[0-9a-z.]+`), bytesAsText()).Draw(t, "text")
			s.Args = append(s.Args, Word(key, text))
		}
		return s
	})
}

// bytesAsText generates strings that need not be UTF-8.
func bytesAsText() *rapid.Generator[string] {
	return rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })
}

func TestParseGivesBackWhatStringWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := specs(3).Draw(t, "spec")
		got, err := Parse(want.String())
		if err != nil {
			t.Fatalf("%v", err)
		}
		if got = withoutPlaces(got); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q is read as %#v; want %#v", want, got, want)
		}
	})
}
