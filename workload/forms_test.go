package workload

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestTrafficIsReadFromItsSpec(t *testing.T) {
	for text, want := range map[string]Traffic{
		"constant(rate=1/2s)":                            {Arrivals: &Constant{Rate: Rate{1, 2 * second}}},
		"poisson(rate=30/m, from=1s, until=1m, count=9)": {Arrivals: NewPoisson(Span{From: second, Until: time.Minute, Count: 9}, Rate{30, time.Minute})},
		"batches(size=4)":                                {Arrivals: &Batches{Size: 4}},
		"batches(size=4, every=1m, over=1m)":             {Arrivals: &Batches{Size: 4, Every: time.Minute, Over: time.Minute}},
		"on-off(rate=2/s, on=3s, off=1s)":                {Arrivals: &OnOff{Poisson: *NewPoisson(Span{}, Rate{2, second}), On: 3 * second, Off: second}},
		"at(times=0s>5.5s>2steps)":                       {Arrivals: &Listed{Times: []time.Duration{0, 5500 * ms, 20 * second}}},
		"loop(workers=16)":                               {Loop: &Loop{Workers: 16}},
		"loop(workers=2, count=9, from=1s, stagger=1ms, think=3s, chance=yes)": {Loop: &Loop{Workers: 2, Requests: 9, Start: second, Stagger: ms, Think: 3 * second, Drawn: true}},
	} {
		source, _, err := TrafficForms().Parse(text, 10*second)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := source(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %+v; want %+v", text, got, want)
		}
	}
}

func TestTrafficOfASourceIsNobodyElses(t *testing.T) {
	for _, text := range []string{"constant(rate=1/s)", "poisson(rate=1/s)", "batches(size=2)", "ramp(first=1/s, last=2/s, over=1s)",
		"on-off(rate=1/s, on=1s, off=1s)", "at(times=0s>1s)"} {
		source, _, err := TrafficForms().Parse(text, 0)
		if err != nil {
			t.Fatal(err)
		}
		one, other := source().Arrivals, source().Arrivals
		one.Reset()
		other.Reset()
		one.Next()
		if _, request, ok := other.Next(); !ok || request != 0 {
			t.Errorf("%s: the first of one is request %d, %v, after one of the other", text, request, ok)
		}
	}
}

func TestSpecsOfTrafficAndSizesAreFaultedOneByOne(t *testing.T) {
	traffic := func(text string) error { _, _, err := TrafficForms().Parse(text, 0); return err }
	size := func(text string) error { _, _, err := SizeForms().Parse(text, 0); return err }
	answer := func(text string) error { _, _, err := AnswerForms().Parse(text, 0); return err }
	for _, tt := range []struct {
		parse      func(string) error
		text, want string
	}{
		{traffic, "poison(rate=1/s)", `there is no kind of arrivals "poison"; there are at, batches, constant, loop, on-off, poisson, ramp`},
		{traffic, "poisson", "poisson wants rate: requests in a time"},
		{traffic, "poisson(rate=2)", `rate: want a whole number in a time, such as 2/s, 30/m or 5/250ms; have "2"`},
		{traffic, `poisson(rate="")`, "rate: want a whole number in a time"},
		{traffic, "constant(rate=1/s, from=5s, until=5s)", "until: want more than from, 5s; have 5s"},
		{traffic, "batches(size=0)", `size: want a whole number from 1 to 2^53; have "0"`},
		{traffic, "batches(size=2, every=1s, over=2s)", "over: want at most every, 1s; have 2s"},
		{traffic, "ramp(first=1/s, last=2/s, over=0s)", "over: want a duration of more than 0; have 0s"},
		{traffic, "on-off(rate=1/s, on=999us, off=1s, drawn=yes)", "on: want at least a thousandth of the time between requests if it is drawn; have 999µs"},
		{traffic, "on-off(rate=1/s, on=0s, off=1s)", "on: want a duration of more than 0; have 0s"},
		{traffic, "at(times=5s>1s)", "times: want instants in order; 1s comes after 5s"},
		{traffic, `at(times="")`, "times: want at least one instant; have none"},
		{traffic, "at(times=1s>x)", "times: "},
		{traffic, "loop(workers=2000000)", "workers: want at most 1048576; have 2000000"},
		{traffic, "loop(workers=0)", "workers: want a whole number from 1"},
		{size, "uniform(from=5, to=4)", "to: want at least from, 5; have 4"},
		{size, "fixed(tokens=1073741825)", "tokens: want at most 1073741824 tokens; have 1073741825"},
		{size, "uniform(from=5, to=2000000000)", "to: want at most 1073741824 tokens; have 2000000000"},
		{size, "log-normal(median=5, sigma=1, most=2000000000)", "most: want at most 1073741824 tokens; have 2000000000"},
		{size, "log-normal(median=2000000000, sigma=1)", "median: want at most 1073741824 tokens; have 2000000000"},
		{answer, "fixed(tokens=4194305)", "tokens: want at most 4194304 tokens; have 4194305"},
		{answer, "choice(of=5>4194305)", "of: want whole numbers from 0 to 4194304, joined by >; have \"4194305\""},
		{size, "log-normal(median=0, sigma=1)", "median: want a whole number from 1"},
		{size, "choice(of=1>x)", `of: want whole numbers from 0 to 1073741824, joined by >; have "x"`},
		{size, `choice(of="")`, "of: want at least one number; have none"},
		{size, "choice(of=1>2>3, weights=1>2)", "weights: want one for each of 3 sizes; have 2"},
		{size, "choice(of=1>2, weights=0>0)", "weights: want at least one of more than 0; have none"},
	} {
		if err := tt.parse(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: have %v; want %s", tt.text, err, tt.want)
		}
	}
}

func FuzzTraffic(f *testing.F) {
	for _, text := range []string{"constant(rate=1/s)", "poisson(rate=30/m, from=1s, until=1m, count=9)", "batches(size=4, every=1m, over=1m)",
		"ramp(first=1/s, last=9/s, over=1m, chance=no)", "on-off(rate=2/s, on=3s, off=1s)", "at(times=0s>5.5s)", "loop(workers=2, think=3s, chance=yes)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		source, canonical, err := TrafficForms().Parse(text, second)
		if err != nil {
			return
		}
		if _, again, err := TrafficForms().Parse(canonical.String(), second); err != nil || again.String() != canonical.String() {
			t.Fatalf("%q is written as %q and that as %q, %v", text, canonical.String(), again.String(), err)
		}
		last := time.Duration(0)
		for _, part := range Share(source, Sharing{Processes: 1, Requests: 100}) {
			instants := []time.Duration{}
			if part.Loop != nil {
				for _, j := range play(part.Loop, 100, always(0)) {
					instants = append(instants, j.at)
				}
			} else {
				for _, one := range arrivals(part.Arrivals, 100) {
					instants = append(instants, one.at)
				}
			}
			for _, at := range instants {
				if at < last {
					t.Fatalf("%q: one arrives at %v after one at %v", text, at, last)
				}
				last = at
			}
		}
	})
}

func FuzzSize(f *testing.F) {
	for _, text := range []string{"fixed(tokens=1)", "uniform(from=0, to=9007199254740992)", "log-normal(median=5, sigma=10, most=7)", "choice(of=1>2, weights=1>0)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		size, canonical, err := SizeForms().Parse(text, 0)
		if err != nil {
			return
		}
		if _, again, err := SizeForms().Parse(canonical.String(), 0); err != nil || again.String() != canonical.String() {
			t.Fatalf("%q is written as %q and that as %q, %v", text, canonical.String(), again.String(), err)
		}
		if least := sizes(size, 20)[0]; least < 0 {
			t.Fatalf("%q gives %d", text, least)
		}
	})
}
