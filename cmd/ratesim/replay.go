package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/spf13/cobra"

	"ratesim/sim"
	"ratesim/spec"
	"ratesim/sweep"
)

// errDiffers ends the program when a replay is not what its manifest says.
var errDiffers = errors.New("not what the manifest says")

func newReplayCommand(e edge) *cobra.Command {
	return &cobra.Command{
		Use:   "replay FILE",
		Short: "Print again, byte for byte, what a manifest is of",
		Long: `Run again what a manifest is of, and print the same bytes: what a command with
--manifest printed, or the rows of a sweep. No file is written. FILE is a
manifest, or what holds its own: a result of run, compare or tune with --format
json, or the Parquet file of a sweep. The files of scenarios are in the
manifest; tickets, traces and other inputs must be as they were.
What assertions came to is printed again, and is no failure of the replay.`,
		Args: oneArgument("the FILE of a manifest"),
		Example: `  ratesim run --load heavy --manifest run.json && ratesim replay run.json
  ratesim run --format json > r.json && ratesim replay r.json | cmp - r.json
  ratesim sweep -o r.csv && ratesim replay r.csv.manifest.json | cmp - r.csv
  ratesim sweep -o r.parquet && ratesim replay r.parquet | cmp - r.parquet`,
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := readManifest(e, args[0])
			if err != nil {
				return err
			}
			defer m.release(e)
			faults, err := m.checkInputs(cmd.Context(), e, false)
			switch {
			case err != nil:
				return err
			case len(faults) > 0:
				return usage(errors.New(strings.Join(faults, "\n")))
			}
			_, err = m.replay(cmd.Context(), e)
			return err
		},
	}
}

// manifestBytesMax bounds a manifest.
const manifestBytesMax = 256 << 20

// readManifest reads a manifest that this program can replay.
func readManifest(e edge, name string) (manifest, error) {
	var m manifest
	file, _, err := openFile(e, name)
	if err != nil {
		return m, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, manifestBytesMax))
	if err != nil {
		return m, atFile(shownName(name), err)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	isParquet, whole := bytes.HasPrefix(text, []byte("PAR1")), hashOf(text)
	inside, isResult := resultManifest(text)
	switch {
	case isParquet:
		text, err = parquetManifest(text)
	case isResult:
		text = inside.Manifest
	default:
		err = notManifest(text)
	}
	if err == nil {
		err = m.parse(text)
	}
	if err != nil {
		return m, usageError{fmt.Errorf("%s: %w%s", shownName(name), err, elsewhere(name))}
	}
	switch {
	case isParquet:
		m.Outputs = []outputRecord{{Name: name, fileHash: whole}}
	case isResult:
		m.Outputs = []outputRecord{{Name: standard, fileHash: whole}}
		m.Scenario, m.result = inside.Scenario, shownName(name)
	}
	return m, nil
}

// A resultWithin is what a result in JSON holds of how it came about.
type resultWithin struct{ Scenario, Manifest json.RawMessage }

// resultManifest returns the manifest that a result in JSON holds; !ok when the text is
// none, or holds none.
func resultManifest(text []byte) (found resultWithin, ok bool) {
	err := json.Unmarshal(text, &found)
	return found, err == nil && bytes.HasPrefix(found.Manifest, []byte("{"))
}

// elsewhere says where the manifest of a sweep's file stands, if it stands beside it.
func elsewhere(name string) string {
	if _, err := os.Stat(manifestName(name)); err != nil {
		return ""
	}
	return "; that of " + name + " is " + manifestName(name)
}

// parquetManifest returns the manifest that a Parquet file holds.
func parquetManifest(text []byte) ([]byte, error) {
	file, err := parquet.OpenFile(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return nil, fmt.Errorf("want a Parquet file: %w", err)
	}
	found, ok := file.Lookup(manifestKey)
	if !ok {
		return nil, errors.New("want a Parquet file of a sweep; it has no manifest")
	}
	return []byte(found), nil
}

// replayable are the commands that have a manifest.
var replayable = []string{"run", "compare", "tune", "sweep", "classes", "call", "report", "plot", "workers", "waits", "watch"}

// parse reads a manifest.
func (m *manifest) parse(text []byte) error {
	var version struct{ Manifest int }
	if json.Unmarshal(text, &version) == nil && version.Manifest > manifestVersion {
		return fmt.Errorf("this program reads manifests of version %d; have %d", manifestVersion, version.Manifest)
	}
	if err := decodeStrictly(text, m); err != nil {
		return fmt.Errorf("want a manifest: %w", err)
	}
	if lacking := m.lacks(); len(lacking) > 0 {
		return fmt.Errorf("want a manifest as --manifest writes it; this one has no %s", strings.Join(lacking, ", no "))
	}
	switch {
	case m.Version != manifestVersion:
		return errors.New("want a manifest as --manifest writes it")
	case !slices.Contains(replayable, m.Command[0]):
		return fmt.Errorf("want the manifest of %s; have that of %q", strings.Join(replayable, ", "), m.Command[0])
	case m.Command[0] == "sweep" && (m.Sweep == nil || !slices.Contains(sweepFormats(), m.Format)):
		return errors.New("want the plan of the sweep and the form of its rows")
	case m.Engine != sim.Version:
		return fmt.Errorf("it is of engine %d, by ratesim %s; this is engine %d, whose results differ", m.Engine, m.Program, sim.Version)
	}
	return nil
}

// lacks returns the members that are not there and that every manifest has. What else
// belongs to a command only a replay of it can know; differences tells that.
func (m *manifest) lacks() (names []string) {
	for _, member := range []struct {
		name    string
		isThere bool
	}{
		{"manifest", m.Version != 0}, {"ratesim", m.Program != ""}, {"engine", m.Engine != 0},
		{"command", len(m.Command) > 0}, {"inputs", m.Inputs != nil},
	} {
		if !member.isThere {
			names = append(names, member.name)
		}
	}
	return names
}

// replay does again what the manifest is of, and returns what it makes a manifest of
// that. Only standard output is written.
func (m *manifest) replay(ctx context.Context, e edge) (manifest, error) {
	e.args, e.columns, e.live = m.Command, m.Columns, false
	e.journal, e.files, e.readsOnly = &journal{replay: m}, nil, true
	if m.handedIn != nil {
		e.in, e.inInfo = m.handedIn, nil
	}
	if m.Sweep != nil {
		return m.replaySweep(ctx, e)
	}
	err := execute(ctx, e)
	if isVerdict(err) {
		err = nil // what was printed is the same, whatever it says
	}
	return e.journal.manifest(e), err
}

// replaySweep plans and runs a sweep again.
func (m *manifest) replaySweep(ctx context.Context, e edge) (again manifest, err error) {
	p, err := plannerOf(*m.Sweep)
	if err != nil {
		return again, usage(err)
	}
	scratch, err := os.MkdirTemp("", "ratesim-cells-")
	if err != nil {
		return again, err
	}
	defer os.RemoveAll(scratch)
	out := newHashed(e.out)
	e.out, e.journal, e.readsOnly = out, nil, false // files are written, but only in the scratch folder
	workers, _ := countWorkers(0)
	err = sweepHere{e: e, planner: p, workers: workers, format: m.Format, output: standard, folder: scratch, scratch: true}.run(ctx)
	if err != nil {
		return again, err
	}
	again = sweepManifest(&openPlan{PlanReader: &sweep.PlanReader{Plan: p.plan}, source: p.source}, m.Format)
	name := standard // one file, whatever it was called
	if len(m.Outputs) > 0 {
		name = m.Outputs[0].Name
	}
	again.Outputs = []outputRecord{{Name: name, fileHash: out.hash()}}
	return again, nil
}

// plannerOf returns what writes a plan again from all but its cells.
func plannerOf(plan sweep.Plan) (*planner, error) {
	p := &planner{plan: plan}
	s := plan.Settings
	var err error
	if p.axes, err = s.Axes(); err != nil {
		return nil, err
	}
	p.points, err = sweep.NewPoints(sweep.Space{Axes: p.axes, Design: s.Design, Points: s.Number, Seed: s.DesignSeed})
	if err != nil {
		return nil, err
	}
	if err := decodeStrictly(plan.Source, &p.source); err != nil {
		return nil, fmt.Errorf("source: %w", err)
	}
	seeds, err := parseSeeds(spec.Split(s.Seeds))
	if err == nil && s.Block < 1 {
		err = fmt.Errorf("want blocks of at least 1 seed; have %d", s.Block)
	}
	if err != nil {
		return nil, err
	}
	p.setBlocks(seeds)
	if p.plan.Points != p.points.Len() {
		return nil, fmt.Errorf("want %d points; have %d", p.points.Len(), p.plan.Points)
	}
	return p, p.count(int64(len(seeds)))
}
