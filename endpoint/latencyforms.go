package endpoint

import (
	"math"

	"ratesim/spec"
)

// LatencyForms returns how latencies are written.
func LatencyForms() spec.Forms[Latency] {
	return spec.Forms[Latency]{What: "latency", All: []spec.Form[Latency]{
		{Name: "constant", About: "always the same time; the answer comes in one piece", Arguments: []spec.Argument{
			{Name: "latency", Unit: "duration", Zero: "answers at once", About: "until the answer is complete"},
		}, Read: func(r *spec.Reader) Latency { return Constant(r.Duration("latency")) }},
		{Name: "uniform", About: "a random time; the answer comes in one piece", Arguments: []spec.Argument{
			{Name: "from", Unit: "duration", Zero: "answers at once", About: "the least time"},
			{Name: "to", Unit: "duration", About: "the longest time, included"},
		}, Read: readUniform},
		{Name: "log-normal", About: "median · e^(sigma · z) with z of the standard normal distribution; the answer comes in one piece", Arguments: []spec.Argument{
			{Name: "median", Unit: "duration", About: "the time that half of the answers stay below"},
			{Name: "sigma", Unit: "number", Zero: "always the median", About: "how far the times spread, at most 10"},
		}, Read: func(r *spec.Reader) Latency {
			return LogNormal{Median: r.Positive("median"), Sigma: r.Number("sigma", 0, 10)}
		}},
		{Name: "exponential", About: "as likely to end in the next instant however long it has taken; the answer comes in one piece", Arguments: []spec.Argument{
			{Name: "mean", Unit: "duration", About: "the time that answers take on average"},
		}, Read: func(r *spec.Reader) Latency { return ExponentialLatency{Mean: r.Positive("mean")} }},
		{Name: "normal", About: "mean + deviation · z with z of the standard normal distribution, without its sign; the answer comes in one piece", Arguments: []spec.Argument{
			{Name: "mean", Unit: "duration", About: "the time that half of the answers stay below"},
			{Name: "deviation", Unit: "duration", Zero: "always the mean", About: "two thirds of the times differ less than that from the mean"},
		}, Read: func(r *spec.Reader) Latency {
			return NormalLatency{Mean: r.Positive("mean"), Deviation: r.Duration("deviation")}
		}},
		{Name: "tokens", About: "time to the first token, then a time for each token of output", Arguments: []spec.Argument{
			{Name: "first", Unit: "latency", Default: "constant(latency=0s)", About: "until output begins"},
			{Name: "per-token", Unit: "duration", Zero: "all output at once", About: "for each token of output"},
		}, Read: readStreamed},
		{Name: "loaded", About: "a latency that grows with the calls in flight", Arguments: []spec.Argument{
			{Name: "of", Unit: "latency", About: "the latency while few are in flight"},
			{Name: "above", Unit: "calls", Default: "0", Zero: "each call makes it longer", About: "calls in flight that make no difference"},
			{Name: "per", Unit: "factor", About: "how much longer each further call makes it, in latencies, to a millionth"},
		}, Read: func(r *spec.Reader) Latency {
			return Loaded{Latency: latency(r, "of"), Above: r.Count("above", 0), Per: inMillionths(r.Number("per", 0, 1e6))}
		}},
	}}
}

// latency reads an argument that is a latency.
func latency(r *spec.Reader, name string) Latency { return spec.Nested(r, name, LatencyForms()) }

func readUniform(r *spec.Reader) Latency {
	l := Uniform{From: r.Duration("from"), To: r.Duration("to")}
	if l.To < l.From || l.To == math.MaxInt64 {
		r.Fault("to", "want at least from, %v, and less than 292 years; have %v", l.From, l.To)
	}
	return l
}

func readStreamed(r *spec.Reader) Latency {
	return Streamed{First: latency(r, "first"), PerToken: r.Duration("per-token")}
}
