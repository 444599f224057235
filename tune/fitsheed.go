package tune

import (
	"fmt"
	"slices"
	"strings"

	"ratesim/policy"
)

// A hears is what a client makes of the waits that the server asks for, where it
// retries.
type hears struct {
	mode   policy.HeedMode // Exact or Ignore
	takes  string          // its wait then, in words
	after  policy.Classes  // failures after which it does; zero for all
	places string          // after, in words
	bound  string          // what it does about a long wait, in words; "" if it heeds any
	tells  []string        // rules of a policy that its settings have
}

// lacks returns what a client cannot do that a policy makes of such waits. In which
// fields and forms it finds them is not compared, but where a policy has rules for that.
func (c hears) lacks(p policy.Retry) []string {
	h := p.Heed
	switch {
	case h.Mode == policy.Ignore && c.mode == policy.Ignore:
		return nil
	case h.Mode == policy.Ignore:
		return []string{"ignore the waits that the server asks for"}
	case c.mode == policy.Ignore:
		return []string{"read the waits that the server asks for, but for a wait function of your own"}
	}
	var all []string
	switch {
	case h.Mode == policy.Minimum:
		all = append(all, "wait the longer of its own wait and the server's: "+c.takes)
	case !slices.Contains(c.tells, "heed"):
		all = append(all, "wait just as long as the server asks: "+c.takes)
	}
	all = append(all, c.lacksAfter(p)...)
	all = append(all, c.lacksBound(h)...)
	if rules := c.rules(h); len(rules) > 0 {
		all = append(all, "treat the waits that the server asks for by "+strings.Join(rules, ", "))
	}
	return all
}

// lacksAfter names what differs in the failures after which waits are heeded, of those
// that are retried.
func (c hears) lacksAfter(p policy.Retry) []string {
	heeds := func(after policy.Classes, status int) bool {
		return after == policy.Classes{} || after.Contains(policy.Failure{Status: status})
	}
	for status := 400; status < 600; status++ {
		retried := p.Retried().Contains(policy.Failure{Status: status}) || p.IfHinted.Contains(policy.Failure{Status: status})
		if !retried || heeds(p.Heed.After, status) == heeds(c.after, status) {
			continue
		}
		lack := "heed what comes with any failure"
		if p.Heed.After != (policy.Classes{}) {
			lack = "heed the server's waits after " + p.Heed.After.String() + " only (heed-after)"
		}
		return []string{lack + ": it does so after " + c.places}
	}
	return nil
}

// lacksBound names what differs in how long waits are heeded.
func (c hears) lacksBound(h policy.Heed) []string {
	switch {
	case slices.Contains(c.tells, "max-hint"), h.Max == 0 && c.bound == "":
		return nil
	case h.Max == 0:
		return []string{"heed a wait however long it is: " + c.bound}
	case c.bound == "":
		return []string{fmt.Sprintf("treat a wait above %v in another way (max-hint): it heeds any", h.Max)}
	}
	return []string{fmt.Sprintf("treat a wait above %v as the policy does (max-hint): %s", h.Max, c.bound)}
}

// rules returns the rules of a policy on waits of the server that no sentence of their
// own is for and that the client does not have.
func (c hears) rules(h policy.Heed) []string {
	told := append([]string{"wait", "attempts", "heed", "heed-after", "max-hint", "above"}, c.tells...)
	var all []string
	for _, arg := range (policy.Retry{Backoff: policy.Fixed{}, Attempts: 1, Heed: h}).Spec().Args {
		if !slices.Contains(told, arg.Key) {
			all = append(all, arg.Key+"="+arg.Value.Text)
		}
	}
	return all
}
