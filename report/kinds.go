package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ratesim/stats"
)

// A kindRow is a figure of a case whose runs are of two kinds.
type kindRow struct {
	Case
	figure Figure
	modes  stats.Modes
	bars   string
}

// kinds returns the figures of a case whose runs are of two kinds.
func (w *pairing) kinds(place int) []kindRow {
	var rows []kindRow
	for f, figure := range w.samples.Figures {
		if s, _ := w.side(place, f); s.twoKinds {
			rows = append(rows, kindRow{w.samples.Cases[place], figure, s.modes, bars(s.values)})
		}
	}
	return rows
}

// unit returns the smallest difference that two values of a figure can have, 0 for
// none.
func (w *pairing) unit(place, f int) float64 {
	switch figure := w.samples.Figures[f]; figure.Measure {
	case MeasureCount:
		return 1
	case MeasureShare:
		if whole := w.samples.whole(place, f); whole > 0 {
			return 1 / whole
		}
	}
	return 0
}

// setKinds notes of what two kinds the runs are.
func (r *PairedRow) setKinds(m stats.Modes) {
	share := float64(m.Low) / float64(m.Low+m.High)
	r.Kinds, r.LowerRuns = 2, int64(m.Low)
	r.LowerShare, r.LowerLow, r.LowerTop = &share, &m.LowShare.Low, &m.LowShare.High
	r.LowerMean, r.UpperMean = &m.LowMean, &m.HighMean
}

// barCount is how many bars a small distribution has.
const barCount = 16

// bars draws how values are distributed, from the least to the largest one.
func bars(values []float64) string {
	low, high := slices.Min(values), slices.Max(values)
	var counts [barCount]int
	for _, v := range values {
		counts[min(barCount-1, int((v-low)/(high-low)*barCount))]++
	}
	most := slices.Max(counts[:])
	var text strings.Builder
	for _, count := range counts {
		if count == 0 {
			text.WriteRune('·')
			continue
		}
		text.WriteRune([]rune("▁▂▃▄▅▆▇█")[int(math.Ceil(float64(8*count)/float64(most)))-1])
	}
	return text.String()
}

// kindsTable returns the figures shown whose runs are of two kinds; !ok when there
// are none.
func (p Paired) kindsTable() (t Table, ok bool) {
	t.Columns = []Column{
		{Heading: "load"}, {Heading: "policy"}, {Heading: "figure"}, {Heading: "low runs", Right: true},
		{Heading: "share", Right: true}, {Heading: "mean", Right: true}, {Heading: "others", Right: true}, {Heading: "least to most", Drop: 1},
	}
	if p.isOpen() {
		t.Columns[0].Heading = "flow"
	}
	for _, k := range p.kinds {
		if !p.isShown(k.figure) {
			continue
		}
		place := k.Load
		if p.isOpen() {
			place = k.Flow
		}
		runs := k.modes.Low + k.modes.High
		t.Rows = append(t.Rows, []string{
			place, k.Policy, k.figure.Label, fmt.Sprintf("%d/%d", k.modes.Low, runs),
			fmt.Sprintf("%.0f..%.0f %%", 100*k.modes.LowShare.Low, 100*k.modes.LowShare.High),
			k.figure.text(k.modes.LowMean), k.figure.text(k.modes.HighMean), k.bars,
		})
	}
	return t, len(t.Rows) > 0
}
