package scenario

import (
	"fmt"
	"strconv"
	"strings"

	"ratesim/spec"
	"ratesim/workload"
)

// A bareForm says which specs a value without a name may have been meant as, each
// with a %s for the value; "" where it makes no sense.
type bareForm struct {
	path     string // of the fields, with *
	count    string
	share    string // of a number between 0 and 1
	duration string
	rate     string
}

func bareForms() []bareForm {
	size := func(part string) bareForm {
		return bareForm{path: "flows.*." + part, count: "fixed(tokens=%s)"}
	}
	policy := func(path string) bareForm {
		return bareForm{path: path, count: "exponential(base=1s, attempts=%s)", duration: "fixed(wait=%s)"}
	}
	return []bareForm{
		{path: "endpoint.limits.*", count: "token-bucket(limit=%s, window=1m)"},
		{path: "endpoint.faults.*", share: "error(share=%s)", count: "first(failures=%s)", duration: "timeout(after=%s)"},
		{path: "endpoint.hints.*", duration: "seconds(value=%s)"},
		{path: "endpoint.latency", count: "constant(latency=%ss)", share: "constant(latency=%ss)", duration: "constant(latency=%s)"},
		{path: "endpoint.server", count: "server(slots=%s)"},
		{path: "governors.*", count: "concurrency(limit=%s)", duration: "interval(every=%s)"},
		{path: "flows.*.arrivals", count: "batches(size=%s)", rate: "poisson(rate=%s)"},
		{path: "flows.*.fallbacks", duration: "queue(after=%s)"},
		size("input"), size("cached"), size("estimate"), size("output"), size("max_output"),
		policy("policies.*"), policy("flows.*.policy"),
	}
}

// specOf returns the spec that a bare number, duration or rate may have been meant
// as in the fields of a path with *, "" if there is none.
func specOf(path, text string) string {
	for _, form := range bareForms() {
		if form.path == path {
			return form.of(text)
		}
	}
	return ""
}

func (f bareForm) of(text string) string {
	template := ""
	number, notANumber := strconv.ParseFloat(text, 64)
	_, notADuration := spec.ParseDuration(text, 0)
	_, notARate := workload.ParseRate(text)
	switch {
	case notANumber == nil && number > 0 && number < 1:
		template = f.share
	case notANumber == nil && strings.Trim(text, "0123456789") == "":
		template = f.count
	case notADuration == "":
		template = f.duration
	case notARate == "":
		template = f.rate
	}
	if template == "" {
		return ""
	}
	return fmt.Sprintf(template, text)
}

// wantSpec returns what is wrong with a bare value where a spec belongs, "" if it
// cannot be told what was meant.
func wantSpec(path, text string) string {
	meant := specOf(path, text)
	if meant == "" {
		return ""
	}
	return fmt.Sprintf("want a spec such as %s; have %s", meant, text)
}
