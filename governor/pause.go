package governor

import (
	"math/rand/v2"
	"time"

	"ratesim/policy"
	"ratesim/spec"
)

// A Pause holds up all attempts after anybody has heard a 429: for AtLeast, or for
// as long as the server asked if that is more, at most Longest. It reads hints as
// a policy does by default: the most precise first, and no resets.
//
// openai/openai-cookbook, examples/api_request_parallel_processor.py, pauses for
// 15 s after the last rate limit, whatever the server asks.
type Pause struct {
	Free
	AtLeast time.Duration  // 0 for what the server asks for alone
	Longest time.Duration  // 0 for no bound
	On      policy.Classes // failures after which all pause

	until time.Duration
}

// Ask returns what is left of the pause.
func (p *Pause) Ask(now time.Duration, _ Sending, _ *rand.Rand) Permit {
	return Permit{Wait: max(0, p.until-now)}
}

// Heard begins a pause, or makes it longer.
func (p *Pause) Heard(now time.Duration, _ Sending, o Outcome) {
	if o.OK {
		return
	}
	listener := policy.Retry{
		Backoff: policy.Fixed{Wait: p.AtLeast},
		On:      p.On,
		Heed:    policy.Heed{Max: p.Longest, Above: policy.AboveCut},
	}
	if wait, again := listener.Next(o.Failure, nil); again { // chance has no part in it
		p.until = max(p.until, plus(now, wait))
	}
}

// Reset ends the pause.
func (p *Pause) Reset() { p.until = 0 }

func pauseForm() spec.Form[Maker] {
	return spec.Form[Maker]{
		Name: "pause", About: "after a refusal that anybody heard, nobody sends",
		Arguments: []spec.Argument{
			{Name: "at-least", Unit: "duration", Default: "0s", Zero: "as long as the server asks", About: "how long nobody sends, unless the server asks for more"},
			{Name: "longest", Unit: "duration", Default: "0s", Zero: "no bound", About: "what a longer wait that the server asks for is cut to"},
			on("429", "after which all pause"),
		},
		Read: func(r *spec.Reader) Maker {
			p := Pause{AtLeast: r.Duration("at-least"), Longest: r.Duration("longest"), On: failures(r)}
			if p.Longest > 0 && p.Longest < p.AtLeast {
				r.Fault("longest", "want at least at-least, %v; have %v", p.AtLeast, p.Longest)
			}
			return made(p)
		},
	}
}
