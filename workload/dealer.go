package workload

import (
	"math/bits"
	"slices"
	"time"

	"ratesim/chance"
	"ratesim/recorded"
)

// A dealer deals arrivals out to processes. It draws each arrival once, when the
// first process wants to know of one so late, and keeps it until its own process
// asks.
type dealer struct {
	of      Arrivals
	sized   Sized // the same, if they bring sizes along; else nil
	sharing Sharing
	hands   []hand // by process
	ended   bool   // there are no more arrivals

	seed int64
	flow int
}

// A hand is what was dealt to a process.
type hand struct {
	arrivals []dealtArrival
	rows     []recorded.Row // of arrivals that bring sizes along
	next     int            // of them
	begun    bool           // the process has been reset in this run
}

type dealtArrival struct {
	at      time.Duration
	request int
}

func newDealer(of Arrivals, s Sharing) *dealer {
	sized, _ := of.(Sized)
	return &dealer{of: of, sized: sized, sharing: s, hands: make([]hand, s.Processes)}
}

// deal returns the arrivals of one process.
func (d *dealer) deal(process int) Arrivals {
	one := dealt{by: d, process: process}
	if d.sized != nil {
		return &dealtSized{dealt: one}
	}
	return &one
}

// reset begins anew for a process. All are reset before a run, one after another:
// one that has been reset before is the first of a new run.
func (d *dealer) reset(process int) {
	if d.hands[process].begun || !slices.ContainsFunc(d.hands, func(h hand) bool { return h.begun }) {
		d.of.Reset()
		d.ended = false
		for i := range d.hands {
			d.hands[i] = hand{arrivals: d.hands[i].arrivals[:0], rows: d.hands[i].rows[:0]}
		}
	}
	d.hands[process].begun = true
}

// next returns the next arrival of a process.
func (d *dealer) next(process int) (time.Duration, int, bool) {
	h := &d.hands[process]
	for h.next == len(h.arrivals) {
		h.arrivals, h.rows, h.next = h.arrivals[:0], h.rows[:0], 0
		if !d.dealOne() {
			return 0, 0, false
		}
	}
	one := h.arrivals[h.next]
	h.next++
	return one.at, one.request, true
}

// dealOne deals out one arrival, if there is one.
func (d *dealer) dealOne() bool {
	if d.ended {
		return false
	}
	at, request, ok := d.of.Next()
	if !ok || request >= d.sharing.Requests {
		d.ended = true
		return false
	}
	h := &d.hands[d.processOf(request)]
	h.arrivals = append(h.arrivals, dealtArrival{at, request})
	if d.sized != nil {
		h.rows = append(h.rows, d.sized.Row())
	}
	return true
}

// processOf returns which process an arrival is for.
func (d *dealer) processOf(request int) int {
	if !d.sharing.AtRandom {
		return request % d.sharing.Processes
	}
	var draw chance.Named
	draw.Set(chance.Name{Seed: d.seed, Flow: d.flow, Request: int64(request), Purpose: chance.Dealing})
	process, _ := bits.Mul64(draw.Uint64(), uint64(d.sharing.Processes))
	return int(process)
}

// dealt arrivals are those of one process.
type dealt struct {
	by      *dealer
	process int
}

// Seed names the chance of all arrivals, of which each process has its part.
func (a *dealt) Seed(seed int64, flow int) {
	a.by.seed, a.by.flow = seed, flow
	if s, ok := a.by.of.(Seeded); ok {
		s.Seed(seed, flow)
	}
}

// Reset begins again with the first arrival.
func (a *dealt) Reset() { a.by.reset(a.process) }

// Next returns the process's next arrival.
func (a *dealt) Next() (time.Duration, int, bool) { return a.by.next(a.process) }

// A dealtSized is dealt arrivals that bring sizes along.
type dealtSized struct{ dealt }

// Row returns the sizes of the arrival that Next has returned last.
func (a *dealtSized) Row() recorded.Row {
	h := &a.by.hands[a.process]
	return h.rows[h.next-1]
}
