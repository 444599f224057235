package lines

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"
)

// packed returns texts as gzip appends them to one another.
func packed(t *testing.T, texts ...string) []byte {
	t.Helper()
	var all bytes.Buffer
	for _, text := range texts {
		w := gzip.NewWriter(&all)
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return all.Bytes()
}

func TestWhatFollowsGzipDataIsTold(t *testing.T) {
	whole := packed(t, "one\n", "two\n")
	for _, c := range []struct{ after, want string }{
		{"", ""},
		{"x", "the gzip data goes on with bytes that are not gzip"},
		{"twelve bytes", "the gzip data goes on with bytes that are not gzip"},
		{"\x1f\x8b\x08", "the gzip data is cut off in this line"},
	} {
		l, isPacked, err := Open(strings.NewReader(string(whole)+c.after), "f")
		read := ""
		for err == nil {
			var line []byte
			if line, err = l.FirstFilled(); err == nil {
				read += string(line) + "\n"
				l.Drop(len(line) + 1)
			}
		}
		if err == io.EOF {
			err = nil
		}
		if got := message(err); !isPacked || (c.want == "") != (err == nil) || !strings.Contains(got, c.want) || c.want == "" && read != "one\ntwo\n" {
			t.Errorf("followed by %q: read %q, %s; want %q", c.after, read, got, c.want)
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
