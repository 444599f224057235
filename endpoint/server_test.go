package endpoint

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func TestServerTakesWhoCameFirst(t *testing.T) {
	p := written{server: "server(slots=2, queue=2, full=529)", latency: "constant(latency=2s)", limits: []string{"requests: sliding-log(limit=100, window=1m)"}}.build(t)
	for _, tt := range []struct {
		at, hangUp, heard time.Duration
		status            Status
		fill              int64
	}{
		{0, Forever, 2 * second, OK, 0},
		{second, Forever, 3 * second, OK, 1},
		{second, Forever, 4 * second, OK, 2},       // waits until 2 s
		{second, 2900 * ms, 2900 * ms, Timeout, 3}, // would begin at 3 s
		{second, Forever, second, Overloaded, 4},   // two wait
		{2 * second, Forever, 5 * second, OK, 4},   // takes the slot that is free at 3 s
		{2900 * ms, Forever, 6 * second, OK, 5},    // the one before has left the line
		{10 * second, Forever, 12 * second, OK, 6}, // both are free
		{10 * second, 11 * second, 11 * second, Timeout, 7},
		{11 * second, Forever, 13 * second, OK, 8}, // the slot is free as soon as its client has gone
	} {
		a := p.Serve(tt.at, &Request{Input: 100, Output: 1, HangUp: tt.hangUp})
		if a.Heard != tt.heard || a.Status != tt.status || a.Fill != tt.fill {
			t.Errorf("at %v: %+v; want status %d at %v and %d counted", tt.at, a, tt.status, tt.heard, tt.fill)
		}
		if charged := tt.status == OK || tt.at == 10*second; (a.Input == 100) != charged {
			t.Errorf("at %v: %d tokens are charged", tt.at, a.Input)
		}
	}
}

// A slot is a number until when it is busy, looked through one by one.
func TestServerIsAQueueOfSlots(t *testing.T) {
	rng := rand.New(rand.NewPCG(20260218, 17))
	for range 200 {
		s := Server{Slots: 1 + rng.Int64N(5), Queue: rng.Int64N(4)}
		slots, line := make([]time.Duration, s.Slots), []time.Duration{}
		now := time.Duration(0)
		for range 200 {
			now += time.Duration(rng.Int64N(8))
			line = slices.DeleteFunc(line, func(leaves time.Duration) bool { return leaves <= now })
			first := slices.Index(slots, slices.Min(slots))
			want := max(now, slots[first])
			wantOK := want == now || s.Queue == 0 || len(line) < int(s.Queue)
			begins, ok := s.Enter(now)
			if begins != want || ok != wantOK {
				t.Fatalf("at %v %+v lets in at %v, %v; want %v, %v", now, s, begins, ok, want, wantOK)
			}
			if !ok {
				continue
			}
			until := now + time.Duration(rng.Int64N(30))
			s.Work(now, until)
			if want > now {
				line = append(line, min(want, until))
			}
			if until >= want {
				slots[first] = until
			}
		}
	}
}

func TestGhostWorksOnAfterItsClientHasGone(t *testing.T) {
	r := Request{Input: 1000, Output: 100, HangUp: 4 * second}
	for _, tt := range []struct {
		ghost bool
		want  Answer
		next  time.Duration // a call that comes at 5 s is heard then
	}{
		{false, Answer{Status: Timeout, Input: 1000, Output: 30, First: second, Heard: 4 * second, Done: 4 * second}, 16 * second},
		{true, Answer{Status: Timeout, Input: 1000, Output: 100, First: second, Heard: 4 * second, Done: 11 * second, Worked: true}, 22 * second},
	} {
		p := written{latency: "tokens(first=constant(latency=1s), per-token=100ms)", server: "server(slots=1)", ghost: tt.ghost}.build(t)
		serve(t, p, []served{{0, r, tt.want}})
		if a := p.Serve(5*second, patient(Request{Output: 100})); a.Heard != tt.next {
			t.Errorf("with ghost %v the next call is heard at %v; want %v", tt.ghost, a.Heard, tt.next)
		}
	}
}
