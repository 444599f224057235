package scenario

import (
	"reflect"
	"testing"
	"time"

	"ratesim/endpoint"
	"ratesim/trace"
)

func TestALimitIsRecordedWithAllThatACheckNeeds(t *testing.T) {
	const second, minute = int64(time.Second), int64(time.Minute)
	type rule = trace.Rule
	for _, tt := range []struct {
		spec string
		want trace.Limit
	}{
		{"sliding-log(limit=3, window=10s, count-refused=yes)",
			trace.Limit{Unit: "requests", Limit: 3, WindowNS: 10 * second, CountRefused: true, Rule: &rule{Kind: "sliding-log"}}},
		{"sliding-counter(limit=50, window=60s, of=input, cached=free)",
			trace.Limit{Unit: "input", Limit: 50, WindowNS: minute, Rule: &rule{Kind: "sliding-counter", Cached: "free", OffsetNS: 15 * second}}},
		{"fixed-window(limit=120, window=60s, of=tokens, when=answer, begins=first-call)",
			trace.Limit{Unit: "tokens", Limit: 120, WindowNS: minute, Rule: &rule{Kind: "fixed-window", When: "answer", FromFirst: true}}},
		{"sliced(limit=600, window=60s, slice=1s, per=key)",
			trace.Limit{Unit: "requests", Limit: 600, WindowNS: minute, Rule: &rule{Kind: "sliced", SliceNS: second, OffsetNS: 15 * second, PerKey: true}}},
		{"token-bucket(limit=100, window=60s, of=output, when=produced, every=1s, weight=4, debt=yes, used=7)",
			trace.Limit{Unit: "output", Limit: 100, WindowNS: minute, Rule: &rule{Kind: "token-bucket", When: "produced", EveryNS: second, Weight: 4, Debt: true, Used: 7}}},
		{"token-bucket(limit=100, window=60s, capacity=20, of=tokens, when=settled, cached=returned, estimate=larger, bound=9)",
			trace.Limit{Unit: "tokens", Limit: 100, WindowNS: minute, Rule: &rule{Kind: "token-bucket", When: "settled", Cached: "returned", Larger: true, Bound: 9, Capacity: 20}}},
		{"gcra(limit=30, window=60s, extra=15)",
			trace.Limit{Unit: "requests", Limit: 30, WindowNS: minute, Rule: &rule{Kind: "gcra", Capacity: 16}}},
		{"leaky-bucket(limit=60, window=60s, burst=5)",
			trace.Limit{Unit: "requests", Limit: 60, WindowNS: minute, Rule: &rule{Kind: "leaky-bucket", Capacity: 6}}},
		{"interval(apart=1s, per=key+model)",
			trace.Limit{Unit: "requests", Limit: 1, WindowNS: second, Rule: &rule{Kind: "leaky-bucket", Capacity: 1, PerKey: true, PerModel: true}}},
		{"earned(limit=60, window=60s, most=600)",
			trace.Limit{Unit: "requests", Limit: 60, WindowNS: minute, Rule: &rule{Kind: "earned", Times: 2, OverNS: 60 * minute, Most: 600}}},
		{"concurrency(limit=4, models=large+small)",
			trace.Limit{Unit: "in-flight", Limit: 4, Rule: &rule{Kind: "concurrency", Models: []string{"large", "small"}}}},
	} {
		r, canonical, err := endpoint.LimitForms().Parse(tt.spec, 0)
		if err != nil {
			t.Fatal(err)
		}
		r = r.BeganAt(time.Date(2026, 11, 30, 9, 0, 15, 0, time.UTC))
		r.Name = "it"
		tt.want.Name, tt.want.Spec = "it", canonical.String()
		if got := recordOf(r, canonical.String()); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s is recorded as %+v with %+v\nwant %+v with %+v", tt.spec, got, got.Rule, tt.want, tt.want.Rule)
		}
	}
}
