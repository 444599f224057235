package governor

import (
	"math"
	"time"
)

// A tally counts things, and how many of them are of a kind.
type tally struct{ all, some int64 }

// tenths is in how many parts a recent is counted.
const tenths = 10

// A recent is the tally of a window of time that ends now. It is counted in tenths
// of the window, as Finagle's WindowedAdder does it: what was counted is forgotten
// after nine tenths of the window at the earliest, and after all of it at the latest.
type recent struct {
	slice   time.Duration // a tenth of the window; more than 0
	newest  int64         // the number of the present slice
	tallies [tenths]tally // by number modulo slices
	sum     tally         // of all of them
}

// over returns the empty tally of a window.
func over(window time.Duration) recent {
	return recent{slice: max(1, window/tenths)}
}

// add counts something now.
func (r *recent) add(now time.Duration, t tally) {
	r.advance(now)
	at := &r.tallies[r.newest%tenths]
	*at = at.plus(t)
	r.sum = r.sum.plus(t)
}

// at returns the tally of the window that ends now.
func (r *recent) at(now time.Duration) tally {
	r.advance(now)
	return r.sum
}

// advance forgets the slices that have left the window.
func (r *recent) advance(now time.Duration) {
	present := int64(now / r.slice)
	for i := max(r.newest, present-tenths) + 1; i <= present; i++ {
		gone := &r.tallies[i%tenths]
		r.sum = tally{r.sum.all - gone.all, r.sum.some - gone.some}
		*gone = tally{}
	}
	r.newest = present
}

func (t tally) plus(u tally) tally { return tally{t.all + u.all, t.some + u.some} }

// million is 1 in the unit of millionths.
const million = 1_000_000

// millionths returns a share as a whole number of millionths: 3 of 30 are a tenth
// then, which they are not in floating point.
func millionths(share float64) int64 { return int64(math.Round(share * million)) }
