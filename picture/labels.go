package picture

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// printed returns a name on one line, free of what would steer a terminal.
func printed(name string) []rune {
	signs := []rune(strings.ToValidUTF8(name, "\uFFFD"))
	for i, sign := range signs {
		if !unicode.IsPrint(sign) {
			signs[i] = ' '
		}
	}
	return signs
}

// nameMost is how much of a name is shown, in signs.
const nameMost = 34

// shortened returns what a name is called that stands by itself.
func shortened(name string) string { return withoutEnd(printed(name), nameMost) }

// labelsOf returns what names are called where there is room for so many signs: no two
// the same. What is too long is cut at its end; where that makes two alike, in its
// middle, or but for where it differs from the others, or all are numbered.
func labelsOf(names []string, most int) map[string]string {
	var signs [][]rune
	for _, name := range names {
		signs = append(signs, printed(name))
	}
	labels := map[string]string{}
	for _, way := range []func(all [][]rune, i, most int) string{
		func(all [][]rune, i, most int) string { return withoutEnd(all[i], most) },
		func(all [][]rune, i, most int) string { return withoutMiddle(all[i], most) },
		difference,
		numbered,
	} {
		met := map[string]bool{}
		for i, name := range names {
			labels[name] = way(signs, i, most)
			met[labels[name]] = true
		}
		if len(met) == len(labels) {
			break
		}
	}
	return labels
}

// withoutEnd returns the beginning of a name.
func withoutEnd(name []rune, most int) string {
	if len(name) <= most {
		return string(name)
	}
	return string(name[:most-1]) + "…"
}

// withoutMiddle returns the beginning and the end of a name.
func withoutMiddle(name []rune, most int) string {
	if len(name) <= most {
		return string(name)
	}
	tail := (most - 1) / 2
	return string(name[:most-1-tail]) + "…" + string(name[len(name)-tail:])
}

// difference returns a little of a name's beginning, and what follows from where it
// differs from all others on: from the beginning of the word in which it does.
func difference(all [][]rune, i, most int) string {
	name := all[i]
	if len(name) <= most {
		return string(name)
	}
	from := 0
	for j, other := range all {
		if j != i {
			from = max(from, shared(name, other))
		}
	}
	head := most / 4
	room := most - head - 1
	for back := from; back > max(head, from-room/2); back-- {
		if slices.Contains([]rune(" ,;(/+-_"), name[back-1]) {
			from = back
			break
		}
	}
	from = min(from, len(name)-room)
	if from <= head {
		return withoutEnd(name, most)
	}
	return string(name[:head]) + "…" + withoutEnd(name[from:], room)
}

// shared returns how many signs two names begin with alike.
func shared(a, b []rune) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// numbered returns the beginning of a name with its place among all, but for what is
// short enough and the only one of its kind.
func numbered(all [][]rune, i, most int) string {
	only := func(other []rune) bool { return slices.Equal(other, all[i]) }
	if len(all[i]) <= most && slices.IndexFunc(all, only) == i && !slices.ContainsFunc(all[i+1:], only) {
		return string(all[i])
	}
	place := fmt.Sprintf(" #%d", i+1)
	return withoutEnd(all[i], max(2, most-len(place))) + place
}
