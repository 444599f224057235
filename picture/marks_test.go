package picture

import (
	"testing"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"ratesim/stats"
)

// A mark of strokes, such as a plus, is lost in the bar of its own colour: each mark has
// an outline that is closed.
func TestNoMarkIsLostInItsBar(t *testing.T) {
	e := stats.Estimate{Mean: 0.5, Interval: stats.Interval{Low: 0.1, High: 0.9}}
	for place := range policiesMost {
		var c recorder.Canvas
		p := newPlot("")
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, -1, 1
		look := lookOf(place)
		dot{at: plotter.XY{X: e.Mean}, estimate: e, look: look}.Plot(draw.NewCanvas(&c, 180, 20), p)
		closed := false
		for _, action := range c.Actions {
			switch a := action.(type) {
			case *recorder.Fill:
				closed = closed || isClosed(a.Path)
			case *recorder.Stroke:
				closed = closed || isClosed(a.Path)
			}
		}
		if !closed {
			t.Errorf("the mark %s of place %d is made of strokes", look.mark, place)
		}
	}
}

func isClosed(path vg.Path) bool {
	return len(path) > 0 && path[len(path)-1].Type == vg.CloseComp
}
