package governor

import (
	"testing"
	"time"

	"ratesim/hint"
)

// asked is a 429 that asks for a wait, or for none.
func asked(waits ...time.Duration) Outcome {
	o := limited
	o.Failure.Said = &hint.Said{}
	for _, wait := range waits {
		o.Failure.Said.Hints = append(o.Failure.Said.Hints, hint.Hint{Kind: hint.Seconds, Notation: hint.Number, Wait: wait})
	}
	return o
}

func TestPauseIsForAll(t *testing.T) {
	unreadable := limited
	unreadable.Failure.Said = &hint.Said{Hints: []hint.Hint{{Kind: hint.Seconds}}}
	reset := limited
	reset.Failure.Said = &hint.Said{Hints: []hint.Hint{{Kind: hint.Reset, Notation: hint.Number, Wait: minute}}}
	for _, tt := range []struct {
		text  string
		heard Outcome // at 1 s
		want  time.Duration
	}{
		{"pause", asked(20 * second), 20 * second},
		{"pause", asked(hint.Forever), Forever - second},
		{"pause", limited, 0},
		{"pause", unreadable, 0},
		{"pause", reset, 0},
		{"pause", ok, 0},
		{"pause", broken, 0},
		{"pause(on=429+503)", asked(20 * second), 20 * second},
		{"pause(at-least=15s)", limited, 15 * second},
		{"pause(at-least=15s)", asked(20 * second), 20 * second},
		{"pause(at-least=15s)", asked(5 * second), 15 * second},
		{"pause(at-least=15s)", broken, 0},
		{"pause(at-least=15s, on=5xx)", broken, 15 * second},
		{"pause(longest=1m)", asked(time.Hour), minute},
		{"pause(longest=1m)", asked(minute), minute},
	} {
		g := read(t, tt.text)
		g.Heard(second, Sending{Flow: 1}, tt.heard)
		if got := g.Ask(second, Sending{Flow: 2}, nil); got != (Permit{Wait: tt.want}) {
			t.Errorf("%s: after %+v another waits %+v; want %v", tt.text, tt.heard, got, tt.want)
		}
	}
}

// The cookbook's rule: fifteen seconds from the last refusal on.
func TestPauseGoesOnFromTheLastRefusal(t *testing.T) {
	g := read(t, "pause(at-least=15s)")
	g.Heard(0, Sending{}, limited)
	g.Heard(10*second, Sending{}, limited)
	for _, tt := range []struct{ at, want time.Duration }{
		{10 * second, 15 * second}, {20 * second, 5 * second}, {25 * second, 0}, {time.Hour, 0},
	} {
		if got := g.Ask(tt.at, Sending{}, nil).Wait; got != tt.want {
			t.Errorf("at %v one waits %v; want %v", tt.at, got, tt.want)
		}
	}
}

func TestShortHintDoesNotCutALongOne(t *testing.T) {
	g := read(t, "pause")
	g.Heard(0, Sending{}, asked(minute))
	g.Heard(second, Sending{}, asked(second))
	if got := g.Ask(second, Sending{}, nil).Wait; got != 59*second {
		t.Errorf("one waits %v; want 59s", got)
	}
}
