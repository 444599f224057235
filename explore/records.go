package explore

import (
	"strings"

	"ratesim/report"
	"ratesim/trace"
)

// answerTrace makes one run and returns its records as NDJSON.
func answerTrace(q question) (any, error) {
	m, c, err := q.one()
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	file := trace.NewWriter(&text)
	if len(q.Command) > 0 {
		if err := file.Made(q.made(m)); err != nil {
			return nil, err
		}
	}
	if _, err := newRunner(m, c).makeChecked(q.seed(m), trace.Tee{file, &atMost{}}, q.tell); err != nil {
		return nil, err
	}
	if err := file.Flush(); err != nil {
		return nil, err
	}
	return text.String(), nil
}

// A requestLine is one request of a run, to choose a story by.
type requestLine struct {
	Flow     string `json:"flow"`
	ID       string `json:"id"`
	Arrival  int64  `json:"arrival_ns"`
	Attempts int    `json:"attempts"`
	Refused  int    `json:"rate_limited"`
	Outcome  string `json:"outcome"`
	Why      string `json:"why"`
}

// answerRequests lists the requests of one run.
func answerRequests(q question) (any, error) {
	stories, err := q.stories()
	if err != nil {
		return nil, err
	}
	lines := []requestLine{}
	for _, s := range stories {
		line := requestLine{Flow: s.Request.Flow, ID: s.Request.ID, Arrival: s.Request.Arrival, Attempts: len(s.Attempts), Outcome: s.End.Outcome, Why: s.End.Why}
		for _, a := range s.Attempts {
			if a.Status == trace.StatusRateLimit {
				line.Refused++
			}
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// stories returns the story of each request of one run, and keeps them.
func (q question) stories() ([]report.Story, error) {
	run := q.runOf()
	if stories, are := q.engine.kept(run, q.turn); are {
		return stories, nil
	}
	q.engine.keep("", q.turn, nil) // there is room for one
	stories := &report.Stories{}
	if err := q.recordsOfOne(trace.Tee{stories, &atMost{}}); err != nil {
		return nil, err
	}
	q.engine.keep(run, q.turn, stories.All)
	return stories.All, nil
}

// recordsOfOne hands the records of one run to a sink: of the trace, if there is one, or
// of a run that is made.
func (q question) recordsOfOne(sink trace.Sink) error {
	if q.Trace != "" {
		return q.read(&oneRun{number: q.Run, to: sink})
	}
	m, c, err := q.one()
	if err != nil {
		return err
	}
	_, err = newRunner(m, c).makeChecked(q.seed(m), sink, q.tell)
	return err
}

// A storyAnswer is what happened to one request, line by line.
type storyAnswer struct {
	Lines []string `json:"lines"`
}

// answerStory tells the story of one request of one run.
func answerStory(q question) (any, error) {
	story, err := q.story()
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	if err := story.Write(&text); err != nil {
		return nil, err
	}
	return storyAnswer{strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")}, nil
}

// story returns the story of the question's request. Where the run is not kept it is
// gone through again.
func (q question) story() (report.Story, error) {
	if story, is := q.keptStory(); is {
		return story, nil
	}
	finder := &report.Finder{Wanted: report.Wanted{Request: q.Request, Flow: q.Flow}}
	if err := q.recordsOfOne(finder); err != nil {
		return report.Story{}, err
	}
	return finder.Story()
}

// atMost refuses to keep more records than the page takes. It is a trace.Sink.
type atMost struct{ records int }

func (m *atMost) count() error {
	if m.records++; m.records > recordsMax {
		return errMany
	}
	return nil
}

// Run counts a record.
func (m *atMost) Run(trace.Run) error { return m.count() }

// Request counts a record.
func (m *atMost) Request(trace.Request) error { return m.count() }

// Attempt counts a record.
func (m *atMost) Attempt(trace.Attempt) error { return m.count() }

// Decision counts a record.
func (m *atMost) Decision(trace.Decision) error { return m.count() }

// End counts a record.
func (m *atMost) End(trace.End) error { return m.count() }
