package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// membersOf returns the members of a body. One that comes twice is a mistake: which one
// counts is anybody's guess.
func membersOf(body []byte) (map[string]json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(body))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, nil // decode has said so
	}
	all := map[string]json.RawMessage{}
	for d.More() {
		t, err := d.Token()
		name, isText := t.(string)
		var value json.RawMessage
		if err != nil || !isText || d.Decode(&value) != nil {
			return nil, nil
		}
		if _, twice := all[name]; twice {
			return nil, &Mistake{Param: name, Message: "want it once; the body has it twice"}
		}
		all[name] = value
	}
	return all, nil
}

// echoed are the members of a request that an answer of Responses repeats: "The response
// object", platform.openai.com.
var echoed = []string{
	"instructions", "max_output_tokens", "max_tool_calls", "metadata", "parallel_tool_calls", "reasoning", "service_tier",
	"temperature", "text", "tool_choice", "tools", "top_logprobs", "top_p", "truncation", "user",
}

// echoOf returns what an answer repeats.
func echoOf(members map[string]json.RawMessage) map[string]json.RawMessage {
	echo := map[string]json.RawMessage{}
	for _, name := range echoed {
		if value, ok := members[name]; ok && string(value) != "null" {
			echo[name] = value
		}
	}
	return echo
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
