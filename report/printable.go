package report

// Table returns the figures that are shown, and below them how they were compared.
func (p Paired) Table() Table {
	t := p.table()
	t.Notes = p.footer()
	return t
}

// Printable returns the table with each cell on one line and free of anything that a
// terminal would obey, for those who set it otherwise than Write does.
func (t Table) Printable() Table { return t.clean() }

// Printable returns a text on one line and free of anything that a terminal would obey.
func Printable(text string) string { return printable(text) }
