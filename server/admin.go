package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"ratesim/suggest"
)

// getState answers with the state.
func (s *Server) getState(w http.ResponseWriter, _ *http.Request) { sendState(w, s.State()) }

func sendState(w http.ResponseWriter, state any) {
	body, err := json.MarshalIndent(state, "", "  ")
	if err != nil {
		panic("server: the state cannot be written: " + err.Error())
	}
	sendJSON(w, http.StatusOK, append(body, '\n'))
}

// wrong answers with what is wrong with a request to the server itself.
func wrong(w http.ResponseWriter, status int, faults ...string) {
	body, _ := json.Marshal(map[string]any{"faults": faults}) // texts can be written
	sendWhole(w, status, append(body, '\n'))
}

// adminMax bounds the body of a request to the server itself.
const adminMax = 64 << 10

// A form is what a request to the server itself says, by name, and what is wrong
// with it.
type form struct {
	members map[string]json.RawMessage
	faults  []string
}

// fields reads a JSON object strictly: each member must be known, and none may come
// twice, for what is not understood must not be passed over.
func fields(r io.Reader, known ...string) *form {
	members, faults := membersOf(r, known)
	return &form{members, faults}
}

func membersOf(r io.Reader, known []string) (map[string]json.RawMessage, []string) {
	d := json.NewDecoder(r)
	t, err := d.Token()
	switch {
	case errors.Is(err, io.EOF):
		return nil, []string{"want a JSON object; have nothing"}
	case err != nil || t != json.Delim('{'):
		return nil, []string{"want a JSON object"}
	}
	all := map[string]json.RawMessage{}
	var faults []string
	for d.More() {
		at := d.InputOffset()
		t, err := d.Token()
		name, isText := t.(string)
		var value json.RawMessage
		if err == nil && isText {
			err = d.Decode(&value)
		}
		switch {
		case isCutShort(err):
			return nil, append(faults, fmt.Sprintf("the JSON ends at byte %d, before its object does", d.InputOffset()))
		case err != nil || !isText:
			return nil, append(faults, fmt.Sprintf("the JSON cannot be read behind byte %d", at))
		}
		switch _, twice := all[name]; {
		case known != nil && !slices.Contains(known, name):
			faults = append(faults, fmt.Sprintf("byte %d: want one of %s; have %q%s", at+1, strings.Join(known, ", "), name, suggest.Question(name, known)))
		case twice:
			faults = append(faults, fmt.Sprintf("byte %d: %q comes twice", at+1, name))
		}
		all[name] = value
	}
	if _, err := d.Token(); err != nil {
		return nil, append(faults, "the JSON object does not end")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		faults = append(faults, "want one JSON object; have more behind it")
	}
	return all, faults
}

// isCutShort reports that an error says that the JSON has no end.
func isCutShort(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// texts reads a member that is an object of texts by name, if it is there. A name is one
// that a table can show.
func (f *form) texts(name, want string) map[string]string {
	text, ok := f.members[name]
	if !ok {
		return nil
	}
	if text[0] != '{' {
		f.faults = append(f.faults, fmt.Sprintf("%s: want %s; have %s", name, want, shortened(text)))
		return nil
	}
	members, faults := membersOf(bytes.NewReader(text), nil)
	for _, fault := range faults {
		f.faults = append(f.faults, name+": "+fault)
	}
	all := map[string]string{}
	for _, member := range slices.Sorted(maps.Keys(members)) {
		var value string
		switch err := json.Unmarshal(members[member], &value); {
		case !isName(member):
			f.faults = append(f.faults, fmt.Sprintf("%s: want names of at most %d letters, digits, blanks and the signs - _ . ( ); have %q", name, nameMax, shortened([]byte(member))))
		case err != nil || members[member][0] != '"':
			f.faults = append(f.faults, fmt.Sprintf("%s.%s: want a text; have %s", name, member, shortened(members[member])))
		default:
			all[member] = value
		}
	}
	return all
}

// nameMax bounds the characters of a fault's name.
const nameMax = 64

// isName reports that a text can be the name of a fault.
func isName(text string) bool {
	for _, letter := range text {
		if !unicode.IsLetter(letter) && !unicode.IsDigit(letter) && !strings.ContainsRune(" -_.()", letter) {
			return false
		}
	}
	return text != "" && utf8.RuneCountInString(text) <= nameMax
}

// read reads a member if it is there.
func (f *form) read(name string, into any, want string) {
	if text, ok := f.members[name]; ok && json.Unmarshal(text, into) != nil {
		f.faults = append(f.faults, fmt.Sprintf("%s: want %s; have %s", name, want, shortened(text)))
	}
}

// shortened returns the beginning of a text.
func shortened(text []byte) string {
	if len(text) > 40 {
		return string(text[:40]) + "…"
	}
	return string(text)
}

// adminBody reads the body of a request to the server itself; one that is too large it
// answers, and returns false.
func adminBody(w http.ResponseWriter, r *http.Request) (body []byte, ok bool) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(lingerFor))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, adminMax))
	until := time.Time{}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		until = time.Now() // what is left is not waited for
	}
	_ = control.SetReadDeadline(until)
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		w.Header().Set("Connection", "close")
		wrong(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("want a body of at most %d bytes, the most that is read here", adminMax))
		return nil, false
	}
	r.Body = http.NoBody // of one that was cut short the JSON is, too
	return body, true
}

// putFaults puts other faults in force, all at once or, if something is wrong, none.
func (s *Server) putFaults(w http.ResponseWriter, r *http.Request) {
	body, ok := adminBody(w, r)
	if !ok {
		return
	}
	f := fields(bytes.NewReader(body), "faults", "scenario")
	scenario := true
	specs := f.texts("faults", `an object of specs by name, such as {"broken": "error(share=0.1)"}`)
	f.read("scenario", &scenario, "true or false: whether the scenario's own faults strike, too")
	var set []settledFault
	for _, name := range slices.Sorted(maps.Keys(specs)) {
		fault, err := readFault(name, specs[name])
		if err != nil {
			f.faults = append(f.faults, fmt.Sprintf("faults.%s: %v", name, err))
		}
		set = append(set, fault)
	}
	if len(f.faults) > 0 {
		wrong(w, http.StatusBadRequest, f.faults...)
		return
	}
	s.mu.Lock()
	s.faults.replace(set, !scenario)
	s.mu.Unlock()
	sendState(w, s.State().Faults)
}

// postReset begins a new run.
func (s *Server) postReset(w http.ResponseWriter, r *http.Request) {
	f := &form{}
	body, ok := adminBody(w, r)
	if !ok {
		return
	}
	if len(body) > 0 {
		f = fields(bytes.NewReader(body), "seed")
	}
	s.mu.Lock()
	seed := s.seed
	s.mu.Unlock()
	f.read("seed", &seed, "a whole number")
	if len(f.faults) > 0 {
		wrong(w, http.StatusBadRequest, f.faults...)
		return
	}
	if err := s.Reset(seed); err != nil {
		wrong(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	sendState(w, s.State())
}
