package wire

import (
	"encoding/json"
	"net/http"
	"slices"
)

// usedUp are the codes and types of errors that say that an account has nothing
// left to spend: "Error codes", platform.openai.com, and "Errors",
// platform.claude.com.
var usedUp = []string{
	"insufficient_quota",
	"credit_balance_exhausted",
	"organization_spend_limit_exceeded",
	"project_spend_limit_exceeded",
	"organization_usage_limit_exceeded",
	"billing_error",
}

// AccountIsUsedUp reports whether the body of an error says that the account has
// nothing left to spend, which no wait cures. It goes by code and type, never by
// the words of the message.
func AccountIsUsedUp(body []byte) bool {
	var answer struct {
		Error struct {
			Type any `json:"type"`
			Code any `json:"code"`
		} `json:"error"`
	}
	if json.Unmarshal(body, &answer) != nil {
		return false
	}
	for _, named := range []any{answer.Error.Type, answer.Error.Code} {
		if text, ok := named.(string); ok && slices.Contains(usedUp, text) {
			return true
		}
	}
	return false
}

// idempotencyKeys are the fields by which a request says that doing it twice is
// doing it once: draft-ietf-httpapi-idempotency-key-header-07, and the older form
// of its name that Go's net/http knows, too.
var idempotencyKeys = []string{"Idempotency-Key", "X-Idempotency-Key"}

// HasIdempotencyKey reports whether a request carries an idempotency key.
func HasIdempotencyKey(header http.Header) bool {
	header = canonical(header)
	return slices.ContainsFunc(idempotencyKeys, func(name string) bool { return header.Get(name) != "" })
}
