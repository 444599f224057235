package picture

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/plot/vg"
)

// The patterns of what the library writes.
var (
	styled   = onFirstUse(`\s+style="([^"]*)"`)
	prologue = onFirstUse(`(?s)^.*?<svg width="([0-9.e+-]+)pt" height="([0-9.e+-]+)pt" viewBox="([^"]*)"[^>]*>`)
)

// onFirstUse returns a pattern that is read when it is first needed: most commands need
// none.
func onFirstUse(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// fonts is how the library names its own letters.
const fonts = "font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;"

// family is the letters of all pictures, by names under which they are found: fonts
// of the same widths.
const family = "Liberation Sans, Arimo, Arial, Helvetica, sans-serif"

// attributed returns an SVG as it can stand in a page of a strict content security
// policy: attributes in the place of styles. It says what it shows.
func attributed(svg, title, about string) string {
	head := prologue().FindStringSubmatch(svg)
	if head == nil {
		panic("picture: the library writes another beginning of an SVG than is known")
	}
	open := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%spt" height="%spt" viewBox="%s" role="img" font-family="%s">`, head[1], head[2], head[3], family)
	if title == "" {
		title, about = about, ""
	}
	open += "\n<title>" + html.EscapeString(title) + "</title>"
	if about != "" {
		open += "\n<desc>" + html.EscapeString(about) + "</desc>"
	}
	body := strings.ReplaceAll(svg[len(head[0]):], fonts, "")
	body = styled().ReplaceAllStringFunc(body, func(style string) string {
		var attributes strings.Builder
		for part := range strings.SplitSeq(styled().FindStringSubmatch(style)[1], ";") {
			if name, value, ok := strings.Cut(part, ":"); ok {
				fmt.Fprintf(&attributes, ` %s="%s"`, strings.TrimSpace(name), strings.TrimSpace(value))
			}
		}
		return attributes.String()
	})
	return open + withWidths(body)
}

// withWidths says how wide each text is, so that it keeps its place in letters of other
// widths. Texts in signs that our letters do not have are left as wide as they come.
func withWidths(body string) string {
	return written().ReplaceAllStringFunc(body, func(element string) string {
		parts := written().FindStringSubmatch(element)
		text := html.UnescapeString(parts[3])
		size, err := strconv.ParseFloat(parts[2], 64)
		if err != nil || text == "" || strings.ContainsFunc(text, func(r rune) bool { return r > lettersLast && r != '…' }) {
			return element
		}
		width := letters(vg.Length(size)).Width(text).Points()
		return fmt.Sprintf(`<text%s textLength="%.5g" lengthAdjust="spacingAndGlyphs">%s</text>`, parts[1], width, parts[3])
	})
}

// written is a text and its size.
var written = onFirstUse(`<text([^>]* font-size="([0-9.]+)px"[^>]*)>([^<]*)</text>`)

// lettersLast is the last of the Latin letters that our fonts have for certain.
const lettersLast = 'ž'

// inPage returns an SVG in the ink of the page around it, as wide as there is room.
func inPage(svg string) string {
	for _, painted := range []string{"fill", "stroke"} {
		svg = strings.ReplaceAll(svg, painted+`="#1A1A1A"`, painted+`="currentColor"`)
	}
	svg = strings.ReplaceAll(svg, `stroke="#C8C8C8"`, `stroke="currentColor" stroke-opacity="0.2"`)
	return sized().ReplaceAllString(svg, `<svg viewBox`)
}

var sized = onFirstUse(`<svg xmlns="[^"]*" width="[^"]*" height="[^"]*" viewBox`)
