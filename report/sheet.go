package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

// A sheet is a list of records in all its forms.
type sheet[T any] struct {
	columns  []column[T]
	records  []T
	table    Table // as text and Markdown
	document any   // the JSON object
}

func (s sheet[T]) write(w io.Writer, f Format, l Layout) error {
	switch f {
	case FormatTable:
		return s.table.WriteText(w, l)
	case FormatMarkdown:
		return s.table.WriteMarkdown(w)
	case FormatCSV:
		return s.writeCSV(w)
	case FormatJSON:
		return s.writeJSON(w)
	case FormatNDJSON:
		return s.writeNDJSON(w)
	default:
		return unknownFormat(string(f))
	}
}

func (s sheet[T]) writeJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(s.document)
}

func (s sheet[T]) writeNDJSON(w io.Writer) error {
	for i := range s.records {
		object, err := marshalRecord(s.columns, &s.records[i])
		if err != nil {
			return fmt.Errorf("row %d: %w", i+1, err)
		}
		if _, err := w.Write(append(object, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// writeCSV writes what JSON would have, texts without their quotes and null as
// an empty cell.
func (s sheet[T]) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	header := make([]string, len(s.columns))
	for i, c := range s.columns {
		header[i] = c.name
	}
	rows := [][]string{header}
	for i := range s.records {
		cells := make([]string, len(s.columns))
		for j, c := range s.columns {
			cell, err := csvCell(c.field(&s.records[i]))
			if err != nil {
				return fmt.Errorf("row %d: %s: %w", i+1, c.name, err)
			}
			cells[j] = cell
		}
		rows = append(rows, cells)
	}
	return out.WriteAll(rows)
}

func csvCell(field any) (string, error) {
	if text, ok := field.(*string); ok {
		return *text, nil
	}
	value, err := marshalValue(field)
	if string(value) == "null" {
		return "", err
	}
	return string(value), err
}

// marshalRecord returns the record as a JSON object, its columns in order.
func marshalRecord[T any](columns []column[T], record *T) ([]byte, error) {
	var object bytes.Buffer
	before := byte('{')
	for _, c := range columns {
		value, err := marshalValue(c.field(record))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		fmt.Fprintf(&object, "%c%q:%s", before, c.name, value)
		before = ','
	}
	object.WriteByte('}')
	return object.Bytes(), nil
}

// marshalValue returns JSON that keeps <, > and & as they are.
func marshalValue(value any) ([]byte, error) {
	if count, ok := value.(*int64); ok { // as most are
		return strconv.AppendInt(nil, *count, 10), nil
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), err
}
