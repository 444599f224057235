package scenario

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Up to U+00FF they are just those; beyond it the pattern lets more through.
func TestPlainNamesAreThoseOfThePattern(t *testing.T) {
	pattern := regexp.MustCompile(namePattern)
	check := func(name string) bool {
		beyond := strings.ContainsFunc(name, func(r rune) bool { return r > 0xff })
		return isPlain(name) == pattern.MatchString(name) || beyond && !isPlain(name)
	}
	for _, name := range []string{"", "a", "-", "_a", "a-", "a_b-9", "9", "ağaç", "½", "a b", "a.b", "a\n", "a\u00b7b", "a\u00d7", "µ", "a/b", "a^", "a`", "a[", "a]", "a@", "a{", "a\u2028", "a\u3000b"} {
		if !check(name) {
			t.Errorf("%q is plain: %v; the pattern says otherwise", name, isPlain(name))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		if name := rapid.String().Draw(t, "name"); !check(name) {
			t.Fatalf("%q is plain: %v; the pattern says otherwise", name, isPlain(name))
		}
	})
}
