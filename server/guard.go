package server

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"

	"ratesim/wire"
)

// A guard knows whether an answer has begun.
type guard struct {
	http.ResponseWriter
	begun bool
}

// WriteHeader begins the answer.
func (g *guard) WriteHeader(status int) {
	g.begun = true
	g.ResponseWriter.WriteHeader(status)
}

// Write writes a part of the answer.
func (g *guard) Write(text []byte) (int, error) {
	g.begun = true
	return g.ResponseWriter.Write(text)
}

// Unwrap returns what http.ResponseController goes by.
func (g *guard) Unwrap() http.ResponseWriter { return g.ResponseWriter }

// rescue answers a request in whose answering we have panicked, and counts and tells
// it: a fault of our own must neither look like one of the network nor be hidden. An
// answer that has begun is broken off.
func (s *Server) rescue(g *guard, r *http.Request) {
	v := recover()
	if v == nil {
		return
	}
	if v == http.ErrAbortHandler {
		panic(v) // it was meant
	}
	s.mu.Lock()
	if s.figures.panics++; s.figures.panics == 1 {
		s.warn(fmt.Sprintf("this server had a fault of its own, in %s: %.200q; the request was answered with 500; please report it", place(), fmt.Sprint(v)))
	}
	s.mu.Unlock()
	if g.begun {
		panic(http.ErrAbortHandler)
	}
	route, ok := wire.Routed(r.URL.Path)
	if !ok {
		route.Vendor = wire.OpenAI
	}
	s.refuse(g, route, &wire.Problem{Status: http.StatusInternalServerError, Message: "This server had a fault of its own, which is no part of the model."})
}

// place returns the function and line in which a panic that is being recovered from
// came to be.
func place() string {
	var stack [64]uintptr
	frames := runtime.CallersFrames(stack[:runtime.Callers(3, stack[:])]) // behind place and rescue
	for {
		frame, more := frames.Next()
		if !strings.HasPrefix(frame.Function, "runtime.") || !more {
			return fmt.Sprintf("%s:%d", frame.Function, frame.Line)
		}
	}
}
