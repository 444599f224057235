package wire

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"ratesim/hint"
)

// A Vendor is an API, or a convention that several share, with the header fields
// it uses. To add one: a constant here, an entry in vendorTables.
type Vendor uint8

// The vendors. The zero Vendor is Any.
const (
	Any          Vendor = iota // whichever: the fields of all, for a client that does not know whom it talks to
	IETF                       // draft-ietf-httpapi-ratelimit-headers-11
	IETFDraft06                // the same draft up to -06: three fields
	Gateway                    // X-RateLimit-* as sent by Envoy, throttled and many others
	OpenAI                     // "Rate limits", platform.openai.com
	Azure                      // Azure OpenAI: "Manage quota" and "Provisioned throughput", learn.microsoft.com
	Anthropic                  // "Rate limits" and "Fast mode", platform.claude.com
	Groq                       // "Rate Limits", console.groq.com
	Mistral                    // as captured from api.mistral.ai; it sends no wait
	Together                   // "Rate limits", docs.together.ai
	OpenRouter                 // "Limits", openrouter.ai
	Cerebras                   // "Rate Limits", inference-docs.cerebras.ai
	Cohere                     // what its SDKs of 2026 read
	Google                     // Gemini and Vertex AI: nothing in the header; see RetryInfo
	AWS                        // what the AWS SDK for Go v2 reads
	GRPC                       // gRFC A6, client retries
	vendorsCount int    = iota
)

// String returns the vendor's name in lower case, such as "openai".
func (v Vendor) String() string { return vendorTables[v].name }

// Vendors returns all vendors, Any first.
func Vendors() []Vendor {
	all := make([]Vendor, vendorsCount)
	for i := range all {
		all[i] = Vendor(i)
	}
	return all
}

// VendorNamed returns the vendor of that name, such as "openai".
func VendorNamed(name string) (Vendor, bool) {
	for _, v := range Vendors() {
		if v.String() == name {
			return v, true
		}
	}
	return Any, false
}

// A field is one header field and what it says.
type field struct {
	name     string // in canonical form
	says     saying
	channel  hint.Channel
	notation hint.Notation  // of a reset; Unreadable to tell it by its looks
	of       hint.Dimension // of a limit, a remaining count or a reset
}

// A saying is what a field is about.
type saying uint8

const (
	saysRetryAfter saying = iota
	saysMilliseconds
	saysShouldRetry
	saysLimit
	saysRemaining
	saysReset
)

// A vendorTable is a vendor's name and its fields, in the order in which Read
// lists what they say.
type vendorTable struct {
	name   string
	fields []field
}

// Windows that are said by a field's name. A month is taken for 30 days.
const (
	minute = time.Minute
	hour   = time.Hour
	day    = 24 * time.Hour
	month  = 30 * day
)

// vendorTables says which header belongs to which vendor.
var vendorTables = withAny([vendorsCount]vendorTable{
	IETF: {"ietf", waitFields("Retry-After")}, // and the two lists of readQuotas
	IETFDraft06: {"ietf-06", slices.Concat(
		waitFields("Retry-After"),
		limitFields("Ratelimit-*", hint.Number, count(hint.Requests)))},
	Gateway: {"gateway", slices.Concat(
		waitFields("Retry-After"),
		limitFields("X-Ratelimit-*", hint.Number, count(hint.Requests)))},
	OpenAI: {"openai", slices.Concat(
		waitFields("Retry-After-Ms", "Retry-After", "X-Should-Retry"),
		limitFields("X-Ratelimit-*-Requests", hint.Units, count(hint.Requests)),
		limitFields("X-Ratelimit-*-Tokens", hint.Units, count(hint.Tokens)),
		limitFields("X-Ratelimit-*-Project-Tokens", hint.Units, named("project", hint.Tokens)),
		limitFields("X-Ratelimit-*-Tokens_usage_based", hint.Units, named("usage-based", hint.Tokens)))},
	Azure: {"azure", slices.Concat(
		waitFields("Retry-After-Ms", "X-Ms-Retry-After-Ms", "Retry-After"),
		limitFields("X-Ratelimit-*-Requests", hint.Number, count(hint.Requests)),
		limitFields("X-Ratelimit-*-Tokens", hint.Number, count(hint.Tokens)))},
	Anthropic: {"anthropic", slices.Concat(
		waitFields("Retry-After", "X-Should-Retry"),
		limitFields("Anthropic-Ratelimit-Requests-*", hint.RFC3339, count(hint.Requests)),
		limitFields("Anthropic-Ratelimit-Tokens-*", hint.RFC3339, count(hint.Tokens)),
		limitFields("Anthropic-Ratelimit-Input-Tokens-*", hint.RFC3339, count(hint.InputTokens)),
		limitFields("Anthropic-Ratelimit-Output-Tokens-*", hint.RFC3339, count(hint.OutputTokens)),
		limitFields("Anthropic-Priority-Input-Tokens-*", hint.RFC3339, named("priority", hint.InputTokens)),
		limitFields("Anthropic-Priority-Output-Tokens-*", hint.RFC3339, named("priority", hint.OutputTokens)),
		limitFields("Anthropic-Fast-Input-Tokens-*", hint.RFC3339, named("fast", hint.InputTokens)),
		limitFields("Anthropic-Fast-Output-Tokens-*", hint.RFC3339, named("fast", hint.OutputTokens)))},
	Groq: {"groq", slices.Concat(
		waitFields("Retry-After"),
		limitFields("X-Ratelimit-*-Requests", hint.Units, per(day, hint.Requests)),
		limitFields("X-Ratelimit-*-Tokens", hint.Units, per(minute, hint.Tokens)))},
	Mistral: {"mistral", slices.Concat(
		countFields("X-Ratelimit-*-Req-Minute", per(minute, hint.Requests)),
		countFields("X-Ratelimit-*-Tokens-Minute", per(minute, hint.Tokens)),
		countFields("X-Ratelimit-*-Tokens-Month", per(month, hint.Tokens)))},
	Together: {"together", slices.Concat(
		waitFields("Retry-After"),
		limitFields("X-Ratelimit-*", hint.Number, per(time.Second, hint.Requests)),
		countFields("X-Tokenlimit-*", per(time.Second, hint.Tokens)))},
	OpenRouter: {"openrouter", slices.Concat(
		waitFields("Retry-After"),
		limitFields("X-Ratelimit-*", hint.UnixMilliseconds, count(hint.Requests)))},
	Cerebras: {"cerebras", slices.Concat(
		waitFields("Retry-After"),
		limitFields("X-Ratelimit-*-Requests-Minute", hint.Number, per(minute, hint.Requests)),
		limitFields("X-Ratelimit-*-Requests-Hour", hint.Number, per(hour, hint.Requests)),
		limitFields("X-Ratelimit-*-Requests-Day", hint.Number, per(day, hint.Requests)),
		limitFields("X-Ratelimit-*-Tokens-Minute", hint.Number, per(minute, hint.Tokens)),
		limitFields("X-Ratelimit-*-Tokens-Hour", hint.Number, per(hour, hint.Tokens)),
		limitFields("X-Ratelimit-*-Tokens-Day", hint.Number, per(day, hint.Tokens)))},
	Cohere: {"cohere", slices.Concat(
		waitFields("Retry-After"),
		[]field{{name: "X-Ratelimit-Reset", says: saysReset, notation: hint.UnixSeconds, of: count(hint.Requests)}})},
	Google: {"google", nil},
	AWS:    {"aws", waitFields("X-Amz-Retry-After")},
	GRPC:   {"grpc", waitFields("Grpc-Retry-Pushback-Ms")},
})

// withAny fills in Any: each field once, as the first vendor that has it means
// it, but a reset told by its looks.
func withAny(tables [vendorsCount]vendorTable) [vendorsCount]vendorTable {
	seen := map[string]bool{}
	all := waitFields("Retry-After-Ms", "X-Ms-Retry-After-Ms", "X-Amz-Retry-After", "Grpc-Retry-Pushback-Ms", "Retry-After", "X-Should-Retry")
	for _, f := range all {
		seen[f.name] = true
	}
	for _, table := range tables {
		for _, f := range table.fields {
			if !seen[f.name] {
				seen[f.name] = true
				f.notation = hint.Unreadable
				all = append(all, f)
			}
		}
	}
	tables[Any] = vendorTable{"any", all}
	return tables
}

// waitFields returns the fields of waits and orders with the given names.
func waitFields(names ...string) []field {
	var fields []field
	for _, name := range names {
		f := field{name: name, says: saysMilliseconds}
		switch name {
		case "Retry-After":
			f.says = saysRetryAfter
		case "X-Should-Retry":
			f.says = saysShouldRetry
		case "X-Ms-Retry-After-Ms":
			f.channel = hint.Azure
		case "X-Amz-Retry-After":
			f.channel = hint.AWS
		case "Grpc-Retry-Pushback-Ms":
			f.channel = hint.GRPC
		}
		fields = append(fields, f)
	}
	return fields
}

// countFields returns the fields of a limit and of what remains of it. They are
// named by putting Limit and Remaining in the place of the star.
func countFields(pattern string, of hint.Dimension) []field {
	return []field{
		{name: canonicalName(pattern, "Limit"), says: saysLimit, of: of},
		{name: canonicalName(pattern, "Remaining"), says: saysRemaining, of: of},
	}
}

// limitFields returns the fields of countFields and that of the reset.
func limitFields(pattern string, reset hint.Notation, of hint.Dimension) []field {
	return append(countFields(pattern, of), field{name: canonicalName(pattern, "Reset"), says: saysReset, notation: reset, of: of})
}

func canonicalName(pattern, word string) string {
	return http.CanonicalHeaderKey(strings.Replace(pattern, "*", word, 1))
}

func count(u hint.Unit) hint.Dimension              { return hint.Dimension{Unit: u} }
func named(name string, u hint.Unit) hint.Dimension { return hint.Dimension{Name: name, Unit: u} }
func per(w time.Duration, u hint.Unit) hint.Dimension {
	return hint.Dimension{Unit: u, Window: w}
}
