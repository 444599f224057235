// Package explore answers the questions of the explorer page: JSON in, JSON out.
// It is to the page what the commands are to the terminal, over the same engine and
// the same tables. Compiled to WebAssembly it runs in the reader's browser.
//
// A question is an object with a member "ask" and those that its kind takes. The
// answer is {"result": …}, {"faults": […]} for mistakes in a scenario or in a file of
// the reader's, each with its line and column, or {"error": "…"}. Instants and spans are in nanoseconds; texts
// are as the terminal has them, so that the page need not round.
package explore

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"ratesim/scenario"
	"ratesim/suggest"
	"ratesim/trace"
)

// Version is the version of what is asked and answered.
const Version = 1

// A Progress is told how much of how much is done. Its error ends the work and is
// the answer's.
type Progress func(done, of int64) error

// ErrStopped is the error of a Progress by which the reader stopped the work.
var ErrStopped = errors.New("stopped")

// question is what all questions are made of; each kind says which members it takes.
type question struct {
	Ask      string   `json:"ask"`
	Scenario source   `json:"scenario"`
	Load     string   `json:"load"`
	Policies []string `json:"policies"` // names or specs; none for all
	Policy   string   `json:"policy"`   // of a question about one run
	Baseline string   `json:"baseline"`
	Seed     *int64   `json:"seed"`  // null for the scenario's
	Count    int64    `json:"count"` // of seeds, from Seed on; 0 for one
	Flow     string   `json:"flow"`
	Request  string   `json:"request"`
	Command  []string `json:"command"` // that makes the runs, for the record; from "run" on, with flags by their long names
	Trace    string   `json:"trace"`   // a file of recorded runs, in place of runs of the scenario; "" for none
	Run      int      `json:"run"`     // of the trace, counted from 0

	files  Files
	tell   Progress
	notes  *[]string // of what was read; nil where nobody wants them
	opened *[]string // the files that were read
	engine *Engine   // that is asked
	turn   int       // how often a file was opened in it before
}

// answers is the table of what can be asked.
func answers() map[string]func(question) (any, error) {
	return map[string]func(question) (any, error){
		"workers":   answerWorkers,
		"draws":     answerDraws,
		"flows":     answerFlows,
		"seeds":     answerSeeds,
		"scenario":  answerScenario,
		"run":       answerRun,
		"requests":  answerRequests,
		"story":     answerStory,
		"trace":     answerTrace,
		"catalogue": answerCatalogue,
		"recorded":  answerRecorded,
		"report":    answerReport,
	}
}

// answer is what Answer returns.
type answer struct {
	Result any     `json:"result,omitempty"`
	Faults []fault `json:"faults,omitempty"`
	Error  string  `json:"error,omitempty"`
	Stop   bool    `json:"stopped,omitempty"`
}

// fault is a mistake in a scenario or in a file.
type fault struct {
	Source  string `json:"source"`
	Line    int    `json:"line"`   // from 1; 0 for a setting, or a file as a whole
	Column  int    `json:"column"` // from 1, in characters; 0 for a setting
	Path    string `json:"path"`
	Message string `json:"message"`
	Text    string `json:"text"` // all of that, as the terminal has it
}

// Answer answers a question about what the files hold, if it names any. The same
// question has the same answer, byte for byte, on any machine.
func Answer(asked []byte, files Files, tell Progress) []byte {
	return (&Engine{files: files}).Answer(asked, tell)
}

// textOf returns an answer as JSON.
func textOf(a answer) []byte {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(a); err != nil {
		panic(fmt.Sprintf("explore: an answer is no JSON: %v", err))
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}

// answerTo reads what is asked into the question and answers it.
func (q question) answerTo(asked []byte) answer {
	decoder := json.NewDecoder(bytes.NewReader(asked))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&q); err != nil {
		return answer{Error: fmt.Sprintf("the question cannot be read: %v", err)}
	}
	if q.tell == nil {
		q.tell = func(int64, int64) error { return nil }
	}
	kinds := answers()
	answerIt, ok := kinds[q.Ask]
	if !ok {
		var names []string
		for name := range kinds {
			names = append(names, name)
		}
		slices.Sort(names)
		return answer{Error: fmt.Sprintf("want a question of the kind %q; have %q%s", names, q.Ask, suggest.Question(q.Ask, names))}
	}
	result, err := answerIt(q)
	return answerOf(result, err)
}

// answerOf returns a result, or what is wrong.
func answerOf(result any, err error) answer {
	var faults scenario.FaultList
	var ofFile *problems
	var ofTrace *trace.LineError
	switch {
	case err == nil:
		return answer{Result: result}
	case errors.Is(err, ErrStopped):
		return answer{Error: err.Error(), Stop: true}
	case errors.As(err, &faults):
		a := answer{}
		for _, f := range faults {
			a.Faults = append(a.Faults, fault{f.Source, f.Line, f.Column, f.Path, f.Message, f.Error()})
		}
		return a
	case errors.As(err, &ofFile):
		return answer{Faults: ofFile.faults}
	case errors.As(err, &ofTrace):
		return answer{Faults: []fault{{ofTrace.File, ofTrace.Line, ofTrace.Column, "", ofTrace.Message, ofTrace.Error()}}}
	}
	return answer{Error: err.Error()}
}
