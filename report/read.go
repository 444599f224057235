package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"ratesim/suggest"
)

// readCSV reads records below a header that names each column once, in any
// order. A mark of byte order, as spreadsheets write it, is passed over.
func readCSV[T any](columns []column[T], data []byte) ([]T, error) {
	in := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\uFEFF"))))
	header, err := in.Read()
	if err == io.EOF {
		return nil, errors.New("line 1: want a header, have nothing")
	}
	if err != nil {
		return nil, csvError(err)
	}
	columns, err = inOrderOf(header, columns)
	if err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	var records []T
	for {
		cells, err := in.Read()
		if err == io.EOF {
			return records, nil
		}
		if err != nil {
			return nil, csvError(err)
		}
		var record T
		for i, c := range columns {
			if err := c.readCell(cells[i], &record); err != nil {
				line, _ := in.FieldPos(i)
				return nil, fmt.Errorf("line %d: %w", line, err)
			}
		}
		records = append(records, record)
	}
}

// inOrderOf returns the columns in the order in which a header names them.
func inOrderOf[T any](header []string, columns []column[T]) ([]column[T], error) {
	var ordered []column[T]
	for i, name := range header {
		if slices.Contains(header[:i], name) {
			return nil, fmt.Errorf("two columns are called %s", name)
		}
		at := slices.IndexFunc(columns, func(c column[T]) bool { return c.name == name })
		if at < 0 {
			return nil, unknownColumn(columns, name)
		}
		ordered = append(ordered, columns[at])
	}
	for _, c := range columns {
		if !slices.Contains(header, c.name) {
			return nil, noColumn(c.name)
		}
	}
	return ordered, nil
}

// readCell reads what csvCell wrote.
func (c column[T]) readCell(cell string, record *T) error {
	if text, ok := c.field(record).(*string); ok {
		*text = cell
		return nil
	}
	if cell == "" {
		cell = "null"
	}
	return c.read([]byte(cell), record)
}

// csvError says where a CSV file goes wrong, without encoding/csv's preface.
func csvError(err error) error {
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Errorf("line %d: %w", parse.Line, parse.Err)
	}
	return err
}

// readNDJSON reads an object a line. Blank lines are passed over.
func readNDJSON[T any](columns []column[T], data []byte) ([]T, error) {
	var records []T
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		record, err := unmarshalRecord(columns, line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		records = append(records, record)
	}
	return records, nil
}

// unmarshalRecord reads an object that has exactly the given columns.
func unmarshalRecord[T any](columns []column[T], object []byte) (T, error) {
	var record T
	var values map[string]json.RawMessage
	if err := json.Unmarshal(object, &values); err != nil {
		return record, fmt.Errorf("want an object: %w", plainly(err))
	}
	for _, c := range columns {
		value, ok := values[c.name]
		if !ok {
			return record, noColumn(c.name)
		}
		if err := c.read(value, &record); err != nil {
			return record, err
		}
		delete(values, c.name)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		return record, unknownColumn(columns, name)
	}
	return record, nil
}

// read reads a JSON value into its field of the record. Only a field that is
// itself a pointer may be null.
func (c column[T]) read(value []byte, record *T) error {
	field, null := c.field(record), string(value) == "null"
	switch field.(type) {
	case **int64, **float64:
		null = false
	}
	if null || json.Unmarshal(value, field) != nil || !c.possible(field) {
		return fmt.Errorf("%s: want %s, have %s", c.name, c.want(field), value)
	}
	return nil
}

// possible reports whether a run can have the value: no count is below 0, no
// share outside [0, 1].
func (c column[T]) possible(field any) bool {
	switch v := field.(type) {
	case *int64:
		return *v >= 0 || c.signed
	case **int64:
		return *v == nil || **v >= 0
	case **float64:
		return *v == nil || **v >= 0 && (c.amount || **v <= 1)
	default:
		return true
	}
}

// want names what a field holds. The types here are all that a column knows.
func (c column[T]) want(field any) string {
	switch field.(type) {
	case *string:
		return "a text"
	case *int64:
		if c.signed {
			return "an integer"
		}
		return "a count"
	case **int64:
		return "a count or null"
	case *float64:
		return "a number"
	case **float64:
		if c.amount {
			return "a number from 0 on or null"
		}
		return "a share from 0 to 1 or null"
	case *bool:
		return "true or false"
	default:
		panic(fmt.Sprintf("report: column %s: no column holds a %T", c.name, field))
	}
}

func noColumn(name string) error { return fmt.Errorf("no column %s", name) }

func unknownColumn[T any](columns []column[T], name string) error {
	var names []string
	for _, c := range columns {
		names = append(names, c.name)
	}
	return fmt.Errorf("no figure is called %q%s", name, suggest.Question(name, names))
}

// plainly says what encoding/json found in the words of this program.
func plainly(err error) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("no JSON at byte %d", syntax.Offset)
	}
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("have a JSON %s at byte %d", kind.Value, kind.Offset)
	}
	return err
}
