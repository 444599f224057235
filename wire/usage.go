package wire

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// A Bill is what an answer says that it cost.
type Bill struct {
	Usage        // zero if nothing is told
	Told   bool  // it says both what the input was and what the output
	Absurd error // it says what cannot be, such as tokens below 0; nothing is then told
}

// A part is what one place of an answer says of its cost: all of it, half of it or
// nothing.
type part struct {
	Usage
	input, output bool // it tells that half
	absurd        error
}

// bill returns what the answer says as a whole. One that tells half of its cost tells
// none: nobody can reckon with it.
func (p part) bill() Bill {
	if p.absurd != nil || !p.input || !p.output {
		return Bill{Absurd: p.absurd}
	}
	return Bill{Usage: p.Usage, Told: true}
}

// usageMax is the most tokens that an answer can have cost: the most that a trace takes.
const usageMax = 1 << 30

// ReadUsage reads what an answer that is no stream says it cost: the member usage
// of Chat, Responses, Embeddings and Messages. Input that Anthropic reads from its
// cache, or writes to it, is input here.
func ReadUsage(body []byte) Bill { return readPart(body).bill() }

// readPart reads the member usage of an answer, or of an event.
func readPart(body []byte) (p part) {
	var read struct {
		Usage json.RawMessage `json:"usage"`
	}
	if json.Unmarshal(body, &read) != nil || isNone(read.Usage) {
		return part{}
	}
	r := usageReader{}
	members := r.object("usage", read.Usage)
	p.input = tells(members, "prompt_tokens", "input_tokens")
	p.output = tells(members, "completion_tokens", "output_tokens")
	p.Input = r.tokens(members, "prompt_tokens") + r.tokens(members, "input_tokens") + r.tokens(members, "cache_read_input_tokens") + r.tokens(members, "cache_creation_input_tokens")
	p.Output = r.tokens(members, "completion_tokens") + r.tokens(members, "output_tokens")
	p.Cached = r.tokens(members, "cache_read_input_tokens")
	for _, name := range []string{"prompt_tokens_details", "input_tokens_details"} {
		if details := members[name]; !isNone(details) {
			p.Cached += r.tokens(r.object(name, details), "cached_tokens")
		}
	}
	if p.input && !p.output && tells(members, "total_tokens") { // Embeddings has no output
		p.output, p.Output = true, r.tokens(members, "total_tokens")-p.Input
	}
	switch {
	case r.absurd != nil:
	case p.Output < 0:
		r.absurd = fmt.Errorf("%d tokens of input, of %d in all", p.Input, p.Input+p.Output)
	case p.Input > usageMax || p.Output > usageMax:
		r.absurd = fmt.Errorf("%d tokens of input and %d of output", p.Input, p.Output)
	case p.Cached > p.Input && p.input:
		r.absurd = fmt.Errorf("%d tokens from a cache, of %d", p.Cached, p.Input)
	}
	if r.absurd != nil {
		return part{absurd: r.absurd}
	}
	return p
}

// followedBy returns what is told when a later event has told something, too: all of it,
// or one half. What cannot be stays so. Input of 0 takes nothing back.
func (p part) followedBy(o part) part {
	if p.absurd != nil || o.absurd != nil {
		return part{absurd: cmp.Or(p.absurd, o.absurd)}
	}
	if o.input && (o.Input > 0 || !p.input) {
		p.input, p.Input, p.Cached = true, o.Input, o.Cached
	}
	if o.output {
		p.output, p.Output = true, o.Output
	}
	return p
}

// tells reports whether there is one of the members.
func tells(members map[string]json.RawMessage, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return !isNone(members[name]) })
}

// isNone reports that a member is not there, or is null.
func isNone(text json.RawMessage) bool { return len(text) == 0 || string(text) == "null" }

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
	if isNone(text) {
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
