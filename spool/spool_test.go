package spool

import (
	"bytes"
	"io"
	"testing"

	"pgregory.net/rapid"
)

func TestAMemoryGivesBackWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m Memory
		var want []byte
		for range rapid.IntRange(0, 8).Draw(t, "writes") {
			data := bytes.Repeat([]byte{byte(len(want)), 1, 2}, rapid.IntRange(0, 3000).Draw(t, "length"))
			if n, err := m.Write(data); n != len(data) || err != nil {
				t.Fatalf("wrote %d of %d, %v", n, len(data), err)
			}
			want = append(want, data...)
		}
		begin := rapid.IntRange(0, len(want)).Draw(t, "begin")
		got := make([]byte, rapid.IntRange(0, len(want)+10).Draw(t, "size"))
		n, err := m.ReadAt(got, int64(begin))
		rest := want[begin:]
		if n != min(len(got), len(rest)) || !bytes.Equal(got[:n], rest[:n]) || (err == io.EOF) != (n < len(got)) {
			t.Fatalf("read %d of %d from %d, %v", n, len(got), begin, err)
		}
	})
}
