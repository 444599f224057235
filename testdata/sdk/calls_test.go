package sdk

import (
	"fmt"
	"testing"

	"example.com/sdk/ask"
)

// plain answers all that is asked.
const plain = `version: 1
extends: account
name: plain
endpoint:
  limits: {requests: null, tokens: null}
  latency: "tokens(first=constant(latency=20ms), per-token=5ms)"
flows:
  call: {arrivals: at(times=0s), requests: 1}
`

// Every kind of call is understood by every SDK: text, usage, and the id of the
// answer, plain and as a stream.
func TestCallsAreUnderstood(t *testing.T) {
	api := serve(t, plain)
	for _, s := range present(t) {
		var jobs []ask.Job
		apis := []string{"messages"}
		if s.ofOpenAI() {
			apis = []string{"chat", "responses", "embeddings"}
		}
		for _, name := range apis {
			for _, stream := range []bool{false, true} {
				if name != "embeddings" || !stream {
					jobs = append(jobs, ask.Job{ID: fmt.Sprintf("%s %s %t", s.name, name, stream), URL: api.url, API: name, Stream: stream, Until: tooLong})
				}
			}
		}
		for i, o := range s.make(t, jobs) {
			j := jobs[i]
			output := map[string]int64{"chat": 8, "messages": 8, "responses": 16, "embeddings": 0}[j.API]
			if o.Error != "" || o.Text == "" || o.Request == "" || o.Input != 3 || o.Output != output {
				t.Errorf("%s: %+v; want a text, an id, and 3 + %d tokens", j.ID, o, output)
			}
		}
	}
	for id, all := range api.end(t) {
		if len(all) != 1 {
			t.Errorf("%s took %d attempts; want 1", id, len(all))
		}
	}
}
