package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A member is one of a body.
type member struct {
	name  string
	value json.RawMessage
	at    int64 // how many bytes stand before the value
}

// membersOf returns the members of a body, which is JSON. One that comes twice is a
// mistake: which one counts is anybody's guess.
func membersOf(body []byte) (all []member, mistake error) {
	d := json.NewDecoder(bytes.NewReader(body))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, nil // it is null
	}
	seen := map[string]bool{}
	for d.More() {
		t, err := d.Token()
		name, isText := t.(string)
		var value json.RawMessage
		if err != nil || !isText || d.Decode(&value) != nil {
			return all, mistake
		}
		if seen[name] && mistake == nil {
			mistake = &Mistake{Param: name, Message: "want it once; the body has it twice"}
		}
		seen[name] = true
		all = append(all, member{name, value, d.InputOffset() - int64(len(value))})
	}
	return all, mistake
}

// echoed are the members of a request that an answer of Responses repeats: "The response
// object", platform.openai.com.
var echoed = []string{
	"instructions", "max_output_tokens", "max_tool_calls", "metadata", "parallel_tool_calls", "reasoning", "service_tier",
	"temperature", "text", "tool_choice", "tools", "top_logprobs", "top_p", "truncation", "user",
}

// echoOf returns what an answer repeats.
func echoOf(members []member) map[string]json.RawMessage {
	echo := map[string]json.RawMessage{}
	for _, m := range members {
		if slices.Contains(echoed, m.name) && !isNone(m.value) {
			echo[m.name] = m.value
		}
	}
	return echo
}

// checkKept finds what would want answers that are kept: this endpoint forgets its own.
func (b *askBody) checkKept() error {
	switch {
	case !isNone(b.Previous):
		return &Mistake{Param: "previous_response_id", Message: "want null, for this endpoint keeps no answers: send the whole conversation as input"}
	case !isNone(b.Conversation):
		return &Mistake{Param: "conversation", Message: "want null, for this endpoint keeps no conversations: send the whole of it as input"}
	case b.Background:
		return &Mistake{Param: "background", Message: "want false, for this endpoint keeps no answers to ask for later"}
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
