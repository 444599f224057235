package sweep

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"ratesim/chance"
	"ratesim/suggest"
)

// A Design says which points of a space are simulated.
type Design string

// The designs.
const (
	// Grid is every combination of the axes' values.
	Grid Design = "grid"
	// LatinHypercube cuts each axis into as many equal parts as there are points,
	// and has one point in each part of each axis: McKay, Beckman and Conover, "A
	// comparison of three methods for selecting values of input variables",
	// Technometrics 21(2), 1979.
	LatinHypercube Design = "latin-hypercube"
	// Halton is a sequence of low discrepancy, its digits permuted at random: Owen,
	// "A randomized Halton algorithm in R", arXiv:1706.02808, 2017. More points can
	// be added to it: the first ones stay the same.
	Halton Design = "halton"
)

// Designs returns all designs.
func Designs() []Design { return []Design{Grid, LatinHypercube, Halton} }

// ParseDesign returns the design of a name.
func ParseDesign(name string) (Design, error) {
	var names []string
	for _, d := range Designs() {
		names = append(names, string(d))
	}
	if !slices.Contains(names, name) {
		return "", fmt.Errorf("want %s; have %q%s", strings.Join(names, ", "), name, suggest.Question(name, names))
	}
	return Design(name), nil
}

// A Space is axes and the points of them that are simulated.
type Space struct {
	Axes   []Axis
	Design Design
	Points int64 // of a space-filling design; 0 for a grid, which has as many as it has
	Seed   int64 // of a space-filling design; another seed gives other points
}

// PointsMax bounds the points of a space.
const PointsMax = 10_000_000

// axesMax bounds the axes of a Halton sequence: in high bases its points lie on
// lines.
const axesMax = 24

// Points are the points of a space, by number. The zero value has none.
type Points struct {
	space  Space
	len    int64
	counts []int64      // values of each axis of a grid
	order  [][]int64    // of a Latin hypercube: the part of each axis that a point lies in
	shifts [][][]uint64 // of a Halton sequence: for each axis and digit, what stands for each figure
}

// NewPoints makes the points of a space. A space without axes has one point.
func NewPoints(s Space) (*Points, error) {
	if _, err := ParseDesign(string(s.Design)); err != nil {
		return nil, fmt.Errorf("design: %w", err)
	}
	p := &Points{space: s}
	seen := map[string]bool{}
	for _, axis := range s.Axes {
		if seen[axis.Path] {
			return nil, fmt.Errorf("%s: given twice; each field is one axis", axis.Path)
		}
		seen[axis.Path] = true
	}
	if s.Design == Grid {
		return p, p.makeGrid()
	}
	switch {
	case s.Points < 1 || s.Points > PointsMax:
		return nil, fmt.Errorf("want 1 to %d points for the design %s; have %d", PointsMax, s.Design, s.Points)
	case len(s.Axes) == 0:
		return nil, fmt.Errorf("want axes for the design %s; have none", s.Design)
	}
	p.len = s.Points
	if s.Design == LatinHypercube {
		p.makeOrder()
		return p, nil
	}
	if len(s.Axes) > axesMax {
		return nil, fmt.Errorf("want at most %d axes for the design %s, which fills no more of them evenly; have %d", axesMax, s.Design, len(s.Axes))
	}
	p.makeShifts()
	return p, nil
}

// makeGrid counts the values of the axes.
func (p *Points) makeGrid() error {
	if p.space.Points != 0 {
		return fmt.Errorf("a grid has as many points as its axes have values; want another design for a number of points")
	}
	p.len = 1
	var faults []error
	for _, axis := range p.space.Axes {
		n, err := axis.count()
		faults = append(faults, err)
		p.counts = append(p.counts, n)
		if p.len *= max(n, 1); p.len > PointsMax {
			return errors.Join(append(faults, fmt.Errorf("want at most %d points; the grid has more", PointsMax))...)
		}
	}
	return errors.Join(faults...)
}

// Len returns how many points there are.
func (p *Points) Len() int64 { return p.len }

// At returns the values of a point, in the order of the axes.
func (p *Points) At(i int64) []string {
	values := make([]string, len(p.space.Axes))
	for d := len(values) - 1; d >= 0; d-- {
		axis := p.space.Axes[d]
		switch p.space.Design {
		case Grid:
			values[d] = axis.at(i % p.counts[d])
			i /= p.counts[d]
		case LatinHypercube:
			within := p.draws(d, i).Uint64()
			share, _ := bits.Div64(uint64(p.order[d][i]), within, uint64(p.len))
			values[d] = axis.pick(share)
		default:
			values[d] = axis.pick(p.halton(d, uint64(i)))
		}
	}
	return values
}

// draws returns the chance of one axis and one other thing.
func (p *Points) draws(axis int, of int64) *chance.Named {
	source := &chance.Named{}
	source.Set(chance.Name{Seed: p.space.Seed, Flow: axis, Request: of, Purpose: chance.PurposeOf("sweep design")})
	return source
}

// makeOrder shuffles for each axis in which part each point lies.
func (p *Points) makeOrder() {
	for d := range p.space.Axes {
		order := make([]int64, p.len)
		for i := range order {
			order[i] = int64(i)
		}
		shuffle(order, p.draws(d, -1))
		p.order = append(p.order, order)
	}
}

// shuffle puts items in an order of which each is as likely (Durstenfeld, "Algorithm
// 235: Random permutation", CACM 7(7), 1964). It is written out so that a seed means
// the same order whatever the version of Go.
func shuffle[T any](items []T, source *chance.Named) {
	for i := len(items) - 1; i > 0; i-- {
		j := part(source.Uint64(), uint64(i+1))
		items[i], items[j] = items[j], items[i]
	}
}

// primes are the bases of the axes of a Halton sequence.
var primes = [axesMax]uint64{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89}

// digits returns how many digits of a base a share has room for.
func digits(base uint64) int {
	n := 0
	for room := uint64(1) << 62; room >= base; room /= base {
		n++
	}
	return n
}

// makeShifts draws a permutation of the figures for each digit of each axis.
func (p *Points) makeShifts() {
	for d := range p.space.Axes {
		var shifts [][]uint64
		for digit := range digits(primes[d]) {
			figures := make([]uint64, primes[d])
			for i := range figures {
				figures[i] = uint64(i)
			}
			shuffle(figures, p.draws(d, int64(digit)))
			shifts = append(shifts, figures)
		}
		p.shifts = append(p.shifts, shifts)
	}
}

// halton returns a member of an axis' sequence as a share in 2⁻⁶⁴: its number's
// digits, the lowest first, behind the point.
func (p *Points) halton(axis int, number uint64) uint64 {
	base, above, below := primes[axis], uint64(0), uint64(1)
	for _, figures := range p.shifts[axis] {
		above = above*base + figures[number%base]
		below *= base
		number /= base
	}
	share, _ := bits.Div64(above, 0, below)
	return share
}
