package trace

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// The HTTP statuses that a simulated endpoint answers with (RFC 9110, section 15;
// RFC 6585, section 4; 529 is overloaded_error in "Errors", docs.anthropic.com).
const (
	httpOK         = 200
	httpBadRequest = 400
	httpTooMany    = 429
	httpBroken     = 500
	httpOverloaded = 529
	httpLast       = 599
)

// derives reports that what an attempt was charged and answered follows from the
// record: of an open run whose endpoint is known. A client that has recorded its
// own calls knows only what it was told.
func (c *Checker) derives() bool { return c.run.Open && c.run.Observed != ObservedByClient }

// bill checks that an attempt paid for its prompt or for nothing, that only what
// can have output has some, and that its answer has the HTTP status of what became
// of it. A call that stands in the server's line for ever has paid for nothing.
func (c *Checker) bill(a Attempt) error {
	output := cmp.Or(a.Produced, a.OutputTokens)
	free := a.InputTokens == 0 && a.Cached == 0 && a.OutputTokens == 0
	whole := a.InputTokens == a.Prompt && a.Cached == a.PromptCached
	answered := isAnswer(a.Status) && !(free && a.isInFlight(c.run))
	switch {
	case a.PromptCached > a.Prompt:
		return fmt.Errorf("want prompt_cached_tokens of at most the %d of the prompt; have %d", a.Prompt, a.PromptCached)
	case a.RefusedBy != "" && (!free || output > 0):
		return fmt.Errorf("limit %q refused it, but it is charged %d tokens of input and %d of output", a.RefusedBy, a.InputTokens, output)
	case !whole && answered:
		return fmt.Errorf("want a charge of the prompt, %d tokens with %d of them cached; have %d and %d", a.Prompt, a.PromptCached, a.InputTokens, a.Cached)
	case !whole && !free:
		return fmt.Errorf("want a charge of nothing or of the prompt, %d tokens with %d of them cached; have %d and %d, and output of %d", a.Prompt, a.PromptCached, a.InputTokens, a.Cached, a.OutputTokens)
	case a.Produced > 0 && (!free || answered):
		return fmt.Errorf("want output_tokens for output that is charged or produced_tokens for what is not; have %d and %d", a.OutputTokens, a.Produced)
	case a.MaxOutput > 0 && output > a.MaxOutput:
		return fmt.Errorf("want output of at most the %d of max_tokens; have %d", a.MaxOutput, output)
	case output > 0 && slices.Contains([]string{StatusRateLimit, StatusRejected, StatusExhausted}, a.Status):
		return fmt.Errorf("a call with status %s has output of %d tokens", a.Status, output)
	case output == 0 && a.First != 0:
		return errors.New("its output begins, but it has none")
	case a.Status != StatusTimeout && a.Done > max(a.reached(), a.Heard):
		return fmt.Errorf("want heard_ns when the work has ended, at %d ns, or later; have %d", a.Done, max(a.reached(), a.Heard))
	}
	return c.http(a)
}

// isAnswer reports that a call with a status had an answer, whole or not.
func isAnswer(status string) bool { return status == StatusOK || status == StatusPartialOutput }

// http checks that an answer has the HTTP status of what became of the call.
func (c *Checker) http(a Attempt) error {
	least, most := 0, 0
	switch a.Status {
	case StatusOK, StatusPartialOutput:
		least, most = httpOK, httpOK
	case StatusRateLimit:
		least, most = httpTooMany, httpTooMany
		if a.RefusedBy != "" {
			least = cmp.Or(c.run.RefusedHTTP, httpTooMany)
			most = least
		}
	case StatusRejected:
		least, most = httpBadRequest, httpLast
		if a.RefusedBy != "" {
			least = cmp.Or(c.run.NeverFitsHTTP, httpBadRequest)
			most = least
		}
	case StatusExhausted:
		least, most = httpTooMany, httpTooMany
	case StatusOverloaded:
		least, most = httpOverloaded, httpOverloaded
	case StatusServerError:
		least, most = httpBadRequest, httpLast
		if !a.Uncounted {
			least = httpBroken
		}
	}
	switch {
	case a.HTTP >= least && a.HTTP <= most:
		return nil
	case least == most:
		return fmt.Errorf("want http %d of a call with status %s; have %d", least, a.Status, a.HTTP)
	}
	return fmt.Errorf("want http from %d to %d of a call with status %s; have %d", least, most, a.Status, a.HTTP)
}
