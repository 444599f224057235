package picture_test

import (
	"strings"
	"testing"

	"ratesim/picture"
)

// All figures of a sentence are of one run: means where there are several seeds.
func TestWordsTellMeansOfSeeds(t *testing.T) {
	for _, test := range []struct {
		seeds           int
		calls, refusals string
	}{
		{1, "fixed: at most 6 calls in the last 3 steps, at step 4, against a limit of 4; 5 of 14 calls refused.",
			"fixed: 5 calls were refused, 1 of them repeats; most in step 2."},
		{2, "fixed: at most 6 calls in the last 3 steps, at step 4, against a limit of 4; 5.5 of 14.5 calls refused, in the mean of 2 seeds.",
			"fixed: 5.5 calls were refused, 1.0 of them repeats, in the mean of 2 seeds; most in step 2."},
	} {
		r := &picture.Roll{}
		for seed := range test.seeds {
			s := storm{policy: "fixed", flow: "batch", seed: int64(seed), refused: 4 + seed, lost: 1}
			if err := s.tell(t, r); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Finish(); err != nil {
			t.Fatal(err)
		}
		for kind, want := range map[picture.Kind]string{picture.Calls: test.calls, picture.Refusals: test.refusals} {
			if have := r.Draw(kind).About; have != want {
				t.Errorf("%s of %d seeds: have %s\nwant %s", kind, test.seeds, have, want)
			}
		}
		if text := r.Text(picture.Refusals, picture.Signs{}); !strings.Contains(strings.ReplaceAll(text, "\n", " "), strings.TrimSuffix(test.refusals, ".")) {
			t.Errorf("the terminal says something else than %q:\n%s", test.refusals, text)
		}
	}
}
