package sim

import "ratesim/governor"

// A circle is all flows that share governors, be it by way of others: what one of
// them hears may let the others send.
type circle struct {
	joined *circle // that this one is part of; nil for none
	held   []*flow // flows with a line that is held
}

// drawCircles finds the circle of each flow that has governors.
func drawCircles(flows []*flow) {
	of := map[governor.Governor]*circle{}
	for _, f := range flows {
		if f.Client == nil || len(f.Client.Governors) == 0 {
			continue
		}
		f.circle = &circle{}
		for _, g := range f.Client.Governors {
			if other := of[g].whole(); other != nil && other != f.circle.whole() {
				f.circle.whole().joined = other
			}
			of[g] = f.circle
		}
	}
	for _, f := range flows {
		f.circle = f.circle.whole()
	}
}

// whole returns the circle that this one is part of, itself if it is whole, nil
// for nil.
func (c *circle) whole() *circle {
	for c != nil && c.joined != nil {
		c = c.joined
	}
	return c
}

// hold notes that a line of a flow is held.
func (c *circle) hold(f *flow) {
	if !f.held {
		f.held = true
		c.held = append(c.held, f)
	}
}

// ask makes all flows of a circle that are held ask their governors again.
func (r *Runner) ask(c *circle) {
	for _, f := range c.held {
		f.held = false
		r.rouse(f)
	}
	c.held = c.held[:0]
}
