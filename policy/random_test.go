package policy

import (
	"strings"
	"time"

	"pgregory.net/rapid"

	"ratesim/hint"
)

// anySpan generates spans of any length; some are 0.
func anySpan() *rapid.Generator[time.Duration] {
	return rapid.OneOf(rapid.Just(time.Duration(0)), shortSpan(), rapid.Map(rapid.Int64Min(0), func(n int64) time.Duration { return time.Duration(n) }))
}

// shortSpan generates spans as people write them.
func shortSpan() *rapid.Generator[time.Duration] {
	return rapid.SampledFrom([]time.Duration{0, 1, ms, 500 * ms, second, 1500 * ms, 8 * second, time.Minute, time.Hour})
}

// backoffs generates backoffs of parts of parts, at most so deep.
func backoffs(depth int, span *rapid.Generator[time.Duration]) *rapid.Generator[Backoff] {
	return rapid.Custom(func(t *rapid.T) Backoff {
		b := rapid.OneOf(growths(span), jitters(depth, span)).Draw(t, "backoff")
		c := Clamp{Min: span.Draw(t, "min"), Max: span.Draw(t, "max"), Step: span.Draw(t, "step"), Of: b}
		if !rapid.Bool().Draw(t, "clamped") || c.Min == 0 && c.Max == 0 && c.Step == 0 || c.Max > 0 && c.Max < c.Min {
			return b
		}
		return c
	})
}

func growths(span *rapid.Generator[time.Duration]) *rapid.Generator[Backoff] {
	return rapid.OneOf(
		rapid.Map(span, func(wait time.Duration) Backoff { return Fixed{Wait: wait} }),
		rapid.Custom(func(t *rapid.T) Backoff {
			return Linear{Base: span.Draw(t, "base"), Increment: span.Draw(t, "increment"), Cap: span.Draw(t, "cap")}
		}),
		rapid.Custom(func(t *rapid.T) Backoff {
			return Exponential{Base: span.Draw(t, "base"), Factor: factors(1).Draw(t, "factor"), Cap: span.Draw(t, "cap"), Less: span.Draw(t, "less"), Whole: span.Draw(t, "whole")}
		}),
		rapid.Custom(func(t *rapid.T) Backoff {
			return Polynomial{Base: span.Draw(t, "base"), Power: float64(rapid.IntRange(0, 128).Draw(t, "halves")) / 2, Cap: span.Draw(t, "cap")}
		}),
		rapid.Map(rapid.SliceOfN(span, 1, listMax), func(waits []time.Duration) Backoff { return ListOf(waits...) }),
	)
}

// tanhs generates jitters that even out, which are no parts of others.
func tanhs(span *rapid.Generator[time.Duration]) *rapid.Generator[Backoff] {
	return rapid.Custom(func(t *rapid.T) Backoff {
		p, c := TanhJitter{Base: span.Draw(t, "base")}, Clamp{Min: span.Draw(t, "min"), Max: span.Draw(t, "max")}
		if c.Min == 0 && c.Max == 0 || c.Max > 0 && c.Max < c.Min {
			return p
		}
		c.Of = p
		return c
	})
}

func factors(least float64) *rapid.Generator[float64] {
	return rapid.OneOf(rapid.SampledFrom([]float64{1, 1.5, 2, 3}), rapid.Float64Min(least))
}

func jitters(depth int, span *rapid.Generator[time.Duration]) *rapid.Generator[Backoff] {
	inner := growths(span)
	if depth > 0 {
		inner = backoffs(depth-1, span)
	}
	return rapid.Custom(func(t *rapid.T) Backoff {
		of := inner.Draw(t, "of")
		switch rapid.IntRange(0, 9).Draw(t, "form") {
		case 0:
			return FullJitter{Of: of, Low: span.Draw(t, "low")}
		case 1:
			return EqualJitter{Of: of}
		case 2:
			low := rapid.Float64Range(0, 2).Draw(t, "low")
			return ProportionalJitter{Of: of, Low: low, High: low + rapid.Float64Range(0, 2).Draw(t, "spread")}
		case 3:
			return AddedJitter{Of: of, Jitter: span.Draw(t, "jitter")}
		case 4:
			return Decorrelated{Base: span.Draw(t, "base"), Cap: span.Draw(t, "cap"), Factor: factors(1).Draw(t, "factor"), From: rapid.Float64Range(0, 2).Draw(t, "from")}
		case 7:
			return SpreadJitter{Of: of, Jitter: span.Draw(t, "jitter")}
		case 8:
			return RisingJitter{Base: span.Draw(t, "base"), Cap: span.Draw(t, "cap"), Factor: factors(1).Draw(t, "factor")}
		case 9:
			return CompoundJitter{Base: span.Draw(t, "base"), Cap: span.Draw(t, "cap")}
		case 5:
			return Stages{First: of, Failures: rapid.IntRange(1, 4).Draw(t, "failures"), Then: inner.Draw(t, "then")}
		default:
			return ByKind{RateLimit: of, Otherwise: inner.Draw(t, "otherwise")}
		}
	})
}

// someClasses generates sets of failures, zero ones included, but none that
// equals what holds otherwise.
func someClasses(otherwise Classes) *rapid.Generator[Classes] {
	words := append(classWords(), "nothing", "!5xx", "!501", "503", "408", "!timeout", "599")
	return rapid.Custom(func(t *rapid.T) Classes {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 5).Draw(t, "classes"), "+")
		c, err := ParseClasses(text)
		if err != nil || c == otherwise {
			return Classes{}
		}
		return c
	})
}

// someRetries generates policies that a spec can describe.
func someRetries(span *rapid.Generator[time.Duration]) *rapid.Generator[Retry] {
	return rapid.Custom(func(t *rapid.T) Retry {
		p := Retry{
			Backoff:  rapid.OneOf(backoffs(2, span), backoffs(2, span), backoffs(2, span), tanhs(span)).Draw(t, "backoff"),
			On:       someClasses(defaultClasses).Draw(t, "on"),
			IfHinted: someClasses(classes("nothing")).Draw(t, "if hinted"),
			Unsafe:   UnsafeRule(rapid.IntRange(0, 2).Draw(t, "unsafe")),
			Obey:     rapid.Bool().Draw(t, "obey"),
			Attempts: rapid.OneOf(rapid.IntRange(0, 10), rapid.IntMin(1)).Draw(t, "attempts"),
			Total:    span.Draw(t, "total"),
			Budget:   span.Draw(t, "budget"),
			LastWait: rapid.Bool().Draw(t, "last wait"),
			AtBudget: BudgetRule(rapid.IntRange(0, 4).Draw(t, "at budget")),
			Timeout:  span.Draw(t, "timeout"),
			Heed:     heeds(span).Draw(t, "heed"),
		}
		p.LastWait = p.LastWait && !EvensOut(p.Backoff)
		if p.Budget == 0 {
			p.AtBudget = NoWaitPast
		}
		return p
	})
}

func heeds(span *rapid.Generator[time.Duration]) *rapid.Generator[Heed] {
	odds := rapid.SampledFrom([]Odd{Usual, OwnBackoff, GiveUp})
	return rapid.Custom(func(t *rapid.T) Heed {
		h := Heed{
			Mode:       HeedMode(rapid.IntRange(0, 2).Draw(t, "mode")),
			After:      someClasses(classes("all")).Draw(t, "after"),
			Order:      orders().Draw(t, "order"),
			Read:       rapid.SampledFrom([]Reading{{}, readings[1].reading, readings[3].reading, readings[5].reading, {Given: true}, {Marks: hint.Fraction | hint.Sign, Given: true}}).Draw(t, "read"),
			Max:        span.Draw(t, "max"),
			Above:      Above(rapid.IntRange(0, 5).Draw(t, "above")),
			Min:        span.Draw(t, "min"),
			Zero:       rapid.SampledFrom([]Odd{Usual, Skip, OwnBackoff, GiveUp, GiveWay}).Draw(t, "zero"),
			Negative:   rapid.OneOf(odds, rapid.Just(TakeZero)).Draw(t, "negative"),
			Unreadable: rapid.OneOf(odds, rapid.Just(TakeZero)).Draw(t, "unreadable"),
			Repeated:   rapid.SampledFrom([]Odd{Usual, Skip, OwnBackoff, GiveUp}).Draw(t, "repeated"),
			Jitter:     span.Draw(t, "jitter"),
			Lead:       span.Draw(t, "lead"),
			Restart:    rapid.Bool().Draw(t, "restart"),
		}
		if rapid.Bool().Draw(t, "stretched") {
			h.Factor = rapid.Float64Range(1.001, 3).Draw(t, "factor")
			h.ResetFactor = rapid.Float64Range(1.001, 3).Draw(t, "reset factor")
		}
		if h.Max == 0 {
			h.Above = AboveStop
		}
		return h
	})
}

func orders() *rapid.Generator[Order] {
	source := rapid.Custom(func(t *rapid.T) HintSource {
		return HintSource{
			Kind:    hint.Kind(rapid.IntRange(int(hint.Milliseconds), int(hint.Reset)).Draw(t, "kind")),
			Channel: hint.Channel(rapid.IntRange(int(hint.Common), int(hint.Message)).Draw(t, "channel")),
		}
	})
	return rapid.Map(rapid.SliceOfN(source, 0, sourcesMax), func(list []HintSource) Order { return OrderOf(list...) })
}

// policies generates policies that a spec can describe, with spans of any length.
func policies() *rapid.Generator[Policy] {
	one := rapid.OneOf(
		rapid.Just[Policy](None{}),
		rapid.Map(someRetries(anySpan()), func(p Retry) Policy { return p }),
	)
	two := rapid.Custom(func(t *rapid.T) Policy { return Layers{Outer: one.Draw(t, "outer"), Inner: one.Draw(t, "inner")} })
	return rapid.OneOf(one, one, two, rapid.Custom(func(t *rapid.T) Policy {
		return Layers{Outer: one.Draw(t, "outermost"), Inner: two.Draw(t, "inner two")}
	}))
}

// someFailures generates what may come of an attempt.
func someFailures() *rapid.Generator[Failure] {
	return rapid.Custom(func(t *rapid.T) Failure {
		f := Failure{Repeat: Repeat(rapid.IntRange(0, 2).Draw(t, "repeat"))}
		if rapid.Bool().Draw(t, "answered") {
			f.Status = rapid.SampledFrom([]int{400, 408, 413, 429, 429, 429, 500, 501, 503, 529}).Draw(t, "status")
			f.Kind = KindOfStatus(f.Status)
		} else {
			f.Kind = FailureKind(rapid.IntRange(int(Unknown), int(Cut)).Draw(t, "kind"))
		}
		if hints := rapid.SliceOfN(someHints(), 0, 3).Draw(t, "hints"); len(hints) > 0 {
			f.Said = &hint.Said{Hints: hints}
		}
		return f
	})
}

func someHints() *rapid.Generator[hint.Hint] {
	return rapid.Custom(func(t *rapid.T) hint.Hint {
		h := hint.Hint{
			Kind:     hint.Kind(rapid.IntRange(int(hint.None), int(hint.ShouldRetry)).Draw(t, "kind")),
			Notation: hint.Notation(rapid.IntRange(int(hint.Unreadable), int(hint.Boolean)).Draw(t, "notation")),
			Again:    rapid.Bool().Draw(t, "again"),
			Wait:     time.Duration(rapid.OneOf(rapid.Int64Range(-1, 1), rapid.Int64Range(-1e10, 1e12), rapid.Int64()).Draw(t, "wait")),
		}
		if h.Wait < 0 {
			h.Marks = hint.Sign
		}
		return h
	})
}
