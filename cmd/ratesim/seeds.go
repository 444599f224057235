package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// seedsMax bounds the seeds of one command: their rows are kept in memory.
const seedsMax = 10_000_000

// parseSeeds reads a list of seeds: A, A..B with both ends included, and A..+N,
// which are N seeds from A on.
func parseSeeds(items []string) ([]int64, error) {
	var seeds []int64
	var faults []error
	for _, item := range items {
		first, count, err := parseRange(item)
		if err == nil && count > seedsMax-uint64(len(seeds)) {
			err = tooManySeeds()
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		for i := range count {
			seeds = append(seeds, first+int64(i))
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	if seed, twice := repeated(seeds); twice {
		return nil, fmt.Errorf("seed %d is given twice; each counts once", seed)
	}
	return seeds, nil
}

// parseRange reads one item of a list of seeds.
func parseRange(item string) (first int64, count uint64, err error) {
	from, to, isRange := strings.Cut(item, "..")
	first, ok := parseSeed(from)
	if !ok {
		return 0, 0, noSeeds(item)
	}
	if !isRange {
		return first, 1, nil
	}
	if number, ok := strings.CutPrefix(to, "+"); ok {
		count, err = strconv.ParseUint(number, 10, 64)
		if errors.Is(err, strconv.ErrRange) {
			return 0, 0, tooManySeeds()
		}
		if err != nil || count == 0 {
			return 0, 0, fmt.Errorf("%q: want a number of seeds of at least 1 after ..+", item)
		}
		if count-1 > uint64(math.MaxInt64-first) {
			return 0, 0, fmt.Errorf("%q goes beyond the largest seed, %d", item, int64(math.MaxInt64))
		}
		return first, count, nil
	}
	last, ok := parseSeed(to)
	if !ok {
		return 0, 0, noSeeds(item)
	}
	if last < first {
		return 0, 0, fmt.Errorf("%q is empty; want the smaller seed first", item)
	}
	span := uint64(last) - uint64(first)
	if span == math.MaxUint64 {
		return 0, 0, tooManySeeds()
	}
	return first, span + 1, nil
}

func parseSeed(text string) (seed int64, ok bool) {
	seed, err := strconv.ParseInt(text, 10, 64)
	return seed, err == nil
}

func noSeeds(item string) error {
	return fmt.Errorf("want a seed, a whole number from -2⁶³ to 2⁶³-1, or a range such as 1..20 or 1..+20; have %q", item)
}

func tooManySeeds() error { return fmt.Errorf("want at most %d seeds", seedsMax) }

// formatSeeds returns seeds as parseSeeds reads them.
func formatSeeds(seeds []int64) string {
	var items []string
	for i := 0; i < len(seeds); {
		n := 1
		for i+n < len(seeds) && seeds[i+n-1] < math.MaxInt64 && seeds[i+n] == seeds[i+n-1]+1 {
			n++
		}
		if n < 3 {
			n = 1
			items = append(items, strconv.FormatInt(seeds[i], 10))
		} else {
			items = append(items, fmt.Sprintf("%d..+%d", seeds[i], n))
		}
		i += n
	}
	return strings.Join(items, ",")
}
