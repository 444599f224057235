package claim

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestClaimsAreRead(t *testing.T) {
	for text, want := range map[string]Claim{
		"interactive_share >= 0.95":          {Term: Term{Figure: "interactive_share"}, Op: ">=", Bound: Bound{Number: 0.95, Kind: Plain}},
		" completed_share>=98% ":             {Text: "completed_share>=98%", Term: Term{Figure: "completed_share"}, Op: ">=", Bound: Bound{Number: 0.98, Kind: Share}},
		"given_up == 0":                      {Term: Term{Figure: "given_up"}, Op: "==", Bound: Bound{Kind: Plain}},
		"p95(latency, flow=interactive)<30s": {Term: Term{Function: "p95", Figure: "latency", Where: []Condition{{"flow", "interactive"}}}, Op: "<", Bound: Bound{Number: 30e9, Kind: Time}},
		"wasted_tokens < +5% of none":        {Term: Term{Figure: "wasted_tokens"}, Op: "<", Bound: Bound{Number: 1.05, Kind: Plain, Of: "none", Factor: true}},
		"wasted_tokens < 95% of none":        {Term: Term{Figure: "wasted_tokens"}, Op: "<", Bound: Bound{Number: 0.95, Kind: Plain, Of: "none", Factor: true}},
		"completed_share > -0.5pp of none":   {Term: Term{Figure: "completed_share"}, Op: ">", Bound: Bound{Number: -0.005, Kind: Share, Of: "none"}},
		"calls <= +10 of fixed(wait=15steps)": {Term: Term{Figure: "calls"}, Op: "<=",
			Bound: Bound{Number: 10, Kind: Plain, Of: "fixed(wait=15steps)"}},
		"halfwidth(completed_share) < 0.5pp": {Term: Term{Function: "halfwidth", Figure: "completed_share"}, Op: "<", Bound: Bound{Number: 0.005, Kind: Share}},
		`calls(load=heavy, policy="a,b(c=1)") < 1_000`: {Term: Term{Figure: "calls", Where: []Condition{{"load", "heavy"}, {"policy", "a,b(c=1)"}}}, Op: "<",
			Bound: Bound{Number: 1000, Kind: Plain}},
		"calls(policy=fixed(wait=2s, attempts=3)) < 1e3": {Term: Term{Figure: "calls", Where: []Condition{{"policy", "fixed(wait=2s, attempts=3)"}}}, Op: "<",
			Bound: Bound{Number: 1000, Kind: Plain}},
	} {
		if want.Text == "" {
			want.Text = text
		}
		got, err := Parse(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
}

func TestWhatIsNoClaimIsTold(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "want a figure, one of <, <=, >, >=, == and a bound",
		"completed_share":                  "want a figure, one of <, <=, >, >=, == and a bound",
		"completed_share = 1":              "want a figure, one of <, <=, >, >=, == and a bound",
		"p95(latency < 3s":                 "want a figure, one of <, <=, >, >=, == and a bound",
		"Completed >= 1":                   `want a figure by name, such as completed_share; have "Completed"`,
		">= 1":                             `want a figure by name, such as completed_share; have ""`,
		"p95(latency) x < 3s":              `want ) at the end of "p95(latency) x"`,
		"p95() < 3s":                       `want a figure by name`,
		"p95(latency, flwo=a) < 3s":        `a condition is on scenario, load, policy, flow; have "flwo"; did you mean "flow"?`,
		"p95(latency, flow) < 3s":          `want a condition such as flow=interactive; have "flow"`,
		"p95(latency, flow=) < 3s":         `want a condition such as flow=interactive; have "flow="`,
		"p95(latency, flow=a, flow=b)<3s":  "flow is given twice",
		"calls < many":                     `want a number, such as 0.95, 98%, 30s or +5% of none; have "many"`,
		"calls <":                          `want a number`,
		"calls < 3 apples":                 `want no unit, %, pp, ns, us, ms, s, m or h after a number; have "3 apples"`,
		"calls < NaN":                      `want a number`,
		"calls < 1e999":                    `want a number`,
		"calls < 3 of none":                `want +3 or -3 of none, or a share in %; have "3 of none"`,
		"calls < +3 of ":                   `want no unit`,
		"Calls < 3 apples":                 "want a figure by name, such as completed_share; have \"Calls\"\nwant no unit",
		"calls(load=heavy, calls) < 1":     `want a condition such as flow=interactive; have "calls"`,
		"p95(latency, policy=\"a) < 3s":    "want a figure, one of",
		"share_of_nothing(load=heavy) < x": `want a number`,
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %s", text, err, want)
		}
	}
}

func TestClaimsAreDecidedByWholeIntervals(t *testing.T) {
	for _, test := range []struct {
		op        Op
		low, high float64
		want      Verdict
	}{
		{"<", 1, 2, Pass}, {"<", 1, 3, Inconclusive}, {"<", 3, 3, Fail}, {"<", 3, 4, Fail},
		{"<=", 1, 3, Pass}, {"<=", 3, 4, Inconclusive}, {"<=", 3.1, 4, Fail},
		{">", 3, 3, Fail}, {">", 3, 4, Inconclusive}, {">", 3.1, 4, Pass},
		{">=", 3, 3, Pass}, {">=", 2, 4, Inconclusive}, {">=", 1, 2, Fail},
		{"==", 3, 3, Pass}, {"==", 2, 4, Inconclusive}, {"==", 3, 4, Inconclusive}, {"==", 4, 5, Fail},
	} {
		if got := test.op.Decide(test.low, test.high, 3); got != test.want {
			t.Errorf("%v to %v %s 3: %s; want %s", test.low, test.high, test.op, got, test.want)
		}
	}
	if got := Worst([]Verdict{Pass, Fail, Inconclusive}); got != Fail {
		t.Errorf("the worst is %s; want fail", got)
	}
	if got := Worst([]Verdict{Pass, Inconclusive, Pass}); got != Inconclusive {
		t.Errorf("the worst is %s; want inconclusive", got)
	}
}

func TestBoundsAreWorkedOut(t *testing.T) {
	for text, want := range map[string]float64{"3": 3, "+5% of none": 210, "-5% of none": 190, "95% of none": 190, "+5 of none": 205, "-0.5pp of none": 199.995} {
		b, err := ParseBound(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Value(200); got < want-1e-9 || got > want+1e-9 {
			t.Errorf("%s, of 200: %v; want %v", text, got, want)
		}
	}
}

func ExampleParse() {
	c, err := Parse("p95(latency, flow=interactive) < 30s")
	fmt.Println(c.Term.Function, c.Term.Figure, c.Term.Given("flow"), c.Op, c.Bound, err)
	_, err = Parse("p95(latency, flwo=interactive) < 30s")
	fmt.Println(err)
	// Output:
	// p95 latency interactive < 30s <nil>
	// a condition is on scenario, load, policy, flow; have "flwo"; did you mean "flow"?
}

// Whatever is typed is read or told, and what is read comes back from its parts.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"interactive_share >= 0.95", "p95(latency, flow=interactive) < 30s", "wasted_tokens < +5% of none", `a(load="x") == 1pp`, "a((,)<1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(text)
		if err != nil {
			return
		}
		if c.Term.Figure == "" || c.Op == "" || c.Bound.Kind == "" {
			t.Fatalf("%q: a claim with empty parts: %+v", text, c)
		}
		again, err := Parse(c.Text)
		if err != nil || !reflect.DeepEqual(again, c) {
			t.Fatalf("%q: %+v; read again %+v, %v", text, c, again, err)
		}
	})
}
