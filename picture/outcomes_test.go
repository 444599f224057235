package picture

import (
	"testing"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
	"pgregory.net/rapid"

	"ratesim/stats"
)

// A number stands within its panel, and neither upon its mark nor upon its bar.
func TestNumbersStandInTheirPanelBesideTheirBar(t *testing.T) {
	const wide, high = vg.Length(180), vg.Length(20)
	rapid.Check(t, func(t *rapid.T) {
		mean := rapid.Float64Range(0, 1).Draw(t, "mean")
		e := stats.Estimate{Mean: mean, Interval: stats.Interval{Low: rapid.Float64Range(0, mean).Draw(t, "low"), High: rapid.Float64Range(mean, 1).Draw(t, "high")}}
		var c recorder.Canvas
		p := newPlot("")
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, -1, 1
		dot{at: plotter.XY{X: mean}, estimate: e, look: lookOf(1)}.Plot(draw.NewCanvas(&c, wide, high), p)
		met := 0
		for _, action := range c.Actions {
			text, ok := action.(*recorder.FillString)
			if !ok {
				continue
			}
			met++
			left, right := text.Point.X, text.Point.X+letters(tickSize).Width(text.String)
			if left < -1e-6 || right > wide+1e-6 {
				t.Errorf("%v: %q goes from %v to %v in a panel of %v", e, text.String, left, right, wide)
			}
			from, to := min(wide*vg.Length(e.Low), wide*vg.Length(mean)-markSize), max(wide*vg.Length(e.High), wide*vg.Length(mean)+markSize)
			if isBeside := right < from || left > to; !isBeside && text.Point.Y < high/2+markSize {
				t.Errorf("%v: %q stands upon its bar", e, text.String)
			}
		}
		if met != 1 {
			t.Errorf("%v: have %d numbers; want 1", e, met)
		}
	})
}
