package report

import (
	"fmt"
	"io"
	"math"
	"slices"

	"ratesim/stats"
)

// A Draw is what one draw of the jitter gave.
type Draw struct {
	Seed     int64
	Last     int64 // the last answer, ns; 0 when there was none
	Refused  int64 // requests answered with 429
	Answered int64 // workers with an answer
	Workers  int64
}

// Draws are several draws of the same workers.
type Draws struct {
	Rows []Draw
}

// Write writes the draws in the given format: table and Markdown show what they
// have in common, the others a row a draw.
func (d Draws) Write(w io.Writer, f Format, l Layout) error {
	columns := drawColumns()
	document := struct {
		Version int      `json:"version"`
		Rows    []Draw   `json:"rows"`
		Mean    float64  `json:"mean_last_answer_s"`
		Low     *float64 `json:"mean_low_s"`  // of its 95 % interval; null for one draw
		High    *float64 `json:"mean_high_s"` // the same
		GaveUp  int64    `json:"draws_with_a_worker_that_gives_up"`
	}{Version, append([]Draw{}, d.Rows...), 0, nil, nil, d.gaveUp()}
	s := d.summary()
	document.Mean = s.mean
	if s.n > 1 {
		low, high := s.mean-s.half, s.mean+s.half
		document.Low, document.High = &low, &high
	}
	return sheet[Draw]{columns: columns, records: d.Rows, table: d.table(s), document: document}.write(w, f, l)
}

// A summary is of the last answers of draws, in seconds.
type summary struct {
	n                           int
	mean, deviation, half       float64 // half the width of the mean's 95 % interval
	least, median, p90, largest float64
}

// summary summarises the last answers. The interval is Student's: it takes the
// mean of the draws as normal, which fifty of them are near enough to.
func (d Draws) summary() summary {
	var last []float64
	for _, row := range d.Rows {
		if row.Answered > 0 {
			last = append(last, float64(row.Last)/1e9)
		}
	}
	if len(last) == 0 {
		return summary{}
	}
	slices.Sort(last)
	s := summary{n: len(last), least: last[0], largest: last[len(last)-1]}
	s.median, s.p90 = empirical(last, 50), empirical(last, 90)
	s.mean = stats.Mean(last)
	if s.n > 1 {
		s.deviation = stats.Deviation(last)
		s.half = stats.StudentFactor(s.n-1) * s.deviation / math.Sqrt(float64(s.n))
	}
	return s
}

// empirical returns the least of sorted values that so many percent of them do not
// exceed.
func empirical(sorted []float64, percent int) float64 {
	return sorted[max((percent*len(sorted)+99)/100-1, 0)]
}

// gaveUp returns in how many draws a worker has no answer.
func (d Draws) gaveUp() int64 {
	var n int64
	for _, row := range d.Rows {
		if row.Answered < row.Workers {
			n++
		}
	}
	return n
}

// table shows what the draws have in common.
func (d Draws) table(s summary) Table {
	t := Table{Columns: []Column{{Heading: "of the last answer"}, {Heading: "seconds", Right: true}}}
	for _, line := range []struct {
		name  string
		value float64
	}{{"mean", s.mean}, {"standard deviation", s.deviation}, {"least", s.least}, {"median", s.median}, {"90 of 100 below", s.p90}, {"largest", s.largest}} {
		text := fmt.Sprintf("%.2f", line.value)
		if line.name == "standard deviation" && s.n < 2 {
			text = noValue
		}
		t.Rows = append(t.Rows, []string{line.name, text})
	}
	n := int64(len(d.Rows))
	gaveUp := "a worker gives up in %d of %d draws, a share of %s"
	if n == 1 {
		t.Notes = append(t.Notes, "1 draw, which gives no interval of the mean and no standard deviation")
		gaveUp = "a worker gives up in %d of %d draw, a share of %s"
	} else {
		t.Notes = append(t.Notes, fmt.Sprintf("%d draws; 95 %% interval of the mean %.2f to %.2f s (Student's t)", n, s.mean-s.half, s.mean+s.half))
	}
	t.Notes = append(t.Notes, fmt.Sprintf(gaveUp, d.gaveUp(), n, shareText(ratio{d.gaveUp(), n}.share())))
	if n > 1 && n < 30 {
		t.Notes = append(t.Notes, "fewer than 30 draws: take the interval as a hint")
	}
	return t
}

// MarshalJSON writes the draw as an object with a member a column.
func (d Draw) MarshalJSON() ([]byte, error) { return marshalRecord(drawColumns(), &d) }

func drawColumns() []column[Draw] {
	return []column[Draw]{
		{name: "seed", field: func(d *Draw) any { return &d.Seed }, signed: true},
		{name: "last_answer_ns", field: func(d *Draw) any { return &d.Last }},
		{name: "rate_limited", field: func(d *Draw) any { return &d.Refused }},
		{name: "answered", field: func(d *Draw) any { return &d.Answered }},
		{name: "workers", field: func(d *Draw) any { return &d.Workers }},
	}
}
