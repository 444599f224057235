package policy

import "time"

// A rule is an Argument that every policy takes besides those of its form, and
// how it is read and written.
type rule struct {
	Argument
	access
}

// Rules returns the arguments that every policy takes besides those of its form,
// but for none and layers.
func Rules() []Argument {
	var all []Argument
	for _, r := range rules() {
		all = append(all, r.Argument)
	}
	return all
}

// Bounds returns the arguments that every policy takes, and every backoff inside
// one, too: they bound the wait that comes of it, jitter included.
func Bounds() []Argument {
	return []Argument{
		{Name: "min-wait", Unit: "duration", Default: "0s", Zero: "no bound", About: "the least wait of its own, jitter included"},
		{Name: "max-wait", Unit: "duration", Default: "0s", Zero: "no bound", About: "the longest wait of its own, jitter included"},
		{Name: "wait-step", Unit: "duration", Default: "0s", Zero: "not cut off", About: "its own waits are cut off to a whole number of these, jitter included"},
	}
}

// rules returns the table of what every policy takes, in the order in which
// specs are written.
func rules() []rule {
	all := append(whenRules(), hintRules()...)
	for i := range all {
		all[i].Unit, all[i].Default, all[i].Choices = all[i].unit, all[i].otherwise, all[i].choices
	}
	return all
}

// whenRules are the rules of what is retried, and how often.
func whenRules() []rule {
	return []rule{
		{Argument{Name: "attempts", About: "attempts of a request, the first included; at least 1, or `unbounded`"}, attempts()},
		{Argument{Name: "retries", Zero: "makes one attempt", About: "the same without the first: `retries=3` is `attempts=4`"}, retries()},
		{Argument{Name: "total", Zero: "no bound", About: "all waits of a request together"},
			duration(func(p *Retry) *time.Duration { return &p.Total })},
		{Argument{Name: "budget", Zero: "no bound", About: "time since the first attempt was sent"},
			duration(func(p *Retry) *time.Duration { return &p.Budget })},
		{Argument{Name: "at-budget", About: "`stop`: no wait begins that would end past the budget; `overrun`: none begins past it; " +
			"`shorten`: the last one ends at it; `cut`: as stop, and an attempt is cut off at it; `late`: as shorten, but by the time at which the attempt was sent"},
			words(func(p *Retry) *BudgetRule { return &p.AtBudget }, "stop", "overrun", "shorten", "cut", "late")},
		{Argument{Name: "timeout", Zero: "no bound", About: "of each attempt, after which the client hangs up"},
			duration(func(p *Retry) *time.Duration { return &p.Timeout })},
		{Argument{Name: "retry", About: "failures that are retried, joined by `+`: statuses, `4xx`, `5xx`, `timeout`, `connection`, `cut`, " +
			"`exhausted`, `all`, or `nothing`; `!501` takes out"},
			failures(func(p *Retry) *Classes { return &p.On }, defaultText)},
		{Argument{Name: "retry-hinted", About: "failures that are retried, too, if the server asks for a wait"},
			failures(func(p *Retry) *Classes { return &p.IfHinted }, "nothing")},
		{Argument{Name: "unsafe", About: "what is not safe to repeat is repeated after a 429, and with an idempotency key always (`refused`), " +
			"not even then (`never`), or after any failure (`always`)"},
			words(func(p *Retry) *UnsafeRule { return &p.Unsafe }, "refused", "never", "always")},
		{Argument{Name: "should-retry", About: "whether the server's word on trying again goes before `retry`"},
			either(func(p *Retry) *bool { return &p.Obey }, [2]string{"ignore", "obey"})},
		{Argument{Name: "last-wait", About: "whether it waits once more after the last attempt, before it gives up"},
			either(func(p *Retry) *bool { return &p.LastWait }, [2]string{"no", "yes"})},
	}
}

// hintRules are the rules about waits that the server asks for.
func hintRules() []rule {
	return []rule{
		{Argument{Name: "heed", About: "a hint is the least wait (`minimum`), the wait (`exact`) or nothing (`ignore`)"},
			words(func(p *Retry) *HeedMode { return &p.Heed.Mode }, "minimum", "exact", "ignore")},
		{Argument{Name: "heed-after", About: "failures whose hints are heeded"},
			failures(func(p *Retry) *Classes { return &p.Heed.After }, "all")},
		{Argument{Name: "hints", About: "what is read, in that order, joined by `>`: `milliseconds`, `seconds`, `date`, `duration`, `reset`, " +
			"each also with `azure-`, `aws-`, `grpc-`, `details-` or `message-` before it; or `any`: all but resets, by precision"},
			parsed(func(p *Retry) *Order { return &p.Heed.Order }, "any", parseOrder)},
		{Argument{Name: "read", About: "what values may look like: `strict`, `lenient`, `integers`, `floats`, `prefixes`, `parse-int`, `plain`, " +
			"or marks of hints joined by `+`"},
			parsed(func(p *Retry) *Reading { return &p.Heed.Read }, "lenient", parseReading)},
		{Argument{Name: "max-hint", Zero: "no bound", About: "the longest hint that is heeded as it is"},
			duration(func(p *Retry) *time.Duration { return &p.Heed.Max })},
		{Argument{Name: "above", About: "a longer one is the end (`stop`), counts as none (`backoff`), as max-hint (`cut`), as it is (`wait`), " +
			"as none unless it is sooner (`sooner`), or is over after 1 ms, as a timer of JavaScript that overflows (`overflow`)"},
			words(func(p *Retry) *Above { return &p.Heed.Above }, "stop", "backoff", "cut", "wait", "sooner", "overflow")},
		{Argument{Name: "min-hint", Zero: "no bound", About: "what a shorter hint is taken for"},
			duration(func(p *Retry) *time.Duration { return &p.Heed.Min })},
		{Argument{Name: "zero", About: "a hint of 0 or a date gone by is heeded (`heed`), skipped for the next hint (`skip`), left for the backoff (`backoff`), the end (`stop`), or heeded unless another hint follows (`yield`)"},
			odd(func(p *Retry) *Odd { return &p.Heed.Zero }, "heed")},
		{Argument{Name: "negative", About: "so is a hint below 0 that `read` takes; heeded as 0"},
			odd(func(p *Retry) *Odd { return &p.Heed.Negative }, "skip")},
		{Argument{Name: "unreadable", About: "and so is one that `read` does not take; heeded as 0"},
			odd(func(p *Retry) *Odd { return &p.Heed.Unreadable }, "skip")},
		{Argument{Name: "repeated", About: "and so is one that was given more than once; heeded as the first one says"},
			odd(func(p *Retry) *Odd { return &p.Heed.Repeated }, "heed")},
		{Argument{Name: "hint-jitter", Zero: "none", About: "the most that chance adds to a hint"},
			duration(func(p *Retry) *time.Duration { return &p.Heed.Jitter })},
		{Argument{Name: "hint-factor", About: "the most by which chance multiplies a hint, at least 1"},
			factor(func(p *Retry) *float64 { return &p.Heed.Factor })},
		{Argument{Name: "reset-factor", About: "the same for a reset, besides"},
			factor(func(p *Retry) *float64 { return &p.Heed.ResetFactor })},
		{Argument{Name: "hint-lead", Zero: "no bound", About: "the most by which a hint makes a wait longer than the backoff's"},
			duration(func(p *Retry) *time.Duration { return &p.Heed.Lead })},
		{Argument{Name: "restart", About: "whether the backoff begins anew after a hint was heeded"},
			either(func(p *Retry) *bool { return &p.Heed.Restart }, [2]string{"no", "yes"})},
	}
}
