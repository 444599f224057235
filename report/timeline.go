package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"ratesim/trace"
)

// A Worker is what became of one request, as a line of a Timeline. Spans and
// instants are in nanoseconds.
type Worker struct {
	Name     string
	Marks    []Mark
	Waits    []int64
	Answered bool
	End      int64  // of the request: its answer, or when it was given up
	Result   string // in words
}

// A Mark is one attempt of a Worker: when, and whether it was answered.
type Mark struct {
	At       int64
	Answered bool
}

// A Timeline shows what several requests did side by side.
type Timeline struct {
	Workers  []Worker
	Attempts int64
	Refused  int64
	Answered int64
	Last     int64 // the last answer, ns; 0 when there was none
	ASCII    bool  // marks that every terminal can show
}

// NewTimeline returns the time line of the requests of one run, in the order of
// their arrival.
func NewTimeline(stories []Story) Timeline {
	var t Timeline
	slices.SortStableFunc(stories, func(a, b Story) int { return cmp.Compare(a.Request.Arrival, b.Request.Arrival) })
	for i, s := range stories {
		w := Worker{Name: fmt.Sprintf("worker %d", i+1), End: s.End.At, Answered: s.End.Outcome == trace.OutcomeCompleted}
		for j, a := range s.Attempts {
			if j > 0 {
				w.Waits = append(w.Waits, a.Ready-max(s.Attempts[j-1].At, s.Attempts[j-1].Heard))
			}
			w.Marks = append(w.Marks, Mark{At: a.At, Answered: a.Status == trace.StatusOK})
			t.Attempts++
			if a.Status == trace.StatusRateLimit {
				t.Refused++
			}
		}
		w.Result = "answer at " + seconds(w.End)
		switch {
		case w.Answered:
			t.Answered++
			t.Last = max(t.Last, w.End)
		case s.End.Outcome == trace.OutcomeUnfinished:
			w.Result = "no end before the horizon"
		default:
			w.Result = "gives up at " + seconds(w.End)
		}
		t.Workers = append(t.Workers, w)
	}
	return t
}

// seconds returns an instant or span in seconds.
func seconds(ns int64) string {
	return trimmed(ns) + " s"
}

// trimmed returns nanoseconds as seconds, to a millisecond, without zeros at the
// end.
func trimmed(ns int64) string {
	text := fmt.Sprintf("%.3f", time.Duration(ns).Round(time.Millisecond).Seconds())
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// Write writes the time line in the given format. Table and Markdown have the
// picture and the readouts, too; the others have a row a worker.
func (t Timeline) Write(w io.Writer, f Format, l Layout) error {
	columns := workerColumns(t.ASCII)
	table := tableOf(columns, t.Workers)
	if f == FormatTable {
		room := 72
		if l.Columns > 0 {
			room = min(room, l.Columns)
		}
		if _, err := io.WriteString(w, t.picture(room)+"\n"); err != nil {
			return err
		}
	}
	table.Notes = []string{t.readouts()}
	return sheet[Worker]{columns: columns, records: t.Workers, table: table, document: t.document()}.write(w, f, l)
}

// document returns what JSON holds.
func (t Timeline) document() any {
	return struct {
		Version  int      `json:"version"`
		Rows     []Worker `json:"rows"`
		Attempts int64    `json:"attempts"`
		Refused  int64    `json:"rate_limited"`
		Answered int64    `json:"answered"`
		Last     int64    `json:"last_answer_ns"`
	}{Version, append([]Worker{}, t.Workers...), t.Attempts, t.Refused, t.Answered, t.Last}
}

// readouts returns the lesson's three figures, and the attempts.
func (t Timeline) readouts() string {
	last := "no answer"
	if t.Answered > 0 {
		last = "last answer at " + seconds(t.Last)
	}
	return fmt.Sprintf("%d requests, %d of them answered with 429; %d of %d workers have an answer; %s",
		t.Attempts, t.Refused, t.Answered, len(t.Workers), last)
}

// signs are what a picture is made of.
type signs struct{ answer, refused, waiting string }

func (t Timeline) signs() signs {
	if t.ASCII {
		return signs{"o", "x", "."}
	}
	return signs{"✓", "✗", "·"}
}

// picture draws a line a worker, at most so many columns wide.
func (t Timeline) picture(room int) string {
	label, end := 0, int64(1)
	for _, w := range t.Workers {
		label = max(label, textWidth(w.Name))
		end = max(end, w.End)
	}
	width := max(room-label-3, 10)
	column := func(at int64) int { return int(float64(at) / float64(end) * float64(width-1)) }
	var b strings.Builder
	for _, w := range t.Workers {
		line := make([]string, width)
		for i := range line {
			line[i] = " "
		}
		last := column(w.End)
		for i := range last + 1 {
			line[i] = t.signs().waiting
		}
		for _, m := range w.Marks {
			line[column(m.At)] = t.signs().of(m)
		}
		fmt.Fprintf(&b, "%-*s  %s\n", label, w.Name, strings.TrimRight(strings.Join(line, ""), " "))
	}
	scale := seconds(end)
	if len(t.Workers) == 0 {
		scale = ""
	}
	fmt.Fprintf(&b, "%-*s  0%*s\n", label, "", width-1, scale)
	s := t.signs()
	fmt.Fprintf(&b, "%-*s  %s answer  %s 429  %s waiting\n", label, "", s.answer, s.refused, s.waiting)
	return b.String()
}

func (s signs) of(m Mark) string {
	if m.Answered {
		return s.answer
	}
	return s.refused
}

// attemptsText returns the attempts of a worker as "0 ✗, 0.5 ✓".
func (w *Worker) attemptsText(ascii bool) string {
	var words []string
	for _, m := range w.Marks {
		words = append(words, trimmed(m.At)+" "+Timeline{ASCII: ascii}.signs().of(m))
	}
	return strings.Join(words, ", ")
}

// waitsText returns the waits of a worker as "0.5 + 1 = 1.5".
func (w *Worker) waitsText() string {
	if len(w.Waits) == 0 {
		return noValue
	}
	var words []string
	var sum int64
	for _, wait := range w.Waits {
		words = append(words, trimmed(wait))
		sum += wait
	}
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words, " + ") + " = " + trimmed(sum)
}

// MarshalJSON writes the worker as an object with a member a column.
func (w Worker) MarshalJSON() ([]byte, error) { return marshalRecord(workerColumns(true), &w) }

func workerColumns(ascii bool) []column[Worker] {
	return []column[Worker]{
		{name: "worker", field: func(w *Worker) any { return &w.Name },
			place: 1, shown: Column{Heading: "worker"}},
		{name: "attempts_ns", field: func(w *Worker) any { text := w.instants(); return &text },
			place: 2, shown: Column{Heading: "attempts at (s)"}, text: func(w *Worker) string { return w.attemptsText(ascii) }},
		{name: "waits_ns", field: func(w *Worker) any { text := listed(w.Waits); return &text },
			place: 3, shown: Column{Heading: "waits (s)"}, text: (*Worker).waitsText},
		{name: "end_ns", field: func(w *Worker) any { return &w.End }},
		{name: "result", field: func(w *Worker) any { return &w.Result },
			place: 4, shown: Column{Heading: "result"}},
	}
}

// instants returns the instants of the attempts joined by ;.
func (w *Worker) instants() string {
	var at []int64
	for _, m := range w.Marks {
		at = append(at, m.At)
	}
	return listed(at)
}
