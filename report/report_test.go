package report

import (
	"bytes"
	"embed"
	"io"
	"testing"
)

//go:embed testdata
var testdata embed.FS

// A writable is anything this package reports.
type writable interface {
	Write(w io.Writer, f Format, l Layout) error
}

// golden returns a file of testdata as what is wanted.
func golden(t *testing.T, name string) Golden {
	t.Helper()
	want, err := testdata.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return Golden{Name: name, Want: want}
}

// lessonRows returns the figures that the lesson's own program has for so many
// seeds from 20260218 on, six rows a seed. There are seven seeds.
func lessonRows(t testing.TB, seeds int) []Row {
	t.Helper()
	data, err := testdata.ReadFile("testdata/lesson-seeds.csv")
	if err != nil {
		t.Fatal(err)
	}
	results, err := ReadResults(bytes.NewReader(data), FormatCSV)
	if err != nil {
		t.Fatal(err)
	}
	return results.Rows[:6*seeds]
}

// tableText returns what is written as a table.
func tableText(t testing.TB, r writable, l Layout) string {
	t.Helper()
	var out bytes.Buffer
	if err := r.Write(&out, FormatTable, l); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// encoded returns what is written where there is no terminal.
func encoded(t testing.TB, r writable, f Format) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := r.Write(&out, f, Layout{}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
