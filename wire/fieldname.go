package wire

import (
	"strings"

	"ratesim/hint"
)

// FieldName returns the name of the header field by which a kind of hint comes on a
// channel, such as retry-after-ms, in lower case; "" for what stands in the body,
// and for resets, which have a name with each vendor.
func FieldName(kind hint.Kind, channel hint.Channel) string {
	for _, f := range vendorTables[Any].fields {
		if f.channel == channel && f.kindOfWait() == kind {
			return strings.ToLower(f.name)
		}
	}
	return ""
}

// kindOfWait returns the kind of hint that a field of waits or orders carries; that
// of Retry-After is Seconds, though it may be a date.
func (f field) kindOfWait() hint.Kind {
	switch f.says {
	case saysMilliseconds:
		return hint.Milliseconds
	case saysRetryAfter:
		return hint.Seconds
	case saysShouldRetry:
		return hint.ShouldRetry
	}
	return hint.None
}
