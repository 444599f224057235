package main

import (
	"io"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"ratesim/report"
)

// manifestKey is where a Parquet file keeps its manifest.
const manifestKey = "ratesim.manifest"

// rowGroupRows is how many rows of a Parquet file are held in memory and stand
// together: as many as DuckDB makes of it by default (its manual, "Parquet Tips").
const rowGroupRows = 122_880

// A columnOrder is a group of fields in an order of their own, not the alphabet's.
type columnOrder struct {
	parquet.Group
	order []string
}

// Fields returns the fields in order.
func (g columnOrder) Fields() []parquet.Field {
	byName := map[string]parquet.Field{}
	for _, f := range g.Group.Fields() {
		byName[f.Name()] = f
	}
	var fields []parquet.Field
	for _, name := range g.order {
		fields = append(fields, byName[name])
	}
	return fields
}

// parquetSchema returns the schema of rows.
func parquetSchema(fields []report.Field) *parquet.Schema {
	root := columnOrder{Group: parquet.Group{}}
	for _, f := range fields {
		node := parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
		switch f.Kind {
		case report.KindCount:
			node = parquet.Optional(parquet.Int(64))
		case report.KindShare:
			node = parquet.Optional(parquet.Leaf(parquet.DoubleType))
		}
		root.Group[f.Name] = node
		root.order = append(root.order, f.Name)
	}
	return parquet.NewSchema("ratesim_sweep", root)
}

// A parquetSink writes Apache Parquet, compressed by Zstandard.
type parquetSink struct {
	to     *parquet.GenericWriter[any]
	fields []report.Field
	values parquet.Row
	rows   int
}

func newParquetSink(w io.Writer, fields []report.Field, manifest []byte) (rowSink, error) {
	config, err := parquet.NewWriterConfig(
		parquetSchema(fields),
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedDefault, Concurrency: 1}),
		parquet.CreatedBy("ratesim", "", ""),
		parquet.KeyValueMetadata(manifestKey, string(manifest)),
	)
	if err != nil {
		return nil, err
	}
	return &parquetSink{to: parquet.NewGenericWriter[any](w, config), fields: fields, values: make(parquet.Row, len(fields))}, nil
}

func (s *parquetSink) row(cells []string) error {
	for i, f := range s.fields {
		v, err := parquetValue(f.Kind, cells[i])
		if err != nil {
			return err
		}
		defined := 0
		if f.Kind != report.KindText && !v.IsNull() {
			defined = 1
		}
		s.values[i] = v.Level(0, defined, i)
	}
	if _, err := s.to.WriteRows([]parquet.Row{s.values}); err != nil {
		return err
	}
	if s.rows++; s.rows%rowGroupRows == 0 {
		return s.to.Flush()
	}
	return nil
}

func parquetValue(kind report.Kind, cell string) (parquet.Value, error) {
	switch {
	case kind == report.KindText:
		return parquet.ByteArrayValue([]byte(cell)), nil
	case cell == "":
		return parquet.NullValue(), nil
	case kind == report.KindCount:
		n, err := strconv.ParseInt(cell, 10, 64)
		return parquet.Int64Value(n), err
	}
	n, err := strconv.ParseFloat(cell, 64)
	return parquet.DoubleValue(n), err
}

func (s *parquetSink) finish() error { return s.to.Close() }
