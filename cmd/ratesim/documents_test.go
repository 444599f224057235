package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"testing"
)

// A packed trace is none of a table's, whatever signs are in it.
func TestPackedTracesAreNoTables(t *testing.T) {
	for n := range 200 {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		fmt.Fprintf(w, "{\"kind\":\"run\",\"seed\":%d}\n", n)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if isTable(packed.Bytes()[:min(64, packed.Len())]) {
			t.Errorf("% x is taken for a table", packed.Bytes())
		}
	}
	for text, want := range map[string]bool{
		"at,input,output\n0,1,2\n":           true,
		"\ufeffид;текст\n1;да\n":             true,
		"id\ttext\n":                         true,
		"{\"kind\":\"run\"}\n":               false,
		"extends: lesson\n":                  false,
		"\xff\xfea\x00t\x00,\x00i\x00\n\x00": false,
		"":                                   false,
	} {
		if isTable([]byte(text)) != want {
			t.Errorf("%q is taken for a table: %v; want %v", text, !want, want)
		}
	}
}
