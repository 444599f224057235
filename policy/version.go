package policy

import (
	"cmp"
	"strconv"
	"strings"
)

// Versions are those of a client that behave alike: all from From to To, numbers
// with dots between them. Each stands for all that begin so: To = 2 includes 2.99.
// The zero Versions are those of a client that has none.
type Versions struct{ From, To string }

// String returns the versions as one word that a spec can have after the @: 7,
// 4-5, 3.53-3.66, or 3.67+ for all of 3 from 3.67 on.
func (v Versions) String() string {
	switch {
	case v.From == v.To:
		return v.From
	case strings.HasPrefix(v.From, v.To+"."):
		return v.From + "+"
	}
	return v.From + "-" + v.To
}

// have reports whether a version, or all that begin with it, may be among these.
func (v Versions) have(version string) bool {
	if version == v.String() {
		return true
	}
	given, ok := versionNumbers(version)
	if !ok || v == (Versions{}) {
		return false
	}
	from, _ := versionNumbers(v.From)
	to, _ := versionNumbers(v.To)
	return compareVersions(from, given) <= 0 && compareVersions(given, to) <= 0
}

// compareVersions compares what two versions both say.
func compareVersions(a, b []int) int {
	for i := range min(len(a), len(b)) {
		if c := cmp.Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}

// versionNumbers reads numbers with dots between them, with a v before them or not.
func versionNumbers(text string) (numbers []int, ok bool) {
	for word := range strings.SplitSeq(strings.TrimPrefix(text, "v"), ".") {
		n, err := strconv.ParseUint(word, 10, 31)
		if err != nil {
			return nil, false
		}
		numbers = append(numbers, int(n))
	}
	return numbers, true
}
