package scenario

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Up to U+FFFF they are just those; beyond it the schema lets more through.
func TestNamesAreThoseOfTheSchema(t *testing.T) {
	t.Run("plain", func(t *testing.T) { namesAreThose(t, isPlain, namePattern) })
	t.Run("model", func(t *testing.T) { namesAreThose(t, isModel, modelPattern) })
}

func namesAreThose(t *testing.T, isName func(string) bool, fit string) {
	pattern, others := regexp.MustCompile(fit), regexp.MustCompile(nameSchema().Not.Pattern)
	check := func(name string) bool {
		beyond := strings.ContainsFunc(name, func(r rune) bool { return r > 0xffff })
		fits := pattern.MatchString(name) && !others.MatchString(name)
		return isName(name) == fits || beyond && !isName(name)
	}
	for _, name := range []string{"", "a", "-", "@a", "a@b", "/a", "a:", ":a", ".a", "a+b", "a;b", "a?", "a\\", "a_", "_a", "a-", "a_b-9", "9", "ağaç", "½", "a b", "a.b", "a\n", "a\u00b7b", "a\u00d7", "µ", "a/b", "a^", "a`", "a[", "a]", "a@", "a{", "a\u2028", "a\u3000b", "a→b", "₂", "ⅷ", "中文", "a\u0301", "€", "…", "\ue000", "\uffff", "𝒜", "🚀"} {
		if !check(name) {
			t.Errorf("%q is a name: %v; the schema says otherwise", name, isName(name))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		if name := rapid.String().Draw(t, "name"); !check(name) {
			t.Fatalf("%q is a name: %v; the schema says otherwise", name, isName(name))
		}
	})
}
