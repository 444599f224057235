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
	calls history
}

// check checks whether a call was rightly admitted or refused, and counts it.
func (w *window) check(a Attempt) error {
	refused, unlimited := a.Status == StatusRateLimit, w.limit.WindowNS == 0
	if !unlimited {
		w.calls.forget(a.reached() - w.limit.WindowNS)
	}
	switch must := w.calls.sum+1 > w.limit.Limit; {
	case a.WindowFill != w.calls.sum:
		return fmt.Errorf("%d calls count in the window; the record says %d", w.calls.sum, a.WindowFill)
	case unlimited && refused:
		return errors.New("it is refused, but there is no limit")
	case unlimited && a.WindowLimit != 0:
		return fmt.Errorf("there is no limit; the record says %d", a.WindowLimit)
	case unlimited:
		return nil
	case a.WindowLimit != w.limit.Limit:
		return fmt.Errorf("the window holds %d calls; the record says %d", w.limit.Limit, a.WindowLimit)
	case must != refused:
		return fmt.Errorf("%d of %d calls count in the window, and its status is %s", w.calls.sum, w.limit.Limit, a.Status)
	}
	if !refused || w.limit.CountRefused {
		w.calls.add(counted{at: a.reached(), units: 1})
	}
	return nil
}
