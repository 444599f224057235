package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ratesim/scenario"
	"ratesim/suggest"
)

// arrivalsMax bounds the instants of a file.
const arrivalsMax = 100_000

// arrivals returns the settings that let the requests of flows arrive at the
// instants in files, as --arrivals names them: FLOW=FILE.
func (s *sourceFlags) arrivals(ctx context.Context, e edge) ([]scenario.Setting, error) {
	var settings []scenario.Setting
	for _, given := range s.instants {
		flow, name, ok := strings.Cut(given, "=")
		if !ok || flow == "" || name == "" {
			return nil, usageError{fmt.Errorf("--arrivals: want FLOW=FILE; have %q", given)}
		}
		times, err := readInstants(ctx, e, name)
		if err != nil {
			return nil, err
		}
		settings = append(settings, scenario.Setting(fmt.Sprintf("flows.%s.arrivals=at(times=%s)", flow, strings.Join(times, ">"))))
	}
	return settings, nil
}

// checkArrivals finds flows of --arrivals that the scenario would not have without
// it: a name that was mistyped.
func (s *sourceFlags) checkArrivals(loaded *scenario.Scenario) error {
	var faults []error
	for _, given := range s.instants {
		flow, _, _ := strings.Cut(given, "=")
		names := loaded.FlowNames("arrivals")
		if !slices.Contains(names, flow) {
			faults = append(faults, fmt.Errorf("--arrivals: there is no flow %q; there are %s%s", flow, strings.Join(names, ", "), suggest.Question(flow, names)))
		}
	}
	return usage(errors.Join(faults...))
}

// readInstants reads a file of instants, one a line: a duration such as 1m30s, or
// seconds such as 90.25. Lines that are empty or begin with # are passed over.
func readInstants(ctx context.Context, e edge, name string) ([]string, error) {
	file, err := openInput(ctx, e, name)
	if err != nil {
		return nil, err
	}
	defer file.close()
	var times []string
	var faults []error
	last, number := time.Duration(0), 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		number++
		text := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\uFEFF"))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		at, message := parseInstant(text)
		if message == "" && at < last {
			message = fmt.Sprintf("want instants in order; %v comes after %v", at, last)
		}
		if message != "" && len(faults) < 20 {
			faults = append(faults, fmt.Errorf("%s:%d: %s", shownName(name), number, message))
		}
		last = max(last, at)
		times = append(times, at.String())
	}
	switch {
	case len(faults) > 0:
		return nil, usage(errors.Join(faults...))
	case len(times) == 0 || len(times) > arrivalsMax:
		return nil, usageError{fmt.Errorf("%s: want 1 to %d instants; have %d", shownName(name), arrivalsMax, len(times))}
	}
	return times, nil
}

// parseInstant reads a duration, or a number of seconds. The message says what is
// wrong, "" if nothing.
func parseInstant(text string) (at time.Duration, message string) {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		text += "s"
	}
	at, err := time.ParseDuration(text)
	if err != nil || at < 0 {
		return 0, fmt.Sprintf("want an instant such as 1m30s, or seconds such as 90.25; have %q", text)
	}
	return at, ""
}
