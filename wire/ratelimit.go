package wire

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"

	"ratesim/hint"
)

// quotaUnits are the values of qu: the three of draft-ietf-httpapi-ratelimit-
// headers-11, section 3.1.2, and ours for tokens, of which the draft has none.
var quotaUnits = map[hint.Unit]string{
	hint.Requests:     "requests",
	hint.Bytes:        "content-bytes",
	hint.Concurrent:   "concurrent-requests",
	hint.Tokens:       "tokens",
	hint.InputTokens:  "input-tokens",
	hint.OutputTokens: "output-tokens",
}

// integerMax is the largest integer of a structured field (RFC 9651, section
// 3.3.1).
const integerMax = 999_999_999_999_999

// The names of the two fields.
const (
	fieldPolicy = "Ratelimit-Policy"
	fieldQuota  = "Ratelimit"
)

// readQuotas reads RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-
// headers-11, sections 3 and 4), each a list that may be split over several
// fields. What r and t say belongs to the policy of the same name; without one
// the unit is unknown. Partition keys and other parameters are passed over.
// A malformed list is ignored as a whole (section 7).
func (r *reader) readQuotas(policies, quotas []string) {
	of := map[string]hint.Dimension{}
	if items, ok := quotaList(policies, "q"); ok {
		for _, it := range items {
			d := hint.Dimension{Name: it.value.text, Unit: unitOfQuota(it), Window: windowOf(it)}
			if _, again := of[d.Name]; !again {
				of[d.Name] = d
				r.limit(d).Limit = hint.Count{Units: it.parameters["q"].integer, Presence: hint.Present}
			}
		}
	}
	items, _ := quotaList(quotas, "r")
	for _, it := range items {
		d, known := of[it.value.text]
		if !known {
			d = hint.Dimension{Name: it.value.text}
		}
		if remaining := &r.limit(d).Remaining; remaining.Presence == hint.Absent {
			*remaining = hint.Count{Units: it.parameters["r"].integer, Presence: hint.Present}
		}
		if t, given := it.parameters["t"]; given {
			wait, magnitude := seconds(t.integer)
			r.said.Hints = append(r.said.Hints, hint.Hint{Kind: hint.Reset, Notation: hint.Number, Magnitude: magnitude, Wait: wait, Of: d})
		}
	}
}

// quotaList parses the fields of one list whose items are strings with a
// required parameter. Where r, q and t stand they are integers of at least 0.
func quotaList(fields []string, required string) ([]item, bool) {
	items, ok := parseList(strings.Join(fields, ","))
	if !ok {
		return nil, false
	}
	for _, it := range items {
		if _, given := it.parameters[required]; !given || it.value.kind != stringValue {
			return nil, false
		}
		for _, key := range [...]string{required, "t", "w"} {
			if p, given := it.parameters[key]; given && (p.kind != integerValue || p.integer < 0) {
				return nil, false
			}
		}
	}
	return items, true
}

// unitOfQuota returns the unit of a policy: requests unless it says another.
func unitOfQuota(it item) hint.Unit {
	qu, given := it.parameters["qu"]
	if !given {
		return hint.Requests
	}
	for unit, name := range quotaUnits {
		if qu.text == name {
			return unit
		}
	}
	return hint.UnknownUnit
}

// windowOf returns the window of a policy, 0 if it has none.
func windowOf(it item) time.Duration {
	window, _ := seconds(it.parameters["w"].integer)
	return window
}

// seconds returns a number of seconds, at least 0, as far as a Duration holds it.
func seconds(n int64) (time.Duration, hint.Magnitude) {
	if n > math.MaxInt64/int64(time.Second) {
		return hint.Forever, hint.Long
	}
	return time.Duration(n) * time.Second, hint.Fits
}

// writeQuotas writes limits and resets as the two lists that readQuotas reads:
// a policy for each limit whose size is said, and an item of RateLimit for each
// of which is said what remains, with its reset.
func writeQuotas(header http.Header, said hint.Said) error {
	var policies, quotas []string
	for _, l := range said.Limits {
		policy, quota, err := quotaItems(l)
		if err != nil {
			return err
		}
		if policy != "" {
			policies = append(policies, policy)
		}
		if quota != "" {
			quotas = append(quotas, quota+quotaReset(said.Hints, l.Of))
		}
	}
	addList(header, fieldPolicy, policies)
	addList(header, fieldQuota, quotas)
	return nil
}

// addList adds a structured list to a header, if it has items.
func addList(header http.Header, name string, items []string) {
	if len(items) > 0 {
		header.Add(name, strings.Join(items, ", "))
	}
}

// quotaItems returns a limit as an item of each list, "" for what is not said.
func quotaItems(l hint.Limit) (policy, quota string, err error) {
	name, err := quotaName(l.Of.Name)
	if err != nil {
		return "", "", err
	}
	for _, c := range [...]hint.Count{l.Limit, l.Remaining} {
		if c.Presence == hint.Garbled || c.Units < 0 || c.Units > integerMax {
			return "", "", fmt.Errorf("the limit of %v has a count of %d; RateLimit wants one from 0 to %d", l.Of, c.Units, integerMax)
		}
	}
	unit, known := quotaUnits[l.Of.Unit]
	if l.Limit.Presence == hint.Present {
		if !known || l.Of.Window%time.Second != 0 || l.Of.Window < 0 {
			return "", "", fmt.Errorf("RateLimit-Policy wants a known unit and whole seconds; the limit is one of %v", l.Of)
		}
		policy = fmt.Sprintf("%s;q=%d", name, l.Limit.Units)
		if l.Of.Unit != hint.Requests {
			policy += fmt.Sprintf(";qu=%q", unit)
		}
		if l.Of.Window > 0 {
			policy += fmt.Sprintf(";w=%d", l.Of.Window/time.Second)
		}
	} else if known || l.Of.Window != 0 {
		return "", "", fmt.Errorf("RateLimit says the unit and window of a limit beside its size only; the limit of %v has none", l.Of)
	}
	if l.Remaining.Presence == hint.Present {
		quota = fmt.Sprintf("%s;r=%d", name, l.Remaining.Units)
	}
	return policy, quota, nil
}

// quotaName returns a name as a string of a structured field.
func quotaName(name string) (string, error) {
	for i := range len(name) {
		if name[i] < 0x20 || name[i] > 0x7e {
			return "", fmt.Errorf("RateLimit wants the name of a limit in printable ASCII; it is %q", name)
		}
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`, nil
}

// quotaReset returns the parameter t of a limit, "" if no hint has its reset.
func quotaReset(hints []hint.Hint, of hint.Dimension) string {
	for _, h := range hints {
		if h.Kind != hint.Reset || h.Of != of {
			continue
		}
		if h.Magnitude != hint.Fits {
			return fmt.Sprintf(";t=%d", integerMax)
		}
		return fmt.Sprintf(";t=%d", h.Wait/time.Second)
	}
	return ""
}

// hasQuota returns why a reset cannot be said in RateLimit, nil if it can.
func hasQuota(said hint.Said, h hint.Hint) error {
	fits := h.Notation == hint.Number && h.Marks == 0 && h.Wait >= 0 && h.Magnitude <= hint.Long
	if !fits || h.Magnitude == hint.Fits && h.Wait%time.Second != 0 {
		return fmt.Errorf("RateLimit wants whole seconds, at least 0; have %v", h)
	}
	for _, l := range said.Limits {
		if l.Of == h.Of && l.Remaining.Presence == hint.Present {
			return nil
		}
	}
	return fmt.Errorf("RateLimit says a reset beside what remains only; have %v alone", h)
}
