package main

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"ratesim/hint"
	"ratesim/preset"
	"ratesim/report"
	"ratesim/scenario"
	"ratesim/wire"
)

// A pageWriter gathers what there is to say of a preset.
type pageWriter struct {
	filled  preset.Filled
	shown   scenario.Exhibit
	details []report.Detail
}

// say adds a detail that needs no evidence.
func (w *pageWriter) say(section, name, value, about string) {
	w.details = append(w.details, report.Detail{Section: section, Name: name, Value: value, About: about})
}

// parameters tells what may be said of an account, and what follows from it.
func (w *pageWriter) parameters() error {
	for _, p := range w.filled.Parameters {
		about := p.About
		if p.Unit == "word" {
			about += "; one of " + strings.Join(p.Words, ", ")
		} else if len(p.Words) > 0 {
			about += "; or " + strings.Join(p.Words, ", ")
		}
		if p.Unit != "word" {
			about = withUnit(p.Unit, about)
		}
		if p.Zero != "" {
			about += "; 0: " + p.Zero
		}
		if calculated(p.Default) {
			about += "; if not given, " + p.Default + rounded(p.Rounding)
		}
		w.say("parameters", p.Name, w.filled.Value(p.Name), about)
	}
	for _, d := range w.filled.Derived {
		w.say("derived", d.Name, w.filled.Value(d.Name), fmt.Sprintf("%s; %s%s", withUnit(d.Unit, d.About), d.Is, rounded(d.Rounding)))
	}
	return nil
}

// withUnit returns what something is about with its unit, unless that names it.
func withUnit(unit, about string) string {
	if strings.Contains(about, unit) {
		return about
	}
	return unit + "; " + about
}

// calculated reports whether a default is an expression.
func calculated(text string) bool {
	return strings.ContainsAny(text, "*/+") && strings.Contains(text, " ")
}

func rounded(rounding string) string {
	if rounding == "up" {
		return ", rounded up"
	}
	return ", rounded down"
}

// limits tells what is limited, and what a call counts.
func (w *pageWriter) limits() error {
	for _, l := range w.shown.Limits {
		w.say("limits", l.Name, l.Value, "")
	}
	for _, l := range w.shown.Charges {
		w.say("what a call counts", l.Name, "", l.Value)
	}
	for _, h := range w.shown.Hints {
		w.say("hints", h.Name, h.Value, "")
	}
	for _, f := range w.shown.Faults {
		w.say("faults", f.Name, f.Value, "")
	}
	w.say("statuses", "no room now", strconv.FormatInt(w.shown.Refused, 10), "")
	w.say("statuses", "never fits", strconv.FormatInt(w.shown.NeverFits, 10), "")
	return nil
}

// headers tells what answers carry, of calls of the same size in quick succession.
func (w *pageWriter) headers() error {
	err := w.sample(fmt.Sprintf("the first of calls of %d tokens and max_tokens %d, one each %v, is told", scenario.SampleInput, scenario.SampleMaxOutput, scenario.SampleEvery), &w.shown.Answered)
	if err == nil && w.shown.RefusedCall != nil {
		err = w.sample("the first that is refused is told", w.shown.RefusedCall)
	}
	if err == nil && w.shown.Larger != nil {
		err = w.sample("one that never fits is told", w.shown.Larger)
	}
	return err
}

// sample tells what one answer carries.
func (w *pageWriter) sample(section string, s *scenario.Sample) error {
	vendor, known := wire.VendorNamed(w.filled.Headers)
	if !known {
		return fmt.Errorf("there is no vendor %q", w.filled.Headers)
	}
	w.say(section, "status", strconv.Itoa(s.HTTP), "")
	header := http.Header{}
	if err := vendor.Write(header, s.Said, w.shown.Began.Add(s.At)); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(header)) {
		w.say(section, strings.ToLower(name), header.Get(name), "")
	}
	for _, h := range s.Said.Hints {
		switch h.Channel {
		case hint.Details:
			w.say(section, "body, retryDelay", wire.RetryDelayText(h), "")
		case hint.Message:
			w.say(section, "body, message", wire.Sentence(h), "")
		}
	}
	return nil
}

// refusals tells how else it refuses, and which tiers there are.
func (w *pageWriter) refusals() error {
	for _, r := range w.filled.Refusals {
		w.say("other refusals", strconv.Itoa(r.Status), r.Means, fmt.Sprintf("trying again %s; a fault such as %s", r.Again, r.Fault))
	}
	for _, t := range w.filled.Tiers {
		w.details = append(w.details, report.Detail{Section: "tiers", Name: t.Name, Value: w.filled.Name + "(" + t.Arguments + ")", Tag: t.Tag, Source: t.From, Date: t.Date})
	}
	return nil
}

// evidence tells what is known and how, and what is not.
func (w *pageWriter) evidence() error {
	for _, s := range w.filled.Statements {
		w.details = append(w.details, report.Detail{Section: "evidence", Name: s.Tag, About: s.Says, Tag: s.Tag, Source: s.From, Date: s.Date})
	}
	for _, u := range w.filled.Unexplained {
		w.say("readings that the rule does not explain", u.Reading, "", u.Why)
	}
	for i, left := range w.filled.LeftOut {
		w.say("left out", strconv.Itoa(i+1), "", left)
	}
	return nil
}
