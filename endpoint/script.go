package endpoint

import (
	"strings"
	"time"

	"ratesim/spec"
)

// A Script strikes call after call as its steps say, and none after the last.
type Script struct {
	Steps      []Effect // a step without Status and Factor strikes nothing
	Times      int64    // how often the steps are gone through; 0 for once
	PerRequest bool     // a step is for a try of each request, not for a call whosever it is

	calls int64 // that it has seen
}

// Strike takes the next step.
func (f *Script) Strike(m *Meeting) (Effect, bool) {
	turn := f.calls
	if f.PerRequest {
		turn = int64(m.Try)
	}
	f.calls++
	steps := int64(len(f.Steps))
	if steps == 0 || turn/steps >= max(1, f.Times) {
		return Effect{}, false
	}
	e := f.Steps[turn%steps]
	return e, e.Status != OK || e.Factor > 0
}

// Reset begins with the first step.
func (f *Script) Reset() { f.calls = 0 }

// steps reads the steps of a script.
func steps(r *spec.Reader) (all []Effect) {
	for _, text := range r.List("steps") {
		word, number, has := strings.Cut(text, ":")
		step, ok := stepNamed(word)
		switch {
		case !ok:
			r.Fault("steps", "want ok, rate_limit, timeout, server_error, overloaded or connection; have %q", text)
		case has && !step.set(number):
			r.Fault("steps", "want a number after the colon that says how many seconds, or which status from 500 to 599; have %q", text)
		}
		all = append(all, step)
	}
	return all
}

// stepNamed returns the step of a script that has a name.
func stepNamed(word string) (Effect, bool) {
	e, ok := map[string]Effect{
		"ok":           {},
		"rate_limit":   {Status: RateLimit, HTTP: httpTooMany},
		"timeout":      {Status: Timeout, Billed: true},
		"server_error": {Status: ServerError, HTTP: httpUnavailable},
		"overloaded":   {Status: Overloaded, HTTP: httpOverloaded},
		"connection":   {Status: Connection},
	}[word]
	return e, ok
}

// set sets what the number of a step says.
func (e *Effect) set(number string) bool {
	d, err := time.ParseDuration(number + "s")
	if err != nil || strings.Trim(number, "0123456789.") != "" {
		return false
	}
	switch e.Status {
	case RateLimit:
		e.Wait, e.Told = TellsFixed, d
	case Timeout:
		e.After = d
	case ServerError:
		e.HTTP = int(d / time.Second)
		return d%time.Second == 0 && 500 <= e.HTTP && e.HTTP <= 599
	default:
		return false
	}
	return true
}
