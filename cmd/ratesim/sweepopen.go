package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"ratesim/report"
	"ratesim/sim"
	"ratesim/sweep"
)

// An openPlan is a plan that is read cell by cell.
type openPlan struct {
	*sweep.PlanReader
	name   string
	file   io.Closer
	source sweepSource
	axes   []sweep.Axis
	isOpen bool // the scenario is an open one
}

// planFile opens a plan. One of another engine is refused: its cells would not be
// the same. The caller closes it.
func planFile(e edge, name string) (*openPlan, error) {
	file, _, err := openFile(e, name)
	if err != nil {
		return nil, err
	}
	p := &openPlan{name: shownName(name), file: file}
	if err := p.read(file); err != nil {
		file.Close()
		return nil, usageError{fmt.Errorf("%s: %w", p.name, err)}
	}
	return p, nil
}

// read reads all of the plan but its cells.
func (p *openPlan) read(r io.Reader) (err error) {
	if p.PlanReader, err = sweep.NewPlanReader(r); err != nil {
		return err
	}
	if p.Engine != sim.Version {
		return fmt.Errorf("the plan is of engine %d, by ratesim %s; this is engine %d, whose results differ", p.Engine, p.Program, sim.Version)
	}
	if p.axes, err = p.Settings.Axes(); err != nil {
		return err
	}
	if err := decodeStrictly(p.Source, &p.source); err != nil {
		return fmt.Errorf("source: %w", err)
	}
	base, err := p.source.scenarioText.read()
	if err != nil {
		return err
	}
	have, err := json.Marshal(base.JSON())
	if err != nil {
		return err
	}
	if !bytes.Equal(have, p.Scenario) {
		return errors.New("the plan's scenario is not what this program makes of its source; plan again")
	}
	p.isOpen = base.IsOpen()
	return nil
}

// fields returns the fields of a row of its cells.
func (p *openPlan) fields() []report.Field {
	if p.isOpen {
		return report.FlowRowFields()
	}
	return report.RowFields()
}

// next returns the next cell of a shard; io.EOF after the last.
func (p *openPlan) next(shard sweep.Shard) (sweep.Cell, error) {
	for {
		number, c, err := p.Next()
		if err != nil && err != io.EOF {
			err = usageError{fmt.Errorf("%s: %w", p.name, err)}
		}
		if err != nil || shard.Has(number) {
			return c, err
		}
	}
}
