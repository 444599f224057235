package handout

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

func TestSharesOfCausesMakeAWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.Int64Range(1, 1000), 1, 60).Draw(t, "requests by cause")
		var s sums
		var total int64
		for i, n := range counts {
			total += n
			for range n {
				s.lose(fmt.Sprint("cause ", i))
			}
		}
		var permille, requests int64
		for _, l := range s.byCause() {
			permille += l.permille
			requests += l.requests
			if exact := float64(1000*l.requests) / float64(total); float64(l.permille) < exact-1 || float64(l.permille) > exact+1 {
				t.Fatalf("%d of %d are said to be %d in a thousand", l.requests, total, l.permille)
			}
		}
		if permille != 1000 || requests != total {
			t.Fatalf("the shares make %d in a thousand, the requests %d of %d", permille, requests, total)
		}
		if len(s.losses) > causesMost+1 {
			t.Fatalf("%d causes", len(s.losses))
		}
	})
}

func TestKindsOfHintsAreWords(t *testing.T) {
	for hints, want := range map[string]string{
		"milliseconds 511ms, seconds 30s": "[milliseconds seconds]",
		"date Mon, 02 Jan 2006":           "[date]",
		"<b> 1, seconds 1s":               "[seconds]",
		"":                                "[]",
	} {
		if have := fmt.Sprint(kindsOf(hints)); have != want {
			t.Errorf("%q: have %s; want %s", hints, have, want)
		}
	}
}

func TestCommandsCanBeTyped(t *testing.T) {
	for _, test := range []struct {
		words []string
		want  string
	}{
		{[]string{"ratesim", "run", "--policy", "none,fixed(wait=1s)"}, "ratesim run --policy 'none,fixed(wait=1s)'"},
		{[]string{"it's", ""}, `'it'\''s' ''`},
	} {
		if have := quoted(test.words); have != test.want {
			t.Errorf("have %s; want %s", have, test.want)
		}
	}
	for seeds, want := range map[[3]int64]string{{1, 2, 3}: "1..3", {1, 3, 4}: "1,3,4"} {
		if have := seedsOf(seeds[:]); have != want {
			t.Errorf("have %s; want %s", have, want)
		}
	}
}
