package workload

import (
	"math"
	"slices"
	"strconv"

	"ratesim/spec"
)

// SizeForms returns the sizes that a spec may name.
func SizeForms() spec.Forms[Size] {
	return spec.Forms[Size]{What: "size", All: []spec.Form[Size]{
		{Name: "fixed", About: "always the same", Arguments: []spec.Argument{
			{Name: "tokens", Unit: "tokens", About: "the size"},
		}, Read: func(r *spec.Reader) Size { return Fixed(r.Count("tokens", 0)) }},
		{Name: "uniform", About: "each size between two is as likely", Arguments: []spec.Argument{
			{Name: "from", Unit: "tokens", About: "the least"},
			{Name: "to", Unit: "tokens", About: "the largest"},
		}, Read: func(r *spec.Reader) Size {
			b := Between{From: r.Count("from", 0), To: r.Count("to", 0)}
			if b.To < b.From {
				r.Fault("to", "want at least from, %d; have %d", b.From, b.To)
				b.To = b.From
			}
			return b
		}},
		{Name: "log-normal", About: "half are below the median, and some are much larger", Arguments: []spec.Argument{
			{Name: "median", Unit: "tokens", About: "half are smaller"},
			{Name: "sigma", Unit: "number", About: "two thirds lie within median/e^sigma and median·e^sigma"},
			{Name: "most", Unit: "tokens", Default: "0", Zero: "no bound", About: "larger ones are cut to it"},
		}, Read: func(r *spec.Reader) Size {
			return LogNormal{Median: r.Count("median", 1), Sigma: r.Number("sigma", 0, 10), Most: r.Count("most", 0)}
		}},
		{Name: "choice", About: "one of several", Arguments: []spec.Argument{
			{Name: "of", Unit: "tokens", About: "sizes joined by >, such as 100>500>2000"},
			{Name: "weights", Unit: "weights", Default: "1", About: "how often each comes, such as 6>3>1; one number for all alike"},
		}, Read: readChoice},
	}}
}

func readChoice(r *spec.Reader) Size {
	c := Choice{Sizes: readNumbers(r, "of"), Weights: readNumbers(r, "weights")}
	switch {
	case len(c.Weights) > 1 && len(c.Weights) != len(c.Sizes):
		r.Fault("weights", "want one for each of %d sizes; have %d", len(c.Sizes), len(c.Weights))
	case len(c.Weights) > 0 && slices.Max(c.Weights) == 0:
		r.Fault("weights", "want at least one of more than 0; have none")
	}
	return c
}

// readNumbers reads whole numbers joined by >. What cannot be read is a fault and
// comes back as none.
func readNumbers(r *spec.Reader, name string) []int64 {
	texts := r.List(name)
	if len(texts) == 0 && r.Has(name) {
		r.Fault(name, "want at least one number; have none")
	}
	var numbers []int64
	for _, text := range texts {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 || n > math.MaxInt32 {
			r.Fault(name, "want whole numbers from 0 to %d, joined by >; have %q", math.MaxInt32, text)
			return nil
		}
		numbers = append(numbers, n)
	}
	return numbers
}
