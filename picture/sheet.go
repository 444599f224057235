package picture

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Sheet is a picture: panels in rows, a heading and what explains them.
type Sheet struct {
	Kind  Kind
	Title string
	About string   // the same in a sentence or two, for who cannot see it
	Notes []string // below it

	key    []entry // what marks and colours mean; none where all is labelled
	rows   [][]panel
	height vg.Length // of a panel; 0 for the usual
}

// A panel is one of a picture's plots.
type panel struct {
	plot  func(alone bool) *plot.Plot // alone, or in a row that begins with what all have in common
	about string
	chart func() *Chart // the same as numbers; nil where it is not over time
}

// An entry is a line of the key.
type entry struct {
	name  string
	thumb plot.Thumbnailer
}

// The measures of a picture.
const (
	sheetWidth  = vg.Length(720) // ten inches: the width of a slide
	panelHeight = vg.Length(190)
	panelWidth  = vg.Length(280) // of one that stands alone, as on a telephone
	margin      = vg.Length(14)
	gap         = vg.Length(16)
	keyLine     = vg.Length(15)

	headingHeight = vg.Length(32)
)

func (s *Sheet) panelHeight() vg.Length {
	if s.height > 0 {
		return s.height
	}
	return panelHeight
}

// columnsMost is how many panels stand side by side.
const columnsMost = 3

// add adds panels in as many rows as they need.
func (s *Sheet) add(panels []panel) {
	for chunk := range slices.Chunk(panels, columnsMost) {
		s.rows = append(s.rows, chunk)
	}
}

// columns returns the panels of the longest row.
func (s *Sheet) columns() int {
	most := 1
	for _, row := range s.rows {
		most = max(most, len(row))
	}
	return most
}

// size returns the size of the whole picture.
func (s *Sheet) size() (width, height vg.Length) {
	rows := vg.Length(len(s.rows))
	height = 2*margin + headingHeight + rows*s.panelHeight() + (rows-1)*gap
	height += vg.Length(len(s.keyLines(sheetWidth-2*margin)))*keyLine + vg.Length(len(s.noteLines(sheetWidth-2*margin)))*keyLine
	return sheetWidth, height
}

// draw draws the whole picture on a white ground.
func (s *Sheet) draw(c draw.Canvas) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, margin, -margin, margin, -margin)
	heading := letters(15)
	heading.YAlign = draw.YTop
	c.FillText(heading, vg.Point{X: c.Min.X, Y: c.Max.Y}, s.Title)
	lines := s.keyLines(c.Max.X - c.Min.X)
	for i, line := range lines {
		s.drawKey(c, line, c.Max.Y-24-keyLine*vg.Length(i))
	}
	notes := s.noteLines(c.Max.X - c.Min.X)
	for i, note := range notes {
		c.FillText(letters(tickSize), vg.Point{X: c.Min.X, Y: c.Min.Y + keyLine*vg.Length(len(notes)-1-i)}, note)
	}
	c = draw.Crop(c, 0, 0, keyLine*vg.Length(len(notes)), -headingHeight-keyLine*vg.Length(len(lines)))
	s.drawPanels(c)
}

// drawPanels draws the panels with their axes in line.
func (s *Sheet) drawPanels(c draw.Canvas) {
	columns := s.columns()
	plots := make([][]*plot.Plot, len(s.rows))
	for i, row := range s.rows {
		plots[i] = make([]*plot.Plot, columns)
		for j, p := range row {
			plots[i][j] = p.plot(false)
		}
	}
	tiles := draw.Tiles{Rows: len(plots), Cols: columns, PadX: gap, PadY: gap}
	// A title may take two lines, which makes a panel lower, but no wider.
	for i, canvases := range plot.Align(plots, tiles, c) {
		for j, canvas := range canvases {
			if plots[i][j] != nil {
				entitle(plots[i][j], canvas.Max.X-canvas.Min.X)
			}
		}
	}
	for i, canvases := range plot.Align(plots, tiles, c) {
		for j, canvas := range canvases {
			if plots[i][j] != nil {
				plots[i][j].Draw(canvas)
			}
		}
	}
}

// keyWidth is the width of an entry's sign and the blanks beside it.
const keyWidth = vg.Length(26)

// keyLines returns the entries of the key in lines of a width.
func (s *Sheet) keyLines(width vg.Length) (lines [][]entry) {
	style, used := letters(labelSize), width
	for _, e := range s.key {
		need := keyWidth + style.Width(e.name) + gap
		if used+need > width {
			lines, used = append(lines, nil), 0
		}
		used += need
		lines[len(lines)-1] = append(lines[len(lines)-1], e)
	}
	return lines
}

// noteLines returns the notes in lines of a width, broken at blanks.
func (s *Sheet) noteLines(width vg.Length) (lines []string) {
	for _, note := range s.Notes {
		lines = append(lines, brokenAt(note, width, letters(tickSize))...)
	}
	return lines
}

// drawKey draws one line of the key, whose upper edge is given.
func (s *Sheet) drawKey(c draw.Canvas, line []entry, top vg.Length) {
	style := letters(labelSize)
	style.YAlign = draw.YCenter
	x := c.Min.X
	for _, e := range line {
		box := c
		box.Rectangle = vg.Rectangle{Min: vg.Point{X: x, Y: top - 11}, Max: vg.Point{X: x + 20, Y: top - 1}}
		e.thumb.Thumbnail(&box)
		c.FillText(style, vg.Point{X: x + keyWidth, Y: top - 6}, e.name)
		x += keyWidth + style.Width(e.name) + gap
	}
}
