package trace

import (
	"bytes"
	"compress/gzip"
	"reflect"
	"strings"
	"testing"
)

// pack compresses a text.
func pack(t *testing.T, text []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

func TestReadTakesGzip(t *testing.T) {
	var want, have memory
	text := runRecord + requestRecord
	if err := Read(strings.NewReader(text), "t", &want); err != nil {
		t.Fatal(err)
	}
	two := append(pack(t, []byte(runRecord)), pack(t, []byte(requestRecord))...) // as gzip appends
	if err := Read(bytes.NewReader(two), "t", &have); err != nil || !reflect.DeepEqual(have, want) {
		t.Errorf("%+v, %v; want %+v", have, err, want)
	}
}

func TestReadSaysWhatIsWrongWithGzip(t *testing.T) {
	packed := pack(t, []byte(runRecord+requestRecord))
	damaged := bytes.Clone(packed)
	damaged[len(damaged)-6] ^= 1 // of the checksum
	for _, tt := range []struct{ name, text, want string }{
		{"cut off in the data", string(packed[:len(packed)/2]), "t:1: the gzip data is cut off in this line"},
		{"cut off in the header", string(packed[:5]), "t:1: the gzip data is cut off in this line"},
		{"damaged", string(damaged), "t:3: the gzip data is damaged in or before this line"},
		{"followed by a few other bytes", string(packed) + "xyz", "t:3: the gzip data goes on with bytes that are not gzip"},
		{"followed by a header that is cut off", string(packed) + "\x1f\x8b\x08", "t:3: the gzip data is cut off in this line"},
		{"followed by other bytes", string(packed) + "xxxxxxxxxxxxxxxx", "t:3: the gzip data goes on with bytes that are not gzip"},
		{"empty", string(pack(t, nil)), "t:1: want records of a trace; there are none"},
	} {
		testReadError(t, tt.name, tt.text, tt.want)
	}
}
