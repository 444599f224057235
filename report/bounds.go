package report

import (
	"fmt"

	"ratesim/claim"
)

// checkKind finds a bound of a kind that the figure is not held against: a time, a share,
// a number.
func (f Figure) checkKind(b claim.Bound) error {
	switch {
	case f.Name == "", b.Factor:
		return nil
	case b.Kind == claim.Plain && f.Measure != MeasureTime, b.Kind == claim.Share && f.Measure == MeasureShare, b.Kind == claim.Time && f.Measure == MeasureTime:
		return nil
	}
	wanted := map[Measure]string{MeasureShare: "a share, such as 0.95, 95% or 0.5pp", MeasureTime: "a time, such as 30s"}[f.Measure]
	if wanted == "" {
		wanted = "a number without a unit"
	}
	return fmt.Errorf("%s is held against %s; have %s", f.Name, wanted, b.Kind)
}

// checkBound finds a bound that no share lies beyond, as when 95 stands for 95 %.
func (f Figure) checkBound(b claim.Bound) error {
	if f.Measure != MeasureShare || b.Of != "" || b.Kind == claim.Time || 0 <= b.Number && b.Number <= 1 {
		return nil
	}
	meant := ""
	if b.Kind == claim.Plain && 1 < b.Number && b.Number <= 100 {
		meant = fmt.Sprintf("; did you mean %v%%?", b.Number)
	}
	return fmt.Errorf("%s is a share, from 0 to 1 or 100%%; have %s%s", f.Name, b, meant)
}
