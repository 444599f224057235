package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ratesim/report"
	"ratesim/suggest"
	"ratesim/sweep"
)

// A rowSink writes the rows of a sweep in one form. Cells are texts as CSV has them;
// "" is no value, except in a text.
type rowSink interface {
	row(cells []string) error
	finish() error
}

// sweepFormats are the forms of a sweep's rows.
func sweepFormats() []string { return []string{"csv", "ndjson", "parquet"} }

// sweepFormat returns the form of a file: the one given, or what its name ends in.
func sweepFormat(given, name string) (string, error) {
	if given == "" && name == standard {
		return "csv", nil
	}
	format := given
	if given == "" {
		format = strings.TrimPrefix(filepath.Ext(name), ".")
	}
	switch {
	case slices.Contains(sweepFormats(), format):
		return format, nil
	case given == "":
		return "", usageError{fmt.Errorf("--output: want a file that ends in .csv, .ndjson or .parquet, or --format; have %s", name)}
	}
	return "", usageError{fmt.Errorf("--format: want csv, ndjson or parquet; have %q%s", given, suggest.Question(given, sweepFormats()))}
}

// sweepFields returns the fields of a sweep's row: its axes, and those of a run. An
// axis whose name is not that of a field inside a group is named scenario.…, so that
// it is not taken for a figure.
func sweepFields(axes []sweep.Axis, figures []report.Field) []report.Field {
	var fields []report.Field
	for _, axis := range axes {
		f := report.Field{Name: axis.Path}
		if !strings.Contains(f.Name, ".") {
			f.Name = "scenario." + f.Name
		}
		switch axis.Kind() {
		case sweep.Integer:
			f.Kind = report.KindCount
		case sweep.Number:
			f.Kind = report.KindShare
		}
		fields = append(fields, f)
	}
	return append(fields, figures...)
}

// newRowSink begins a file of rows.
func newRowSink(format string, w io.Writer, fields []report.Field, manifest []byte) (rowSink, error) {
	switch format {
	case "csv":
		return newCSVSink(w, fields)
	case "ndjson":
		return newNDJSONSink(w, fields)
	}
	return newParquetSink(w, fields, manifest)
}

// plainNumber returns a number as JSON has it: 7 for +7 and 007.
func plainNumber(kind report.Kind, text string) (string, error) {
	switch kind {
	case report.KindCount:
		n, err := strconv.ParseInt(text, 10, 64)
		return strconv.FormatInt(n, 10), err
	default:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return "", err
		}
		number, err := json.Marshal(n)
		return string(number), err
	}
}

// A csvSink writes CSV.
type csvSink struct {
	to     *csv.Writer
	fields []report.Field
}

func newCSVSink(w io.Writer, fields []report.Field) (rowSink, error) {
	s := &csvSink{to: csv.NewWriter(w), fields: fields}
	var header []string
	for _, f := range fields {
		header = append(header, f.Name)
	}
	return s, s.to.Write(header)
}

func (s *csvSink) row(cells []string) error { return s.to.Write(cells) }

func (s *csvSink) finish() error {
	s.to.Flush()
	return s.to.Error()
}

// An ndjsonSink writes an object a line.
type ndjsonSink struct {
	to     *bufio.Writer
	fields []report.Field
	names  []string // as JSON
	object bytes.Buffer
}

func newNDJSONSink(w io.Writer, fields []report.Field) (rowSink, error) {
	s := &ndjsonSink{to: bufio.NewWriter(w), fields: fields}
	for _, f := range fields {
		name, err := json.Marshal(f.Name)
		if err != nil {
			return nil, err
		}
		s.names = append(s.names, string(name))
	}
	return s, nil
}

func (s *ndjsonSink) row(cells []string) error {
	s.object.Reset()
	before := byte('{')
	for i, f := range s.fields {
		fmt.Fprintf(&s.object, "%c%s:", before, s.names[i])
		before = ','
		if err := s.value(f.Kind, cells[i]); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	s.object.WriteString("}\n")
	_, err := s.to.Write(s.object.Bytes())
	return err
}

func (s *ndjsonSink) value(kind report.Kind, cell string) error {
	switch {
	case kind == report.KindText:
		encoder := json.NewEncoder(&s.object)
		encoder.SetEscapeHTML(false)
		err := encoder.Encode(cell)
		s.object.Truncate(s.object.Len() - 1) // the line end
		return err
	case cell == "":
		s.object.WriteString("null")
		return nil
	}
	number, err := plainNumber(kind, cell)
	s.object.WriteString(number)
	return err
}

func (s *ndjsonSink) finish() error { return s.to.Flush() }

// errCellForm is of a cell whose rows are whole, and yet not those of its plan.
var errCellForm = errors.New("its columns are not those of this program")

// eachRow calls a function with each row of a cell.
func eachRow(rows []byte, fields []report.Field, each func(cells []string) error) error {
	in := csv.NewReader(bytes.NewReader(rows))
	in.ReuseRecord = true
	header, err := in.Read()
	if err != nil || len(header) != len(fields) {
		return errCellForm
	}
	for i, f := range fields {
		if header[i] != f.Name {
			return errCellForm
		}
	}
	for {
		cells, err := in.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := each(cells); err != nil {
			return err
		}
	}
}
