package wire

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// What one side writes the other reads.
func TestRequestsAreReadAsTheyAreWritten(t *testing.T) {
	for _, r := range []Route{{API: Chat, Vendor: OpenAI}, {API: Messages, Vendor: Anthropic}} {
		ask, err := ReadAsk(r, Asking{API: r.API, Model: "m", Prompt: `say "hello"`, MaxOutput: 12}.Body())
		if err != nil || ask.Model != "m" || len(ask.Texts) != 1 || ask.Texts[0] != `say "hello"` || ask.MaxOutput != 12 || ask.Stream {
			t.Errorf("%v: %+v, %v", r, ask, err)
		}
		header := http.Header{}
		r.Vendor.SetCaller(header, "a key")
		if Credential(header) != "a key" || IsAnthropic(header) != (r.Vendor == Anthropic) {
			t.Errorf("%v: %v", r, header)
		}
	}
	if ask, err := ReadAsk(Route{API: Chat}, Asking{API: Chat, Model: "m", Prompt: "hi"}.Body()); err != nil || ask.MaxOutput != 0 {
		t.Errorf("without a bound: %+v, %v", ask, err)
	}
	if ask, err := ReadAsk(Route{API: Messages}, Asking{API: Messages, Model: "m", Prompt: "hi"}.Body()); err != nil || ask.MaxOutput != 1 {
		t.Errorf("Messages without a bound: %+v, %v", ask, err)
	}
}

func TestUsageIsReadAsItIsWritten(t *testing.T) {
	want := Usage{Input: 500, Cached: 120, Output: 77}
	for _, a := range []API{Chat, Responses, Messages} {
		have := ReadUsage(a.Body(&Reply{Pieces: []string{"a"}, Usage: want}))
		if have.Usage != want || !have.Told {
			t.Errorf("%v: %+v; want %+v", a, have, want)
		}
	}
	// An Anthropic answer that has written to its cache, too.
	have := ReadUsage([]byte(`{"usage":{"input_tokens":5,"cache_creation_input_tokens":30,"cache_read_input_tokens":7,"output_tokens":2}}`))
	if want := (Usage{Input: 42, Cached: 7, Output: 2}); have.Usage != want || !have.Told {
		t.Errorf("%+v; want %+v", have, want)
	}
	// Half of a cost is none.
	for _, body := range []string{"", "{}", `{"usage":null}`, "[1", `{"usage":{}}`, `{"usage":{"prompt_tokens":5}}`, `{"usage":{"completion_tokens":5}}`,
		`{"usage":{"prompt_tokens":5,"completion_tokens":null}}`, `{"usage":{"prompt_tokens":5,"prompt_tokens_details":{"cached_tokens":3}}}`,
		`{"usage":{"output_tokens":5,"cache_read_input_tokens":3}}`, `{"usage":{"total_tokens":5}}`} {
		if have := ReadUsage([]byte(body)); have != (Bill{}) {
			t.Errorf("%q: %+v", body, have)
		}
	}
	for usage, want := range map[string]string{
		`{"prompt_tokens":-5}`: `"prompt_tokens": -5`, `{"completion_tokens":9223372036854775807}`: `"completion_tokens": 9223372036854775807`,
		`{"output_tokens":1e18}`: `"output_tokens": 1e18`, `{"input_tokens":"5"}`: `"input_tokens": "5"`, `{"input_tokens":2.5}`: `"input_tokens": 2.5`, `[]`: `"usage": []`,
		`{"prompt_tokens":5,"prompt_tokens_details":{"cached_tokens":9}}`: "9 tokens from a cache, of 5", `{"prompt_tokens_details":7}`: `"prompt_tokens_details": 7`,
		`{"prompt_tokens":5,"total_tokens":3}`: "5 tokens of input, of 3 in all",
	} {
		if have := ReadUsage([]byte(`{"usage":` + usage + `}`)); have.Told || have.Usage != (Usage{}) || have.Absurd == nil || have.Absurd.Error() != want {
			t.Errorf("%s: %+v; want %s", usage, have, want)
		}
	}
	for usage, want := range map[string]Usage{
		`{"prompt_tokens":1e3,"completion_tokens":0,"prompt_tokens_details":null}`: {Input: 1000},
		`{"prompt_tokens":8,"total_tokens":8}`:                                     {Input: 8}, // Embeddings
	} {
		if have := ReadUsage([]byte(`{"usage":` + usage + `}`)); have != (Bill{Usage: want, Told: true}) {
			t.Errorf("%s: %+v", usage, have)
		}
	}
}

func TestAStreamThatTellsHalfOfItsCostTellsNone(t *testing.T) {
	for text, api := range map[string]API{
		`data: {"usage":{}}` + "\n\ndata: [DONE]\n":                                                                          Chat,
		`data: {"usage":{"prompt_tokens":5}}` + "\n\ndata: [DONE]\n":                                                         Chat,
		`data: {"message":{"usage":{"input_tokens":5,"output_tokens":1}}}` + "\n\n" + `data: {"type":"message_stop"}` + "\n": Messages,
		`data: {"type":"message_delta","usage":{"output_tokens":9}}` + "\n\n" + `data: {"type":"message_stop"}` + "\n":       Messages,
	} {
		if have, err := ReadStream(api, strings.NewReader(text)); have != (Bill{}) || err != nil {
			t.Errorf("%q: %+v, %v", text, have, err)
		}
	}
}

func TestDirectionsAreReadAsTheyAreWritten(t *testing.T) {
	for _, want := range []Directions{
		{Call: "7", Attempt: 2, Step: 3, Flow: "chat", Fault: "hang", Sizes: Sizes{1, 2, 3, 4, 5}},
		{Attempt: -1, Sizes: NoSizes},
	} {
		header := http.Header{}
		WriteDirections(header, want)
		if have, err := ReadDirections(header); have != want || err != nil {
			t.Errorf("%+v, %v; want %+v", have, err, want)
		}
	}
}

// streamOf returns an answer as a stream, as far as it is to come.
func streamOf(t *testing.T, a API, end func(*Stream) error) string {
	t.Helper()
	var text strings.Builder
	s := NewStream(a, &Reply{ID: "1", Model: "m", Pieces: []string{"a", "b"}, Usage: Usage{Input: 500, Cached: 120, Output: 77}}, &text)
	s.Usage = true
	for _, step := range []func() error{s.Begin, s.Piece, s.Piece, func() error { return end(s) }} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	return text.String()
}

func TestAStreamIsReadAsItIsWritten(t *testing.T) {
	want := Usage{Input: 500, Cached: 120, Output: 77}
	for _, a := range []API{Chat, Messages} {
		have, err := ReadStream(a, strings.NewReader(streamOf(t, a, (*Stream).End)))
		if have.Usage != want || !have.Told || err != nil {
			t.Errorf("%v: %+v, %v; want %+v", a, have, err, want)
		}
		if _, err := ReadStream(a, strings.NewReader(streamOf(t, a, func(*Stream) error { return nil }))); err != io.ErrUnexpectedEOF {
			t.Errorf("%v without its end: %v", a, err)
		}
	}
	for text, want := range map[string]string{
		"data: {\n": "want events of JSON: unexpected end of JSON input",
		"data: {\"error\":{\"message\":\"no room\"}}\n": "the stream breaks off with an error: no room",
		"data: " + strings.Repeat(" ", eventMax):        "want events of less than 16777216 bytes",
	} {
		if _, err := ReadStream(Chat, strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%.40q: %v; want %s", text, err, want)
		}
	}
	large := `data: {"delta":"` + strings.Repeat("x", 3<<20) + `","usage":{"prompt_tokens":5,"completion_tokens":2}}` + "\n\ndata: [DONE]\n\n"
	if have, err := ReadStream(Chat, strings.NewReader(large)); have.Usage != (Usage{Input: 5, Output: 2}) || err != nil {
		t.Errorf("an event of 3 MiB: %+v, %v", have, err)
	}
	// A first event of Messages whose last one tells the output alone.
	have, err := ReadStream(Messages, strings.NewReader("event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":5,\"output_tokens\":1}}}\n\n"+
		"data: {\"type\":\"message_delta\",\"usage\":{\"output_tokens\":9}}\n\ndata: {\"type\":\"message_stop\"}\n\n"))
	if want := (Usage{Input: 5, Output: 9}); have.Usage != want || !have.Told || err != nil {
		t.Errorf("%+v, %v; want %+v", have, err, want)
	}
}
