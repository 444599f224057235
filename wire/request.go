package wire

import (
	"fmt"
	"net/http"
)

// anthropicVersion is the version of its API that Anthropic's SDKs name
// ("Versions", platform.claude.com).
const anthropicVersion = "2023-06-01"

// An Asking is a request of Chat or Messages for an answer in words.
type Asking struct {
	API       API
	Model     string
	Prompt    string
	MaxOutput int64 // tokens; 0 for no bound, which Messages does not know: then it is one token
	Stream    bool  // the answer is to come as a stream, which says what it cost
}

// Body returns the body of the request, as ReadAsk reads it.
func (q Asking) Body() []byte {
	body := object{"model": q.Model, "messages": []object{{"role": "user", "content": q.Prompt}}}
	switch {
	case q.API == Messages:
		body["max_tokens"] = max(1, q.MaxOutput)
	case q.MaxOutput > 0:
		body["max_completion_tokens"] = q.MaxOutput
	}
	if q.Stream {
		body["stream"] = true
		if q.API == Chat {
			body["stream_options"] = object{"include_usage": true}
		}
	}
	return encode(body)
}

// SetCaller sets the fields by which a vendor knows who asks, as Credential reads
// them, and in what form.
func (v Vendor) SetCaller(header http.Header, key string) {
	header.Set("Content-Type", "application/json")
	if v == Anthropic {
		header.Set("Anthropic-Version", anthropicVersion)
		header.Set("X-Api-Key", key)
		return
	}
	header.Set("Authorization", "Bearer "+key)
}

// clamped returns a size from 0 to the most that is taken for one.
func clamped(tokens int64) int64 { return min(max(0, tokens), sizeMax) }

// WriteDirections sets the fields that ReadDirections reads.
func WriteDirections(header http.Header, d Directions) {
	set := func(name, value string) {
		if value != "" {
			header.Set(name, value)
		}
	}
	set(FieldCall, d.Call)
	set(FieldFlow, d.Flow)
	set(FieldFault, d.Fault)
	if d.Step > 0 {
		header.Set(FieldStep, fmt.Sprint(d.Step))
	}
	if d.Attempt >= 0 {
		header.Set(FieldAttempt, fmt.Sprint(d.Attempt))
	}
	if s := d.Sizes; s != NoSizes {
		header.Set(FieldSizes, fmt.Sprintf("input=%d, output=%d, cached=%d, estimate=%d, max-output=%d",
			clamped(s.Input), clamped(s.Output), clamped(s.Cached), clamped(s.Estimate), clamped(s.MaxOutput)))
	}
}
