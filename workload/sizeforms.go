package workload

import (
	"math"
	"slices"
	"strconv"

	"ratesim/spec"
)

// The largest sizes, in tokens: beyond all that a model takes or gives, and small
// enough that whole runs of them can be added up, and that an answer can be counted
// token by token as it is produced.
const (
	SizeMax   = 1 << 30
	AnswerMax = 1 << 22
)

// SizeForms returns the sizes that a spec may name, SizeMax at most.
func SizeForms() spec.Forms[Size] { return sizeForms(SizeMax) }

// AnswerForms returns the sizes of answers that a spec may name, AnswerMax at most.
func AnswerForms() spec.Forms[Size] { return sizeForms(AnswerMax) }

func sizeForms(most int64) spec.Forms[Size] {
	return spec.Forms[Size]{What: "size", All: []spec.Form[Size]{
		{Name: "fixed", About: "always the same", Arguments: []spec.Argument{
			{Name: "tokens", Unit: "tokens", About: "the size"},
		}, Read: func(r *spec.Reader) Size { return Fixed(tokens(r, "tokens", span{0, most})) }},
		{Name: "uniform", About: "each size between two is as likely", Arguments: []spec.Argument{
			{Name: "from", Unit: "tokens", About: "the least"},
			{Name: "to", Unit: "tokens", About: "the largest"},
		}, Read: func(r *spec.Reader) Size {
			b := Between{From: tokens(r, "from", span{0, most}), To: tokens(r, "to", span{0, most})}
			if b.To < b.From {
				r.Fault("to", "want at least from, %d; have %d", b.From, b.To)
				b.To = b.From
			}
			return b
		}},
		{Name: "log-normal", About: "half are below the median, and some are much larger", Arguments: []spec.Argument{
			{Name: "median", Unit: "tokens", About: "half are smaller"},
			{Name: "sigma", Unit: "number", About: "two thirds lie within median/e^sigma and median·e^sigma"},
			{Name: "most", Unit: "tokens", Default: "0", Zero: "the largest there is", About: "larger ones are cut to it"},
		}, Read: func(r *spec.Reader) Size {
			l := LogNormal{Median: tokens(r, "median", span{1, most}), Sigma: r.Number("sigma", 0, 10), Most: tokens(r, "most", span{0, most})}
			if l.Most == 0 {
				l.Most = most
			}
			return l
		}},
		{Name: "choice", About: "one of several", Arguments: []spec.Argument{
			{Name: "of", Unit: "tokens", About: "sizes joined by >, such as 100>500>2000"},
			{Name: "weights", Unit: "weights", Default: "1", About: "how often each comes, such as 6>3>1; one number for all alike"},
		}, Read: func(r *spec.Reader) Size { return readChoice(r, most) }},
	}}
}

// A span is the least and the largest number of tokens.
type span struct{ least, most int64 }

// tokens reads a number of tokens.
func tokens(r *spec.Reader, name string, within span) int64 {
	n := r.Count(name, within.least)
	if n > within.most {
		r.Fault(name, "want at most %d tokens; have %d", within.most, n)
		return within.most
	}
	return n
}

func readChoice(r *spec.Reader, most int64) Size {
	c := Choice{Sizes: readNumbers(r, "of", most), Weights: readNumbers(r, "weights", math.MaxInt32)}
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
func readNumbers(r *spec.Reader, name string, most int64) []int64 {
	texts := r.List(name)
	if len(texts) == 0 && r.Has(name) {
		r.Fault(name, "want at least one number; have none")
	}
	var numbers []int64
	for _, text := range texts {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 || n > most {
			r.Fault(name, "want whole numbers from 0 to %d, joined by >; have %q", most, text)
			return nil
		}
		numbers = append(numbers, n)
	}
	return numbers
}
