package trace

import (
	"errors"
	"fmt"
)

// A window re-derives what a limit had to admit, from the calls on record: at
// most limit.Limit of them in any half-open span of WindowNS, at which a call
// made WindowNS ago no longer counts.
type window struct {
	limit Limit // its WindowNS is 0 when nothing limits the run
	calls []counted
	fill  int64 // units of calls
}

// counted is what counts at one instant. A window keeps them oldest first.
type counted struct {
	at    int64
	units int64
}

// check checks whether a call was rightly admitted or refused, and counts it.
func (w *window) check(a Attempt) error {
	refused, unlimited := a.Status == StatusRateLimit, w.limit.WindowNS == 0
	if !unlimited {
		w.forget(a.At - w.limit.WindowNS)
	}
	switch must := w.fill+1 > w.limit.Limit; {
	case a.WindowFill != w.fill:
		return fmt.Errorf("%d calls count in the window; the record says %d", w.fill, a.WindowFill)
	case unlimited && refused:
		return errors.New("it is refused, but there is no limit")
	case unlimited && a.WindowLimit != 0:
		return fmt.Errorf("there is no limit; the record says %d", a.WindowLimit)
	case unlimited:
		return nil
	case a.WindowLimit != w.limit.Limit:
		return fmt.Errorf("the window holds %d calls; the record says %d", w.limit.Limit, a.WindowLimit)
	case must != refused:
		return fmt.Errorf("%d of %d calls count in the window, and its status is %s", w.fill, w.limit.Limit, a.Status)
	}
	if !refused || w.limit.CountRefused {
		w.count(a.At)
	}
	return nil
}

// forget drops the calls that were made at an instant or before.
func (w *window) forget(at int64) {
	for len(w.calls) > 0 && w.calls[0].at <= at {
		w.fill -= w.calls[0].units
		w.calls = w.calls[1:]
	}
}

// count counts one call; calls of one instant are kept together.
func (w *window) count(at int64) {
	w.fill++
	if n := len(w.calls); n > 0 && w.calls[n-1].at == at {
		w.calls[n-1].units++
		return
	}
	w.calls = append(w.calls, counted{at: at, units: 1})
}
