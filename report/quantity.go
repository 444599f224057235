package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ratesim/claim"
	"ratesim/stats"
	"ratesim/suggest"
)

// A Measure is what the numbers of a figure are.
type Measure string

// The measures.
const (
	MeasureCount Measure = "count"
	MeasureShare Measure = "share" // in [0, 1]
	MeasureRatio Measure = "ratio" // of two counts
	MeasureTime  Measure = "time"  // in nanoseconds
	MeasureMoney Measure = "money" // in the currency of the price
)

// A Figure is a number of a run that cases are compared by.
type Figure struct {
	Name     string // of its column in the results
	Label    string // in tables
	Measure  Measure
	Better   int  // 1 when more is better, −1 when less is, 0 when neither is
	Headline bool // shown by default

	of         string // the column that a share is of
	percentile string // such as p95; "" for a figure that is none
	base       string // what that is of, such as latency
}

// LessonFigures returns the figures of a Row, in the order of Compare.
func LessonFigures() []Figure {
	headline := []string{"completed_share", "interactive_share", "calls", "wasted_tokens"}
	neither := []string{"calls", "tokens"}
	wholes := map[string]string{"completed_share": "requests", "correct_share": "requests", "interactive_share": "interactive_total"}
	var all []Figure
	for _, f := range figures() {
		made := Figure{Name: f.name, Label: f.label, Measure: MeasureCount, Better: -1, Headline: slices.Contains(headline, f.name), of: wholes[f.name]}
		switch {
		case made.of != "":
			made.Measure, made.Better = MeasureShare, 1
		case slices.Contains(neither, f.name):
			made.Better = 0
		}
		all = append(all, made)
	}
	return all
}

// FlowFigures returns the figures of a FlowRow with such percentiles, in the order of
// its columns; nil for the usual ones.
func FlowFigures(of []float64) []Figure {
	if of == nil {
		of = percents()
	}
	all := []Figure{
		{Name: "completed_share", Label: "completed", Measure: MeasureShare, Better: 1, Headline: true, of: "requests"},
		{Name: "given_up", Label: "given up", Better: -1},
		{Name: "unfinished", Label: "unfinished", Better: -1},
		{Name: "attempts", Label: "attempts"},
		{Name: "attempts_per_request", Label: "per request", Measure: MeasureRatio},
		{Name: "rate_limited", Label: "rate limit", Better: -1},
		{Name: "timeouts", Label: "timeouts", Better: -1},
		{Name: "partial", Label: "partial", Better: -1},
		{Name: "other_failures", Label: "other", Better: -1},
		{Name: "in_flight", Label: "in flight"},
	}
	for _, span := range []struct{ name, label string }{{"latency", "latency"}, {"answered", "answered"}, {"first_output", "first output"}, {"answer_begins", "begins"}} {
		for _, percent := range of {
			all = append(all, Figure{
				Name: fmt.Sprintf("%s_p%v_ns", span.name, percent), Label: fmt.Sprintf("%s p%v", span.label, percent),
				percentile: fmt.Sprintf("p%v", percent), base: span.name,
				Measure: MeasureTime, Better: -1, Headline: span.name == "latency" && percent == 95,
			})
		}
	}
	for _, name := range []string{"queue", "held", "backoff", "flight"} {
		all = append(all, Figure{Name: name + "_ns", Label: name, Measure: MeasureTime})
	}
	all = append(all,
		Figure{Name: "peak_in_window", Label: "peak"},
		Figure{Name: "tokens", Label: "tokens"},
		Figure{Name: "wasted_tokens", Label: "wasted", Better: -1, Headline: true},
		Figure{Name: "cost", Label: "cost", Measure: MeasureMoney, Headline: true},
		Figure{Name: "wasted_cost", Label: "wasted cost", Measure: MeasureMoney, Better: -1},
		Figure{Name: "fallback_person", Label: "to a person"},
		Figure{Name: "fallback_queue", Label: "to a queue"},
		Figure{Name: "fallback_model", Label: "to a model"},
		Figure{Name: "repeated_effects", Label: "repeated", Better: -1},
	)
	for i := range all {
		if all[i].Measure == "" {
			all[i].Measure = MeasureCount
		}
	}
	return all
}

// FigureNames returns the names of figures.
func FigureNames(figures []Figure) []string {
	var names []string
	for _, f := range figures {
		names = append(names, f.Name)
	}
	return names
}

// FindFigure returns the figure that a user names: by its column's name or as a
// percentile, such as p95(latency) for latency_p95_ns. Otherwise the error lists
// all and asks whether a near one was meant.
func FindFigure(figures []Figure, t claim.Term) (Figure, error) {
	name, called := t.Figure, t.Figure
	if strings.HasPrefix(t.Function, "p") {
		name, called = fmt.Sprintf("%s_%s_ns", t.Figure, t.Function), fmt.Sprintf("%s(%s)", t.Function, t.Figure)
	} else if t.Function != "" {
		return Figure{}, fmt.Errorf("want a percentile, such as p95, before a parenthesis; have %q", t.Function)
	}
	for _, f := range figures {
		if f.Name == name {
			return f, nil
		}
	}
	if near := nearFigure(name, figures); near != "" {
		return Figure{}, fmt.Errorf("no figure is called %q%s", called, near)
	}
	return Figure{}, fmt.Errorf("no figure is called %q; there are %s", called, strings.Join(FigureNames(figures), ", "))
}

// nearFigure asks whether a figure was meant whose name or label is near.
func nearFigure(name string, figures []Figure) string {
	for _, f := range figures {
		if name == f.Label || f.Name == name+"_share" {
			return fmt.Sprintf("; did you mean %q?", f.Name)
		}
	}
	return suggest.Question(name, FigureNames(figures))
}

// Nothing says why runs have no value of the figure, in words that go on "there is no
// value".
func (f Figure) Nothing() string {
	switch {
	case f.Name == "correct_share":
		return "no request says what its right answer is"
	case f.Measure == MeasureMoney:
		return "nothing has a price"
	case strings.HasPrefix(f.Name, "answered_"), strings.HasPrefix(f.Name, "answer_begins_"):
		return "in some no request is answered"
	}
	return "in some there is no request that it is of"
}

// within returns the interval of a mean without what no mean of the figure can be:
// none is below 0, no share above 1.
func (f Figure) within(e stats.Estimate) stats.Estimate {
	e.Low, e.High = max(e.Low, 0), max(e.High, 0)
	if f.Measure == MeasureShare {
		e.Low, e.High = min(e.Low, 1), min(e.High, 1)
	}
	return e
}

// manyDigits is from where on a number is written with an exponent.
const manyDigits = 1e15

// text returns a value of the figure for a person to read.
func (f Figure) text(value float64) string {
	switch {
	case math.IsNaN(value):
		return noValue
	case math.IsInf(value, 0):
		return "never"
	case f.Measure == MeasureTime:
		return signedSpan(value)
	case math.Abs(value) >= manyDigits:
		return strconv.FormatFloat(value, 'g', 4, 64)
	case f.Measure == MeasureShare, f.Measure == MeasureMoney:
		return withoutMinusZero(strconv.FormatFloat(value, 'f', 4, 64))
	case f.Measure == MeasureRatio:
		return withoutMinusZero(strconv.FormatFloat(value, 'f', 2, 64))
	case value == math.Trunc(value):
		return strconv.FormatFloat(value, 'f', 0, 64)
	}
	return withoutMinusZero(strconv.FormatFloat(value, 'f', 1, 64))
}

// change returns a difference with its sign, + for none at all.
func (f Figure) change(value float64) string {
	text := f.text(value)
	if math.IsNaN(value) || math.IsInf(value, 0) || strings.HasPrefix(text, "-") {
		return text
	}
	return "+" + text
}

func withoutMinusZero(text string) string {
	if strings.ContainsAny(text, "123456789") {
		return text
	}
	return strings.TrimPrefix(text, "-")
}

// signedSpan returns a span of nanoseconds, which may be negative.
func signedSpan(ns float64) string {
	if ns < 0 {
		return "-" + span(int64(math.Round(-ns)))
	}
	return span(int64(math.Round(ns)))
}
