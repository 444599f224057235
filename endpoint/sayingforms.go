package endpoint

import (
	"strconv"
	"strings"

	"ratesim/hint"
	"ratesim/spec"
)

// HintForms returns how hints are written.
func HintForms() spec.Forms[Saying] {
	return spec.Forms[Saying]{What: "hint", All: []spec.Form[Saying]{
		waitForm("seconds", "the wait in seconds, whole ones unless step says otherwise, as `Retry-After`", hint.Seconds),
		waitForm("milliseconds", "the wait in milliseconds, as `retry-after-ms`", hint.Milliseconds),
		waitForm("date", "the instant until which to wait, as an HTTP date", hint.Date),
		waitForm("duration", "the wait as a text with units, such as `6m0s`", hint.Duration),
		{Name: "reset", About: "when a limit is full again, or a window by the clock ends", Arguments: append(append([]spec.Argument{
			{Name: "notation", Unit: "word", Default: "units", Choices: []string{"units", "number", "rfc3339", "unix-seconds", "unix-milliseconds", "http-date"},
				About: "`6m0s`, seconds from now, or an instant"},
		}, dimensionArguments()...), valueArguments("all")...), Read: readReset},
		{Name: "limits", About: "how many units a limit has, and how many are left", Arguments: append([]spec.Argument{
			argumentStatuses("all"), argumentLimit(), argumentFits(),
			{Name: "nearest", Unit: "units", Default: "1", About: "what is left is said to the nearest multiple of it"},
			{Name: "owing", Unit: "yes or no", Default: "yes", About: "what is left may be said to be below 0; with `no` it is 0 then"},
			{Name: "total", Unit: "yes or no", Default: "yes", About: "the limit is said, too; with `no` only what is left"},
		}, dimensionArguments()...), Read: func(r *spec.Reader) Saying {
			return Saying{After: statuses(r), Limit: named(r), Left: !r.Flag("total"), Fits: fits(r), Nearest: r.Count("nearest", 1), Owing: r.Flag("owing"), Format: hint.Format{Of: dimension(r)}}
		}},
		{Name: "should-retry", About: "tells the client to try again, or not to", Arguments: []spec.Argument{
			{Name: "again", Unit: "yes or no", Default: "yes", About: "which of the two"},
			argumentStatuses("429"), argumentFits(),
		}, Read: func(r *spec.Reader) Saying {
			return Saying{Format: hint.Format{Kind: hint.ShouldRetry}, Again: r.Flag("again"), After: statuses(r), Fits: fits(r)}
		}},
	}}
}

// waitForm returns the form of a hint that is a wait.
func waitForm(name, about string, kind hint.Kind) spec.Form[Saying] {
	return spec.Form[Saying]{Name: name, About: about, Arguments: append([]spec.Argument{
		{Name: "channel", Unit: "word", Default: "common", Choices: []string{"common", "azure", "aws", "grpc", "details", "message"},
			About: "by which field it comes: that which most share, a vendor's own, or the body's `details` or `message`"},
	}, valueArguments("429")...), Read: func(r *spec.Reader) Saying {
		s := readValue(r)
		s.Format.Kind, s.Format.Channel = kind, hint.Channel(r.Choice("channel"))
		return s
	}}
}

// valueArguments returns the arguments of all that says a time.
func valueArguments(after string) []spec.Argument {
	return []spec.Argument{
		{Name: "value", Unit: "duration", Default: "exact", About: "what is said: what holds, or always the same, such as `30s`"},
		{Name: "rounding", Unit: "word", Default: "up", Choices: []string{"up", "down", "nearest"}, About: "to a multiple of step"},
		{Name: "step", Unit: "duration", Default: "0s", Zero: "as the kind is usually said", About: "the times that can be said are multiples of it"},
		{Name: "times", Unit: "factor", Default: "1", About: "wrong on purpose: multiplies what is said, to a millionth"},
		{Name: "add", Unit: "duration", Default: "0s", Zero: "nothing", About: "wrong on purpose: added"},
		{Name: "less", Unit: "duration", Default: "0s", Zero: "nothing", About: "wrong on purpose: taken off, even below 0"},
		argumentStatuses(after), argumentLimit(), argumentFits(),
	}
}

func argumentFits() spec.Argument {
	return spec.Argument{Name: "fits", Unit: "word", Default: "any", Choices: []string{"any", "sometime", "never"},
		About: "whose answers carry it: `any` request, one that fits or will (`sometime`), or one that `never` fits"}
}

func fits(r *spec.Reader) Fits { return Fits(r.Choice("fits")) }

func argumentLimit() spec.Argument {
	return spec.Argument{Name: "limit", Unit: "name", Default: "any", About: "the limit that it is about; `any` is the one that refused, or else the first"}
}

func argumentStatuses(value string) spec.Argument {
	return spec.Argument{Name: "after", Unit: "statuses", Default: value, About: "HTTP statuses that carry it, joined by `+`, such as `429+5xx`; `all` for any"}
}

// dimensionArguments returns the arguments of what a limit is called.
func dimensionArguments() []spec.Argument {
	return []spec.Argument{
		{Name: "called", Unit: "name", Default: "nothing", About: "the limit's name where one server has several of a kind"},
		{Name: "window", Unit: "duration", Default: "0s", Zero: "not said", About: "over which it counts, as the field's name says"},
	}
}

func readValue(r *spec.Reader) Saying {
	s := Saying{
		Format: hint.Format{Rounding: hint.Rounding(r.Choice("rounding")), Step: r.Duration("step")},
		Times:  inMillionths(r.Number("times", 1e-6, 1e6)),
		Add:    r.Duration("add"),
		Less:   r.Duration("less"),
		After:  statuses(r),
		Limit:  named(r),
		Fits:   fits(r),
	}
	if s.Fixed = r.Word("value") != "exact"; s.Fixed {
		s.Value = r.Duration("value")
	}
	return s
}

func readReset(r *spec.Reader) Saying {
	s := readValue(r)
	s.Format.Kind, s.Format.Of = hint.Reset, dimension(r)
	s.Format.Notation = [...]hint.Notation{hint.Units, hint.Number, hint.RFC3339, hint.UnixSeconds, hint.UnixMilliseconds, hint.HTTPDate}[r.Choice("notation")]
	return s
}

func named(r *spec.Reader) string {
	if name := r.Word("limit"); name != "any" {
		return name
	}
	return ""
}

func dimension(r *spec.Reader) hint.Dimension {
	d := hint.Dimension{Name: r.Word("called"), Window: r.Duration("window")}
	if d.Name == "nothing" {
		d.Name = ""
	}
	return d
}

// statuses reads the statuses of answers.
func statuses(r *spec.Reader) (all Statuses) {
	for word := range strings.SplitSeq(r.Word("after"), "+") {
		class, isClass := strings.CutSuffix(word, "xx")
		n, err := strconv.Atoi(class)
		switch {
		case word == "all":
			all = append(all, StatusRange{First: 1, Last: 599})
		case err == nil && isClass && 1 <= n && n <= 5:
			all = append(all, StatusRange{First: 100 * n, Last: 100*n + 99})
		case err == nil && !isClass && 100 <= n && n <= 599:
			all = append(all, StatusRange{First: n, Last: n})
		default:
			r.Fault("after", "want statuses such as 429+5xx, or all; have %q", word)
		}
	}
	return all
}
