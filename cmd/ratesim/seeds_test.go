package main

import (
	"math"
	"ratesim/spec"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestSeedsAreSingleOnesAndRanges(t *testing.T) {
	for _, test := range []struct {
		items string
		want  []int64
	}{
		{"7", []int64{7}},
		{"-7", []int64{-7}},
		{"+7", []int64{7}},
		{"0", []int64{0}},
		{"3..5", []int64{3, 4, 5}},
		{"3..3", []int64{3}},
		{"-2..1", []int64{-2, -1, 0, 1}},
		{"-2..-1", []int64{-2, -1}},
		{"3..+2", []int64{3, 4}},
		{"-1..+3", []int64{-1, 0, 1}},
		{"9,1..2,-5..+1", []int64{9, 1, 2, -5}},
		{"9223372036854775807", []int64{math.MaxInt64}},
		{"-9223372036854775808..+1", []int64{math.MinInt64}},
		{"9223372036854775806..9223372036854775807", []int64{math.MaxInt64 - 1, math.MaxInt64}},
	} {
		got, err := parseSeeds(spec.Split(test.items))
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s are %d, %v; want %d", test.items, got, err, test.want)
		}
	}
}

func TestWrongSeedsAreTold(t *testing.T) {
	for _, test := range []struct{ items, want string }{
		{"", `have ""`},
		{"x", `have "x"`},
		{"1.5", `have "1.5"`},
		{"1 ", `have "1 "`},
		{"0x10", `have "0x10"`},
		{"1_000", `have "1_000"`},
		{"١", `have "١"`},
		{"9223372036854775808", `have "9223372036854775808"`},
		{"..", `have ".."`},
		{"1..", `have "1.."`},
		{"1..2..3", `have "1..2..3"`},
		{"2..1", "the smaller seed first"},
		{"1..+", "a number of seeds of at least 1"},
		{"1..+0", "a number of seeds of at least 1"},
		{"1..+-1", "a number of seeds of at least 1"},
		{"9223372036854775807..+2", "beyond the largest seed"},
		{"-9223372036854775808..9223372036854775807", "at most 10000000 seeds"},
		{"1..+18446744073709551616", "at most 10000000 seeds"},
		{"-9223372036854775808..+18446744073709551615", "at most 10000000 seeds"},
		{"1..5,5", "seed 5 is given twice"},
	} {
		if got, err := parseSeeds(spec.Split(test.items)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q are %d, %v; want an error with %s", test.items, got, err, test.want)
		}
	}
}

// FuzzParseSeeds reads any list of seeds, without ever making more than are
// allowed, and a list that is written out as the same.
func FuzzParseSeeds(f *testing.F) {
	for _, text := range []string{"1", "-5..-1", "1..+20", "1,3..5", "9223372036854775807..+1", "1..+0", "x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first, count, err := parseRange(text)
		if err != nil || count > 1000 {
			return
		}
		seeds, err := parseSeeds([]string{text})
		if err != nil || uint64(len(seeds)) != count || seeds[0] != first {
			t.Fatalf("%q are %d, %v; want %d from %d on", text, seeds, err, count, first)
		}
		var items []string
		for _, seed := range seeds {
			items = append(items, strconv.FormatInt(seed, 10))
		}
		if again, err := parseSeeds(items); err != nil || !slices.Equal(again, seeds) {
			t.Errorf("%q are %d, but %q are %d, %v", text, seeds, items, again, err)
		}
	})
}
