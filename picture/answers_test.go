package picture

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"ratesim/trace"
)

// A drop is a run whose latencies are known one by one.
type drop struct {
	latencies []int64
	never     int64
}

// drops returns runs of so many seeds: of steps most have a short wait and a few a long
// one, else all differ.
func drops(seeds int, isStepped bool) []drop {
	rng := rand.New(rand.NewPCG(uint64(seeds), 7))
	runs := make([]drop, seeds)
	for i := range runs {
		for range 20 + rng.IntN(60) {
			ns := int64(rng.ExpFloat64() * 1e9)
			if isStepped {
				ns = 1000 * int64(rng.ExpFloat64()*1.2)
			}
			runs[i].latencies = append(runs[i].latencies, ns)
		}
		runs[i].never = rng.Int64N(30)
	}
	return runs
}

// answeredWithin counts what share of the requests of each run was answered within a time, and
// returns the mean.
func answeredWithin(runs []drop, ns float64) (share float64) {
	for _, run := range runs {
		answered := 0
		for _, latency := range run.latencies {
			if float64(latency) <= ns {
				answered++
			}
		}
		share += float64(answered) / float64(int64(len(run.latencies))+run.never) / float64(len(runs))
	}
	return share
}

// drawnAt returns the height of a staircase at a time.
func drawnAt(points plotter.XYs, ns float64) (height float64) {
	for _, p := range points {
		if p.X <= ns {
			height = p.Y
		}
	}
	return height
}

// strokes returns the corners of the line that a panel's curve is drawn as, in ns and
// shares.
func strokes(t *testing.T, a answers) (points plotter.XYs) {
	t.Helper()
	const size, most = 1000, 1e10
	var c recorder.Canvas
	p := newPlot("")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, most, 0, 1
	steps{points: a.quantiles(latencyPoints), unit: 1, look: lookOf(0)}.Plot(draw.NewCanvas(&c, size, size), p)
	for _, action := range c.Actions {
		if stroke, ok := action.(*recorder.Stroke); ok {
			for _, part := range stroke.Path {
				points = append(points, plotter.XY{X: math.Round(float64(part.Pos.X) / size * most), Y: float64(part.Pos.Y / vg.Length(size))})
			}
		}
	}
	return points
}

// However many seeds there are, the curve that is drawn is at each of its points what a
// loop over all requests counts, and between them off by less than its own breadth.
func TestLatencyCurvesAreWhatALoopCounts(t *testing.T) {
	for _, seeds := range []int{1, 2, 20, 100, 300} {
		for _, isStepped := range []bool{true, false} {
			runs := drops(seeds, isStepped)
			var o occasion
			for _, run := range runs {
				spans := trace.SpansOf(run.latencies...)
				spans.Sort()
				o.latencies, o.never = append(o.latencies, []trace.Spans{spans}), append(o.never, []int64{run.never})
			}
			a := o.answers(0, false)
			points, drawn := a.quantiles(latencyPoints), strokes(t, a)
			if len(points) > latencyPoints {
				t.Errorf("%d seeds: have %d points; want at most %d", seeds, len(points), latencyPoints)
			}
			for i, p := range points {
				if want := answeredWithin(runs, p.X); math.Abs(p.Y-want) > 1e-9 || math.Abs(a.within(p.X)-want) > 1e-9 {
					t.Fatalf("%d seeds, stepped %v: %v ns: drawn %v, told %v; want %v", seeds, isStepped, p.X, p.Y, a.within(p.X), want)
				}
				if i > 0 && p.X <= points[i-1].X {
					t.Fatalf("%d seeds: %v ns after %v", seeds, p.X, points[i-1].X)
				}
			}
			for _, run := range runs {
				ns := float64(run.latencies[0])
				if have, want := drawnAt(drawn, ns), answeredWithin(runs, ns); math.Abs(have-want) > 1.0/(latencyPoints-1) || isStepped && math.Abs(have-want) > 1e-9 {
					t.Errorf("%d seeds, stepped %v: %v ns: drawn %v; want %v", seeds, isStepped, ns, have, want)
				}
			}
		}
	}
}
