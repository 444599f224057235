package policy

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"ratesim/spec"
)

// optional reads a duration that is 0 when it is not given.
func (r *reader) optional(key string) time.Duration {
	none := time.Duration(0)
	return r.duration(key, &none)
}

// exponentialNames are the arguments that say how waits grow.
var exponentialNames = []string{"base", "factor", "cap", "less", "whole"}

func (r *reader) exponential() Exponential {
	double := 2.0
	return Exponential{
		Base:   r.duration("base", nil),
		Factor: r.factor("factor", 1, &double),
		Cap:    r.optional("cap"),
		Less:   r.optional("less"),
		Whole:  r.optional("whole"),
	}
}

// growth reads what a jitter is put on.
func (r *reader) growth() Backoff {
	if !r.has("of") {
		return r.exponential()
	}
	for _, key := range exponentialNames {
		if arg := r.argument(key); arg != nil {
			r.fault(arg.At, "%s: of says how long to wait; %s belongs inside it", key, key)
		}
	}
	return r.nestedBackoff("of")
}

func readLinear(r *reader) Backoff {
	p := Linear{Base: r.duration("base", nil), Cap: r.optional("cap")}
	p.Increment = r.duration("increment", &p.Base)
	return p
}

func readPolynomial(r *reader) Backoff {
	p := Polynomial{Base: r.duration("base", nil), Power: r.factor("power", 0, nil), Cap: r.optional("cap")}
	const most = 64 // beyond it two failures are as many as ever
	if halves := 2 * p.Power; halves != math.Trunc(halves) || p.Power > most {
		r.fault(r.at("power"), "power: want a number of halves, such as 1.5, of at most %d; have %s", most, formatFloat(p.Power))
	}
	return p
}

func readList(r *reader) Backoff {
	v, ok := r.word("waits")
	if !ok {
		r.fault(r.spec.At, "%s wants waits, such as %s(waits=1s>5s>15s)", r.called, r.called)
		return ListOf(0)
	}
	var waits []time.Duration
	for word := range strings.SplitSeq(v.Text, ">") {
		wait, message := spec.ParseDuration(word, r.source.Step)
		if message != "" {
			r.fault(v.At, "waits: %s", message)
			return ListOf(0)
		}
		waits = append(waits, wait)
	}
	if len(waits) > listMax {
		r.fault(v.At, "waits: want at most %d; have %d", listMax, len(waits))
	}
	return ListOf(waits...)
}

func readProportional(r *reader) Backoff {
	p := ProportionalJitter{Of: r.growth(), Low: r.factor("low", 0, nil), High: r.factor("high", 0, nil)}
	if p.High < p.Low {
		r.fault(r.at("high"), "high: want at least low, %s; have %s", formatFloat(p.Low), formatFloat(p.High))
	}
	return p
}

func readDecorrelated(r *reader) Backoff {
	three, none := 3.0, 0.0
	return Decorrelated{
		Base:   r.duration("base", nil),
		Cap:    r.optional("cap"),
		Factor: r.factor("factor", 1, &three),
		From:   r.factor("from", 0, &none),
	}
}

func readRising(r *reader) Backoff {
	three := 3.0
	return RisingJitter{Base: r.duration("base", nil), Cap: r.optional("cap"), Factor: r.factor("factor", 1, &three)}
}

func readStages(r *reader) Backoff {
	p := Stages{First: r.nestedBackoff("first"), Failures: 1, Then: r.nestedBackoff("then")}
	if v, ok := r.word("failures"); ok {
		n, message := parseCount(v.Text, "failures")
		if message != "" {
			r.fault(v.At, "failures: %s", message)
		}
		p.Failures = n
	}
	return p
}

func readByKind(r *reader) Backoff {
	return ByKind{RateLimit: r.nestedBackoff("rate-limit"), Otherwise: r.nestedBackoff("otherwise")}
}

// parseCount reads a whole number of at least 1.
func parseCount(text, of string) (n int, message string) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 1, fmt.Sprintf("want a whole number of %s of at least 1; have %q", of, text)
	}
	return n, ""
}
