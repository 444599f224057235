// Package page writes a handout as one page that opens from disk: it needs no network,
// and no script but for the values under the cursor.
package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"io"
	"sync"
	"unicode/utf8"

	"ratesim/handout"
	"ratesim/picture"
	"ratesim/report"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageCSS string

// What "make web" builds of web/src/report.js and report.css: pictures over time that tell
// the values under the cursor.
var (
	//go:embed built/report.js
	builtScript string
	//go:embed built/report.css
	builtCSS string
)

// What stands around the script lets the page be read as XML, too.
const (
	scriptBegins = "//<![CDATA[\n"
	scriptEnds   = "//]]>\n"
)

// A cell of more signs is broken into lines: on paper a name anywhere, where all columns
// must fit, and on a screen, too, what is long.
const (
	nameCell = 16
	longCell = 40
)

// pageTemplate is the page. It escapes all that it is given, but for drawings, which
// package picture has escaped, and the style, which is ours. It is
// read when it is first needed: most commands need none.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"svg": func(d handout.Drawing) template.HTML { return template.HTML(d.SVG) },
		"class": func(right bool, cell string) template.HTMLAttr {
			switch {
			case right:
				return ` class="number"`
			case utf8.RuneCountInString(cell) > longCell:
				return ` class="long name"`
			case utf8.RuneCountInString(cell) > nameCell:
				return ` class="name"`
			}
			return ""
		},
	}).Parse(pageText))
})

// Pictures draws all that there are of some runs.
func Pictures(roll *picture.Roll) (all []handout.Picture, err error) {
	for _, kind := range picture.Kinds() {
		sheet := roll.Draw(kind)
		drawn, err := sheet.Drawings()
		if err != nil {
			return nil, err
		}
		p := handout.Picture{Title: sheet.Title, Notes: sheet.Notes, Text: roll.Text(kind, picture.Signs{})}
		for _, d := range drawn {
			chart, err := chartText(d.Chart)
			if err != nil {
				return nil, err
			}
			p.Drawings = append(p.Drawings, handout.Drawing{SVG: d.SVG, About: d.About, Key: d.Key, Chart: chart})
			if d.Chart != nil {
				p.Values = append(p.Values, valuesOf(d.Chart))
			}
		}
		all = append(all, p)
	}
	return all, nil
}

// valuesMost is how many instants of a drawing the table behind it has.
const valuesMost = 60

// valuesOf returns the table of what is drawn: for who has no pointer, or sees no picture.
func valuesOf(c *picture.Chart) handout.Captioned {
	values := c.Values(valuesMost)
	table := report.Table{Rows: values.Rows}
	for _, heading := range values.Headings {
		table.Columns = append(table.Columns, report.Column{Heading: heading, Right: true})
	}
	if values.Note != "" {
		table.Notes = []string{values.Note}
	}
	return handout.Captioned{Caption: values.Caption, Table: table}
}

func chartText(c *picture.Chart) (string, error) {
	if c == nil {
		return "", nil
	}
	text, err := json.Marshal(c)
	return string(text), err
}

// Write writes a document as one page that loads nothing: its content security policy
// allows its own style and script and no more. Without the script the page shows the
// same pictures.
func Write(w io.Writer, d handout.Document) error {
	style, script := pageCSS+builtCSS, scriptBegins+builtScript+scriptEnds
	return pageTemplate().Execute(w, struct {
		handout.Document
		Policy string
		Style  template.CSS
		Script template.JS
	}{d, "default-src 'none'; style-src " + hashOf(style) + "; script-src " + hashOf(script) + "; base-uri 'none'; form-action 'none'",
		template.CSS(style), template.JS(script)})
}

// hashOf returns a text's hash as a content security policy names it.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
