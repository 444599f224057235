package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ratesim/scenario"
	"ratesim/sim"
	"ratesim/sweep"
)

// sweepFlags say what is swept, as typed.
type sweepFlags struct {
	runs       runsFlags
	from       string
	over       []string
	design     string
	points     int64
	designSeed int64
	block      int
}

// blockDefault is how many seeds a cell has at most: so many that its file is not
// lost among its directory's, so few that a stop loses little.
const blockDefault = 100

func (s *sweepFlags) register(e edge, cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var((*fileFlag)(&s.from), "from", "`file` in YAML with values for these flags, by their names")
	f.StringArrayVar(&s.over, "over", nil, "field to vary and its values, as `PATH=VALUES`: 20,30,40 or 4..16; may be repeated")
	f.StringVar(&s.design, "design", string(sweep.Grid), "`name` of how points are chosen: grid, latin-hypercube or halton")
	f.Int64Var(&s.points, "points", 0, "`number` of points of a latin-hypercube or halton design")
	f.Int64Var(&s.designSeed, "design-seed", 1, "`seed` of a latin-hypercube or halton design")
	f.IntVar(&s.block, "block", blockDefault, "`number` of seeds that are run and kept together at most")
	s.runs.registerRuns(e, cmd)
	complete(cmd, "design", designNames)
	completeSetting(e, cmd, "over", &s.runs.source)
	completeNothing(cmd, "points", "design-seed", "block")
}

func designNames(*cobra.Command) []string {
	var names []string
	for _, d := range sweep.Designs() {
		names = append(names, string(d))
	}
	return names
}

// settings returns what was asked for, without loads, policies and seeds, and the
// axes. All mistakes are in the error.
func (s *sweepFlags) settings() (sweep.Settings, []sweep.Axis, error) {
	made := sweep.Settings{Over: []string{}, Number: s.points, DesignSeed: s.designSeed, Block: s.block}
	var axes []sweep.Axis
	var faults []error
	for _, text := range s.over {
		axis, err := sweep.ParseAxis(text)
		faults = append(faults, named("--over", err))
		if err == nil {
			axes = append(axes, axis)
			made.Over = append(made.Over, axis.String())
		}
	}
	var err error
	made.Design, err = sweep.ParseDesign(s.design)
	faults = append(faults, named("--design", err))
	if s.block < 1 || s.block > seedsMax {
		faults = append(faults, fmt.Errorf("--block: want 1 to %d seeds; have %d", seedsMax, s.block))
	}
	if s.runs.source.tickets == standard {
		faults = append(faults, errors.New("--tickets: want a file, which each worker can read; - is none"))
	}
	return made, axes, usage(errors.Join(faults...))
}

// A planner writes the plan of a sweep.
type planner struct {
	plan   sweep.Plan
	source sweepSource
	axes   []sweep.Axis
	points *sweep.Points
	blocks []string // of seeds
}

// open makes ready what the flags say.
func (s *sweepFlags) open(e edge, cmd *cobra.Command) (*planner, error) {
	fromErr := s.readFrom(e, cmd)
	settings, axes, err := s.settings()
	seeds, seedsErr := s.runs.parseSeeds(cmd)
	p := &planner{axes: axes}
	var pointsErr error
	if err == nil {
		p.points, pointsErr = sweep.NewPoints(sweep.Space{Axes: axes, Design: settings.Design, Points: s.points, Seed: s.designSeed})
	}
	if pointsErr != nil {
		p.points = nil
	}
	base, baseErr := s.base(cmd.Context(), e, &p.source)
	faults := []error{fromErr, err, seedsErr, usage(pointsErr), baseErr}
	if errors.Join(faults...) != nil {
		if baseErr == nil {
			faults = append(faults, p.firstPoint())
		}
		return nil, usageAll(faults)
	}
	if len(seeds) == 0 {
		seeds = []int64{base.Seed}
	}
	if err := s.choose(&settings, base); err != nil {
		return nil, usage(err)
	}
	tellIdle(e.err, axes, settings.Policies)
	settings.Seeds = formatSeeds(seeds)
	p.plan = sweep.Plan{
		Version: sweep.PlanVersion, Program: currentVersion().Version, Engine: sim.Version,
		Settings: settings, Scenario: base.JSON(), Points: p.points.Len(),
	}
	p.setBlocks(seeds)
	if err := p.varyRecordings(cmd.Context(), e); err != nil {
		return nil, err
	}
	return p, p.count(int64(len(seeds)))
}

// firstPoint returns what is wrong with the first point; where there is none, with a value
// of each axis alone.
func (p *planner) firstPoint() error {
	if p.points != nil && p.points.Len() > 0 {
		_, err := p.source.at(p.axes, p.points.At(0))
		return usage(err)
	}
	var faults pointFaults
	for _, axis := range p.axes {
		one := []sweep.Axis{axis}
		points, err := sweep.NewPoints(sweep.Space{Axes: one, Design: sweep.Grid})
		if err != nil { // the other designs need no step
			points, err = sweep.NewPoints(sweep.Space{Axes: one, Design: sweep.Halton, Points: 1})
		}
		if err != nil {
			continue // it is told with all axes
		}
		_, err = p.source.at(one, points.At(0))
		faults.add(err)
	}
	return faults.err()
}

// setBlocks cuts the seeds into blocks.
func (p *planner) setBlocks(seeds []int64) {
	for block := range slices.Chunk(seeds, p.plan.Settings.Block) {
		p.blocks = append(p.blocks, formatSeeds(block))
	}
}

// base reads the scenario without the values of a point, and what it sends.
func (s *sweepFlags) base(ctx context.Context, e edge, into *sweepSource) (*scenario.Scenario, error) {
	flags := s.runs.source
	text, err := flags.text(ctx, e)
	if err != nil {
		return nil, err
	}
	into.scenarioText, into.SkipBad = text, flags.skipBad
	base, err := flags.read(text)
	if err == nil {
		flags.tellVersion(e.err, base)
		err = flags.checkSkip(base)
	}
	if err == nil {
		err = into.addRecordings(ctx, e, base)
	}
	if err != nil {
		return nil, err
	}
	if flags.tickets != "" {
		sum, err := hashFile(ctx, e, flags.tickets)
		if err != nil {
			return nil, err
		}
		into.Tickets, into.Columns = &inputFile{flags.tickets, sum}, flags.columns
	}
	if len(into.files()) == 0 {
		return base, nil
	}
	made, err := flags.openRead(ctx, e, base) // finds what is wrong with them, and tells what is assumed
	if err != nil {
		return nil, err
	}
	made.close()
	return flags.read(text) // without what was handed in
}

// varyRecordings notes the files of recorded requests that values of axes name.
func (p *planner) varyRecordings(ctx context.Context, e edge) error {
	for _, axis := range p.axes {
		if !strings.Contains(axis.String(), "trace(") {
			continue
		}
		for _, value := range axis.List() {
			read, err := p.source.at([]sweep.Axis{axis}, []string{value})
			if err != nil {
				continue // it is told where the point is planned
			}
			if err := p.source.addRecordings(ctx, e, read); err != nil {
				return err
			}
		}
	}
	return nil
}

// choose sets loads and policies, all of the scenario where none is given. Whether
// there are such is known only at each point, which may bring its own.
func (s *sweepFlags) choose(settings *sweep.Settings, base *scenario.Scenario) error {
	var faults []error
	settings.Loads, settings.Policies = s.runs.loads, s.runs.policies
	switch {
	case base.IsOpen() && len(settings.Loads) > 0:
		faults = append(faults, fmt.Errorf("--load: the scenario %s has no loads; its flows say when requests arrive", base.Name))
	case base.IsOpen():
		settings.Loads = []string{""}
	case len(settings.Loads) == 0:
		settings.Loads = base.Loads.Names()
	}
	if len(settings.Policies) == 0 {
		settings.Policies = base.Policies.Names()
	}
	if load, twice := repeated(settings.Loads); twice {
		faults = append(faults, fmt.Errorf("--load: %q is given twice", load))
	}
	if policy, twice := repeated(settings.Policies); twice {
		faults = append(faults, fmt.Errorf("--policy: %q is given twice", policy))
	}
	for _, text := range s.over {
		if path, _, _ := strings.Cut(text, "="); path == "seed" {
			faults = append(faults, errors.New("--over: seed is the seed of the runs; want --seeds"))
		}
	}
	return errors.Join(faults...)
}

// tellIdle says which policies are varied and not run.
func tellIdle(w io.Writer, axes []sweep.Axis, policies []string) {
	for _, axis := range axes {
		name, isPolicy := strings.CutPrefix(axis.Path, "policies.")
		if isPolicy && !slices.ContainsFunc(policies, func(text string) bool { return strings.Contains(text, name) }) {
			tell(w, "--over %s: the policy is varied and not run; want it in --policy, which has %s", axis.Path, strings.Join(policies, ", "))
		}
	}
}

// cellsMax bounds the cells of a sweep.
const cellsMax = 100_000_000

// count counts cells and runs.
func (p *planner) count(seeds int64) error {
	each := int64(len(p.plan.Settings.Loads) * len(p.plan.Settings.Policies))
	p.plan.Cells = p.plan.Points * each * int64(len(p.blocks))
	p.plan.Runs = p.plan.Points * each * seeds
	if p.plan.Cells > cellsMax {
		return usageError{fmt.Errorf("want at most %d cells; %d points, %d loads and policies and %d blocks of seeds make %d; a larger --block makes fewer",
			cellsMax, p.plan.Points, each, len(p.blocks), p.plan.Cells)}
	}
	return nil
}
