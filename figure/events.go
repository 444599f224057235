package figure

import (
	"time"

	"ratesim/spec"
)

// Events are those of a run that a figure is about. By itself it is their number.
type Events struct {
	Kind   Kind
	From   time.Duration
	Until  time.Duration // not included; 0 for no end
	Flow   string        // "" for all
	Status string        // of sendings; "" for any
	Call   int           // of sendings: which call in sequence; -1 for any

	count int64
}

// has reports whether an event is one of them.
func (f *Events) has(e *Event) bool {
	return e.Kind == f.Kind && f.From <= e.At && (f.Until == 0 || e.At < f.Until) &&
		(f.Flow == "" || f.Flow == e.Flow) && (f.Status == "" || f.Status == e.Status) && (f.Call < 0 || f.Call == e.Call)
}

// Begin forgets all events.
func (f *Events) Begin() { f.count = 0 }

// See counts an event.
func (f *Events) See(e *Event) {
	if f.has(e) {
		f.count++
	}
}

// Value is how many there were.
func (f *Events) Value() float64 { return float64(f.count) }

// eventForms returns the kinds of events that a spec may name.
func eventForms() spec.Forms[*Events] {
	return spec.Forms[*Events]{What: "kind of events", All: []spec.Form[*Events]{
		{Name: "requests", About: "how many requests arrive", Arguments: argumentsOfEvents(), Read: func(r *spec.Reader) *Events { return readEvents(r, Arrival) }},
		{Name: "completed", About: "how many requests are completed", Arguments: argumentsOfEvents(), Read: func(r *spec.Reader) *Events { return readEvents(r, Completion) }},
		{Name: "lost", About: "how many requests are given up, or not completed by the horizon", Arguments: argumentsOfEvents(), Read: func(r *spec.Reader) *Events { return readEvents(r, Loss) }},
		{Name: "retries", About: "how many times it is decided to make a failed attempt again", Arguments: argumentsOfEvents(), Read: func(r *spec.Reader) *Events { return readEvents(r, Retrying) }},
		{Name: "attempts", About: "how many attempts are sent", Arguments: append(argumentsOfEvents(),
			spec.Argument{Name: "status", Unit: "status", Default: "any", About: "what becomes of them, such as ok or rate_limit"},
			spec.Argument{Name: "call", Unit: "call", Default: "any", About: "which of a request's calls in sequence, from 1 on"},
		), Read: readAttempts},
	}}
}

func argumentsOfEvents() []spec.Argument {
	return []spec.Argument{
		{Name: "from", Unit: "duration", Default: "0s", About: "those from this instant on"},
		{Name: "until", Unit: "duration", Default: "0s", Zero: "no end", About: "those before this instant"},
		{Name: "flow", Unit: "name", Default: "all", About: "those of this flow"},
	}
}

func readEvents(r *spec.Reader, kind Kind) *Events {
	f := &Events{Kind: kind, From: r.Duration("from"), Until: r.Duration("until"), Flow: r.Word("flow"), Call: -1}
	if f.Until > 0 && f.Until <= f.From {
		r.Fault("until", "want more than from, %v; have %v", f.From, f.Until)
	}
	if f.Flow == "all" {
		f.Flow = ""
	}
	return f
}

func readAttempts(r *spec.Reader) *Events {
	f := readEvents(r, Sending)
	if f.Status = r.Word("status"); f.Status == "any" {
		f.Status = ""
	}
	if r.Word("call") != "any" {
		f.Call = int(r.Count("call", 1)) - 1
	}
	return f
}
