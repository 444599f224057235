package recorded

import (
	"math"
	"time"
)

// A Summary is what a played part of a tape holds. Sizes are in tokens.
type Summary struct {
	Requests int
	Late     int           // of them, those that come at the horizon or later
	Last     time.Duration // instant of the last one

	Input, Cached, Output int64 // sums
	InputMost, OutputMost int64
	Silent                int // requests with no output

	MinuteRequests, MinuteTokens Peak  // the busiest minute, counted from the part's beginning
	TrailingTokens               int64 // the most in any 60 seconds that end with a request; input and output

	GapMean      time.Duration // between two requests; 0 for fewer than two
	GapVariation float64       // standard deviation of the gaps over their mean; 0 for none
}

// A Peak is a minute, from 0, and what happened in it.
type Peak struct {
	Minute int64
	Count  int64
}

// Summarize plays a part from its beginning to its end. Requests at the horizon or
// later are late; a horizon of 0 is none.
func Summarize(p *Player, horizon time.Duration) Summary {
	p.Reset()
	s := summarizer{horizon: horizon}
	for {
		row, ok := p.Next()
		if !ok {
			return s.finish()
		}
		s.add(row)
	}
}

// A summarizer is a Summary in the making.
type summarizer struct {
	Summary
	horizon          time.Duration
	minute           int64
	requests, tokens int64  // of the minute
	trailing         []load // of the last 60 seconds, the earliest at head
	head             int
	trailingTokens   int64
	mean, squares    float64 // of the gaps: Welford's
}

// A load is when how many tokens came.
type load struct{ at, tokens int64 }

func (s *summarizer) add(row Row) {
	if s.Requests > 0 {
		s.gap(row.At - int64(s.Last))
	}
	s.Requests++
	s.Last = time.Duration(row.At)
	if s.horizon > 0 && s.Last >= s.horizon {
		s.Late++
	}
	s.Input += row.Input
	s.Cached += row.Cached
	s.Output += row.Output
	s.InputMost, s.OutputMost = max(s.InputMost, row.Input), max(s.OutputMost, row.Output)
	if row.Output == 0 {
		s.Silent++
	}
	if minute := row.At / int64(time.Minute); minute != s.minute {
		s.endMinute()
		s.minute = minute
	}
	s.requests++
	s.tokens += row.Input + row.Output
	s.trail(load{row.At, row.Input + row.Output})
}

func (s *summarizer) endMinute() {
	if s.requests > s.MinuteRequests.Count {
		s.MinuteRequests = Peak{s.minute, s.requests}
	}
	if s.tokens > s.MinuteTokens.Count {
		s.MinuteTokens = Peak{s.minute, s.tokens}
	}
	s.requests, s.tokens = 0, 0
}

// trail adds a load to those of the last 60 seconds and drops those before.
func (s *summarizer) trail(l load) {
	s.trailing = append(s.trailing, l)
	s.trailingTokens += l.tokens
	for s.trailing[s.head].at <= l.at-int64(time.Minute) {
		s.trailingTokens -= s.trailing[s.head].tokens
		s.head++
	}
	if s.head > len(s.trailing)/2 {
		s.trailing = append(s.trailing[:0], s.trailing[s.head:]...)
		s.head = 0
	}
	s.TrailingTokens = max(s.TrailingTokens, s.trailingTokens)
}

// gap takes the distance of two requests into mean and variance (B. P. Welford,
// Technometrics 4(3), 1962).
func (s *summarizer) gap(nanoseconds int64) {
	gap := float64(nanoseconds)
	delta := gap - s.mean
	s.mean += delta / float64(s.Requests)
	s.squares += float64(delta * (gap - s.mean))
}

func (s *summarizer) finish() Summary {
	s.endMinute()
	if gaps := s.Requests - 1; gaps > 0 && s.mean > 0 {
		s.GapMean = time.Duration(s.mean)
		s.GapVariation = math.Sqrt(s.squares/float64(gaps)) / s.mean
	}
	return s.Summary
}
