package workload

import (
	"time"

	"ratesim/spec"
)

// Traffic is how the requests of a flow come: at instants of their own, or in a
// closed loop. One of the two is set.
type Traffic struct {
	Arrivals Arrivals
	Loop     *Loop
}

// A Source returns Traffic that nobody else uses.
type Source func() Traffic

// TrafficForms returns the kinds of traffic that a spec may name. Recorded ones have
// no arrivals.
func TrafficForms() spec.Forms[Source] { return TrafficFormsWith(nil) }

// TrafficFormsWith returns the kinds of traffic that a spec may name, with the
// recorded requests that are at hand.
func TrafficFormsWith(tapes Tapes) spec.Forms[Source] {
	return spec.Forms[Source]{What: "kind of arrivals", All: []spec.Form[Source]{
		{Name: "constant", About: "at equal distances", Arguments: withSpan(argumentRate), Read: func(r *spec.Reader) Source {
			s, rate := readSpan(r), readRate(r, "rate")
			return open(func() Arrivals { return &Constant{Span: s, Rate: rate} })
		}},
		{Name: "poisson", About: "independently of one another, so many on average", Arguments: withSpan(argumentRate), Read: func(r *spec.Reader) Source {
			s, rate := readSpan(r), readRate(r, "rate")
			return open(func() Arrivals { return NewPoisson(s, rate) })
		}},
		batchesForm(), rampForm(), onOffForm(), listForm(), loopForm(), recordedForm(tapes),
	}}
}

func open(arrivals func() Arrivals) Source {
	return func() Traffic { return Traffic{Arrivals: arrivals()} }
}

var argumentRate = spec.Argument{Name: "rate", Unit: "rate", About: "requests in a time, such as 2/s, 30/m or 5/250ms"}

var argumentChance = spec.Argument{Name: "chance", Unit: "yes or no", Default: "yes", About: "independently of one another, else at the distances of the rate"}

// withSpan returns arguments and those that bound all arrivals.
func withSpan(own ...spec.Argument) []spec.Argument {
	return append(own,
		spec.Argument{Name: "from", Unit: "duration", Default: "0s", About: "when the first may come"},
		spec.Argument{Name: "until", Unit: "duration", Default: "0s", Zero: "no end", About: "when no more come"},
		spec.Argument{Name: "count", Unit: "requests", Default: "0", Zero: "no bound", About: "how many come"},
	)
}

func readSpan(r *spec.Reader) Span {
	s := Span{From: r.Duration("from"), Until: r.Duration("until"), Count: int(r.Count("count", 0))}
	if s.Until > 0 && s.Until <= s.From {
		r.Fault("until", "want more than from, %v; have %v", s.From, s.Until)
	}
	return s
}

func readRate(r *spec.Reader, name string) Rate {
	text := r.Word(name)
	rate, message := ParseRate(text)
	if message != "" && r.Has(name) {
		r.Fault(name, "%s", message)
	}
	return rate
}

func batchesForm() spec.Form[Source] {
	return spec.Form[Source]{Name: "batches", About: "several at once, again and again", Arguments: withSpan(
		spec.Argument{Name: "size", Unit: "requests", About: "requests of a batch"},
		spec.Argument{Name: "every", Unit: "duration", Default: "0s", Zero: "one batch", About: "time between the beginnings of two batches"},
		spec.Argument{Name: "over", Unit: "duration", Default: "0s", Zero: "all at once", About: "a batch is spread over so long"},
	), Read: func(r *spec.Reader) Source {
		b := Batches{Span: readSpan(r), Size: int(max(1, r.Count("size", 1))), Every: r.Duration("every"), Over: r.Duration("over")}
		if b.Every > 0 && b.Over > b.Every {
			r.Fault("over", "want at most every, %v; have %v", b.Every, b.Over)
		}
		return open(func() Arrivals { one := b; return &one })
	}}
}

func rampForm() spec.Form[Source] {
	return spec.Form[Source]{Name: "ramp", About: "at a rate that changes evenly and then stays", Arguments: withSpan(
		spec.Argument{Name: "first", Unit: "rate", About: "rate at from"},
		spec.Argument{Name: "last", Unit: "rate", About: "rate at the end of the ramp and from then on"},
		spec.Argument{Name: "over", Unit: "duration", About: "how long the ramp is"},
		argumentChance,
	), Read: func(r *spec.Reader) Source {
		s, first, last, over, even := readSpan(r), readRate(r, "first"), readRate(r, "last"), r.Positive("over"), !r.Flag("chance")
		return open(func() Arrivals {
			ramp := NewRamp(s, first, last)
			ramp.Over, ramp.Even = over, even
			return ramp
		})
	}}
}

func onOffForm() spec.Form[Source] {
	return spec.Form[Source]{Name: "on-off", About: "for some time, then none for some time, again and again", Arguments: withSpan(
		argumentRate,
		spec.Argument{Name: "on", Unit: "duration", About: "how long requests come"},
		spec.Argument{Name: "off", Unit: "duration", About: "how long none come"},
		argumentChance,
		spec.Argument{Name: "drawn", Unit: "yes or no", Default: "no", About: "each on and off is drawn from an exponential distribution with that mean, else always the same"},
	), Read: func(r *spec.Reader) Source {
		s, rate, even, drawn := readSpan(r), readRate(r, "rate"), !r.Flag("chance"), r.Flag("drawn")
		on, off := r.Positive("on"), r.Duration("off")
		if drawn && rate.In > 0 && float64(on)*phasesMax < rate.mean() {
			r.Fault("on", "want at least a thousandth of the time between requests if it is drawn; have %v", on)
		}
		return open(func() Arrivals {
			return &OnOff{Poisson: *NewPoisson(s, rate), On: on, Off: off, Even: even, Drawn: drawn}
		})
	}}
}

// phasesMax bounds how many phases may pass between two requests, as each is drawn.
const phasesMax = 1000

func listForm() spec.Form[Source] {
	return spec.Form[Source]{Name: "at", About: "at given instants", Arguments: []spec.Argument{
		{Name: "times", Unit: "durations", About: "instants in order, joined by >, such as 0s>5.5s"},
	}, Read: func(r *spec.Reader) Source {
		times := readTimes(r)
		return open(func() Arrivals { return &Listed{Times: times} })
	}}
}

func readTimes(r *spec.Reader) []time.Duration {
	texts := r.List("times")
	if len(texts) == 0 && r.Has("times") {
		r.Fault("times", "want at least one instant; have none")
	}
	var times []time.Duration
	for _, text := range texts {
		at, message := spec.ParseDuration(text, r.Step())
		if message == "" && len(times) > 0 && at < times[len(times)-1] {
			message = "want instants in order; " + text + " comes after " + times[len(times)-1].String()
		}
		if message != "" {
			r.Fault("times", "%s", message)
			return nil
		}
		times = append(times, at)
	}
	return times
}

// workersMax bounds the workers of a loop: each takes up memory from the start.
const workersMax = 1 << 20

func loopForm() spec.Form[Source] {
	return spec.Form[Source]{Name: "loop", About: "workers, each of which sends its next request when its last one has ended", Arguments: []spec.Argument{
		{Name: "workers", Unit: "workers", About: "how many there are"},
		{Name: "count", Unit: "requests", Default: "0", Zero: "no bound", About: "requests of all workers"},
		{Name: "from", Unit: "duration", Default: "0s", About: "when the first worker begins"},
		{Name: "stagger", Unit: "duration", Default: "0s", About: "time between the beginnings of two workers"},
		{Name: "think", Unit: "duration", Default: "0s", About: "time between the end of a request and the next one"},
		{Name: "chance", Unit: "yes or no", Default: "no", About: "think is drawn from an exponential distribution with that mean, else always the same"},
	}, Read: func(r *spec.Reader) Source {
		l := Loop{
			Workers: int(r.Count("workers", 1)), Requests: int(r.Count("count", 0)),
			Start: r.Duration("from"), Stagger: r.Duration("stagger"), Think: r.Duration("think"), Drawn: r.Flag("chance"),
		}
		if l.Workers > workersMax {
			r.Fault("workers", "want at most %d; have %d", workersMax, l.Workers)
		}
		return func() Traffic { one := l; return Traffic{Loop: &one} }
	}}
}
