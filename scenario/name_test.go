package scenario

import (
	"regexp"
	"testing"

	"pgregory.net/rapid"
)

func TestPlainNamesAreThoseOfThePattern(t *testing.T) {
	pattern := regexp.MustCompile(namePattern)
	check := func(name string) bool { return isPlain(name) == pattern.MatchString(name) }
	for _, name := range []string{"", "a", "-", "_a", "a-", "a_b-9", "9", "ağaç", "½", "a b", "a.b", "a\n", "\xff", "a\xff", "\u0301", "\ufffd"} {
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
