package workload

import (
	"cmp"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A job is one request of a loop.
type job struct {
	at              time.Duration
	worker, request int
}

// play runs a loop whose requests take as long as service says, and returns the
// first of them, at most so many.
func play(l *Loop, most int, service func(job) time.Duration) []job {
	l.Reset()
	jobs, flying := []job{}, []job{} // at is when the request ends
	for len(jobs) < most {
		at, ok := l.Peek()
		slices.SortStableFunc(flying, func(a, b job) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.worker, b.worker)) })
		if len(flying) > 0 && (!ok || flying[0].at <= at) {
			l.Ended(flying[0].at, flying[0].worker)
			flying = flying[1:]
			continue
		}
		if !ok {
			break
		}
		worker, request := l.Pop()
		one := job{at, worker, request}
		jobs = append(jobs, one)
		one.at += service(one)
		flying = append(flying, one)
	}
	return jobs
}

func always(d time.Duration) func(job) time.Duration { return func(job) time.Duration { return d } }

func TestLoopSendsTheNextRequestWhenTheLastHasEnded(t *testing.T) {
	for _, tt := range []struct {
		what    string
		l       Loop
		service time.Duration
		want    []job
	}{
		{"one worker", Loop{Workers: 1, Requests: 3, Think: ms}, second, []job{{0, 0, 0}, {second + ms, 0, 1}, {2*second + 2*ms, 0, 2}}},
		{"two together", Loop{Workers: 2, Requests: 4}, second, []job{{0, 0, 0}, {0, 1, 1}, {second, 0, 2}, {second, 1, 3}}},
		{"staggered", Loop{Workers: 3, Requests: 5, Start: second, Stagger: 100 * ms}, 150 * ms,
			[]job{{second, 0, 0}, {1100 * ms, 1, 1}, {1150 * ms, 0, 2}, {1200 * ms, 2, 3}, {1250 * ms, 1, 4}}},
		{"more workers than requests", Loop{Workers: 9, Requests: 2}, second, []job{{0, 0, 0}, {0, 1, 1}}},
		{"beyond all time", Loop{Workers: 2, Requests: 3, Start: 1, Stagger: math.MaxInt64, Think: math.MaxInt64}, 0, []job{{1, 0, 0}, {math.MaxInt64, 0, 1}, {math.MaxInt64, 0, 2}}},
	} {
		if got := play(&tt.l, 5, always(tt.service)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: have %v; want %v", tt.what, got, tt.want)
		}
	}
}

// someLoop draws a loop, with its requests bounded.
func someLoop(t *rapid.T) *Loop {
	l := &Loop{
		Workers:  rapid.IntRange(1, 12).Draw(t, "workers"),
		Requests: rapid.IntRange(1, 60).Draw(t, "requests"),
		Start:    time.Duration(rapid.Int64Range(0, 5).Draw(t, "start")),
		Stagger:  time.Duration(rapid.Int64Range(0, 3).Draw(t, "stagger")),
		Think:    time.Duration(rapid.Int64Range(0, 9).Draw(t, "think")),
		Drawn:    rapid.Bool().Draw(t, "drawn"),
	}
	l.Seed(rapid.Int64().Draw(t, "seed"), 0)
	return l
}

func TestWorkersHaveOneRequestAtATime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := someLoop(t)
		times := rapid.SliceOfN(rapid.Int64Range(0, 9), l.Requests, l.Requests).Draw(t, "service times")
		service := func(j job) time.Duration { return time.Duration(times[j.request]) }
		jobs := play(l, math.MaxInt, service)
		if len(jobs) != l.Requests {
			t.Fatalf("%d requests come; want %d", len(jobs), l.Requests)
		}
		free := map[int]time.Duration{}
		last := time.Duration(0)
		for number, j := range jobs {
			earliest, again := free[j.worker]
			if !again {
				earliest = l.Start + time.Duration(j.worker)*l.Stagger
			}
			exactly := !again || !l.Drawn
			if j.request != number || j.at < last || j.worker >= l.Workers || j.at < earliest || exactly && j.at != earliest {
				t.Fatalf("%+v is number %d after %v; its worker is free at %v", j, number, last, earliest)
			}
			last, free[j.worker] = j.at, j.at+service(j)
			if !l.Drawn {
				free[j.worker] += l.Think
			}
		}
		if again := play(l, math.MaxInt, service); !slices.Equal(again, jobs) {
			t.Fatalf("after a reset come %v; want %v", again, jobs)
		}
	})
}

// Whatever the answers take, a worker thinks as long as before.
func TestThinkingDependsOnWorkerAndTurnAlone(t *testing.T) {
	thoughts := func(seed int64, service time.Duration) map[[2]int]time.Duration {
		l := &Loop{Workers: 4, Requests: 400, Think: second, Drawn: true}
		l.Seed(seed, 2)
		turns, ends, all := map[int]int{}, map[int]time.Duration{}, map[[2]int]time.Duration{}
		for _, j := range play(l, 400, func(j job) time.Duration { return service * time.Duration(1+j.worker) }) {
			if turn := turns[j.worker]; turn > 0 && turn < 50 {
				all[[2]int{j.worker, turn}] = j.at - ends[j.worker]
			}
			turns[j.worker]++
			ends[j.worker] = j.at + service*time.Duration(1+j.worker)
		}
		return all
	}
	short, long, sum := thoughts(1, ms), thoughts(1, 50*ms), time.Duration(0)
	for turn, want := range short {
		if got, ok := long[turn]; ok && got != want {
			t.Errorf("worker %d thinks %v in turn %d; with other answers %v", turn[0], want, turn[1], got)
		}
		sum += want
	}
	if mean := sum / time.Duration(len(short)); mean < 700*ms || mean > 1300*ms {
		t.Errorf("%d thoughts take %v on average; want about 1s", len(short), mean)
	}
	if other := thoughts(2, ms); other[[2]int{0, 1}] == short[[2]int{0, 1}] {
		t.Error("under another seed a worker thinks as long")
	}
}

// What a seed means must never change. Each request follows its worker's thought.
func TestThoughtsAreTheSameForEver(t *testing.T) {
	l := &Loop{Workers: 2, Requests: 5, Think: second, Drawn: true}
	l.Seed(42, 1)
	want := []job{{0, 0, 0}, {0, 1, 1}, {175_746_432, 1, 2}, {414_020_888, 0, 3}, {175_746_432 + 326_124_704, 1, 4}}
	if got := play(l, 9, always(0)); !slices.Equal(got, want) {
		t.Errorf("have %v; want %v", got, want)
	}
}

func TestLoopAllocatesNothingAfterItsFirstRun(t *testing.T) {
	l := &Loop{Workers: 100, Requests: 1000, Stagger: 1, Think: 5, Drawn: true}
	run := func() {
		l.Reset()
		for at, ok := l.Peek(); ok; at, ok = l.Peek() {
			worker, _ := l.Pop()
			l.Ended(at+7, worker)
		}
	}
	run()
	if got := testing.AllocsPerRun(10, run); got != 0 {
		t.Errorf("a run allocates %v times; want 0", got)
	}
}

func BenchmarkLoop(b *testing.B) {
	l := &Loop{Workers: 1000, Stagger: 1, Think: 5}
	l.Reset()
	b.ReportAllocs()
	for range b.N {
		at, _ := l.Peek()
		worker, _ := l.Pop()
		l.Ended(at+777, worker)
	}
}
