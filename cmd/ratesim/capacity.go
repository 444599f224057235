package main

import (
	"slices"
	"sync"

	"ratesim/report"
	"ratesim/trace"
)

// tellNotes tells the notes below a table where there is none: in rows for another
// program they would be lost.
func tellNotes(e edge, f report.Format, notes []string) {
	if f != report.FormatCSV && f != report.FormatNDJSON {
		return
	}
	for _, note := range notes {
		tellWrapped(e.err, note)
	}
}

// demands gathers what first attempts alone ask of limits, from runs that are made at
// once. The zero value is ready for use.
type demands struct {
	mutex sync.Mutex
	all   report.Capacity
}

func (d *demands) add(m report.Measured) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.all.Add(m)
}

// remarks returns what is to be said of the demands of all runs, once.
func (p preparedComparison) remarks() []string {
	remarks := p.demands.all.Notes()
	for _, r := range p.runs {
		for _, note := range r.demands.all.Notes() {
			if len(p.runs) > 1 {
				note = r.label + ": " + note
			}
			remarks = append(remarks, note)
		}
	}
	return slices.Compact(remarks)
}

// A demandGauge measures open runs for the sake of what first attempts alone ask of
// limits, which a histogram does not say. The zero value is ready for use.
type demandGauge struct {
	trace.Gauge
	measured []report.Measured
}

// Run begins the measures of a run.
func (d *demandGauge) Run(r trace.Run) error {
	d.Each = func(r trace.Run, flows []trace.Measures, traffic trace.Traffic) error {
		d.measured = append(d.measured, report.Measured{Run: r, Flows: flows, Traffic: traffic})
		return nil
	}
	return d.Gauge.Run(r)
}

// print prints, and tells which limits are too small.
func (d *demandGauge) print(e edge, print func() error) error {
	if err := d.Finish(); err != nil {
		return err
	}
	if err := print(); err != nil {
		return err
	}
	for _, note := range report.CapacityNotes(d.measured) {
		tellWrapped(e.err, note)
	}
	return nil
}
