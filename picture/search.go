package picture

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// A Search is the policies that a search for the best one has tried, as "ratesim tune
// --format json" prints them.
type Search struct {
	goal   string
	axes   []string // figures by name; the first one is the goal's
	points []candidate
	fewer  int // policies that were tried on fewer seeds, and are not shown
}

// A candidate is a policy that was tried on all seeds of the search.
type candidate struct {
	policy, role string
	holds        bool      // all constraints
	frontier     bool      // no other one is better on all axes
	values       []float64 // means, one an axis
}

// searchBytesMax bounds what is read.
const searchBytesMax = 64 << 20

// ReadSearch reads a search. Policies for which some figure is never are left out.
func ReadSearch(r io.Reader) (*Search, error) {
	text, err := io.ReadAll(io.LimitReader(r, searchBytesMax))
	if err != nil {
		return nil, err
	}
	var document struct {
		Goal   string
		Points []json.RawMessage
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, errors.New("want what ratesim tune --format json prints; it is no such JSON")
	}
	if len(document.Points) == 0 {
		return nil, errors.New("want what ratesim tune --format json prints; it has no points")
	}
	s := &Search{goal: document.Goal}
	for i, object := range document.Points {
		if err := s.add(object); err != nil {
			return nil, fmt.Errorf("point %d: %w", i+1, err)
		}
	}
	if len(s.points) == 0 || len(s.axes) < 2 {
		return nil, errors.New("want a search with two figures or more, such as --figures completed_share,wasted_tokens, and a policy that has both")
	}
	return s, nil
}

// add takes in one point.
func (s *Search) add(object []byte) error {
	var p struct {
		Policy   string
		Role     string
		Frontier string
		Holds    string `json:"constraints_hold"`
	}
	var values map[string]json.RawMessage
	if json.Unmarshal(object, &p) != nil || json.Unmarshal(object, &values) != nil {
		return errors.New("want an object with policy, role, frontier and constraints_hold")
	}
	if s.axes == nil {
		s.axes = axesOf(object, values)
	}
	if p.Frontier == "" {
		s.fewer++
		return nil
	}
	c := candidate{policy: p.Policy, role: p.Role, holds: p.Holds != "no", frontier: p.Frontier == "yes"}
	for _, axis := range s.axes {
		var value *float64
		if values[axis] == nil || json.Unmarshal(values[axis], &value) != nil {
			return fmt.Errorf("%s: want a number or null", axis)
		}
		if value == nil {
			s.fewer++
			return nil
		}
		c.values = append(c.values, *value)
	}
	s.points = append(s.points, c)
	return nil
}

// heldOut begins the names of figures on seeds that the search has not seen.
const heldOut = "held_out."

// axesOf returns the names of a point's figures, in their order.
func axesOf(object []byte, values map[string]json.RawMessage) (axes []string) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	for {
		token, err := decoder.Token()
		if err != nil {
			return axes
		}
		name, is := token.(string)
		if !is || values[heldOut+name] == nil || slices.Contains(axes, name) || len(axes) == flowsMost {
			continue
		}
		axes = append(axes, name)
	}
}

// axisLabel returns the name of a figure with its unit.
func axisLabel(name string) (label string, unit float64) {
	if short, ok := strings.CutSuffix(name, "_ns"); ok {
		return shortened(strings.ReplaceAll(short, "_", " ")) + " (s)", 1e9
	}
	return shortened(strings.ReplaceAll(name, "_", " ")), 1
}

// frame returns the policies that the frame is set for: those that hold all constraints
// and those that are named; all where none holds them. What lies far off would press them
// together.
func (s *Search) frame() (within []candidate) {
	holding := slices.ContainsFunc(s.points, func(c candidate) bool { return c.holds })
	for _, p := range s.points {
		if p.holds || p.role != "" || !holding {
			within = append(within, p)
		}
	}
	return within
}

// ranges returns the ends of an axis, with some room.
func (s *Search) ranges(axis int) (low, high float64) {
	within := s.frame()
	low, high = within[0].values[axis], within[0].values[axis]
	for _, p := range within {
		low, high = min(low, p.values[axis]), max(high, p.values[axis])
	}
	room := max(0.06*(high-low), 1e-6*math.Abs(high), 1e-9)
	return low - room, high + room
}

// isInside reports that a policy is in the frame of all axes.
func (s *Search) isInside(c candidate) bool {
	for axis, value := range c.values {
		if low, high := s.ranges(axis); value < low || value > high {
			return false
		}
	}
	return true
}

// shown returns the policies in the frame: those of the frontier, and at last those with
// a role, lie upon the others.
func (s *Search) shown() (points []candidate) {
	for _, p := range s.points {
		if s.isInside(p) {
			points = append(points, p)
		}
	}
	level := func(c candidate) int {
		switch {
		case c.role != "":
			return 2
		case c.frontier && c.holds:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(points, func(a, b candidate) int { return cmp.Compare(level(a), level(b)) })
	return points
}

// note says what is shown.
func (s *Search) note() string {
	text := fmt.Sprintf("%s; %d policies by their means over the seeds of the search", shortened(s.goal), len(s.points))
	if off := len(s.points) - len(s.shown()); off > 0 {
		text += fmt.Sprintf(", %d of them outside the frame, as they break a constraint", off)
	}
	if s.fewer > 0 {
		text += fmt.Sprintf(", %d more on fewer seeds or without such figures are not shown", s.fewer)
	}
	return text
}
