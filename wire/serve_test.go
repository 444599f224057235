package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"ratesim/hint"
)

func TestPathsAreRouted(t *testing.T) {
	for path, want := range map[string]Route{
		"/v1/chat/completions":                      {Chat, OpenAI, ""},
		"/v1/responses":                             {Responses, OpenAI, ""},
		"/v1/embeddings":                            {Embeddings, OpenAI, ""},
		"/v1/models":                                {Models, OpenAI, ""},
		"/v1/models/gpt-4.1":                        {Models, OpenAI, "gpt-4.1"},
		"/v1/messages":                              {Messages, Anthropic, ""},
		"/v1/messages/count_tokens":                 {CountTokens, Anthropic, ""},
		"/openai/deployments/mine/chat/completions": {Chat, Azure, "mine"},
		"/openai/deployments/mine/embeddings":       {Embeddings, Azure, "mine"},
		"/openai/v1/chat/completions":               {Chat, Azure, ""},
		"/openai/responses":                         {Responses, Azure, ""},
	} {
		if have, ok := Routed(path); !ok || have != want {
			t.Errorf("%s: %+v; want %+v", path, have, want)
		}
	}
	for _, path := range []string{"", "/", "/v1", "/v1/", "/v1/models/", "/chat/completions", "/v2/messages", "/openai/v1/messages", "/openai/deployments/x"} {
		if have, ok := Routed(path); ok {
			t.Errorf("%q is routed to %+v", path, have)
		}
	}
}

func TestCredentialsAreRead(t *testing.T) {
	for field, want := range map[string]string{
		"Authorization: Bearer abc": "abc", "authorization: bearer  abc": "abc", "x-api-key: k": "k", "api-key: z": "z",
		"Authorization: Basic abc": "", "Authorization: abc": "", "Other: x": "",
	} {
		name, value, _ := strings.Cut(field, ": ")
		header := http.Header{}
		header.Set(name, value)
		if have := Credential(header); have != want {
			t.Errorf("%s: %q; want %q", field, have, want)
		}
	}
}

// Each vendor's error has the members that its SDKs read.
func TestProblemsAreSaidInTheVendorsForm(t *testing.T) {
	refused := Problem{Status: 429, Metric: "tokens", Message: "no room", ID: "1"}
	for _, tt := range []struct {
		vendor  Vendor
		problem Problem
		want    string
	}{
		{OpenAI, refused, `{"error":{"code":"rate_limit_exceeded","message":"no room","param":null,"type":"tokens"}}`},
		{OpenAI, Problem{Status: 429, UsedUp: true}, `{"error":{"code":"insufficient_quota","message":"","param":null,"type":"insufficient_quota"}}`},
		{OpenAI, Problem{Status: 400, Param: "n"}, `{"error":{"code":null,"message":"","param":"n","type":"invalid_request_error"}}`},
		{OpenAI, Problem{Status: 503}, `{"error":{"code":"server_is_overloaded","message":"","param":null,"type":"service_unavailable_error"}}`},
		{OpenAI, Problem{Status: 500}, `{"error":{"code":"server_error","message":"","param":null,"type":"server_error"}}`},
		{Azure, refused, `{"error":{"code":"429","message":"no room"}}`},
		{Anthropic, refused, `{"error":{"message":"no room","type":"rate_limit_error"},"request_id":"req_1","type":"error"}`},
		{Anthropic, Problem{Status: 529, Overload: true}, `{"error":{"message":"","type":"overloaded_error"},"request_id":"req_","type":"error"}`},
		{Anthropic, Problem{Status: 500}, `{"error":{"message":"","type":"api_error"},"request_id":"req_","type":"error"}`},
		{Anthropic, Problem{Status: 504}, `{"error":{"message":"","type":"timeout_error"},"request_id":"req_","type":"error"}`},
		{Anthropic, Problem{Status: 413}, `{"error":{"message":"","type":"request_too_large"},"request_id":"req_","type":"error"}`},
	} {
		if have := string(tt.problem.Body(tt.vendor)); have != tt.want {
			t.Errorf("%v: %s; want %s", tt.vendor, have, tt.want)
		}
	}
}

func TestRefusalsSayTheNumbers(t *testing.T) {
	s := Shortage{Model: "m", Limit: "tpm", Metric: "input-tokens", Most: 100, Asked: 30, Used: 90, Told: " Please try again in 2s."}
	if have, want := s.Message(), "No room for m in the limit tpm on input tokens: Limit 100, Used 90, Requested 30. Please try again in 2s."; have != want {
		t.Errorf("%q; want %q", have, want)
	}
	if h, ok := TryAgain(s.Message()); !ok || h.Wait != 2*time.Second {
		t.Errorf("read back as %v", h)
	}
	s.Never = true
	if have, want := s.Message(), "No room for m in the limit tpm on input tokens, now or ever: Limit 100, Requested 30."; have != want {
		t.Errorf("%q; want %q", have, want)
	}
}

var hello = Reply{ID: "1", Created: 7, Model: "m", Pieces: []string{"so", " it", " goes"}, Usage: Usage{Input: 10, Cached: 4, Output: 3}}

// written returns the events of a stream, as name and data.
func written(t *testing.T, a API, r Reply) (names []string, data []map[string]any) {
	t.Helper()
	var out bytes.Buffer
	s := NewStream(a, &r, &out)
	s.Usage = true
	err := s.Begin()
	for range r.Pieces {
		if err == nil {
			err = s.Piece()
		}
	}
	if err == nil {
		err = s.End()
	}
	if err != nil {
		t.Fatal(err)
	}
	for event := range strings.SplitSeq(strings.TrimSuffix(out.String(), "\n\n"), "\n\n") {
		name, text := "", event
		if head, rest, ok := strings.Cut(event, "\n"); ok {
			name, text = strings.TrimPrefix(head, "event: "), rest
		}
		var body map[string]any
		if text = strings.TrimPrefix(text, "data: "); text != "[DONE]" {
			if err := json.Unmarshal([]byte(text), &body); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			if a != Chat && body["type"] != name {
				t.Errorf("event %s has type %v", name, body["type"])
			}
		} else {
			name = text
		}
		names, data = append(names, name), append(data, body)
	}
	return names, data
}

// at returns what stands at a path of names in a value.
func at(value any, path ...any) any {
	for _, step := range path {
		switch v := value.(type) {
		case map[string]any:
			value = v[fmt.Sprint(step)]
		case []any:
			value = v[step.(int)]
		default:
			return nil
		}
	}
	return value
}

func same(t *testing.T, what string, have, want any) {
	t.Helper()
	if fmt.Sprint(have) != fmt.Sprint(want) {
		t.Errorf("%s: %v; want %v", what, have, want)
	}
}

func TestAStreamOfChatEndsWithItsUsage(t *testing.T) {
	names, data := written(t, Chat, hello)
	same(t, "events", len(names), 7)
	same(t, "role", at(data[0], "choices", 0, "delta", "role"), "assistant")
	same(t, "piece", at(data[2], "choices", 0, "delta", "content"), " it")
	same(t, "finish", at(data[4], "choices", 0, "finish_reason"), "stop")
	same(t, "usage", at(data[5], "usage", "total_tokens"), 13)
	same(t, "choices beside the usage", len(at(data[5], "choices").([]any)), 0)
	same(t, "end", names[6], "[DONE]")
}

func TestAStreamOfResponsesIsNumbered(t *testing.T) {
	names, data := written(t, Responses, hello)
	same(t, "events", names, []string{
		"response.created", "response.in_progress", "response.output_item.added", "response.content_part.added",
		"response.output_text.delta", "response.output_text.delta", "response.output_text.delta",
		"response.output_text.done", "response.content_part.done", "response.output_item.done", "response.completed",
	})
	for i := range data {
		same(t, names[i], data[i]["sequence_number"], i)
	}
	last := data[len(data)-1]["response"]
	same(t, "text", at(last, "output", 0, "content", 0, "text"), "so it goes")
	same(t, "cached", at(last, "usage", "input_tokens_details", "cached_tokens"), 4)
	cut := hello
	cut.Cut = true
	names, data = written(t, Responses, cut)
	same(t, "cut", names[len(names)-1], "response.incomplete")
	same(t, "why", at(data[len(data)-1], "response", "incomplete_details", "reason"), "max_output_tokens")
}

func TestAStreamOfMessagesCountsWhatIsNotCached(t *testing.T) {
	names, data := written(t, Messages, hello)
	same(t, "events", names, []string{
		"message_start", "content_block_start", "ping", "content_block_delta", "content_block_delta", "content_block_delta",
		"content_block_stop", "message_delta", "message_stop",
	})
	same(t, "input", at(data[0], "message", "usage", "input_tokens"), 6)
	same(t, "cached", at(data[0], "message", "usage", "cache_read_input_tokens"), 4)
	same(t, "output", at(data[7], "usage", "output_tokens"), 3)
	same(t, "stop", at(data[7], "delta", "stop_reason"), "end_turn")
}

// Arguments that come in pieces are whole JSON when put together, in each form.
func TestToolCallsComeInPieces(t *testing.T) {
	call := Reply{ID: "1", Model: "m", Tool: "weather", Pieces: []string{`{"ci`, `ty":"Rom`, `e"}`}}
	_, data := written(t, Chat, call)
	same(t, "name", at(data[0], "choices", 0, "delta", "tool_calls", 0, "function", "name"), "weather")
	same(t, "arguments", at(data[2], "choices", 0, "delta", "tool_calls", 0, "function", "arguments"), `ty":"Rom`)
	same(t, "finish", at(data[4], "choices", 0, "finish_reason"), "tool_calls")
	_, data = written(t, Responses, call)
	same(t, "done", at(data[6], "arguments"), `{"city":"Rome"}`)
	same(t, "item", at(data[2], "item", "call_id"), "call_1")
	_, data = written(t, Messages, call)
	same(t, "block", at(data[1], "content_block", "type"), "tool_use")
	same(t, "piece", at(data[4], "delta", "partial_json"), `ty":"Rom`)
	same(t, "stop", at(data[7], "delta", "stop_reason"), "tool_use")
	var body any
	if err := json.Unmarshal(Messages.Body(&call), &body); err != nil {
		t.Fatal(err)
	}
	same(t, "whole", at(body, "content", 0, "input", "city"), "Rome")
}

func TestAStreamCanFail(t *testing.T) {
	for api, want := range map[API]string{
		Chat:      "data: {\"error\":{",
		Responses: "event: error\ndata: {",
		Messages:  "event: error\ndata: {\"error\":{\"message\":\"Overloaded.\",\"type\":\"overloaded_error\"}",
	} {
		var out bytes.Buffer
		if err := NewStream(api, &hello, &out).Fail(Problem{Status: 529, Overload: true, Message: "Overloaded."}); err != nil || !strings.HasPrefix(out.String(), want) {
			t.Errorf("%q; want %q", out.String(), want)
		}
		out.Reset()
		if err := NewStream(api, &hello, &out).Garble(); err != nil || json.Valid(out.Bytes()) {
			t.Errorf("it can be read: %q", out.String())
		}
	}
}

// What the vendor has no field for is said in the field of others.
func TestWhatIsSaidIsWritten(t *testing.T) {
	header := http.Header{}
	Anthropic.WriteSaid(header, hint.Said{
		Hints: []hint.Hint{
			{Kind: hint.Milliseconds, Notation: hint.Number, Wait: 511 * time.Millisecond},
			{Kind: hint.Seconds, Notation: hint.Number, Wait: time.Second},
		},
		Limits: []hint.Limit{{Of: hint.Dimension{Unit: hint.Requests}, Limit: hint.Count{Units: 5, Presence: hint.Present}}},
	}, time.Unix(0, 0))
	for name, want := range map[string]string{"Retry-After-Ms": "511", "Retry-After": "1", "Anthropic-Ratelimit-Requests-Limit": "5"} {
		if have := header.Get(name); have != want {
			t.Errorf("%s: %q; want %q", name, have, want)
		}
	}
}

func FuzzReadAsk(f *testing.F) {
	for _, body := range []string{`{"model":"m","messages":[{"content":"x"}]}`, `{"model":"m","input":["a",[1]]}`, `{"model":"m","input":"x","tools":[{"name":"t"}],"tool_choice":{"type":"function","name":"t"}}`, `{`, `[]`, `null`} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, path := range []string{"/v1/chat/completions", "/v1/responses", "/v1/embeddings", "/v1/messages"} {
			route, _ := Routed(path)
			ask, err := ReadAsk(route, []byte(body))
			if err != nil && err.Error() == "" {
				t.Error("a mistake without words")
			}
			if err == nil && ask.Model == "" {
				t.Errorf("%s: %s has no model", path, body)
			}
		}
	})
}

func FuzzReadDirections(f *testing.F) {
	f.Add("input=3, output=4", "7")
	f.Fuzz(func(t *testing.T, sizes, attempt string) {
		header := http.Header{FieldSizes: {sizes}, FieldAttempt: {attempt}}
		d, err := ReadDirections(header)
		if err == nil && (d.Sizes.Input < -1 || d.Sizes.Output > sizeMax || d.Attempt < -1) {
			t.Errorf("%+v", d)
		}
	})
}
