package endpoint

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// A subject is a limit that is held against its naive form.
type subject struct {
	what     string
	build    func() Limit
	naive    func() naive
	setting  // the Limit in the course of time
	scale    time.Duration
	fitsLast func(n int64) bool // n units fit some day after the last change; nil if they do not exceed the Limit
	byClock  bool               // ResetAfter is the window's end
}

// prove holds random subjects against their naive forms for many steps.
func prove(t *testing.T, random func(rng *rand.Rand) subject) {
	t.Helper()
	t.Parallel()
	rng := rand.New(rand.NewPCG(20260218, 3))
	for steps := randomSteps(); steps > 0; {
		s := random(rng)
		limit := s.build()
		for range 2 { // the second time after a Reset
			steps -= (&proof{subject: s, t: t, rng: rng, limit: limit, naive: s.naive()}).run()
			if t.Failed() {
				t.Fatalf("with %s", s.what)
			}
			limit.Reset()
		}
	}
}

// A proof is one run of a subject.
type proof struct {
	subject
	t     *testing.T
	rng   *rand.Rand
	limit Limit
	naive naive
	now   time.Duration
	taken []event // that may be given back
	told  time.Duration
	story []string
}

func (p *proof) run() (steps int) {
	for steps = range 1 + p.rng.IntN(60) {
		if !p.moveOn() || p.t.Failed() {
			break
		}
		p.step()
	}
	if p.t.Failed() {
		for _, l := range p.story {
			p.t.Log(l)
		}
	}
	return steps + 1
}

// moveOn lets time pass: none, a little, as long as was told last, or long.
func (p *proof) moveOn() bool {
	var gap time.Duration
	switch p.rng.IntN(6) {
	case 0, 1:
	case 2:
		gap = time.Duration(p.rng.Int64N(3))
	case 3:
		gap = p.told
	case 4:
		gap = time.Duration(p.rng.Int64N(int64(p.scale)/8 + 1))
	case 5:
		gap = time.Duration(p.rng.Int64N(3 * int64(p.scale)))
	}
	if gap > 1<<61 || p.now > 1<<61 {
		return false
	}
	p.now += gap
	return true
}

func (p *proof) step() {
	n := p.size()
	if p.limit.Idle(p.now) != p.naive.idle(p.now) {
		p.t.Errorf("at %d idle is %v", p.now, p.limit.Idle(p.now))
	}
	p.likeNew(n)
	wait, ok := p.limit.Wait(p.now, n)
	p.story = append(p.story, fmt.Sprintf("at %d %d units wait %d, %v", p.now, n, wait, ok))
	p.told = 0
	p.check(n, wait, ok)
	switch {
	case ok && wait == 0:
		if p.rng.IntN(4) > 0 {
			p.take(n)
		}
	case p.rng.IntN(12) == 0: // counted in spite of the answer
		p.take(n)
	case ok && wait < 1<<61 && p.rng.IntN(3) == 0:
		p.obey(n, wait)
	case ok && wait < 1<<61:
		p.told = wait
	}
	if len(p.taken) > 0 && p.rng.IntN(8) == 0 {
		p.giveBack()
	}
	p.checkState()
}

// size returns how many units to ask for.
func (p *proof) size() int64 {
	limit := p.at(p.now)
	if p.rng.IntN(6) == 0 {
		limit = p.last()
	}
	if p.rng.IntN(3) > 0 {
		return upTo(p.rng, limit/4+1)
	}
	return upTo(p.rng, limit+2)
}

// check holds an answer against the naive limit.
func (p *proof) check(n int64, wait time.Duration, ok bool) {
	end := Forever
	if ok {
		end = min(p.now+min(wait, 1<<62), 1<<62)
	}
	for _, c := range p.changes {
		if p.now < c.At && c.At <= end && !(ok && wait == 0) && p.naive.fits(c.At-1, n) {
			p.t.Errorf("it fits before the change at %d", c.At)
		}
	}
	switch {
	case !ok && (p.naive.fits(max(p.now, p.lastChange()), n) || p.fitsInTheEnd(n)):
		p.t.Errorf("it fits after all changes")
	case !ok:
	case wait < 0 || (wait == 0) != p.naive.fits(p.now, n):
		p.t.Errorf("that it fits at once is %v", p.naive.fits(p.now, n))
	case wait > 0 && wait < 1<<61 && !p.naive.fits(end, n):
		p.t.Errorf("it does not fit after the wait")
	case wait > 0 && p.naive.fits(end-1, n):
		p.t.Errorf("it fits a nanosecond earlier")
	}
}

func (p *proof) fitsInTheEnd(n int64) bool {
	if p.fitsLast == nil {
		return n <= p.last()
	}
	return p.fitsLast(n)
}

func (p *proof) lastChange() time.Duration {
	if len(p.changes) == 0 {
		return 0
	}
	return p.changes[len(p.changes)-1].At
}

// obey is a lone client that waits as long as it is told: a nanosecond earlier it
// is refused, then it is admitted.
func (p *proof) obey(n int64, wait time.Duration) {
	p.now += wait - 1
	if again, ok := p.limit.Wait(p.now, n); !ok || again != 1 {
		p.t.Errorf("a nanosecond earlier it must wait %d, %v", again, ok)
	}
	p.now++
	if again, ok := p.limit.Wait(p.now, n); !ok || again != 0 {
		p.t.Errorf("after the wait it must wait %d, %v", again, ok)
	}
	p.take(n)
}

func (p *proof) take(n int64) {
	p.story = append(p.story, fmt.Sprintf("at %d takes %d", p.now, n))
	p.limit.Take(p.now, n)
	p.naive.take(p.now, n)
	if last := len(p.taken) - 1; last >= 0 && p.taken[last].at == p.now {
		p.taken[last].units += n
		return
	}
	p.taken = append(p.taken, event{p.now, n, n > 0})
}

func (p *proof) giveBack() {
	from := p.rng.IntN(len(p.taken))
	if p.rng.IntN(2) == 0 {
		from = len(p.taken) - 1
	}
	e := &p.taken[from]
	n := upTo(p.rng, e.units)
	p.story = append(p.story, fmt.Sprintf("at %d gives back %d of %d", p.now, n, e.at))
	p.limit.GiveBack(p.now, n, e.at)
	p.naive.giveBack(p.now, n, e.at)
	e.units -= n
}

// likeNew checks that an idle limit answers like a new one.
func (p *proof) likeNew(n int64) {
	if !p.limit.Idle(p.now) {
		return
	}
	fresh := p.build()
	wait, ok := p.limit.Wait(p.now, n)
	if newWait, newOK := fresh.Wait(p.now, n); wait != newWait || ok != newOK {
		p.t.Errorf("idle at %d: %d units wait %d, %v; with a new limit %d, %v", p.now, n, wait, ok, newWait, newOK)
	}
	if s, newState := p.limit.State(p.now), fresh.State(p.now); s != newState {
		p.t.Errorf("idle at %d: the state is %+v; that of a new limit %+v", p.now, s, newState)
	}
}

func (p *proof) checkState() {
	s := p.limit.State(p.now)
	if want := p.naive.remaining(p.now); s.Remaining != want {
		p.t.Errorf("at %d %d units remain; want %d", p.now, s.Remaining, want)
	}
	if p.byClock || s.ResetAfter > 1<<61 || p.lastChange() > p.now {
		return
	}
	if !p.naive.idle(p.now + s.ResetAfter) {
		p.t.Errorf("at %d it is to be reset after %d, but is not", p.now, s.ResetAfter)
	}
	if s.ResetAfter > 0 && p.naive.idle(p.now+s.ResetAfter-1) {
		p.t.Errorf("at %d it is to be reset after %d, but is so earlier", p.now, s.ResetAfter)
	}
}
