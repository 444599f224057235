package spec

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// ParseDuration reads a span that is not negative: a duration such as 1.5s, or a
// whole number of steps such as 2steps when steps have a length. The message
// says what is wrong, "" if nothing.
func ParseDuration(text string, step time.Duration) (d time.Duration, message string) {
	if count, ok := cutSteps(text); ok {
		n, err := strconv.ParseUint(count, 10, 63)
		switch {
		case err != nil && !errors.Is(err, strconv.ErrRange):
			return 0, fmt.Sprintf("want a whole number of steps, such as 2steps; have %q", text)
		case step == 0:
			return 0, fmt.Sprintf("%q counts steps, but time is continuous here; want a duration such as 1.5s", text)
		case err != nil || n > uint64(math.MaxInt64/step):
			return 0, fmt.Sprintf("want at most 292 years, the longest time there is; have %s", text)
		}
		return time.Duration(n) * step, ""
	}
	d, err := time.ParseDuration(text)
	switch {
	case err != nil && isWritten.MatchString(text):
		return 0, fmt.Sprintf("want at most 292 years, the longest time there is; have %s", text)
	case err != nil:
		return 0, fmt.Sprintf("want a duration such as 1.5s%s; have %q", orSteps(step), text)
	case d < 0:
		return 0, fmt.Sprintf("want a duration that is not negative; have %s", text)
	}
	return d, ""
}

// isWritten matches durations as time.ParseDuration reads them, however long.
var isWritten = regexp.MustCompile(`^\+?((\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h))+$`)

func cutSteps(text string) (count string, ok bool) {
	if count, ok = strings.CutSuffix(text, "steps"); ok {
		return count, true
	}
	return strings.CutSuffix(text, "step")
}

func orSteps(step time.Duration) string {
	if step == 0 {
		return ""
	}
	return " or a number of steps such as 2steps"
}
