// Package linestest compares what readers of files of records tell, for tests.
package linestest

import (
	"bytes"
	"compress/gzip"
	"slices"
	"strings"
	"testing"
)

// Compare reports a transcript, a line for each thing that was told, that is not the one
// wanted. A line of that one which ends in … need only begin so.
func Compare(t testing.TB, got, want []string) {
	t.Helper()
	if !slices.EqualFunc(got, want, saysAs) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func saysAs(got, want string) bool {
	beginning, open := strings.CutSuffix(want, "…")
	return got == want || open && strings.HasPrefix(got, beginning)
}

// Gzipped returns a text, packed.
func Gzipped(text string) string {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write([]byte(text)) // a Buffer takes all
	w.Close()
	return packed.String()
}
