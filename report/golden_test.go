package report

import "testing"

func TestDiffShowsWhatDiffers(t *testing.T) {
	tests := []struct{ name, want, got, diff string }{
		{"the same", "a\nb\n", "a\nb\n", ""},
		{"both empty", "", "", ""},
		{"a line", "a\nb\nc\n", "a\nB\nc\n", "--- x.txt\n+++ got\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"},
		{"nothing wanted", "", "a\n", "--- x.txt\n+++ got\n@@ -0,0 +1 @@\n+a\n"},
		{"the last line break", "a\n", "a", "--- x.txt\n+++ got\n@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n"},
	}
	for _, test := range tests {
		if diff := (Golden{Name: "x.txt", Want: []byte(test.want)}).Diff([]byte(test.got)); diff != test.diff {
			t.Errorf("%s: have %q; want %q", test.name, diff, test.diff)
		}
	}
}
