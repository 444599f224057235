package server

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"ratesim/schema"
	"ratesim/suggest"
	"ratesim/wire"
)

// errNoRoom is the error of a body for which there is no memory.
var errNoRoom = errors.New("there is no room for the body")

// body reads the body of a request. The memory that it takes is given back by
// release.
func (s *Server) body(w http.ResponseWriter, r *http.Request) (body []byte, release func(), err error) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(s.config.Bounds.Read)) // a listener in memory may have none
	defer func() {
		until, isLate := time.Time{}, errors.Is(err, os.ErrDeadlineExceeded)
		if isLate {
			until = time.Now() // what is left is not waited for
		}
		if err == nil || isLate {
			r.Body = http.NoBody
		}
		_ = control.SetReadDeadline(until)
	}()
	taken := int64(0)
	release = func() { s.takeBody(-taken) }
	limited := http.MaxBytesReader(w, r.Body, s.config.Bounds.Body)
	if r.ContentLength > s.config.Bounds.Body {
		return nil, release, &http.MaxBytesError{Limit: s.config.Bounds.Body}
	}
	buffer := make([]byte, 0, min(max(512, r.ContentLength+1), 64<<10))
	for {
		if len(buffer) == cap(buffer) {
			buffer = append(buffer, 0)[:len(buffer)]
		}
		if grown := int64(cap(buffer)) - taken; grown > 0 {
			taken += grown
			if !s.takeBody(grown) {
				return nil, release, errNoRoom
			}
		}
		n, err := limited.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		if err == io.EOF {
			return buffer, release, nil
		}
		if err != nil {
			return nil, release, err
		}
	}
}

// takeBody notes that bodies take so many bytes more, and returns whether there is
// room.
func (s *Server) takeBody(bytes int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bodies += bytes
	return s.bodies <= s.config.Bounds.Bodies
}

// bodyProblem returns what is answered to a body that could not be read.
func (s *Server) bodyProblem(err error) *wire.Problem {
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return &wire.Problem{Status: http.StatusRequestEntityTooLarge, Message: fmt.Sprintf("The body has more than %d bytes, the most that this endpoint reads.", large.Limit)}
	case errors.Is(err, errNoRoom):
		return &wire.Problem{Status: http.StatusServiceUnavailable, Overload: true, Message: "This endpoint holds as many bodies as it has memory for."}
	}
	return &wire.Problem{Status: http.StatusBadRequest, Message: "The body ended before it was complete, or came too slowly."}
}

// understand reads what a request asks for. What is wrong with it is in the reject.
func (s *Server) understand(route wire.Route, header http.Header, body []byte) asked {
	s.mu.Lock()
	key := s.names.keyShown(wire.Credential(header))
	s.mu.Unlock()
	q := asked{route: route, key: key, sizes: wire.Sizes{}}
	q.sign = sign{client: key, print: printOf(route, key, body), count: -1, attempt: -1}
	if n, ok := wire.RetryCount(header); ok {
		q.sign.count = n
	}
	ask, err := wire.ReadAsk(route, body)
	if err == nil || ask.Model != "" {
		q.ask, q.model = ask, ask.Model
	}
	if err != nil {
		q.reject = s.mistaken(err)
	}
	directions, wrong := wire.ReadDirections(header)
	if unknown := wire.UnknownField(header); wrong == nil && unknown != "" {
		wrong = fmt.Errorf("want one of the fields %s; have %s%s", strings.Join(wire.Fields, ", "), unknown, suggest.Question(unknown, wire.Fields))
	}
	if wrong == nil {
		wrong = s.direct(&q, directions)
	}
	if wrong != nil && q.reject == nil {
		q.reject = &wire.Problem{Status: http.StatusBadRequest, Message: wrong.Error()}
	}
	if q.reject == nil && !s.names.hasModel(q.model) {
		q.reject = &wire.Problem{Status: http.StatusNotFound, Param: "model", Message: fmt.Sprintf("There is no model %q%s", q.model, suggest.Question(q.model, s.names.models))}
	}
	if q.flowName == "" {
		q.sign.flow, _ = s.flowOf("", key, q.model)
		q.flowName = s.config.Run.Flows[q.sign.flow].Name
	}
	if q.reject == nil {
		s.size(&q, directions.Sizes)
	}
	return q
}

// mistaken returns the problem of a body with a mistake.
func (s *Server) mistaken(err error) *wire.Problem {
	p := &wire.Problem{Status: http.StatusBadRequest, Message: err.Error()}
	var mistake *wire.Mistake
	if errors.As(err, &mistake) {
		p.Param = mistake.Param
	}
	return p
}

// direct takes in what the request says in fields of this program's own.
func (s *Server) direct(q *asked, d wire.Directions) error {
	q.sign.name, q.sign.attempt, q.sign.step = d.Call, d.Attempt, d.Step
	if d.Flow != "" {
		flow, ok := s.flowOf(d.Flow, "", "")
		if !ok {
			return fmt.Errorf("%s: want the name of a flow, one of %s; have %q", wire.FieldFlow, strings.Join(s.flowNames(), ", "), d.Flow)
		}
		q.sign.flow, q.flowName = flow, d.Flow
	}
	if d.Fault != "" {
		fault, err := readFault("request", d.Fault)
		if err != nil {
			return fmt.Errorf("%s: %w", wire.FieldFault, err)
		}
		q.fault = &fault.NamedFault
	}
	return nil
}

func (s *Server) flowNames() []string {
	var names []string
	for _, f := range s.config.Run.Flows {
		names = append(names, f.Name)
	}
	return names
}

// size fills in how many tokens prompt and answer have: as the request says in a
// field of its own, else as they are.
func (s *Server) size(q *asked, said wire.Sizes) {
	prompt := strings.Join(q.ask.Texts, "\n")
	known := Known{Input: int64(s.config.Count(prompt)) + int64(q.ask.Tokens), Output: s.config.Output}
	if s.config.Known != nil && len(q.ask.Texts) > 0 {
		if k, ok := s.config.Known(q.ask.Texts[len(q.ask.Texts)-1]); ok && q.route.API != wire.Embeddings {
			known, q.text, q.label, q.name = k, k.Text, k.Text, k.Name
		}
	}
	if format, isJSON := q.ask.Form(); isJSON {
		text := &writer{state: binary.LittleEndian.Uint64(q.sign.print[:])}
		q.text, q.label = string(schema.Example(format, text.word)), ""
		known.Output = int64(quarterOfBytes(q.text))
	}
	if q.route.API == wire.Embeddings {
		known.Output = 0
	}
	q.ask.Texts, q.ask.Schema = nil, nil // nobody needs them any more
	if q.ask.Tool != nil {
		q.ask.Tool.Schema = nil
	}
	or := func(said, otherwise int64) int64 {
		if said >= 0 {
			return said
		}
		return otherwise
	}
	q.sizes = wire.Sizes{
		Input: or(said.Input, known.Input), Output: or(said.Output, known.Output), Cached: or(said.Cached, 0),
		Estimate: or(said.Estimate, 0), MaxOutput: or(said.MaxOutput, q.ask.MaxOutput),
	}
	if q.sizes.Cached > q.sizes.Input {
		q.reject = &wire.Problem{Status: http.StatusBadRequest, Message: fmt.Sprintf("%s: want cached tokens of at most the %d of the prompt; have %d", wire.FieldSizes, q.sizes.Input, q.sizes.Cached)}
		q.sizes.Cached = q.sizes.Input
	}
	if q.full = q.sizes.Output; q.sizes.MaxOutput > 0 {
		q.sizes.Output = min(q.sizes.Output, q.sizes.MaxOutput)
	}
	if q.sizes.Output > answerMax {
		q.sizes.Output = answerMax
	}
}
