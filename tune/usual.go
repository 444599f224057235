package tune

import (
	"fmt"
	"slices"
	"time"

	"ratesim/policy"
)

// The usual ranges. Waits go to two minutes, as windows of a minute want it.
const (
	waitLeast     = 100 * time.Millisecond
	waitMost      = 2 * time.Minute
	waitMostSteps = 60
	attempts      = "2..10"
	growth        = "1.2..4"
)

// usual returns the usual ranges of a kind's arguments: of those that say how long to
// wait, of attempts and total, and of what becomes of hints.
func (w World) usual(kind string) []Dimension {
	var form policy.Form
	for _, f := range policy.Forms() {
		if f.Name == kind {
			form = f
		}
	}
	if !form.IsPart {
		return nil
	}
	waits, totals := w.waits()
	ranges := map[string]string{"wait": waits, "base": waits, "increment": waits, "jitter": waits, "cap": waits, "factor": growth}
	var all []Dimension
	add := func(name, text string) {
		d, message := parseDimension(name, text, w.Defaults.Step)
		if message != "" {
			panic("tune: usual range of " + name + ": " + message)
		}
		all = append(all, d)
	}
	for _, argument := range form.Own {
		if text := ranges[argument.Name]; text != "" && argument.Unit != "policy" {
			add(argument.Name, text)
		}
	}
	add("attempts", attempts)
	add("total", totals)
	if w.Hints {
		add("heed", "minimum|exact|ignore")
	}
	return all
}

// waits returns the usual ranges of a wait and of all waits together.
func (w World) waits() (waits, totals string) {
	if step := w.Defaults.Step; step > 0 {
		most := max(2, min(waitMostSteps, int64(w.Horizon/step)))
		return fmt.Sprintf("1step..%dsteps", most), fmt.Sprintf("0s|%dsteps..%dsteps", most, 4*most)
	}
	most := waitMost
	if w.Horizon > 0 {
		most = max(2*waitLeast, min(most, w.Horizon))
	}
	return fmt.Sprintf("%v..%v", waitLeast, most), fmt.Sprintf("0s|%v..%v", most/4, 4*most)
}

// Known returns the kinds that may be searched, those of Usual first.
func Known() []string {
	all := Usual()
	for _, name := range policy.Kinds() {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}
