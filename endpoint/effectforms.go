package endpoint

import (
	"time"

	"ratesim/spec"
)

// Arguments that several effects have.
func argumentAfter(value string) spec.Argument {
	return spec.Argument{Name: "after", Unit: "duration", Default: value, Zero: "on arrival", About: "from when the call is worked on until it fails"}
}

func argumentBilled(value string) spec.Argument {
	return spec.Argument{Name: "billed", Unit: "yes or no", Default: value, About: "what was done until then is charged: the input, and what output there was"}
}

func argumentWorked() spec.Argument {
	return spec.Argument{Name: "worked", Unit: "yes or no", Default: "no", About: "the work is done to its end first, and only the answer is lost"}
}

func argumentRetryAfter() spec.Argument {
	return spec.Argument{Name: "retry-after", Unit: "duration", Default: "none", Zero: "come back at once",
		About: "the wait that the answer asks for, at least 1ms if it is not 0; `left` for the time until an outage ends"}
}

// EffectForms returns how effects of faults are written.
func EffectForms() spec.Forms[Effect] {
	return spec.Forms[Effect]{What: "effect", All: []spec.Form[Effect]{
		{Name: "error", About: "the server breaks", Arguments: []spec.Argument{
			{Name: "status", Unit: "HTTP status", Default: "500", About: "of the answer"},
			argumentRetryAfter(), argumentAfter("0s"), argumentBilled("no"), argumentWorked(),
		}, Read: readError},
		{Name: "overloaded", About: "529: the server has more to do than it can", Arguments: []spec.Argument{argumentRetryAfter()},
			Read: func(r *spec.Reader) Effect { return told(r, Effect{Status: Overloaded, HTTP: httpOverloaded}) }},
		{Name: "rate-limit", About: "429, though no limit of this provider refuses it", Arguments: []spec.Argument{argumentRetryAfter()},
			Read: func(r *spec.Reader) Effect { return told(r, Effect{Status: RateLimit, HTTP: httpTooMany}) }},
		{Name: "exhausted", About: "429: the account is used up",
			Read: func(*spec.Reader) Effect { return Effect{Status: Exhausted, HTTP: httpTooMany} }},
		{Name: "rejected", About: "refused for what the request is", Arguments: []spec.Argument{
			{Name: "status", Unit: "HTTP status", Default: "400", About: "of the answer"},
		}, Read: func(r *spec.Reader) Effect { return Effect{Status: Rejected, HTTP: status(r, "status")} }},
		{Name: "connection", About: "no connection, or one lost before the answer", Arguments: []spec.Argument{
			argumentAfter("0s"), argumentBilled("no"), argumentWorked(),
		}, Read: func(r *spec.Reader) Effect { return failing(r, Effect{Status: Connection}) }},
		{Name: "timeout", About: "no output comes until the client or a gateway has had enough", Arguments: []spec.Argument{
			argumentAfter("30s"), argumentBilled("yes"), argumentWorked(),
		}, Read: func(r *spec.Reader) Effect { return failing(r, Effect{Status: Timeout}) }},
		{Name: "hang", About: "no answer ever comes", Arguments: []spec.Argument{argumentBilled("yes")},
			Read: func(r *spec.Reader) Effect {
				return Effect{Status: Timeout, After: Forever, Billed: r.Flag("billed")}
			}},
		{Name: "partial", About: "the output breaks off midway", Arguments: []spec.Argument{
			{Name: "at", Unit: "share", Default: "0.5", Zero: "before the first token", About: "the part of the output that comes, to a millionth, in whole tokens"},
			argumentEnds(),
		}, Read: func(r *spec.Reader) Effect {
			return Effect{Status: PartialOutput, HTTP: httpOK, Billed: true, At: inMillionths(r.Share("at")), Ending: ending(r)}
		}},
		{Name: "cut", About: "the output breaks off after a token, if it is longer", Arguments: []spec.Argument{
			{Name: "token", Unit: "tokens", About: "the last token that comes"},
			argumentEnds(),
		}, Read: func(r *spec.Reader) Effect {
			return Effect{Status: PartialOutput, HTTP: httpOK, Billed: true, Token: r.Count("token", 1), Ending: ending(r)}
		}},
		{Name: "slow", About: "the answer takes longer", Arguments: []spec.Argument{
			{Name: "factor", Unit: "factor", Default: "1", About: "how many times as long, to a millionth"},
			{Name: "add", Unit: "duration", Default: "0s", Zero: "nothing", About: "added to that, before the output begins"},
		}, Read: func(r *spec.Reader) Effect {
			return Effect{Factor: inMillionths(r.Number("factor", 1e-6, 1e6)), Add: r.Duration("add")}
		}},
	}}
}

func readError(r *spec.Reader) Effect {
	e := Effect{Status: ServerError, HTTP: status(r, "status")}
	switch {
	case r.Has("status") && e.HTTP < 500:
		r.Fault("status", "want a status from 500 to 599, or rejected for others; have %d", e.HTTP)
	case e.HTTP == httpOverloaded:
		e.Status = Overloaded
	}
	return told(r, failing(r, e))
}

// failing reads when an effect makes a call fail, and what is charged.
func failing(r *spec.Reader, e Effect) Effect {
	e.After, e.Billed, e.Worked = r.Duration("after"), r.Flag("billed"), r.Flag("worked")
	return e
}

// told reads what a failure asks the client to wait.
func told(r *spec.Reader, e Effect) Effect {
	switch r.Word("retry-after") {
	case "none":
	case "left":
		e.Wait = TellsLeft
	default:
		e.Wait, e.Told = TellsFixed, r.Duration("retry-after")
		if e.Told > 0 {
			e.Told = max(e.Told, time.Millisecond) // the finest that a field says; 0 would be at once
		}
	}
	return e
}
