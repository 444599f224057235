package endpoint

import (
	"testing"
	"time"
)

// discourse/discourse#11691: the wait is the time until the oldest entry leaves,
// and then there is room.
func TestSlidingLogTellsAWaitThatIsEnough(t *testing.T) {
	play(t, &SlidingLog{Limit: 3, Window: 10 * second}, []line{
		{0, 1, 0}, {1 * second, 1, 0}, {2 * second, 1, 0},
		{9 * second, 1, second}, {10*second - 1, 1, 1}, {10 * second, 1, 0},
		{10 * second, 1, second}, {10 * second, 3, 10 * second},
	})
}

// Metron-Project/metron#629: with a limit lowered from 5 to 3 the third oldest
// entry decides; the oldest would give 50 s.
func TestSlidingLogTellsTheWaitUnderALoweredLimit(t *testing.T) {
	log, err := NewScheduled(&SlidingLog{Limit: 5, Window: minute}, []Change{{At: 9 * second, Limit: 3}})
	if err != nil {
		t.Fatal(err)
	}
	play(t, log, []line{
		{0, 1, 0}, {2 * second, 1, 0}, {4 * second, 1, 0}, {6 * second, 1, 0}, {8 * second, 1, 0},
		{10 * second, 1, 54 * second}, {60 * second, 1, 4 * second}, {64 * second, 1, 0},
	})
}

// Kong/docs.konghq.com#6586: 20 % above the limit, refusals counted or not. In the
// counted mode two of eleven entries must leave before one more fits.
func TestSlidingLogWaitsForRefusalsThatCount(t *testing.T) {
	for _, tt := range []struct {
		counted           bool
		admitted, refused int
		last, waitAt50    time.Duration
	}{
		{false, 600, 120, 3585 * second, 10 * second},
		{true, 10, 710, 45 * second, 15 * second},
	} {
		log := &SlidingLog{Limit: 10, Window: minute}
		var admitted, refused int
		var last time.Duration
		for at := time.Duration(0); at < time.Hour; at += 5 * second {
			wait, _ := log.Wait(at, 1)
			switch {
			case wait == 0:
				admitted++
				last = at
				log.Take(at, 1)
			case tt.counted:
				refused++
				log.Take(at, 1)
			default:
				refused++
			}
			if wait, _ := log.Wait(at, 1); at == 50*second && wait != tt.waitAt50 {
				t.Errorf("counted %v: after the refusal at 50 s the wait is %v; want %v", tt.counted, wait, tt.waitAt50)
			}
		}
		if admitted != tt.admitted || refused != tt.refused || last != tt.last {
			t.Errorf("counted %v: %d admitted, %d refused, the last admitted at %v; want %d, %d, %v",
				tt.counted, admitted, refused, last, tt.admitted, tt.refused, tt.last)
		}
	}
}

// run-llama/llama_index#23202: 200 of 100 never fit, and nothing is offered.
func TestSlidingLogNeverAdmitsMoreThanItsLimit(t *testing.T) {
	play(t, &SlidingLog{Limit: 100, Window: minute}, []line{
		{0, 200, never}, {0, 100, 0}, {0, 1, minute}, {0, 200, never}, {minute, 101, never}, {minute, 100, 0},
	})
	play(t, &SlidingLog{Window: minute}, []line{{0, 0, 0}, {0, 1, never}})
}

// An Azure deployment of 10,000 tokens a minute as measured on 5 June 2024: what
// four serial calls were charged, and the tokens that its header said remained.
func TestSlidingLogRepeatsAMeasurementOfAzure(t *testing.T) {
	log := &SlidingLog{Limit: 10_000, Window: minute}
	for _, tt := range []struct {
		at             time.Duration
		charge, remain int64
	}{
		{0, 2061, 7939}, {1900 * ms, 2061, 5878}, {3600 * ms, 2063, 3815}, {5400 * ms, 2062, 1753},
	} {
		if wait, _ := log.Wait(tt.at, tt.charge); wait != 0 {
			t.Errorf("at %v a call waits %v", tt.at, wait)
		}
		log.Take(tt.at, tt.charge)
		if got := log.State(tt.at).Remaining; got != tt.remain {
			t.Errorf("at %v %d tokens remain; want %d", tt.at, got, tt.remain)
		}
	}
	play(t, log, []line{ // refused until the first charge returns; the client came again at 60.2 s
		{7 * second, 2062, 53 * second}, {30 * second, 2062, 30 * second}, {60*second - 1, 2062, 1},
		{60200 * ms, 2062, 0}, {60200 * ms, 2062, 1700 * ms}, {61900 * ms, 2062, 0}, {61900 * ms, 2062, 1700 * ms},
	})
}

// Twelve requests a minute were two in any ten seconds, 120 were twenty.
func TestSlidingLogRepeatsAzuresTenSeconds(t *testing.T) {
	log := &SlidingLog{Limit: 12 / 6, Window: 10 * second}
	play(t, log, []line{{0, 1, 0}})
	if got := log.State(0).Remaining; got != 1 {
		t.Errorf("%d requests remain; want 1", got)
	}
	play(t, log, []line{{second, 1, 0}, {2 * second, 1, 8 * second}, {10 * second, 1, 0}, {10 * second, 1, second}})
	large := &SlidingLog{Limit: 120 / 6, Window: 10 * second}
	large.Take(0, 1)
	if got := large.State(0).Remaining; got != 19 {
		t.Errorf("%d requests remain; want 19", got)
	}
}

func TestSlidingLogGivesBackWhatStillCounts(t *testing.T) {
	for _, tt := range []struct {
		what   string
		n      int64
		taken  time.Duration
		remain int64 // of 100, at 15 s
	}{
		{"some of one instant", 5, 8 * second, 15},
		{"all of it", 30, 8 * second, 40},
		{"no more than was taken", 31, 8 * second, 40},
		{"what was taken now", 40, 15 * second, 50},
		{"no more than was taken now", 60, 15 * second, 60},
		{"what has left the window", 10, 5 * second, 10},
		{"what was never taken", 10, 9 * second, 10},
		{"nothing", 0, 8 * second, 10},
	} {
		log := &SlidingLog{Limit: 100, Window: 10 * second}
		log.Take(5*second, 20)
		log.Take(6*second, 10)
		log.Take(8*second, 30)
		log.Take(15*second, 50)
		log.GiveBack(15*second, tt.n, tt.taken)
		if got := log.State(15 * second).Remaining; got != tt.remain {
			t.Errorf("%s: %d remain; want %d", tt.what, got, tt.remain)
		}
	}
}

// Storms of refused calls that count must not make each answer slower.
func TestSlidingLogFindsAWaitAmongManyEntries(t *testing.T) {
	log := &SlidingLog{Limit: 100, Window: time.Hour}
	for i := range time.Duration(200_000) {
		log.Take(i*ms, 1)
	}
	// 100 of 200,000 may stay: the entry that must leave last is number 199,901.
	if wait, ok := log.Wait(200*second, 1); !ok || wait != time.Hour-200*second+199_900*ms {
		t.Errorf("the wait is %v, %v", wait, ok)
	}
}
