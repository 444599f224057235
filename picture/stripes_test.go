package picture

import (
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"
)

// A striped area has stripes in it and nowhere else.
func TestStripesAreInsideOfTheirBoxes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var boxes []vg.Rectangle
		x := vg.Length(0)
		for range rapid.IntRange(1, 30).Draw(t, "boxes") {
			x += vg.Length(rapid.SampledFrom([]float64{0, 0, 0, 3}).Draw(t, "gap"))
			low := vg.Length(rapid.Float64Range(0, 50).Draw(t, "low"))
			box := vg.Rectangle{Min: vg.Point{X: x, Y: low}}
			x += vg.Length(rapid.Float64Range(0.5, 20).Draw(t, "width"))
			box.Max = vg.Point{X: x, Y: low + vg.Length(rapid.Float64Range(1, 50).Draw(t, "height"))}
			boxes = append(boxes, box)
		}
		lines := stripes(boxes)
		for i := 0; i < len(lines); i += 2 {
			from, to := lines[i].Pos, lines[i+1].Pos
			for part := range 20 {
				share := vg.Length(part) / 19
				x, y := from.X+share*(to.X-from.X), from.Y+share*(to.Y-from.Y)
				if !slices.ContainsFunc(boxes, func(b vg.Rectangle) bool {
					const near = 1e-6
					return x >= b.Min.X-near && x <= b.Max.X+near && y >= b.Min.Y-near && y <= b.Max.Y+near
				}) {
					t.Fatalf("a stripe from %v to %v passes %v, %v, which is in no box", from, to, x, y)
				}
			}
		}
		for _, b := range boxes {
			if b.Max.X-b.Min.X < 2*stripeGap || b.Max.Y-b.Min.Y < 2*stripeGap {
				continue
			}
			crossed := 0
			for i := 0; i < len(lines); i += 2 {
				if lines[i].Pos.X < b.Max.X-1 && lines[i+1].Pos.X > b.Min.X+1 {
					crossed++
				}
			}
			if crossed < 2 {
				t.Fatalf("the box %v has %d stripes", b, crossed)
			}
		}
	})
}

func TestBoxesThatTouchHaveOneOutline(t *testing.T) {
	box := func(from, to, low, high vg.Length) vg.Rectangle {
		return vg.Rectangle{Min: vg.Point{X: from, Y: low}, Max: vg.Point{X: to, Y: high}}
	}
	for _, test := range []struct {
		boxes []vg.Rectangle
		want  int
	}{
		{nil, 0},
		{[]vg.Rectangle{box(0, 1, 0, 1), box(1, 2, 0, 3), box(2, 3, 1, 2)}, 1},
		{[]vg.Rectangle{box(0, 1, 0, 1), box(2, 3, 0, 3), box(3, 4, 1, 2)}, 2},
	} {
		closed := 0
		for _, part := range outlines(test.boxes) {
			if part.Type == vg.CloseComp {
				closed++
			}
		}
		if closed != test.want {
			t.Errorf("%v: %d outlines; want %d", test.boxes, closed, test.want)
		}
	}
}
