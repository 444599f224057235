package governor

import (
	"time"

	"ratesim/spec"
)

// ActiveRetries allows a retry while fewer than a share of the requests that are
// open are retries, or fewer than a minimum. Open is a request from its first
// attempt to its end; a retry counts from its wait on until it is answered.
//
// It is Envoy's retry budget (upstream/resource_manager_impl.h), which cuts the
// share of the requests off to a whole number, and failsafe-go's budget, which
// counts no retry before its wait is over.
type ActiveRetries struct {
	Free
	Share   float64 // of open requests, to a millionth
	Minimum int64   // retries at once that are always allowed

	open     map[request]struct{}
	retrying map[request]struct{}
}

// Take counts the request as open.
func (a *ActiveRetries) Take(_ time.Duration, s Sending) { a.open[s.request()] = struct{}{} }

// Heard counts a retry no more, if it was one.
func (a *ActiveRetries) Heard(_ time.Duration, s Sending, _ Outcome) {
	delete(a.retrying, s.request())
}

// Retry reports whether there is room for one more.
func (a *ActiveRetries) Retry(_ time.Duration, s Sending, _ time.Duration) bool {
	allowed := max(a.Minimum, int64(len(a.open))*millionths(a.Share)/million)
	if int64(len(a.retrying)) >= allowed {
		return false
	}
	a.retrying[s.request()] = struct{}{}
	return true
}

// Ended counts the request no more.
func (a *ActiveRetries) Ended(_ time.Duration, s Sending) {
	delete(a.open, s.request())
	delete(a.retrying, s.request())
}

// Reset forgets all requests.
func (a *ActiveRetries) Reset() {
	a.open, a.retrying = map[request]struct{}{}, map[request]struct{}{}
}

func activeRetriesForm() spec.Form[Maker] {
	return spec.Form[Maker]{
		Name: "active-retries", About: "of the requests that are open, a share may be retries",
		Arguments: []spec.Argument{
			{Name: "share", Unit: "share", Default: "0.2", Zero: "only the minimum", About: "of the open requests, those that may be retries; cut off to a whole number"},
			{Name: "minimum", Unit: "retries", Default: "3", Zero: "only the share", About: "retries at once that are always allowed"},
		},
		Read: func(r *spec.Reader) Maker {
			return made(ActiveRetries{Share: r.Share("share"), Minimum: r.Count("minimum", 0)})
		},
	}
}
