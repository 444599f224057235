package scenario

import (
	"strings"
	"time"

	"ratesim/endpoint"
	"ratesim/spec"
	"ratesim/trace"
)

// recordOf returns a limit as a trace says it, with all that is needed to check it.
// The text is the canonical spec that the rule was parsed from.
func recordOf(r endpoint.Rule, text string) trace.Limit {
	limit := trace.Limit{Name: r.Name, CountRefused: r.CountRefused, Unit: unitWord(r.Charge.Of), Spec: text}
	limit.Rule = &trace.Rule{
		When:     [...]string{"", trace.WhenSettled, trace.WhenAnswer, trace.WhenProduced}[r.Charge.When],
		Cached:   [...]string{"", trace.CachedFree, trace.CachedReturned}[r.Charge.Cached],
		Larger:   r.Charge.Larger,
		Bound:    r.Charge.Bound,
		EveryNS:  int64(r.Charge.Every),
		PerKey:   r.Per&endpoint.PerKey > 0,
		PerModel: r.Per&endpoint.PerModel > 0,
		Models:   modelsOf(text),
	}
	if r.Charge.Weight > 1 {
		limit.Rule.Weight = r.Charge.Weight
	}
	of := r.New()
	if s, ok := of.(scheduled); ok {
		var changes []endpoint.Change
		of, changes = s.Parts()
		for _, c := range changes {
			limit.Rule.Changes = append(limit.Rule.Changes, trace.Change{AtNS: int64(c.At), Limit: c.Limit})
		}
	}
	recordKind(&limit, of)
	return limit
}

// A scheduled limit is another one that changes at given instants.
type scheduled interface {
	Parts() (endpoint.Limit, []endpoint.Change)
}

// recordKind fills in what a kind of limit goes by. A limit of a kind that a trace
// does not know has no Rule.
func recordKind(limit *trace.Limit, of endpoint.Limit) {
	rule := limit.Rule
	sized := func(kind string, units int64, window time.Duration) {
		rule.Kind, limit.Limit, limit.WindowNS = kind, units, int64(window)
	}
	switch l := of.(type) {
	case *endpoint.SlidingLog:
		sized(trace.LimitSlidingLog, l.Limit, l.Window)
	case *endpoint.SlidingCounter:
		sized(trace.LimitSlidingCounter, l.Limit, l.Window)
		rule.OffsetNS = int64(l.Offset)
	case *endpoint.FixedWindow:
		sized(trace.LimitFixedWindow, l.Limit, l.Window)
		rule.OffsetNS, rule.FromFirst = int64(l.Offset), l.FromFirst
	case *endpoint.Sliced:
		sized(trace.LimitSliced, l.Limit, l.Window)
		rule.OffsetNS, rule.SliceNS = int64(l.Offset), int64(l.Slice)
	case *endpoint.TokenBucket:
		sized(trace.LimitTokenBucket, l.Limit, l.Per)
		rule.Capacity, rule.Used, rule.Debt = l.Capacity, l.Used, l.Debt
	case *endpoint.GCRA:
		sized(trace.LimitGCRA, l.Limit, l.Per)
		rule.Capacity = max(1, l.Burst)
	case *endpoint.LeakyBucket:
		sized(trace.LimitLeakyBucket, l.Limit, l.Per)
		rule.Capacity = l.Burst + 1
	case *endpoint.Earned:
		sized(trace.LimitEarned, l.Limit, l.Window)
		rule.Times, rule.OverNS, rule.Most = l.Times, int64(l.Over), l.Most
	case *endpoint.Concurrency:
		sized(trace.LimitConcurrency, l.Limit, 0)
	default:
		limit.Rule = nil
	}
}

// modelsOf returns the names of the models that a limit is about, as its spec says
// them; nil for all.
func modelsOf(text string) []string {
	parsed, _ := spec.Parse(text) // the text is canonical, or the rule would not be there
	for _, argument := range parsed.Args {
		if names := argument.Value.String(); argument.Key == "models" && names != "all" {
			return strings.Split(argument.Value.Text, "+")
		}
	}
	return nil
}
