package report

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
