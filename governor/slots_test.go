package governor

import (
	"slices"
	"testing"
	"time"
)

// H20: while A waits between its attempts, B cannot start, though nothing is in
// flight; unless the slot is held for the attempt alone.
func TestSlotHeldForTheCallKeepsOthersOut(t *testing.T) {
	jobs := []job{
		{serve: always(broken), waits: []time.Duration{second, 2 * second, 4 * second}},
		{},
	}
	for _, tt := range []struct {
		text string
		b    time.Duration
	}{
		{"concurrency(limit=1, hold=call)", 7 * second},
		{"concurrency(limit=1)", 0},
	} {
		c := drive(minute, jobs, read(t, tt.text))
		if got, want := c.of(0), []time.Duration{0, second, 3 * second, 7 * second}; !slices.Equal(got, want) {
			t.Errorf("%s: A is sent at %v; want %v", tt.text, got, want)
		}
		if got := c.of(1); len(got) != 1 || got[0] != tt.b {
			t.Errorf("%s: B is sent at %v; want %v", tt.text, got, tt.b)
		}
	}
}

func TestConcurrencyIsNeverExceeded(t *testing.T) {
	c := drive(minute, queue(7, job{takes: 2 * second}), read(t, "concurrency(limit=3)"))
	var got []time.Duration
	for _, s := range c.sent {
		got = append(got, s.at)
	}
	want := []time.Duration{0, 0, 0, 2 * second, 2 * second, 2 * second, 4 * second}
	if !slices.Equal(got, want) {
		t.Errorf("sent at %v; want %v", got, want)
	}
}

// Batch takes what chat does not use, but never the last two slots.
func TestReserveIsKeptForItsFlow(t *testing.T) {
	g := read(t, "reserve(of=concurrency(limit=4), keep=2, for=chat)")
	const chat, batch = 0, 1
	jobs := slices.Concat(
		queue(5, job{flow: batch, takes: 10 * second}),
		queue(3, job{flow: chat, at: second, takes: 4 * second}),
	)
	c := drive(minute, jobs, g)
	want := []time.Duration{
		0, 0, 10 * second, 10 * second, 20 * second, // batch: two at once
		second, second, 5 * second, // chat: the two that are kept
	}
	for i, at := range want {
		if got := c.of(i); len(got) != 1 || got[0] != at {
			t.Errorf("job %d is sent at %v; want %v", i, got, at)
		}
	}
}

// While chat is busy with more than its reserve, batch waits until enough is free.
func TestBatchWaitsWhileChatIsBusy(t *testing.T) {
	g := read(t, "reserve(of=concurrency(limit=4), keep=2, for=chat)")
	jobs := append(queue(3, job{takes: 5 * second}), job{flow: 1})
	if got := drive(minute, jobs, g).of(3); len(got) != 1 || got[0] != 5*second {
		t.Errorf("batch is sent at %v; want 5s", got)
	}
}

func TestReserveOfTokensIsWaitedForExactly(t *testing.T) {
	g := read(t, "reserve(of=token-bucket(limit=10, per=10s), keep=4, for=chat)")
	jobs := slices.Concat(queue(8, job{flow: 1}), queue(5, job{at: ms}))
	c := drive(minute, jobs, g)
	// Six at once leave four; they go to chat at 1 ms, and at 1 s there is one more.
	// Batch then waits for 1 + 4.
	if got := c.within(0, ms); got != 6 {
		t.Errorf("%d of batch are sent at once; want 6", got)
	}
	for i, want := range map[int]time.Duration{8: ms, 11: ms, 12: second, 6: 6 * second, 7: 7 * second} {
		if got := c.of(i); len(got) != 1 || got[0] != want {
			t.Errorf("job %d is sent at %v; want %v", i, got, want)
		}
	}
}

func TestReserveNeverLeavesRoomForWhatIsTooLarge(t *testing.T) {
	g := read(t, "reserve(of=token-bucket(limit=100, unit=tokens), keep=40, for=chat)")
	for _, tt := range []struct {
		flow   int
		tokens int64
		want   Permit
	}{
		{0, 100, Permit{}}, {0, 101, Permit{Refused: true}}, {1, 60, Permit{}}, {1, 61, Permit{Refused: true}},
	} {
		if got := g.Ask(0, Sending{Flow: tt.flow, Tokens: tt.tokens}, nil); got != tt.want {
			t.Errorf("flow %d with %d tokens has %+v; want %+v", tt.flow, tt.tokens, got, tt.want)
		}
	}
}
