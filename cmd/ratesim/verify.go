package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

func newVerifyCommand(e edge) *cobra.Command {
	return &cobra.Command{
		Use:   "verify FILE",
		Short: "Check files against a manifest, and that a replay is the same",
		Long: `Check that the files which a manifest names are as they were, and that running
it again gives the same bytes. Nothing is written. Exit 6 when something
differs. FILE is a manifest, or what holds its own: a result with --format json,
or the Parquet file of a sweep.`,
		Args: oneArgument("the FILE of a manifest"),
		Example: `  ratesim run --manifest run.json > rows.txt && ratesim verify run.json
  ratesim compare --format json > result.json && ratesim verify result.json
  ratesim sweep -o rows.csv && ratesim verify rows.csv.manifest.json
  ratesim sweep -o rows.parquet && ratesim verify rows.parquet`,
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := readManifest(e, args[0])
			if err != nil {
				return err
			}
			defer m.release(e)
			faults, err := m.verify(cmd.Context(), e)
			if err != nil {
				return err
			}
			if len(faults) > 0 {
				return fmt.Errorf("%w: %s", errDiffers, strings.Join(faults, "\n"))
			}
			_, err = fmt.Fprintf(e.out, "%s: %s\n", shownName(args[0]), m.verified())
			return err
		},
	}
}

// verified says what is as the manifest says.
func (m *manifest) verified() string {
	inputs := counted(int64(len(m.Inputs)), "input")
	if len(m.Outputs) == 0 {
		return inputs + " as before, and a replay makes the same runs; no output is recorded here, so none was compared: verify the result itself"
	}
	return fmt.Sprintf("%s and %s are as they were, and a replay is the same", inputs, counted(int64(len(m.Outputs)), "output"))
}

// verify returns what is not as the manifest says.
func (m *manifest) verify(ctx context.Context, e edge) (faults []string, err error) {
	faults, err = m.checkInputs(ctx, e, true)
	if err != nil {
		return nil, err
	}
	for _, record := range m.Outputs {
		if record.Name == standard {
			continue
		}
		have, err := hashFile(ctx, e, record.Name)
		switch {
		case err != nil:
			faults = append(faults, err.Error())
		case have != record.fileHash:
			faults = append(faults, record.Name+": was changed since")
		}
	}
	if len(faults) > 0 {
		return faults, nil
	}
	quiet := e
	quiet.out, m.verifying = io.Discard, true
	again, err := m.replay(ctx, quiet)
	if err != nil {
		return nil, err
	}
	return m.differences(again)
}

// isWithin reports that it is the manifest of a result, in it or taken out of it: of
// the result alone, not of other files that were written beside it. The scenario is in
// the bytes of the result. One that was taken out has neither of them; only what has a
// manifest inside when it is made again can be such a result.
func (m *manifest) isWithin(again manifest) bool {
	return m.result != "" || again.inside && m.Scenario == nil && len(m.Outputs) == 0
}

// differences returns what a replay made otherwise.
func (m *manifest) differences(again manifest) (faults []string, err error) {
	if m.isWithin(again) {
		again.Scenario, again.Others = m.Scenario, m.Others
		again.Outputs = slices.DeleteFunc(again.Outputs, func(made outputRecord) bool { return !hasOutput(m.Outputs, made.Name) })
	}
	faults = m.otherOutputs(again.Outputs)
	for name, pair := range map[string][2]any{
		"scenario": {m.Scenario, again.Scenario}, "seeds": {m.Seeds, again.Seeds},
		"other_scenarios": {m.Others, again.Others}, "loads": {m.Loads, again.Loads}, "policies": {m.Policies, again.Policies},
		"command": {m.Command, again.Command}, "inputs": {m.Inputs, again.Inputs},
	} {
		have, err := json.Marshal(pair[0])
		if err != nil {
			return nil, err
		}
		want, err := json.Marshal(pair[1])
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(have, want) {
			faults = append(faults, name+": "+otherThan(string(have)))
		}
	}
	slices.Sort(faults)
	return faults, nil
}

// otherOutputs returns what is not as it was of the files that a replay writes.
func (m *manifest) otherOutputs(again []outputRecord) (faults []string) {
	switch {
	case slices.Equal(m.Outputs, again):
		return nil
	case len(m.Outputs) == 0:
		return []string{"outputs: " + otherThan("null")}
	}
	for i, record := range m.Outputs {
		switch name := m.shownOutput(record.Name); {
		case hasOutput(m.Outputs[:i], record.Name):
			faults = append(faults, "outputs: want each file once; the manifest has "+name+" again")
		case !hasOutput(again, record.Name):
			faults = append(faults, name+": a replay writes no such file")
		case !slices.Contains(again, record):
			faults = append(faults, name+": a replay gives other bytes")
		}
	}
	if len(faults) == 0 {
		faults = append(faults, "a replay writes other files")
	}
	return faults
}

// hasOutput reports that a file is among those that are written.
func hasOutput(outputs []outputRecord, name string) bool {
	return slices.ContainsFunc(outputs, func(o outputRecord) bool { return o.Name == name })
}

// otherThan says of a member that a replay makes another, or of none that it makes one.
func otherThan(have string) string {
	if slices.Contains([]string{"null", `""`, "[]"}, have) {
		return "the manifest has none; the command makes one"
	}
	return "the command makes another than the manifest says"
}

// shownOutput is what messages call a file that is written.
func (m *manifest) shownOutput(name string) string {
	if name == standard {
		return cmp.Or(m.result, "standard output")
	}
	return name
}
