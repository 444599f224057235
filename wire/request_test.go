package wire

import (
	"net/http"
	"testing"
)

// What one side writes the other reads.
func TestRequestsAreReadAsTheyAreWritten(t *testing.T) {
	for _, r := range []Route{{API: Chat, Vendor: OpenAI}, {API: Messages, Vendor: Anthropic}} {
		ask, err := ReadAsk(r, AskBody(r.API, "m", `say "hello"`, 12))
		if err != nil || ask.Model != "m" || len(ask.Texts) != 1 || ask.Texts[0] != `say "hello"` || ask.MaxOutput != 12 || ask.Stream {
			t.Errorf("%v: %+v, %v", r, ask, err)
		}
		header := http.Header{}
		r.Vendor.SetCaller(header, "a key")
		if Credential(header) != "a key" || IsAnthropic(header) != (r.Vendor == Anthropic) {
			t.Errorf("%v: %v", r, header)
		}
	}
	if ask, err := ReadAsk(Route{API: Chat}, AskBody(Chat, "m", "hi", 0)); err != nil || ask.MaxOutput != 0 {
		t.Errorf("without a bound: %+v, %v", ask, err)
	}
	if ask, err := ReadAsk(Route{API: Messages}, AskBody(Messages, "m", "hi", 0)); err != nil || ask.MaxOutput != 1 {
		t.Errorf("Messages without a bound: %+v, %v", ask, err)
	}
}

func TestUsageIsReadAsItIsWritten(t *testing.T) {
	want := Usage{Input: 500, Cached: 120, Output: 77}
	for _, a := range []API{Chat, Responses, Messages} {
		have, ok := ReadUsage(a.Body(&Reply{Pieces: []string{"a"}, Usage: want}))
		if have != want || !ok {
			t.Errorf("%v: %+v, %t; want %+v", a, have, ok, want)
		}
	}
	// An Anthropic answer that has written to its cache, too.
	have, ok := ReadUsage([]byte(`{"usage":{"input_tokens":5,"cache_creation_input_tokens":30,"cache_read_input_tokens":7,"output_tokens":2}}`))
	if want := (Usage{Input: 42, Cached: 7, Output: 2}); have != want || !ok {
		t.Errorf("%+v, %t; want %+v", have, ok, want)
	}
	for _, body := range []string{"", "{}", `{"usage":null}`, `{"usage":{"input_tokens":"5"}}`, "[1"} {
		if have, ok := ReadUsage([]byte(body)); ok || have != (Usage{}) {
			t.Errorf("%q: %+v, %t", body, have, ok)
		}
	}
	if have, _ := ReadUsage([]byte(`{"usage":{"prompt_tokens":-5,"prompt_tokens_details":{"cached_tokens":9}}}`)); have != (Usage{}) {
		t.Errorf("below 0: %+v", have)
	}
}

func TestDirectionsAreReadAsTheyAreWritten(t *testing.T) {
	for _, want := range []Directions{
		{Call: "7", Attempt: 2, Flow: "chat", Fault: "hang", Sizes: Sizes{1, 2, 3, 4, 5}},
		{Attempt: -1, Sizes: NoSizes},
	} {
		header := http.Header{}
		WriteDirections(header, want)
		if have, err := ReadDirections(header); have != want || err != nil {
			t.Errorf("%+v, %v; want %+v", have, err, want)
		}
	}
}
