package wire

import (
	"net/http"
	"strconv"
	"strings"
)

// Credential returns the key that a request carries, "" for none: the field
// x-api-key of Anthropic, api-key of Azure, or a bearer token (RFC 6750).
func Credential(header http.Header) string {
	for _, name := range []string{"X-Api-Key", "Api-Key"} {
		if key := header.Get(name); key != "" {
			return key
		}
	}
	scheme, token, ok := strings.Cut(header.Get("Authorization"), " ")
	if ok && strings.EqualFold(scheme, "Bearer") {
		return strings.TrimSpace(token)
	}
	return ""
}

// IsAnthropic reports whether a request names a version of Anthropic's API, by which
// its GET /v1/models is told from OpenAI's.
func IsAnthropic(header http.Header) bool { return header.Get("Anthropic-Version") != "" }

// RetryCount returns which attempt of its call a request is, 0 for the first, as the
// SDKs of OpenAI and Anthropic say it. ok is false for one that does not.
func RetryCount(header http.Header) (count int, ok bool) {
	count, err := strconv.Atoi(header.Get("X-Stainless-Retry-Count"))
	return count, err == nil && count >= 0 && count < 1<<20
}

// RequestID returns the field in which a vendor names an answer.
func (v Vendor) RequestID() string {
	if v == Anthropic {
		return "Request-Id"
	}
	return "X-Request-Id"
}
