package explore

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"ratesim/report"
)

// An Engine answers the questions of one page: of the files that its reader has opened,
// and of the run whose requests it told last, which it need not make again for each of
// their stories. That run has at most two million records. The zero value is ready for
// use, also for several questions at once. What it keeps changes no answer.
type Engine struct {
	mutex  sync.Mutex
	files  Files
	opened int // how often a file was opened
	last   toldRun
}

// A toldRun is one whose requests were told.
type toldRun struct {
	of      string // the run, as runOf names it; "" for none
	stories []report.Story
}

// Open hands in a file of the reader's, in the place of one of the same name.
func (e *Engine) Open(name string, content []byte) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	files := Files{name: content}
	for other, its := range e.files {
		if other != name {
			files[other] = its
		}
	}
	e.files, e.last = files, toldRun{}
	e.opened++
}

// Answer answers a question, as the function Answer does.
func (e *Engine) Answer(asked []byte, tell Progress) []byte {
	e.mutex.Lock()
	q := question{files: e.files, tell: tell, opened: new([]string), engine: e, turn: e.opened}
	e.mutex.Unlock()
	return textOf(q.answerTo(asked))
}

// keep keeps the stories of a run in the place of the last one's, unless a file was
// opened since they were asked for.
func (e *Engine) keep(run string, turn int, stories []report.Story) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.opened == turn {
		e.last = toldRun{run, stories}
	}
}

// kept returns the stories of a run, if they are those that were kept last.
func (e *Engine) kept(run string, turn int) ([]report.Story, bool) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.last.of != run || e.opened != turn {
		return nil, false
	}
	return e.last.stories, true
}

// runOf names the one run that a question is about, apart from others of these files.
func (q question) runOf() string {
	text, err := json.Marshal(question{Scenario: q.Scenario, Load: q.Load, Policy: q.Policy, Seed: q.Seed, Trace: q.Trace, Run: q.Run})
	if err != nil {
		panic(fmt.Sprintf("explore: a question is no JSON: %v", err))
	}
	return string(text)
}

// keptStory returns the story of the question's request, if its run is kept.
func (q question) keptStory() (report.Story, bool) {
	stories, _ := q.engine.kept(q.runOf(), q.turn)
	at := slices.IndexFunc(stories, func(s report.Story) bool { return s.Request.Flow == q.Flow && s.Request.ID == q.Request })
	if at < 0 {
		return report.Story{}, false
	}
	return stories[at], true
}
