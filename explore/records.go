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
	if _, err := newRunner(m, c).make(q.seed(m), trace.Tee{file, &atMost{}}, part{of: 1, tell: q.tell}); err != nil {
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

// answerRequests makes one run and lists its requests.
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

// stories makes one run and returns the story of each request.
func (q question) stories() ([]report.Story, error) {
	m, c, err := q.one()
	if err != nil {
		return nil, err
	}
	stories := &report.Stories{}
	_, err = newRunner(m, c).make(q.seed(m), trace.Tee{stories, &atMost{}}, part{of: 1, tell: q.tell})
	return stories.All, err
}

// A storyAnswer is what happened to one request, line by line.
type storyAnswer struct {
	Lines []string `json:"lines"`
}

// answerStory makes one run and tells the story of one request.
func answerStory(q question) (any, error) {
	m, c, err := q.one()
	if err != nil {
		return nil, err
	}
	finder := &report.Finder{Wanted: report.Wanted{Request: q.Request, Flow: q.Flow}}
	if _, err := newRunner(m, c).make(q.seed(m), finder, part{of: 1, tell: q.tell}); err != nil {
		return nil, err
	}
	story, err := finder.Story()
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	if err := story.Write(&text); err != nil {
		return nil, err
	}
	return storyAnswer{strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")}, nil
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
