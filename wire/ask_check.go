package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// checkOnce finds a member of a body that comes twice: which one counts is anybody's
// guess.
func checkOnce(body []byte) error {
	d := json.NewDecoder(bytes.NewReader(body))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil // decode has said so
	}
	seen := map[string]bool{}
	for d.More() {
		t, err := d.Token()
		name, isText := t.(string)
		var value json.RawMessage
		if err != nil || !isText || d.Decode(&value) != nil {
			return nil
		}
		if seen[name] {
			return &Mistake{Param: name, Message: "want it once; the body has it twice"}
		}
		seen[name] = true
	}
	return nil
}

// roles are those that a message may have, by operation: "Create chat completion",
// platform.openai.com; "Create a Message", platform.claude.com.
var roles = map[API][]string{
	Chat:        {"developer", "system", "user", "assistant", "tool", "function"},
	Messages:    {"user", "assistant"},
	CountTokens: {"user", "assistant"},
}

// checkRoles finds a message of a role that there is not.
func (b *askBody) checkRoles(api API) error {
	known := roles[api]
	for i, m := range b.Messages {
		if known != nil && !slices.Contains(known, m.Role) {
			return &Mistake{fmt.Sprintf("messages[%d].role", i), fmt.Sprintf("want one of %s; have %.40q", strings.Join(known, ", "), m.Role)}
		}
	}
	return nil
}
