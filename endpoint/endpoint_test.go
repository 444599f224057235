package endpoint

import (
	"testing"
	"time"
)

var _ Endpoint = (*Limited)(nil)

// newLesson returns the lesson's endpoint with another limit.
func newLesson(calls int64) *Limited {
	return &Limited{
		Limit:  &SlidingLog{Limit: calls, Window: 3 * second, CountRefused: true},
		Faults: NewFaults(lessonChances),
	}
}

// The tries of the prompt with this key end, under the lesson's seed, in a
// partial output, two answers, a timeout and an answer.
func TestLimitedChargesByStatus(t *testing.T) {
	e := newLesson(4)
	e.Reset(20260218)
	for _, tt := range []struct {
		now  time.Duration
		try  int
		want Answer
	}{
		{0, 0, Answer{Status: PartialOutput, Input: 68, Output: 1, Fill: 0, Limit: 4}},
		{0, 1, Answer{Status: OK, Input: 68, Output: 2, Fill: 1, Limit: 4}},
		{second, 2, Answer{Status: OK, Input: 68, Output: 2, Fill: 2, Limit: 4}},
		{2 * second, 3, Answer{Status: Timeout, Input: 68, Output: 0, Fill: 3, Limit: 4}},
		{2 * second, 4, Answer{Status: RateLimit, Fill: 4, Limit: 4}},
		{3 * second, 4, Answer{Status: OK, Input: 68, Output: 2, Fill: 3, Limit: 4}},
	} {
		got := e.Serve(tt.now, &Request{Key: 2885071797, Try: tt.try, Input: 68, Output: 2})
		tt.want.Heard = tt.now
		tt.want.Worked = tt.want.Status == OK
		if got != tt.want {
			t.Errorf("try %d at %v is answered %+v; want %+v", tt.try, tt.now, got, tt.want)
		}
	}
}

func TestWindowOfZeroRefusesNothing(t *testing.T) {
	e := newLesson(0)
	e.Limit.Window = 0
	for range 100 {
		if got := e.Serve(0, &Request{Key: 1, Input: 40, Output: 2}); got.Status == RateLimit || got.Fill != 0 || got.Limit != 0 {
			t.Fatalf("answered %+v", got)
		}
	}
}

func TestResetForgetsCallsAndTakesTheSeed(t *testing.T) {
	e := newLesson(1)
	r := Request{Key: 2885071797, Try: 3, Input: 68, Output: 2}
	for _, tt := range []struct {
		seed int64
		want Status
	}{{20260218, Timeout}, {-5, OK}, {20260218, Timeout}} {
		e.Reset(tt.seed)
		if got := e.Serve(0, &r); got.Status != tt.want {
			t.Errorf("under seed %d the first call has status %d; want %d", tt.seed, got.Status, tt.want)
		}
		if got := e.Serve(10*second, &r); got.Status == RateLimit || got.Fill != 0 {
			t.Errorf("under seed %d a call ten seconds later is answered %+v", tt.seed, got)
		}
	}
}

func TestServeTouchesNoHeap(t *testing.T) {
	e := newLesson(24)
	now := time.Duration(0)
	allocations := testing.AllocsPerRun(1000, func() {
		now += second / 10
		e.Serve(now, &Request{Key: uint32(now), Input: 44, Output: 2})
	})
	if allocations != 0 {
		t.Errorf("a call allocates %v times; want 0", allocations)
	}
}

func BenchmarkServe(b *testing.B) {
	e := newLesson(24)
	b.ReportAllocs()
	for i := range b.N {
		e.Serve(time.Duration(i/16)*second, &Request{Key: uint32(i), Input: 44, Output: 2})
	}
}
