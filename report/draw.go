//go:build !js

package report

import (
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// draw returns the lines of the table. It is all that ratesim knows of
// tablewriter, which by itself would draw frames, put headings in capitals,
// wrap cells and, in some locales, count a dash as two columns.
func (t Table) draw() (string, error) {
	var lines strings.Builder
	table := tablewriter.NewTable(&lines, t.options()...)
	table.Header(t.headings())
	if err := table.Bulk(t.Rows); err != nil {
		return "", err
	}
	if err := table.Render(); err != nil {
		return "", err
	}
	return withoutTrailingBlanks(lines.String()), nil
}

// options make tablewriter set the cells and nothing else. One blank of a gap
// is the separator, the second one is padding: tablewriter pads rightly with
// a single character only.
func (t Table) options() []tablewriter.Option {
	var align tw.Alignment
	var padding []tw.Padding
	widths := tw.NewMapper[int, int]()
	for i, c := range t.Columns {
		align = append(align, tw.AlignLeft)
		if c.Right {
			align[i] = tw.AlignRight
		}
		left := max(c.gap(i)-1, 0)
		padding = append(padding, tw.Padding{Left: strings.Repeat(" ", left), Overwrite: true})
		widths.Set(i, left+t.columnWidth(i))
	}
	return []tablewriter.Option{
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithRenderer(renderer.NewBlueprint(bare())),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithAlignment(align),
		tablewriter.WithHeaderPaddingPerColumn(padding),
		tablewriter.WithRowPaddingPerColumn(padding),
		tablewriter.WithColumnWidths(widths),
	}
}

// bare is a rendition without lines: only a blank between columns.
func bare() tw.Rendition {
	return tw.Rendition{
		Borders: tw.BorderNone,
		Symbols: tw.NewSymbolCustom("blank").WithColumn(" "),
		Settings: tw.Settings{
			Lines: tw.LinesNone,
			Separators: tw.Separators{
				ShowHeader:     tw.Off,
				ShowFooter:     tw.Off,
				BetweenRows:    tw.Off,
				BetweenColumns: tw.On,
			},
		},
	}
}

// textWidth returns how many terminal columns a text takes, a letter of East
// Asia two, a dash always one.
func textWidth(text string) int {
	return twwidth.WidthWithOptions(text, twwidth.Options{})
}

func withoutTrailingBlanks(text string) string {
	var trimmed strings.Builder
	for line := range strings.Lines(text) {
		trimmed.WriteString(strings.TrimRight(line, " \n"))
		trimmed.WriteByte('\n')
	}
	return trimmed.String()
}
