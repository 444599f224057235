package server

import (
	"context"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"ratesim/wire"
)

// newRoutes returns what each path does.
func (s *Server) newRoutes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", own(s.page))
	mux.HandleFunc("GET /metrics", own(s.metrics().ServeHTTP))
	mux.HandleFunc("GET /ratesim/state", own(s.getState))
	mux.HandleFunc("PUT /ratesim/faults", own(s.putFaults))
	mux.HandleFunc("POST /ratesim/reset", own(s.postReset))
	mux.HandleFunc("/", s.api)
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(s.deny))
	s.sealed = protection.Handler(http.HandlerFunc(s.routed))
	return mux
}

// routed answers a request by its path. One that the mux would lead elsewhere, such as
// //v1/models, is answered as a vendor would: a redirect would hide the mistake.
func (s *Server) routed(w http.ResponseWriter, r *http.Request) {
	if isPlainPath(r.URL.Path) {
		s.routes.ServeHTTP(w, r)
		return
	}
	s.api(w, r)
}

// isPlainPath reports that a path has no empty part, and none that leads back.
func isPlainPath(name string) bool {
	return path.Clean(name) == strings.TrimSuffix(name, "/") || name == "/"
}

// deny refuses what the page of another site has sent, in the form of its path.
func (s *Server) deny(w http.ResponseWriter, r *http.Request) {
	const why = "A page of another site has sent this, and may not; see Sec-Fetch-Site and Origin."
	route, ok := wire.Routed(r.URL.Path)
	if !ok {
		wrong(w, http.StatusForbidden, why)
		return
	}
	s.refuse(w, route, &wire.Problem{Status: http.StatusForbidden, Message: why})
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	g := &guard{ResponseWriter: w}
	defer s.rescue(g, r)
	s.sealed.ServeHTTP(g, r)
	linger(g, r)
}

// api answers a request that a vendor would answer.
func (s *Server) api(w http.ResponseWriter, r *http.Request) {
	route, ok := wire.Routed(r.URL.Path)
	if !ok {
		why := "There is nothing under this path. See docs/serve.md for the paths that there are."
		if strings.Contains(r.URL.Path, "//") {
			why = "There is nothing under this path, which has two slashes in a row: is there one too many in the base URL?"
		}
		s.refuse(w, wire.Route{Vendor: wire.OpenAI}, &wire.Problem{Status: http.StatusNotFound, Code: "unknown_url", Message: why})
		return
	}
	if route.API == wire.Models && wire.IsAnthropic(r.Header) {
		route.Vendor = wire.Anthropic
	}
	if r.Method != route.API.Method() && !(r.Method == http.MethodHead && route.API == wire.Models) {
		w.Header().Set("Allow", route.API.Method())
		s.refuse(w, route, &wire.Problem{Status: http.StatusMethodNotAllowed, Message: "This path wants " + route.API.Method() + "."})
		return
	}
	if route.API == wire.Models {
		s.models(w, route)
		return
	}
	body, release, err := s.body(w, r)
	defer release()
	if err != nil {
		w.Header().Set("Connection", "close")
		s.refuse(w, route, s.bodyProblem(err))
		return
	}
	q := s.understand(route, r.Header, body)
	if route.API == wire.CountTokens {
		s.countTokens(w, q)
		return
	}
	length := q.sizes.Output * pieceBytes
	defer s.takeBody(-length)
	a, why := (*attempt)(nil), turned
	if s.takeBody(length) {
		a, why = s.start(r.Context(), q)
	}
	switch why {
	case lost:
		panic(http.ErrAbortHandler)
	case turned:
		s.refuse(w, route, &wire.Problem{Status: http.StatusServiceUnavailable, Overload: true, Message: "This endpoint has more in flight than it takes, or is about to end."})
		return
	}
	defer s.depart(a) // if a fault of our own ends it
	s.deliver(w, r.Context(), a)
}

// pieceBytes is what a token of an answer takes in memory, roughly.
const pieceBytes = 32

// refuse answers with a problem that is no attempt's.
func (s *Server) refuse(w http.ResponseWriter, route wire.Route, p *wire.Problem) {
	s.mu.Lock()
	s.figures.broken++
	p.ID = s.newID()
	s.mu.Unlock()
	route.Vendor.Head(w.Header(), p.ID)
	sendWhole(w, p.Status, p.Body(route.Vendor))
}

// sendWhole sends an answer that says how long it is: a client need not wait for its
// end while the rest of a body is read.
func sendWhole(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	sendJSON(w, status, body)
}

// newID returns an id for an answer that is no attempt's. The lock is held.
func (s *Server) newID() string {
	s.figures.looks++
	return (&writer{state: uint64(s.seed) ^ uint64(s.figures.looks)}).id()
}

func sendJSON(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body) // whoever does not take it has gone
}

// models lists the models. No limit counts it.
func (s *Server) models(w http.ResponseWriter, route wire.Route) {
	s.mu.Lock()
	offered, created := s.names.offered(), s.clock.began.Unix()
	known, id := s.names.hasModel(route.Model), s.newID()
	s.mu.Unlock()
	if route.Model != "" {
		offered = []string{route.Model}
		if !known {
			s.refuse(w, route, &wire.Problem{Status: http.StatusNotFound, Message: "There is no such model."})
			return
		}
	}
	route.Vendor.Head(w.Header(), id)
	sendJSON(w, http.StatusOK, wire.ModelsBody(route, offered, created))
}

// countTokens counts the tokens of a prompt. No limit counts it.
func (s *Server) countTokens(w http.ResponseWriter, q asked) {
	if q.reject != nil {
		s.refuse(w, q.route, q.reject)
		return
	}
	s.mu.Lock()
	id := s.newID()
	s.mu.Unlock()
	q.route.Vendor.Head(w.Header(), id)
	sendJSON(w, http.StatusOK, q.route.API.Body(&wire.Reply{Usage: wire.Usage{Input: q.sizes.Input}}))
}

// until waits until an instant of the run, at which an answer is due. It returns false
// if the client leaves before, or the attempt is ended by another.
func (s *Server) until(ctx context.Context, a *attempt, instant time.Duration) bool {
	due, came := s.sleep(ctx, a, instant)
	if came {
		s.mu.Lock()
		s.delay.add(time.Since(due))
		s.mu.Unlock()
	}
	return came
}

// sleep waits until an instant of the run, and returns when that was due.
func (s *Server) sleep(ctx context.Context, a *attempt, instant time.Duration) (due time.Time, came bool) {
	due = a.clock.at(min(max(instant, a.at), horizon))
	if wait := time.Until(due); wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return due, false
		case <-a.gone:
			return due, false
		}
	}
	return due, ctx.Err() == nil
}
