package preset

import (
	"errors"
	"strings"
	"testing"
)

func TestExpressionsAreExactAndRoundedOnce(t *testing.T) {
	of := map[string]int64{"tpm": 2500, "rpm": 11, "zero": 0, "large": 1 << 53}
	for _, tt := range []struct {
		text, rounding string
		want           int64
	}{
		{"tpm * 6 / 1000", "", 15},
		{"tpm / 1000 * 6", "down", 15}, // not 12: it is rounded at the end only
		{"rpm / 6", "down", 1},
		{"rpm / 6", "up", 2},
		{"(rpm + 1) / 6", "up", 2},
		{"rpm - 11", "", 0},
		{"7", "", 7},
		{"large * 1000 / 1000", "", 1 << 53},
		{"rpm / 3 * 3", "", 11},
	} {
		got, err := expression{tt.text, tt.rounding, of}.value()
		if err != nil || got != tt.want {
			t.Errorf("%s rounded %q is %d, %v; want %d", tt.text, tt.rounding, got, err, tt.want)
		}
	}
	for text, want := range map[string]string{
		"tpm *": "want a number, a name or (", "1.5": "want whole numbers", `"a"`: "want numbers, names", "(rpm": "want a ) for each (", "rpm)": "or the end", "1.": "want whole numbers", "": "at the end", "rpm / zero": "division by 0", "rpm % 2": "want + - * /",
		"rpm - 12": "want a whole number from 0 to 2^53", "large + 1": "want a whole number from 0 to 2^53", "-rpm": "want numbers, names", "zero + 1.0": "whole numbers", "1 / (rpm - 11)": "division by 0",
	} {
		if n, err := (expression{text, "", of}).value(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is %d, %v; want an error with %q", text, n, err, want)
		}
	}
	if _, err := (expression{"rpm + tpd", "", of}).value(); !errors.Is(err, errUnknown) {
		t.Errorf("a name without a number gives %v", err)
	}
}

func TestBracketsMayStandInBracketsButNotForEver(t *testing.T) {
	for _, c := range []struct {
		depth int
		ok    bool
	}{{100, true}, {101, false}} {
		text := strings.Repeat("(", c.depth) + "7" + strings.Repeat(")", c.depth)
		if n, err := (expression{text: text}).value(); (err == nil) != c.ok || c.ok && n != 7 {
			t.Errorf("7 in %d brackets is %d, %v", c.depth, n, err)
		}
	}
}
