package wire

import (
	"time"

	"ratesim/hint"
)

// RetryAfter reads the value of Retry-After (RFC 9110, section 10.2.3): a number
// of seconds or an HTTP date. The instant of reception is the reader's own.
//
// What is neither is a hint of Kind Seconds: Trailing if it begins with a number
// (6m0s, too, for that is what JavaScript's parseFloat makes of it), else
// Unreadable.
func RetryAfter(text string, received time.Time) hint.Hint {
	text = trimBlanks(text)
	n, ok := scanNumber(text)
	if ok && n.rest == "" {
		return n.hint(hint.Seconds, time.Second)
	}
	if h, isDate := dateHint(hint.Date, text, received); isDate {
		return h
	}
	if ok {
		return n.hint(hint.Seconds, time.Second)
	}
	return wordHint(hint.Seconds, text)
}

// Milliseconds reads a wait in milliseconds, fractions included: the value of
// retry-after-ms (read by the SDKs of OpenAI and Anthropic), x-ms-retry-after-ms
// (azcore), x-amz-retry-after (AWS SDKs) and grpc-retry-pushback-ms (gRFC A6).
func Milliseconds(text string) hint.Hint {
	return numberHint(hint.Milliseconds, text, time.Millisecond)
}

// ShouldRetry reads the value of x-should-retry, by which a server overrules the
// client's own choice. The SDKs of OpenAI and Anthropic compare it with "true"
// and "false" to the letter; anything else is unreadable.
func ShouldRetry(text string) hint.Hint {
	h := hint.Hint{Kind: hint.ShouldRetry}
	switch trimBlanks(text) {
	case "true":
		h.Notation, h.Again = hint.Boolean, true
	case "false":
		h.Notation = hint.Boolean
	}
	return h
}
