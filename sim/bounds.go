package sim

import "fmt"

// EventsMax bounds the arrivals and attempts of a run. MaxEvents can set a lower bound.
const EventsMax = 4_000_000_000

// The bounds of a run, beyond which it would take all memory or would not get
// anywhere. Only the first can be set, to less, by MaxEvents.
const (
	eventsMax   = EventsMax // arrivals and attempts of a run, each of which may take a place in a queue: they are numbered in 32 bits
	atOnceMax   = 2_000_000 // arrivals and attempts at one instant
	crowdMax    = 5_000_000 // requests that have arrived and have not ended
	sendingsMax = 10_000    // of one request at one instant
)

// Reasons why so much happens at one instant.
const (
	manyArrive  = "so many requests arrive at once"
	nobodyWaits = "answers come at once, and its requests do not wait"
)

// remember counts a request for which there was no memory as yet. With one too
// many the run ends at the next event.
func (r *Runner) remember() {
	if r.records++; r.records > r.crowd {
		r.limit = -1
	}
}

// overrun ends the run, for an event of a flow was one too many. At one instant
// that has a reason, unless workers do not think.
func (r *Runner) overrun(f *flow, reason string) {
	switch {
	case r.trouble != nil:
	case r.records > r.crowd:
		r.stop(fmt.Errorf("seed %d: more than %d requests have arrived and not ended by %v, the last of them of %s: more arrive than are ever answered",
			r.seed, r.crowd, r.now, f.Name))
	case r.events > r.bound:
		r.stop(fmt.Errorf("seed %d: more than %d arrivals and attempts (max_events) by %v: the run does not seem to end", r.seed, r.bound, r.now))
	default:
		if f.Loop != nil && f.counts.Requests > int64(f.Loop.Workers) {
			reason = "answers come at once, and its workers do not think"
		}
		r.stop(fmt.Errorf("seed %d: more than %d arrivals and attempts at %v, the last of them of %s: %s, so time does not pass",
			r.seed, r.atOnce, r.now, f.Name, reason))
	}
}

// standstill ends the run, for a request is sent again and again while no time
// passes.
func (r *Runner) standstill(f *flow, id uint32) {
	r.stop(fmt.Errorf("seed %d: %s request %s is sent more than %d times at %v: the endpoint answers at once and the policy does not wait, so time does not pass",
		r.seed, f.Name, f.Requests.Ticket(int(f.requests[id].index)).ID, sendingsMax, r.now))
}

// stop ends the run before the next event.
func (r *Runner) stop(why error) {
	r.trouble, r.limit = why, -1
}
