package picture

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The colours of what is not a policy. A page that has an ink of its own puts it in
// the place of this one.
var (
	ink      = color.RGBA{0x1a, 0x1a, 0x1a, 0xff}
	faint    = color.RGBA{0xc8, 0xc8, 0xc8, 0xff}
	answered = color.RGBA{0x56, 0xb4, 0xe9, 0xff}
	refused  = color.RGBA{0xd5, 0x5e, 0x00, 0xff}
	first    = color.RGBA{0xe6, 0x9f, 0x00, 0xff}
)

// A look is how a policy is told from the others: by colour and by mark.
type look struct {
	color  color.Color
	glyph  draw.GlyphDrawer
	mark   string // the glyph's name, for a page that draws by itself
	dashes []vg.Length
}

// lookOf returns the look of a policy by its place.
func lookOf(place int) look {
	looks := []look{
		{color.RGBA{0x00, 0x72, 0xb2, 0xff}, draw.CircleGlyph{}, "disc", nil},
		{color.RGBA{0xd5, 0x5e, 0x00, 0xff}, draw.PyramidGlyph{}, "pyramid", []vg.Length{6, 2}},
		{color.RGBA{0x00, 0x9e, 0x73, 0xff}, draw.BoxGlyph{}, "box", []vg.Length{2, 2}},
		{color.RGBA{0xcc, 0x79, 0xa7, 0xff}, draw.RingGlyph{}, "ring", []vg.Length{8, 2, 2, 2}},
		{color.RGBA{0xe6, 0x9f, 0x00, 0xff}, draw.TriangleGlyph{}, "triangle", []vg.Length{10, 3}},
		{color.RGBA{0x56, 0xb4, 0xe9, 0xff}, draw.SquareGlyph{}, "square", []vg.Length{4, 4}},
		{color.RGBA{0x80, 0x80, 0x80, 0xff}, diamond{}, "diamond", []vg.Length{1, 3}},
		{color.RGBA{0x99, 0x66, 0x33, 0xff}, funnel{}, "funnel", []vg.Length{6, 2, 2, 2, 2, 2}},
	}
	// After the last colour they begin again, each with another mark.
	round, n := place/len(looks), len(looks)
	l, marked := looks[place%n], looks[(place+3*round)%n]
	return look{l.color, marked.glyph, marked.mark, marked.dashes}
}

// The sizes of letters and marks.
const (
	titleSize = vg.Length(12)
	labelSize = vg.Length(10)
	tickSize  = vg.Length(9)
	markSize  = vg.Length(4)
)

// letters returns a style of letters of a size.
func letters(size vg.Length) draw.TextStyle {
	style := plot.New().Legend.TextStyle
	style.Font = font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
	style.Color = ink
	return style
}

// newPlot returns a plot with the letters, lines and grid of all pictures.
func newPlot(title string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil // a colour of alpha 0 would be NaN in an SVG, of which each processor makes another number
	p.Title.Text = title
	p.Title.Padding = 6
	sans := func(style *draw.TextStyle, size vg.Length) {
		style.Font.Variant, style.Font.Size, style.Color = "Sans", size, ink
	}
	sans(&p.Title.TextStyle, titleSize)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		sans(&axis.Label.TextStyle, labelSize)
		sans(&axis.Tick.Label, tickSize)
		axis.Color, axis.Tick.Color = ink, ink
		axis.Padding = 4
	}
	return p
}
