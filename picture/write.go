package picture

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"ratesim/suggest"
)

// A Format is a form of file, named by its ending.
type Format string

// The formats.
const (
	SVG Format = "svg"
	PNG Format = "png" // of twice the size in pixels, for a slide
	PDF Format = "pdf"
)

// Formats returns all formats.
func Formats() []Format { return []Format{SVG, PNG, PDF} }

// FormatOf returns the format that the ending of a file's name says.
func FormatOf(name string) (Format, error) {
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	if slices.Contains(Formats(), Format(ending)) {
		return Format(ending), nil
	}
	return "", fmt.Errorf("want a name that ends in .svg, .png or .pdf; have %q%s", name, suggest.Question(ending, []string{"svg", "png", "pdf"}))
}

// pixels are those of a PNG to an inch.
const pixels = 144

// Write writes the whole picture.
func (s *Sheet) Write(w io.Writer, f Format) error {
	width, height := s.size()
	switch f {
	case PNG:
		c := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(pixels), vgimg.UseBackgroundColor(color.White))
		s.draw(draw.New(c))
		_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
		return err
	case PDF:
		fpdf.SetDefaultCatalogSort(true)
		fpdf.SetDefaultCreationDate(undated)
		fpdf.SetDefaultModificationDate(undated)
		c := vgpdf.New(width, height)
		s.draw(draw.New(c))
		_, err := c.WriteTo(w)
		return err
	}
	c := vgsvg.New(width, height)
	s.draw(draw.New(c))
	text, err := svgOf(c, s.Title, s.About)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}

// undated stands where a file wants a date.
var undated = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// A Drawing is one panel by itself, for a page that flows.
type Drawing struct {
	SVG   string // one element, in the ink of the page around it and without a ground
	About string // the same in words
	Key   bool   // it explains the others
	Chart *Chart // the same as numbers; nil for what is not over time, or empty
}

// Drawings returns the panels, each to stand alone, and before them the key if there is
// one.
func (s *Sheet) Drawings() ([]Drawing, error) {
	var all []Drawing
	add := func(c *vgsvg.Canvas, d Drawing) error {
		text, err := svgOf(c, "", d.About)
		d.SVG = inPage(text)
		all = append(all, d)
		return err
	}
	if lines := s.keyLines(panelWidth); len(lines) > 0 {
		c := vgsvg.New(panelWidth, keyLine*vg.Length(len(lines)))
		for i, line := range lines {
			canvas := draw.New(c)
			s.drawKey(canvas, line, canvas.Max.Y-keyLine*vg.Length(i))
		}
		if err := add(c, Drawing{About: "key: " + s.keyText(), Key: true}); err != nil {
			return nil, err
		}
	}
	for _, row := range s.rows {
		for _, p := range row {
			c := vgsvg.New(panelWidth, s.panelHeight())
			alone, canvas := p.plot(true), draw.Crop(draw.New(c), 4, -8, 2, -2)
			entitle(alone, canvas.Max.X-canvas.Min.X)
			alone.Draw(canvas)
			d := Drawing{About: p.about}
			if p.chart != nil {
				d.Chart = p.chart()
			}
			if err := add(c, d); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

func (s *Sheet) keyText() string {
	var names []string
	for _, e := range s.key {
		names = append(names, e.name)
	}
	return strings.Join(names, ", ")
}

// svgOf returns what was drawn, with a title and a description for who cannot see it.
func svgOf(c *vgsvg.Canvas, title, about string) (string, error) {
	var raw bytes.Buffer
	if _, err := c.WriteTo(&raw); err != nil {
		return "", err
	}
	return attributed(raw.String(), title, about), nil
}
