package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ratesim/claim"
	"ratesim/report"
)

// assertFlags say what must hold of the runs, as typed.
type assertFlags struct {
	texts  []string
	file   string
	update bool

	standings []report.Standing // that check has read from the file
}

func (a *assertFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&a.texts, "assert", nil, "want a `claim` to hold, such as 'completed_share >= 0.95'; exit 99 if it does not; may be repeated")
	f.Var((*fileFlag)(&a.file), "baseline-file", "want no figure to be worse than in a `file`; exit 99 if one is")
	writes(f, "baseline-file", "update-baseline")
	f.BoolVar(&a.update, "update-baseline", false, "write the --baseline-file instead")
	completeNothing(cmd, "assert")
}

// isGiven reports that anything must hold.
func (a *assertFlags) isGiven() bool { return len(a.texts) > 0 || a.file != "" }

// claims reads the claims.
func (a *assertFlags) claims() ([]claim.Claim, error) {
	claims, err := parseClaims("--assert", a.texts)
	if a.update && a.file == "" {
		err = errors.Join(err, errors.New("--update-baseline: want --baseline-file, too, the file to write"))
	}
	return claims, usage(err)
}

// parseClaims reads the claims of a flag, and returns those that can be read.
func parseClaims(flag string, texts []string) ([]claim.Claim, error) {
	var claims []claim.Claim
	var faults []error
	for _, text := range texts {
		c, err := claim.Parse(text)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s %q: %w", flag, text, err))
			continue
		}
		claims = append(claims, c)
	}
	return claims, errors.Join(faults...)
}

// check finds, before anything is run, what no run could have, and reads the baseline
// file.
func (a *assertFlags) check(e edge, claims []claim.Claim, s shape) error {
	var faults []error
	for _, c := range claims {
		if err := report.CheckClaim(c, s.figures, s.cases); err != nil {
			faults = append(faults, fmt.Errorf("--assert %q: %w", c.Text, err))
		}
	}
	if a.file != "" && a.update {
		faults = append(faults, named("--baseline-file", checkPlace(e, a.file)), besideOutput(e, "--baseline-file", a.file))
	}
	if a.file != "" && !a.update {
		for _, err := range a.read(e, s) {
			faults = append(faults, fmt.Errorf("--baseline-file: %w", err))
		}
	}
	return usage(errors.Join(faults...))
}

// read reads the baseline file, and returns what is wrong with it.
func (a *assertFlags) read(e edge, s shape) (faults []error) {
	data, err := readBaseline(e, a.file)
	if err != nil {
		return []error{fmt.Errorf("%w; --update-baseline writes it", err)}
	}
	var wrong []error
	a.standings, wrong = report.ReadStandings(data, report.Expected{Figures: s.figures, Cases: s.cases, Form: seedsForm()})
	for _, err := range wrong {
		faults = append(faults, fmt.Errorf("%s: %w", a.file, err))
	}
	if len(a.standings)+len(faults) == 0 {
		faults = append(faults, fmt.Errorf("%s: want figures of what is run; it has none; --update-baseline writes them", a.file))
	}
	return faults
}

// judge says what became of the claims, and of the figures that check has read from the
// baseline file, which it writes if that is wanted.
func (a *assertFlags) judge(e edge, claims []claim.Claim, samples report.Samples) ([]report.ClaimRow, error) {
	rows, err := samples.Judge(claims)
	if err != nil || a.file == "" {
		return rows, usage(err)
	}
	if a.update {
		var text bytes.Buffer
		if err := report.WriteStandings(&text, samples.Standings(), seedsForm()); err != nil {
			return nil, err
		}
		return rows, writeFile(e, a.file, text.Bytes())
	}
	if cases := samples.Unchecked(a.standings); len(cases) > 0 {
		tellWrapped(e.err, fmt.Sprintf("--baseline-file: %s has nothing of %s, so nothing is checked there; --update-baseline writes what is run", a.file, someOf(cases)))
	}
	ratcheted, err := samples.Ratchet(a.standings)
	if err != nil {
		return nil, usageError{fmt.Errorf("--baseline-file: %s: %w", a.file, err)}
	}
	for _, note := range otherSeeds(ratcheted.Others, samples.Seeds()) {
		tellWrapped(e.err, fmt.Sprintf("--baseline-file: %s %s", a.file, note))
	}
	return append(rows, ratcheted.Rows...), nil
}

// readBaseline returns what is in a baseline file, which a manifest keeps.
func readBaseline(e edge, name string) ([]byte, error) {
	file, _, err := openFile(e, name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, atFile(name, err)
	}
	e.journal.keep(name, string(text))
	return text, nil
}

// The errors that end the program when claims do not hold, or are not decided.
var (
	errAssertion    = errors.New("an assertion does not hold")
	errInconclusive = errors.New("too few seeds to decide")
)

// tellDoubts says which claims hold only as far as the seeds have shown, where no table
// says it.
func tellDoubts(e edge, f report.Format, hasNoTable bool, rows []report.ClaimRow) {
	if hasNoTable {
		f = report.FormatNDJSON
	}
	tellNotes(e, f, report.Doubts(rows))
}

// verdict returns the error that claims end the program with: one that does not
// hold before one that is not decided.
func verdict(rows []report.ClaimRow) error { return verdictOf(rows, errAssertion) }

// verdictOf is verdict with another error for what does not hold.
func verdictOf(rows []report.ClaimRow, fails error) error {
	of := func(verdict claim.Verdict, is error) error {
		if lines := report.Failed(rows, verdict); len(lines) > 0 {
			return fmt.Errorf("%w:\n  %s", is, strings.Join(lines, "\n  "))
		}
		return nil
	}
	return errors.Join(of(claim.Fail, fails), of(claim.Inconclusive, errInconclusive))
}

// A shape is what can be said of runs before they are made.
type shape struct {
	figures []report.Figure
	cases   []report.Case // nil when not known, as loads or policies are wrong
}

// shapeOfAll returns the shape of several runs together.
func shapeOfAll(several []*runs) (all shape) {
	isKnown := true
	for _, r := range several {
		s := r.shape(nil)
		all.cases, all.figures = append(all.cases, s.cases...), s.figures
		isKnown = isKnown && s.cases != nil
	}
	if !isKnown {
		all.cases = nil
	}
	return all
}

// shape returns the figures and cases that the runs will have, with such
// percentiles; nil for the usual.
func (r *runs) shape(percents []float64) shape {
	scenario := r.model.Scenario
	s := shape{figures: report.LessonFigures()}
	if scenario.IsOpen() {
		s.figures = report.FlowFigures(percents)
	}
	for _, c := range r.cases {
		one := report.Case{Scenario: r.label, Load: c.Load, Policy: c.Policy}
		if !scenario.IsOpen() {
			s.cases = append(s.cases, one)
			continue
		}
		var flows []string
		for _, flow := range r.model.Header(c, 0).Flows {
			flows = append(flows, flow.Name)
		}
		s.cases = append(s.cases, flowCases(one, flows)...)
	}
	return s
}

// flowCases returns a case for each flow, and for all of them if there are several.
func flowCases(one report.Case, flows []string) (cases []report.Case) {
	if len(flows) > 1 {
		flows = append(flows[:len(flows):len(flows)], report.AllFlows)
	}
	for _, flow := range flows {
		one.Flow = flow
		cases = append(cases, one)
	}
	return cases
}
