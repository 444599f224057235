package workload

import "ratesim/chance"

// A Size says how many tokens something has, such as the prompt of a request.
type Size interface {
	// Of returns the tokens of what a name stands for, at least 0. The same name
	// always has the same size.
	Of(name chance.Name) int64
}

// Fixed is always the same size.
type Fixed int64

// Of returns the size.
func (f Fixed) Of(chance.Name) int64 { return int64(f) }

// Between is a size that is uniform between two, both included, of which To is
// not the smaller one.
type Between struct{ From, To int64 }

// Of draws a size.
func (b Between) Of(name chance.Name) int64 {
	var n chance.Named
	n.Set(name)
	width := float64(b.To - b.From + 1)
	return b.From + min(int64(float64(uniform(&n)*width)), b.To-b.From)
}

// LogNormal is a size whose logarithm is normal: half are below Median, and two
// thirds between Median/e^Sigma and Median·e^Sigma.
type LogNormal struct {
	Median int64   // at least 1
	Sigma  float64 // at least 0; at 0 all are the median
	Most   int64   // larger ones are cut to it; 0 for SizeMax
}

// Of draws a size, at least 1.
func (l LogNormal) Of(name chance.Name) int64 {
	var n chance.Named
	n.Set(name)
	u := (float64(n.Uint64()>>12) + 0.5) / (1 << 52) // exact, neither 0 nor 1
	factor := chance.Exp(float64(l.Sigma * chance.Normal(u)))
	most := l.Most
	if most == 0 {
		most = SizeMax
	}
	return max(1, int64(min(float64(float64(l.Median)*factor), float64(most))))
}

// A Choice is one of several sizes.
type Choice struct {
	Sizes   []int64 // at least one
	Weights []int64 // how often each comes, not all 0; one for all alike
}

// Of draws a size.
func (c Choice) Of(name chance.Name) int64 {
	var n chance.Named
	n.Set(name)
	weight := func(i int) int64 { return c.Weights[min(i, len(c.Weights)-1)] }
	total := int64(0)
	for i := range c.Sizes {
		total += weight(i)
	}
	at := int64(float64(uniform(&n) * float64(total)))
	i := 0
	for ; at >= weight(i); i++ {
		at -= weight(i)
	}
	return c.Sizes[i]
}
