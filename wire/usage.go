package wire

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// A Bill is what an answer says that it cost.
type Bill struct {
	Usage        // zero if nothing is told
	Told   bool  // it says so
	Absurd error // it says what cannot be, such as tokens below 0; nothing is then told
}

// usageMax is the most tokens that an answer can have cost: the most that a trace takes.
const usageMax = 1 << 30

// ReadUsage reads what an answer that is no stream says it cost: the member usage
// of Chat, Responses, Embeddings and Messages. Input that Anthropic reads from its
// cache, or writes to it, is input here.
func ReadUsage(body []byte) Bill {
	var read struct {
		Usage json.RawMessage `json:"usage"`
	}
	if json.Unmarshal(body, &read) != nil || len(read.Usage) == 0 || string(read.Usage) == "null" {
		return Bill{}
	}
	r := usageReader{}
	members := r.object("usage", read.Usage)
	u := Usage{
		Input:  r.tokens(members, "prompt_tokens") + r.tokens(members, "input_tokens") + r.tokens(members, "cache_read_input_tokens") + r.tokens(members, "cache_creation_input_tokens"),
		Output: r.tokens(members, "completion_tokens") + r.tokens(members, "output_tokens"),
		Cached: r.tokens(members, "cache_read_input_tokens"),
	}
	for _, name := range []string{"prompt_tokens_details", "input_tokens_details"} {
		if details := members[name]; len(details) > 0 {
			u.Cached += r.tokens(r.object(name, details), "cached_tokens")
		}
	}
	switch {
	case r.absurd != nil:
	case u.Input > usageMax || u.Output > usageMax:
		r.absurd = fmt.Errorf("%d tokens of input and %d of output", u.Input, u.Output)
	case u.Cached > u.Input:
		r.absurd = fmt.Errorf("%d tokens from a cache, of %d", u.Cached, u.Input)
	}
	if r.absurd != nil {
		return Bill{Absurd: r.absurd}
	}
	return Bill{Usage: u, Told: true}
}

// A usageReader keeps the first thing that cannot be.
type usageReader struct{ absurd error }

func (r *usageReader) object(name string, text json.RawMessage) (members map[string]json.RawMessage) {
	if json.Unmarshal(text, &members) != nil {
		r.note(name, text)
	}
	return members
}

// tokens returns a number of tokens, 0 if there is none.
func (r *usageReader) tokens(members map[string]json.RawMessage, name string) int64 {
	text := members[name]
	if len(text) == 0 || string(text) == "null" {
		return 0
	}
	n, err := strconv.ParseFloat(string(text), 64)
	if err != nil || n < 0 || n > usageMax || n != float64(int64(n)) {
		r.note(name, text)
		return 0
	}
	return int64(n)
}

func (r *usageReader) note(name string, text json.RawMessage) {
	if r.absurd == nil {
		r.absurd = fmt.Errorf("%q: %.40s", name, text)
	}
}
