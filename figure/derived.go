package figure

import "math"

// A Ratio is one figure over another.
type Ratio struct{ Of, To Figure }

// Begin begins both.
func (f Ratio) Begin() {
	f.Of.Begin()
	f.To.Begin()
}

// See tells both.
func (f Ratio) See(e *Event) {
	f.Of.See(e)
	f.To.See(e)
}

// Value is the ratio; there is none to 0.
func (f Ratio) Value() float64 {
	to := f.To.Value()
	if to == 0 {
		return none
	}
	return f.Of.Value() / to
}

// An Excess is by how much a figure is above a bound, 0 if it is not.
type Excess struct {
	Figure
	Over float64
}

// Value is the excess.
func (f Excess) Value() float64 { return max(0, f.Figure.Value()-f.Over) }

// A Below is 1 if a figure is less than a bound, else 0; its mean over runs is the
// share of them in which that is so.
type Below struct {
	Figure
	Bound float64
}

// Value is 1 or 0, or none if the figure has none.
func (f Below) Value() float64 {
	v := f.Figure.Value()
	switch {
	case math.IsNaN(v):
		return none
	case v < f.Bound:
		return 1
	}
	return 0
}
