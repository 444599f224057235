package report

import "ratesim/trace"

// Stories gathers the story of every request of a trace, in the order in which
// they end. It is a trace.Sink, for traces that fit in memory.
type Stories struct {
	All []Story

	run  trace.Run
	open map[[2]string]*Story // of this run, by flow and request
}

// Run begins the records of a run.
func (s *Stories) Run(r trace.Run) error {
	s.run, s.open = r, map[[2]string]*Story{}
	return nil
}

// Request begins a story.
func (s *Stories) Request(r trace.Request) error {
	s.open[[2]string{r.Flow, r.ID}] = &Story{Run: s.run, Request: r}
	return nil
}

// Attempt adds one sending to its request's story.
func (s *Stories) Attempt(a trace.Attempt) error {
	if story := s.open[[2]string{a.Flow, a.Request}]; story != nil {
		story.Attempts = append(story.Attempts, a)
	}
	return nil
}

// Decision adds what was made of a failed attempt.
func (s *Stories) Decision(d trace.Decision) error {
	if story := s.open[[2]string{d.Flow, d.Request}]; story != nil {
		story.Decisions = append(story.Decisions, d)
	}
	return nil
}

// End ends a story.
func (s *Stories) End(e trace.End) error {
	key := [2]string{e.Flow, e.Request}
	if story := s.open[key]; story != nil {
		story.End = e
		s.All = append(s.All, *story)
		delete(s.open, key)
	}
	return nil
}
