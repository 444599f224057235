// Package suggest finds the name that a user probably meant. Distances are in
// letters.
package suggest

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Nearest returns the candidate nearest to word, if it is near enough to have
// been meant: of the letters of the longer one about a third differ at most, which
// is two of five and one of three. Among equally near ones the first wins.
func Nearest(word string, candidates []string) (nearest string, ok bool) {
	best := -1
	for _, candidate := range candidates {
		letters := utf8.RuneCountInString(candidate)
		most := (max(letters, utf8.RuneCountInString(word)) + 1) / 3
		if d := distance(word, candidate); d <= most && d < letters && (best < 0 || d < best) {
			best, nearest = d, candidate
		}
	}
	return nearest, nearest != ""
}

// Question returns `; did you mean "…"?`, or "" when no candidate is near. A word that
// several candidates begin with, as azure-2024 and azure-2026 do with azure, means any of
// them.
func Question(word string, candidates []string) string {
	var family []string
	for _, candidate := range candidates {
		if quoted := fmt.Sprintf("%q", candidate); strings.HasPrefix(candidate, word+"-") && !slices.Contains(family, quoted) {
			family = append(family, quoted)
		}
	}
	if n := len(family); word != "" && n > 1 {
		return fmt.Sprintf("; did you mean %s or %s?", strings.Join(family[:n-1], ", "), family[n-1])
	}
	nearest, ok := Nearest(word, candidates)
	switch {
	case ok:
		return fmt.Sprintf("; did you mean %q?", nearest)
	case word != "" && len(family) == 1:
		return fmt.Sprintf("; did you mean %s?", family[0])
	}
	return ""
}

// distance is the number of letters to insert, delete, replace or swap with
// their neighbour to turn a into b (optimal string alignment; Damerau, 1964).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last := make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row := make([]int, len(y)+1)
		row[0] = i
		for j := 1; j <= len(y); j++ {
			differ := 1
			if x[i-1] == y[j-1] {
				differ = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+differ)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(y)]
}
