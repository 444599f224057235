package workload

import (
	"math"
	"time"

	"ratesim/chance"
)

// An OnOff is arrivals that come for some time as another stream's do, and then
// not at all for some time, again and again.
type OnOff struct {
	Poisson
	On, Off time.Duration // On is more than 0
	Even    bool          // the stream is one of equal distances, in which chance has no part
	Drawn   bool          // each time is drawn from an exponential distribution with the mean On or Off

	phases phases
}

// phases are times that are drawn, as far as the arrivals have come.
type phases struct {
	number int           // of the present one, from 0
	end    time.Duration // of the present one, if there had been no pauses
	paused time.Duration // in all pauses before it
}

// Reset begins again with the first arrival.
func (o *OnOff) Reset() {
	o.Poisson.Reset()
	o.phases = phases{end: later(o.From, o.drawTime(0, ofOn))}
}

// Next returns the next arrival: that of a stream that knows no pauses, moved
// behind the pauses before it.
func (o *OnOff) Next() (time.Duration, int, bool) {
	if o.Even {
		o.at = later(o.From, o.Rate.at(int64(o.next)))
	} else {
		o.advance()
	}
	return o.arrive(later(o.at, o.pauses()), &o.next)
}

// pauses returns how long the pauses before the arrival are together.
func (o *OnOff) pauses() time.Duration {
	if !o.Drawn {
		return AtStep(int64((o.at-o.From)/o.On), o.Off)
	}
	for o.at >= o.phases.end && o.phases.paused < math.MaxInt64 && o.phases.end < math.MaxInt64 {
		o.phases.paused = later(o.phases.paused, o.drawTime(o.phases.number, ofOff))
		o.phases.number++
		o.phases.end = later(o.phases.end, o.drawTime(o.phases.number, ofOn))
	}
	return o.phases.paused
}

// What a time is of, which keeps its draw apart from that of the arrival with the
// same number.
const (
	ofOn  = 1
	ofOff = 2
)

// drawTime returns how long a phase or the pause after it is, by its number, so
// that nothing else moves it.
func (o *OnOff) drawTime(number, of int) time.Duration {
	if !o.Drawn {
		return 0
	}
	mean := o.On
	if of == ofOff {
		mean = o.Off
	}
	o.named.Renew(int64(number), of)
	return nanoseconds(float64(chance.Exponential(uniform(&o.named)) * float64(mean)))
}
