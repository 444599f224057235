package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// Results are the rows of a command and what they were run with.
type Results struct {
	Version  int             `json:"version"`  // of the JSON form; Version when written
	Scenario json.RawMessage `json:"scenario"` // as resolved; nil when unknown, as it is in CSV and NDJSON
	Rows     []Row           `json:"rows"`
	Claims   []ClaimRow      `json:"assertions,omitempty"` // below the table
	Manifest json.RawMessage `json:"manifest,omitempty"`   // how it came about; nil for what nobody recorded
}

// Write writes the results in the given format. The table is the lesson's; it
// has a column for the seed only when there is more than one.
func (r Results) Write(w io.Writer, f Format, l Layout) error {
	r.Version = Version
	r.Rows = append([]Row{}, r.Rows...) // never null in JSON
	s := sheet[Row]{columns: rowColumns(), records: r.Rows, table: r.Table(), document: r}
	return withClaims(r.Claims, s.write)(w, f, l)
}

// columns returns those of the table.
func (r Results) columns() []column[Row] {
	columns := rowColumns()
	if len(seedsOf(r.Rows)) < 2 {
		columns = slices.DeleteFunc(slices.Clone(columns), func(c column[Row]) bool { return c.name == "seed" })
	}
	return columns
}

// seedsOf returns the seeds of the rows, each once, in order of appearance.
func seedsOf(rows []Row) []int64 {
	var seeds []int64
	met := map[int64]bool{}
	for _, row := range rows {
		if !met[row.Seed] {
			met[row.Seed] = true
			seeds = append(seeds, row.Seed)
		}
	}
	return seeds
}

// ReadResults reads results back from CSV, JSON or NDJSON. Every column must be
// there, in any order, and none besides. Errors name the line, or the row of a
// JSON document, and the column. A name that holds CR LF comes back from CSV
// with LF alone.
func ReadResults(r io.Reader, f Format) (Results, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return Results{}, err
	}
	results := Results{Version: Version}
	switch f {
	case FormatCSV:
		results.Rows, err = readCSV(rowColumns(), data)
	case FormatNDJSON:
		results.Rows, err = readNDJSON(rowColumns(), data)
	case FormatJSON:
		return readJSON(data)
	default:
		return Results{}, fmt.Errorf("results are read from csv, json or ndjson; have %q", string(f))
	}
	if err != nil {
		return Results{}, err
	}
	return results, nil
}

// readJSON takes the document apart row by row, so that an error can name the row.
func readJSON(data []byte) (Results, error) {
	var document struct {
		Version  int
		Scenario json.RawMessage
		Rows     []json.RawMessage
	}
	if err := json.Unmarshal(data, &document); err != nil {
		return Results{}, fmt.Errorf("want an object with version, scenario and rows: %w", plainly(err))
	}
	if document.Version < 1 || document.Version > Version {
		return Results{}, fmt.Errorf("version: want 1 to %d, have %d", Version, document.Version)
	}
	results := Results{Version: document.Version}
	for i, object := range document.Rows {
		var row Row
		if err := row.UnmarshalJSON(object); err != nil {
			return Results{}, fmt.Errorf("row %d: %w", i+1, err)
		}
		results.Rows = append(results.Rows, row)
	}
	if s := document.Scenario; s != nil && string(s) != "null" {
		var compact bytes.Buffer
		if err := json.Compact(&compact, document.Scenario); err != nil {
			return Results{}, fmt.Errorf("scenario: %w", plainly(err))
		}
		results.Scenario = compact.Bytes()
	}
	return results, nil
}
