package handout

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"sync"
	"unicode/utf8"

	"ratesim/picture"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

// longCell is from how many signs on a cell is broken into lines.
const longCell = 40

// pageTemplate is the page. It escapes all that it is given, but for drawings, which
// package picture has escaped, and the style, which is ours. It is
// read when it is first needed: most commands need none.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"svg": func(d picture.Drawing) template.HTML { return template.HTML(d.SVG) },
		"class": func(right bool, cell string) template.HTMLAttr {
			switch {
			case right:
				return ` class="number"`
			case utf8.RuneCountInString(cell) > longCell:
				return ` class="long"`
			}
			return ""
		},
	}).Parse(pageText))
})

// WriteHTML writes the document as one page that loads nothing and runs nothing: its
// content security policy allows its own style and no more.
func (d Document) WriteHTML(w io.Writer) error {
	sum := sha256.Sum256([]byte(pageStyle))
	return pageTemplate().Execute(w, struct {
		Document
		Policy string
		Style  template.CSS
	}{d, "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'", template.CSS(pageStyle)})
}
