package sweep

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// PlanVersion is the version of the form of plans. Newer ones are refused.
const PlanVersion = 1

// A Plan is what a sweep simulates. Its cells follow it one by one, so that it takes
// no more memory however many there are.
type Plan struct {
	Version  int             `json:"plan"`     // PlanVersion
	Program  string          `json:"ratesim"`  // the version of the program that made it
	Engine   int             `json:"engine"`   // the version of what a run means
	Settings Settings        `json:"sweep"`    // what was asked for
	Source   json.RawMessage `json:"source"`   // where the scenario came from
	Scenario json.RawMessage `json:"scenario"` // as resolved, without the values of a point
	Points   int64           `json:"points"`
	Cells    int64           `json:"cells"`
	Runs     int64           `json:"runs"`
}

// Settings are what a sweep was asked for.
type Settings struct {
	Over       []string `json:"over"` // axes
	Design     Design   `json:"design"`
	Number     int64    `json:"points"`      // of a space-filling design
	DesignSeed int64    `json:"design_seed"` // of a space-filling design
	Loads      []string `json:"loads"`       // [""] where there are no loads
	Policies   []string `json:"policies"`
	Seeds      string   `json:"seeds"`
	Block      int      `json:"block"` // seeds of a cell at most
}

// Axes returns the axes of the settings.
func (s Settings) Axes() ([]Axis, error) {
	var axes []Axis
	var faults []error
	for _, text := range s.Over {
		axis, err := ParseAxis(text)
		axes = append(axes, axis)
		faults = append(faults, err)
	}
	return axes, errors.Join(faults...)
}

// planEnd is what follows the last cell. A plan is one JSON document, its members on
// the first line, then a cell a line.
const planEnd = "]}\n"

// A PlanWriter writes a plan.
type PlanWriter struct {
	to    *bufio.Writer
	cells int64
	want  int64
}

// NewPlanWriter begins a plan whose cells are to follow.
func NewPlanWriter(w io.Writer, p Plan) (*PlanWriter, error) {
	line, err := p.line()
	if err != nil {
		return nil, err
	}
	to := bufio.NewWriter(w)
	_, err = to.Write(line)
	return &PlanWriter{to: to, want: p.Cells}, err
}

// line returns the first line of the plan.
func (p Plan) line() ([]byte, error) {
	head, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	return append(bytes.TrimSuffix(head, []byte("}")), []byte(",\"list\":[\n")...), nil
}

// ID names a plan: the SHA-256 of all but its cells, which follow from that.
func (p Plan) ID() string {
	line, err := p.line()
	if err != nil {
		panic(fmt.Sprintf("sweep: a plan cannot be written: %v", err))
	}
	return hash(line)
}

// Cell writes the next cell.
func (w *PlanWriter) Cell(c Cell) error {
	line, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if w.cells++; w.cells < w.want {
		line = append(line, ',')
	}
	_, err = w.to.Write(append(line, '\n'))
	return err
}

// Finish writes the end.
func (w *PlanWriter) Finish() error {
	if w.cells != w.want {
		return fmt.Errorf("sweep: a plan of %d cells was given %d", w.want, w.cells)
	}
	_, err := w.to.WriteString(planEnd)
	return errors.Join(err, w.to.Flush())
}

// A PlanReader reads a plan.
type PlanReader struct {
	Plan
	from *bufio.Reader
	read int64 // cells
}

// NewPlanReader reads the first line of a plan.
func NewPlanReader(r io.Reader) (*PlanReader, error) {
	p := &PlanReader{from: bufio.NewReader(r)}
	line, err := p.from.ReadBytes('\n')
	if err != nil && err != io.EOF {
		return nil, err
	}
	head, isPlan := bytes.CutSuffix(line, []byte(",\"list\":[\n"))
	if !isPlan {
		return nil, errors.New("want a plan as \"ratesim sweep plan\" writes it")
	}
	var version struct{ Plan int }
	if json.Unmarshal(append(bytes.Clone(head), '}'), &version) == nil && version.Plan > PlanVersion {
		return nil, fmt.Errorf("this program reads plans of version %d; have %d", PlanVersion, version.Plan)
	}
	decoder := json.NewDecoder(bytes.NewReader(append(head, '}')))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&p.Plan); err != nil || p.Version != PlanVersion {
		return nil, fmt.Errorf("line 1: want a plan as \"ratesim sweep plan\" writes it; it was changed")
	}
	return p, nil
}

// isKey matches the key of a cell, which names a file.
var isKey = onFirstUse(`^[0-9a-f]{64}$`)

// Next returns the next cell and its number from 0; io.EOF after the last.
func (p *PlanReader) Next() (number int64, c Cell, err error) {
	line, err := p.from.ReadBytes('\n')
	if err != nil && err != io.EOF {
		return 0, c, err
	}
	if string(line) == planEnd && p.read == p.Cells {
		return 0, c, io.EOF
	}
	at := p.read + 2
	line, found := bytes.CutSuffix(line, []byte("\n"))
	if p.read >= p.Cells || !found {
		return 0, c, fmt.Errorf("line %d: the plan has %d cells and is cut off or was changed after %d", at, p.Cells, p.read)
	}
	if p.read+1 < p.Cells {
		line = bytes.TrimSuffix(line, []byte(","))
	}
	if err := json.Unmarshal(line, &c); err != nil || !isKey().MatchString(c.Key) || len(c.Values) != len(p.Settings.Over) {
		return 0, c, fmt.Errorf("line %d: want a cell of the plan; it was changed", at)
	}
	p.read++
	return p.read - 1, c, nil
}
