package explore

import "ratesim/report"

// A table is a table of texts for the page.
type table struct {
	Columns []tableColumn `json:"columns"`
	Rows    [][]string    `json:"rows"`
	Notes   []string      `json:"notes"`
}

type tableColumn struct {
	Heading string `json:"heading"`
	Right   bool   `json:"right"` // set to the right, as numbers are
}

func tableOf(t report.Table) table {
	made := table{Columns: []tableColumn{}, Rows: append([][]string{}, t.Rows...), Notes: append([]string{}, t.Notes...)}
	for _, c := range t.Columns {
		made.Columns = append(made.Columns, tableColumn{c.Heading, c.Right})
	}
	return made
}
