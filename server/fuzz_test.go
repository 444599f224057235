package server

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ratesim/wire"
)

// stalwart returns a server that must survive.
func stalwart(t testing.TB) *Server {
	return New(configOf(t, account("limits:\n  t: token-bucket(limit=100000, window=60s, of=tokens)\nlatency: constant(latency=0s)")))
}

// FuzzBodies sends any body to any path. Nothing panics, each is answered, in JSON or events, and the
// server's books balance afterwards.
func FuzzBodies(f *testing.F) {
	paths := []string{"/v1/chat/completions", "/v1/responses", "/v1/messages", "/v1/embeddings", "/v1/messages/count_tokens", "/openai/deployments/x/chat/completions"}
	for i, body := range []string{chat(""), chat(`,"stream":true`), `{"model":"m","input":[[1,2],[3]]}`, `{"model":"m","messages":[{"content":[{"type":"text","text":"x"}]}],"max_tokens":1,"tools":[{"name":"t","input_schema":{"type":"array"}}]}`, `{`, ``,
		`{"model":"m","messages":[{"role":"user","content":"x"}],"response_format":{"type":"json_object"}}`,
		`{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"x"}],"tools":[{"name":"t","input_schema":{"type":"object","properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"anyOf":[]}}}}]}`,
		`{"model":"m","messages":[{"role":"user","content":"x"}],"tools":[{"type":"function","function":{"name":"t","parameters":{"type":5}}}]}`} {
		f.Add(i, body, "output=3", "partial(ends=clean)")
	}
	f.Fuzz(func(t *testing.T, path int, body, sizes, fault string) {
		if strings.Contains(fault, "after") || strings.Contains(fault, "hang") || strings.Contains(fault, "stall") || strings.Contains(fault, "timeout") || strings.Contains(fault, "slow") {
			return // they take their time
		}
		if len(sizes) > len("output=9999") {
			return // a long answer takes its time, too
		}
		s := stalwart(t)
		r := httptest.NewRequest("POST", paths[max(0, path)%len(paths)], strings.NewReader(body))
		r.Header.Set(wire.FieldFault, fault)
		r.Header.Set(wire.FieldSizes, sizes)
		w := httptest.NewRecorder()
		func() {
			defer func() {
				if v := recover(); v != nil && v != http.ErrAbortHandler {
					panic(v)
				}
			}()
			s.ServeHTTP(w, r)
		}()
		state := s.State()
		if state.Panics > 0 {
			t.Error("the server had a fault of its own")
		}
		if state.InFlight != 0 || s.bodies != 0 {
			t.Errorf("%d in flight, %d bytes of bodies", state.InFlight, s.bodies)
		}
	})
}

// FuzzAdmin sends any body to the admin API: it is done wholly, or refused wholly.
func FuzzAdmin(f *testing.F) {
	for _, body := range []string{`{"faults":{"a":"error(status=503)"}}`, `{"faults":{"a":1}}`, `{"seed":7}`, `{`, `{"faults":{"a":"hang","b":""}}`} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		s := stalwart(t)
		for _, request := range []struct{ method, path string }{{"PUT", "/ratesim/faults"}, {"POST", "/ratesim/reset"}} {
			before := s.State().Faults
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest(request.method, request.path, strings.NewReader(body)))
			if after := s.State().Faults; w.Code != 200 && len(after.Set) != len(before.Set) {
				t.Errorf("refused with %d, and yet done", w.Code)
			}
			if w.Code != 200 && w.Code != 400 && w.Code != 413 {
				t.Errorf("status %d", w.Code)
			}
		}
	})
}
