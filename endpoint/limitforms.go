package endpoint

import (
	"time"

	"ratesim/spec"
)

// LimitForms returns how limits are written. The scenario gives each Rule its
// name, and places those that go by the clock with BeganAt.
func LimitForms() spec.Forms[Rule] {
	return spec.Forms[Rule]{What: "limit", All: []spec.Form[Rule]{
		limitForm("sliding-log", "at most so many in any window, however it lies", nil, func(r *spec.Reader) maker {
			s := size(r)
			return timeless(r, func() *SlidingLog { return &SlidingLog{Limit: s.limit, Window: s.window} })
		}),
		limitForm("sliding-counter", "as sliding-log, estimated from this window of the clock and the one before", byClock(), func(r *spec.Reader) maker {
			s, c := size(r), clockOf(r)
			return placed(r, func(began time.Time) *SlidingCounter {
				return &SlidingCounter{Limit: s.limit, Window: s.window, Offset: c.offset(began, s.window)}
			})
		}),
		limitForm("fixed-window", "at most so many in each window, after which all are forgotten", byClock("first-call"), readFixedWindow),
		limitForm("sliced", "a limit per window that is enforced in slices, and as a whole; both go by the clock", append(byClock(),
			spec.Argument{Name: "slice", Unit: "duration", About: "length of a slice, at most the window; it admits limit · slice/window, rounded up"}), readSliced),
		limitForm("token-bucket", "a bucket that fills continuously, and from which calls take", []spec.Argument{
			{Name: "capacity", Unit: "units", Default: "0", Zero: "as limit", About: "what it holds when it is full, as it is at first"},
			{Name: "used", Unit: "units", Default: "0", Zero: "full", About: "what is missing at the beginning; it may be more than it holds"},
			{Name: "debt", Unit: "yes or no", Default: "no", About: "any size is admitted while it holds more than nothing, so that it may end up owing"},
		}, func(r *spec.Reader) maker {
			b := TokenBucket{Limit: size(r).limit, Per: size(r).window, Capacity: r.Count("capacity", 0), Used: r.Count("used", 0), Debt: r.Flag("debt")}
			return timeless(r, func() *TokenBucket { one := b; return &one })
		}),
		limitForm("gcra", "units are expected one by one, window/limit apart, and may come early by a burst", []spec.Argument{
			{Name: "burst", Unit: "units", Default: "1", About: "admitted at one instant, the first included"},
			{Name: "extra", Unit: "units", Default: "none", Zero: "burst=1", About: "the same without the first, as redis-cell's max_burst: `extra=15` is `burst=16`"},
		}, readGCRA),
		limitForm("leaky-bucket", "a bucket that leaks continuously, and into which calls pour", []spec.Argument{
			{Name: "burst", Unit: "units", Default: "0", Zero: "a minimum interval", About: "admitted at one instant on top of one, as nginx's burst"},
		}, func(r *spec.Reader) maker {
			s, burst := size(r), r.Count("burst", 0)
			return timeless(r, func() *LeakyBucket { return &LeakyBucket{Limit: s.limit, Per: s.window, Burst: burst} })
		}),
		intervalForm(),
		earnedForm(),
		concurrencyForm(),
	}}
}

// A maker makes limits for a run that begins at an instant.
type maker func(began time.Time) func() Limit

// limitForm returns the form of a limit per window, with its own arguments and
// those of every limit.
func limitForm(name, about string, own []spec.Argument, read func(*spec.Reader) maker) spec.Form[Rule] {
	arguments := append([]spec.Argument{
		{Name: "limit", Unit: "units", Zero: "admits nothing", About: "how many in each window"},
		{Name: "window", Unit: "duration", About: "how long a window is"},
	}, own...)
	return spec.Form[Rule]{Name: name, About: about, Arguments: append(arguments, ruleArguments()...), Read: func(r *spec.Reader) Rule {
		rule := readRule(r)
		rule.Charge = readCharge(r)
		rule.CountRefused = r.Flag("count-refused")
		return rule.made(read(r))
	}}
}

func intervalForm() spec.Form[Rule] {
	form := spec.Form[Rule]{Name: "interval", About: "units come no closer than so", Arguments: append([]spec.Argument{
		{Name: "apart", Unit: "duration", About: "the least time from one to the next"},
	}, ruleArguments()...)}
	form.Read = func(r *spec.Reader) Rule {
		rule := readRule(r)
		rule.Charge = readCharge(r)
		rule.CountRefused = r.Flag("count-refused")
		apart := r.Positive("apart")
		return rule.made(timeless(r, func() *LeakyBucket { return &LeakyBucket{Limit: 1, Per: apart} }))
	}
	return form
}

func concurrencyForm() spec.Form[Rule] {
	form := spec.Form[Rule]{Name: "concurrency", About: "at most so many calls at a time, each from its arrival until it ends", Arguments: append([]spec.Argument{
		{Name: "limit", Unit: "calls", Zero: "admits nothing", About: "how many at a time"},
	}, scopeArguments()...)}
	form.Read = func(r *spec.Reader) Rule {
		rule, limit := readRule(r), r.Count("limit", 0)
		rule.Charge.Of = InFlight
		return rule.made(timeless(r, func() *Concurrency { return &Concurrency{Limit: limit} }))
	}
	return form
}

// made returns the rule with what makes its limit.
func (r Rule) made(m maker) Rule {
	r.placed = m
	return r.BeganAt(time.Time{})
}

// BeganAt returns a rule that was parsed, for a run that begins at that instant:
// windows by the clock are placed by it. Before that they are placed as if the run
// began at midnight, in UTC.
func (r Rule) BeganAt(at time.Time) Rule {
	if r.placed != nil {
		r.New = r.placed(at)
	}
	return r
}

// sizing is a number of units per window.
type sizing struct {
	limit  int64
	window time.Duration
}

func size(r *spec.Reader) sizing {
	return sizing{limit: r.Count("limit", 0), window: r.Positive("window")}
}

// timeless returns what makes a limit that does not go by the clock.
func timeless[L any, P changeable[L]](r *spec.Reader, make func() P) maker {
	return placed(r, func(time.Time) P { return make() })
}

// placed returns what makes a limit that changes as its spec says.
func placed[L any, P changeable[L]](r *spec.Reader, make func(began time.Time) P) maker {
	changes := readChanges(r)
	return func(began time.Time) func() Limit {
		return func() Limit {
			one := make(began)
			if changes == nil {
				return one
			}
			return &Scheduled[L, P]{of: one, changes: changes}
		}
	}
}

func readFixedWindow(r *spec.Reader) maker {
	s, c := size(r), clockOf(r)
	return placed(r, func(began time.Time) *FixedWindow {
		return &FixedWindow{Limit: s.limit, Window: s.window, Offset: c.offset(began, s.window), FromFirst: c.begins == fromFirstCall}
	})
}

func readSliced(r *spec.Reader) maker {
	s, c, slice := size(r), clockOf(r), r.Positive("slice")
	if slice > s.window {
		r.Fault("slice", "want at most the window, %v; have %v", s.window, slice)
	}
	return placed(r, func(began time.Time) *Sliced {
		return &Sliced{Limit: s.limit, Window: s.window, Slice: slice, Offset: c.offset(began, s.window)}
	})
}

func readGCRA(r *spec.Reader) maker {
	g := GCRA{Limit: size(r).limit, Per: size(r).window, Burst: r.Count("burst", 1)}
	if r.Has("extra") {
		g.Burst = r.Count("extra", 0) + 1
	}
	if r.Has("extra") && r.Has("burst") {
		r.Fault("extra", "want either burst, which includes the first, or extra, which does not; have both")
	}
	return timeless(r, func() *GCRA { one := g; return &one })
}
