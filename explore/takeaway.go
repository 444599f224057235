package explore

import (
	"errors"
	"strings"

	"ratesim/handout"
	"ratesim/report"
)

// The files that the commands in a report name.
const (
	traceFile  = "run.ndjson"
	reportFile = "report.md"
)

// answerReport makes all runs of a scenario and returns what "ratesim report" says of
// them in Markdown, but for the pictures.
func answerReport(q question) (any, error) {
	each, err := q.each()
	if err != nil {
		return nil, err
	}
	ledger := &handout.Ledger{}
	each.also = ledger
	if err := ledger.Open(); err != nil {
		return nil, err
	}
	if len(q.Command) > 0 {
		if err := ledger.Made(q.made(each.model)); err != nil {
			return nil, err
		}
	}
	m := handout.Material{
		Command:  []string{"ratesim", "report", traceFile, "--markdown", reportFile},
		Files:    []string{traceFile},
		Baseline: q.Baseline,
		Ledger:   ledger,
	}
	if q.Baseline != "" {
		m.Command = append(m.Command, "--baseline", q.Baseline)
	}
	if each.model.Scenario.IsOpen() {
		m.Measured, err = each.measured()
	} else {
		m.Rows, err = each.rows()
	}
	if err := errors.Join(err, ledger.Finish()); err != nil {
		return nil, err
	}
	document := handout.New(m)
	if q.Scenario.Text != "" {
		of := document.Section("scenario")
		of.Folded = append(of.Folded, handout.Block{Title: "Its file, " + report.Printable(q.Scenario.Name), Text: q.Scenario.Text})
	}
	var text strings.Builder
	if err := document.WriteMarkdown(&text); err != nil {
		return nil, err
	}
	return text.String(), nil
}
