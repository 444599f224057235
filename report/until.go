package report

import (
	"fmt"
	"math"

	"ratesim/claim"
	"ratesim/stats"
)

// CheckUntil finds what is no condition to stop at: want halfwidth(FIGURE) < BOUND.
func CheckUntil(c claim.Claim, figures []Figure, cases []Case) error {
	if c.Term.Function != "halfwidth" || c.Op != "<" || c.Bound.Of != "" || c.Bound.Number <= 0 {
		return fmt.Errorf("%q: want a half-width to stop at, such as %q", c.Text, "halfwidth(completed_share) < 0.5pp")
	}
	if err := CheckClaim(ofFigure(c), figures, cases); err != nil {
		return fmt.Errorf("%q: %w", c.Text, err)
	}
	return nil
}

// ofFigure returns the claim about the figure itself.
func ofFigure(c claim.Claim) claim.Claim {
	c.Term.Function = ""
	return c
}

// Until returns how many seeds to have before the next look, of at most so many;
// the number that there are when all half-widths are below their bounds. widest is
// the half-width farthest above its bound, in bounds.
func (s Samples) Until(claims []claim.Claim, most int) (next int, widest float64, err error) {
	var bootstrap stats.Bootstrap
	next = len(s.Seeds())
	for _, c := range claims {
		figure, err := FindFigure(s.Figures, ofFigure(c).Term)
		if err != nil {
			return 0, 0, err
		}
		for place, of := range s.Cases {
			if !s.isMeant(ofFigure(c), of) {
				continue
			}
			values := s.Values(place, figure.Name)
			if mean := stats.Mean(values); math.IsInf(mean, 0) || math.IsNaN(mean) {
				return 0, 0, fmt.Errorf("%q: %s: some run has no such value, so the mean has no interval", c.Text, of)
			}
			half := bootstrap.MeanOf(values).HalfWidth()
			rule := stats.Stopping{Below: c.Bound.Number, Max: most}
			next = max(next, rule.Next(len(values), half))
			widest = max(widest, half/c.Bound.Number)
		}
	}
	return next, widest, nil
}
