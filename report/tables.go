package report

import (
	"math"
	"slices"
)

// The tables of results, for those who set them otherwise than Write does.

// Table returns the table of the results, with a column for the seed only when there
// is more than one.
func (r Results) Table() Table { return tableOf(r.columns(), r.Rows) }

// Table returns the workers, without the picture.
func (t Timeline) Table() Table { return tableOf(workerColumns(t.ASCII), t.Workers) }

// Table returns what the draws have in common.
func (d Draws) Table() Table { return d.table(d.summary()) }

// Table returns one of the tables of the rows, and the notes below it.
func (r FlowResults) Table(v View) Table { return r.view(v, r.percents()).noted(r.Notes...) }

// Table returns the differences.
func (c Comparison) Table() Table { return tableOf(differenceColumns(c.Baseline), c.Rows) }

// Differences returns by how much a figure of one case differs from another's, seed by
// seed in the order of the runs; nil where either has none.
func (s Samples) Differences(figure string, of, base Case) []*float64 {
	f := slices.IndexFunc(s.Figures, func(f Figure) bool { return f.Name == figure })
	a, b := slices.Index(s.Cases, of), slices.Index(s.Cases, base)
	if f < 0 || a < 0 || b < 0 {
		return nil
	}
	all := make([]*float64, min(len(s.values[a][f]), len(s.values[b][f])))
	for i := range all {
		if d := s.values[a][f][i] - s.values[b][f][i]; !math.IsNaN(d) && !math.IsInf(d, 0) {
			all[i] = &d
		}
	}
	return all
}

// Is returns what the row is a figure of.
func (r PairedRow) Is() Figure { return r.figure }
