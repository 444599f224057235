package server

import (
	"net/http"
	"time"

	"ratesim/endpoint"
	"ratesim/wire"
)

// stream writes an answer as events while it is produced: the kth of n tokens when
// k/n of the time from First to Done has passed, as limits count them, and all of it
// later by what the network takes.
func (d *delivery) stream() {
	s, a := d.server, d.attempt
	produced := a.decided.Output
	if produced == 0 {
		produced = a.decided.Produced
	}
	reply := a.reply()
	first := a.decided.First
	if first == 0 {
		first = a.decided.Done
	}
	behind := a.decided.Heard - a.decided.Done
	if a.stalls() {
		behind = 0 // nothing will be heard
	}
	if !s.until(d.ctx, a, first+behind) {
		d.abort()
	}
	d.begin(reply)
	events := wire.NewStream(a.route.API, reply, d.w)
	events.Usage = a.ask.Usage
	d.must(events.Begin())
	produced = min(produced, int64(len(reply.Pieces)))
	for k := int64(1); k <= produced; k++ {
		at := first + share(a.decided.Done-first, k, produced) + behind
		if d.isLater(at) {
			d.must(d.control.Flush())
			if !s.until(d.ctx, a, at) {
				d.abort()
			}
			d.patient()
		}
		if k%1000 == 0 {
			d.patient()
		}
		if k < produced || a.decided.Status != endpoint.OK {
			d.must(events.Piece())
		}
	}
	d.must(d.control.Flush())
	if !s.until(d.ctx, a, a.decided.Heard) || !s.conclude(a) {
		d.abort()
	}
	d.patient()
	d.end(events, produced)
}

// begin writes the head of a stream.
func (d *delivery) begin(reply *wire.Reply) {
	d.head(reply)
	d.w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	d.patient()
	d.w.WriteHeader(http.StatusOK)
}

// must ends the attempt if its client takes no more.
func (d *delivery) must(err error) {
	if err != nil {
		d.abort()
	}
}

// isLater reports that an instant has not come.
func (d *delivery) isLater(instant time.Duration) bool {
	return d.attempt.clock.at(min(instant, horizon)).After(time.Now())
}

// share returns k nths of a time, rounded up, so that nothing overflows.
func share(d time.Duration, k, n int64) time.Duration {
	whole, rest := d/time.Duration(n), d%time.Duration(n)
	part := time.Duration((int64(rest)*k + n - 1) / n)
	return whole*time.Duration(k) + part
}

// end writes what comes behind the last piece.
func (d *delivery) end(events *wire.Stream, produced int64) {
	if d.attempt.decided.Status == endpoint.OK {
		if produced > 0 {
			_ = events.Piece() // whoever does not take the end has heard all before
		}
		_ = events.End()
		return
	}
	switch d.attempt.decided.Ending {
	case endpoint.EndsClean:
		return
	case endpoint.EndsError:
		p := d.server.problemOf(d.attempt)
		p.Overload = true
		p.Message = "Overloaded."
		_ = events.Fail(*p)
		return
	case endpoint.EndsMalformed:
		_ = events.Garble()
		return
	}
	_ = d.control.Flush()
	panic(http.ErrAbortHandler)
}
