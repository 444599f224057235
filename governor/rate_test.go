package governor

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// H21: throttled at 100 and at 20 a second.
func TestCubicCurve(t *testing.T) {
	for _, tt := range []struct {
		highest, k float64
		points     map[float64]float64 // seconds, rate; two decimals
	}{
		{100, 4.2172, map[float64]float64{0: 70, 1: 86.68, 2: 95.64, 4.2172: 100, 8: 121.65}},
		{20, 2.4662, map[float64]float64{0: 14, 2.4662: 20, 8: 87.78}},
	} {
		c := curve{beta: 0.7, scale: 0.4}
		if first := c.throttled(minute, tt.highest); math.Abs(first-0.7*tt.highest) > 1e-12 {
			t.Errorf("throttled at %v it begins at %v", tt.highest, first)
		}
		if math.Abs(c.k-tt.k) > 5e-5 {
			t.Errorf("throttled at %v k is %v; want %v", tt.highest, c.k, tt.k)
		}
		for at, want := range tt.points {
			if got := c.at(minute + time.Duration(at*1e9)); math.Abs(got-want) > 0.005 {
				t.Errorf("throttled at %v the rate after %v s is %v; want %v", tt.highest, at, got, want)
			}
		}
	}
}

// The vectors of aws-sdk-go-v2, aws/retry: throttled at a rate of 10 at 5 s.
func TestCubicCurveIsThatOfTheSDKs(t *testing.T) {
	c := curve{beta: 0.7, scale: 0.4}
	c.throttled(5*second, 10)
	for i, want := range []float64{7, 9.64893600966, 10.000030849917364, 10.453284520772092, 13.408697022224185, 21.26626835427364, 36.425998516920465} {
		if got := c.at(time.Duration(5+i) * second); math.Abs(got-want) > 1e-9 {
			t.Errorf("at %d s the rate is %v; want %v", 5+i, got, want)
		}
	}
}

func TestCubeRootIsOne(t *testing.T) {
	for _, x := range []float64{0, 1, 8, 27, 1e-9, 1e9, 1e18, 75} {
		if got, want := cubeRoot(x), math.Cbrt(x); math.Abs(got-want) > 4e-16*want {
			t.Errorf("the cube root of %v is %v; want %v", x, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(0, 1e12).Draw(t, "x")
		if got, want := cubeRoot(x), math.Cbrt(x); math.Abs(got-want) > 4e-16*want {
			t.Errorf("the cube root of %v is %v; want %v", x, got, want)
		}
	})
}

// The vector of aws-sdk-go-v2, aws/retry: what is measured and what comes of it.
func TestCubicMeasuresAsTheSDKsDo(t *testing.T) {
	c := read(t, "cubic").(*Cubic)
	for _, tt := range []struct {
		at             time.Duration
		throttled      bool
		measured, rate float64
	}{
		{200 * ms, false, 0, .5}, {400 * ms, false, 0, .5}, {600 * ms, false, 4.8, .5}, {800 * ms, false, 4.8, .5},
		{1000 * ms, false, 4.16, .5}, {1200 * ms, false, 4.16, .6912}, {1400 * ms, false, 4.16, 1.0976},
		{1600 * ms, false, 5.632, 1.6384}, {1800 * ms, false, 5.632, 2.3328}, {2000 * ms, true, 4.3264, 3.02848},
		{2200 * ms, false, 4.3264, 3.4866391734702598}, {2400 * ms, false, 4.3264, 3.8218744160402554},
		{2600 * ms, false, 5.66528, 4.053385727709987}, {2800 * ms, false, 5.66528, 4.200373108479455},
		{3000 * ms, false, 4.333056, 4.282036558348658}, {3200 * ms, true, 4.333056, 2.99742559084406},
		{3400 * ms, false, 4.333056, 3.4522263943863463},
	} {
		c.Heard(tt.at, Sending{}, answer(tt.throttled))
		if math.Abs(c.meter.rate-tt.measured) > 1e-12 || math.Abs(c.rate-tt.rate) > 1e-12 {
			t.Errorf("at %v %v are measured and the rate is %v; want %v, %v", tt.at, c.meter.rate, c.rate, tt.measured, tt.rate)
		}
	}
}

// The waits are those of botocore 1.43, whose limiter was told the same: after
// each answer so many attempts are sent at once, and the next one waits.
func TestCubicPacesAsBotocoreDoes(t *testing.T) {
	c := read(t, "cubic").(*Cubic)
	for at := 40 * ms; at <= 1400*ms; at += 40 * ms {
		if at%(160*ms) == 0 {
			c.Heard(at, Sending{}, ok)
		}
	}
	for _, tt := range []struct {
		at        time.Duration
		throttled bool
		rate      float64
		atOnce    int
		wait      float64 // seconds
	}{
		{1440 * ms, false, 1.1943936, 0, 0},
		{1480 * ms, false, 1.2967168, 0, 0},
		{1520 * ms, false, 1.4047232, 0, 0},
		{1560 * ms, false, 1.5185664, 0, 0},
		{1600 * ms, false, 1.6384, 0, 0},
		{1640 * ms, true, 5.3312, 1, 0.160143097},
		{1700 * ms, true, 3.73184, 0, 0.143061567},
		{1900 * ms, false, 4.26345573353, 1, 0.184712808},
		{2500 * ms, false, 5.13608185684, 2, 0.044672466},
		{2900 * ms, false, 5.30798170799, 2, 0.032970855},
		{3100 * ms, true, 3.125248, 1, 0.036289074},
		{3120 * ms, true, 2.1876736, 0, 0.023270106},
		{4000 * ms, false, 3.08919546762, 2, 0.262957268},
		{6000 * ms, false, 1.7971712, 1, 0.112860032},
		{7000 * ms, false, 1.95943424, 1, 0.103513961},
		{7010 * ms, true, 0.685801984, 0, 0.267182746},
		{9000 * ms, false, 1.4943492249, 1, 0.669187619},
	} {
		c.Heard(tt.at, Sending{}, answer(tt.throttled))
		atOnce := 0
		for c.enabled && c.Ask(tt.at, Sending{}, nil).Wait == 0 {
			c.Take(tt.at, Sending{})
			atOnce++
		}
		wait := c.Ask(tt.at, Sending{}, nil).Wait
		if math.Abs(c.rate-tt.rate) > 1e-9 || atOnce != tt.atOnce || math.Abs(wait.Seconds()-tt.wait) > 2e-8 {
			t.Errorf("at %v: rate %v, %d at once, then %v; want %v, %d, %v s", tt.at, c.rate, atOnce, wait, tt.rate, tt.atOnce, tt.wait)
		}
	}
}

func answer(throttled bool) Outcome {
	if throttled {
		return limited
	}
	return ok
}

// Before the first throttle nothing waits, and the rate is never stuck: H21's other
// trap.
func TestCubicComesBackFromItsFloor(t *testing.T) {
	g := read(t, "cubic")
	outage := func(now time.Duration) Outcome { return answer(second <= now && now < 20*second) }
	c := drive(time.Hour, inSequence(4000, 20*ms, job{serve: outage}), g)
	if got := c.within(0, second); got != 50 {
		t.Errorf("%d are sent in the first second; want all 50", got)
	}
	if got := c.within(15*second, 20*second); got > 5 {
		t.Errorf("%d are sent in 5 s of throttles; want about 2, at the least rate", got)
	}
	if got := c.within(60*second, 70*second); got < 400 {
		t.Errorf("%d are sent in ten seconds after 40 s of successes; want hundreds", got)
	}
}

func TestAIMDSawtooth(t *testing.T) {
	const up, cut = 's', 'f'
	for _, tt := range []struct {
		text    string
		answers string // one a second, from 1 s on: s a success, f a 429, r a 400
		want    []float64
	}{
		{"aimd(start=10)", "ssfs", []float64{11, 12, 6, 7}},
		{"aimd(start=10)", "rr", []float64{10, 10}},
		{"aimd(start=4, min=3, max=5)", "sssfff", []float64{5, 5, 5, 3, 3, 3}},
		{"aimd(start=10, increase=0.5, decrease=0.9)", "sf", []float64{10.5, 9.45}},
		{"aimd(start=10, each=second, increase=2)", "sfs", []float64{12, 6, 8}},
		{"aimd(start=16, settle=2s)", "ffffff", []float64{8, 8, 4, 4, 2, 2}},
		{"aimd(start=60, per=1m, increase=6)", "sf", []float64{66, 33}},
		{"aimd(start=10, on=500)", "f", []float64{10}},
	} {
		a := read(t, tt.text).(*AIMD)
		for i, answer := range tt.answers {
			now := time.Duration(i+1) * second
			a.Heard(now, Sending{}, map[rune]Outcome{up: ok, cut: limited, 'r': rejected}[answer])
			if math.Abs(a.rate-tt.want[i]) > 1e-9 {
				t.Errorf("%s: after %s the rate is %v; want %v", tt.text, tt.answers[:i+1], a.rate, tt.want[i])
			}
		}
	}
}

func TestAIMDPacesByItsRate(t *testing.T) {
	c := drive(minute, queue(5, job{takes: minute}), read(t, "aimd(start=30, per=1m)"))
	for i := range c.jobs {
		if got, want := c.of(i), time.Duration(2*i)*second; len(got) != 1 || got[0] != want {
			t.Errorf("number %d is sent at %v; want %v", i+1, got, want)
		}
	}
	if got := read(t, "aimd(start=3)"); got.Ask(0, Sending{}, nil).Wait != 0 {
		t.Error("the first attempt waits")
	} else if got.Take(0, Sending{}); got.Ask(0, Sending{}, nil).Wait != 333_333_334 {
		t.Errorf("the second waits %v; want a third of a second, rounded up", got.Ask(0, Sending{}, nil).Wait)
	}
}

// What the manual says of a slow client: 0.7 of one a second, back at one, and far
// beyond it.
func TestCubicCurveOfASlowClient(t *testing.T) {
	c := curve{beta: 0.7, scale: 0.4}
	first := c.throttled(0, 1)
	if got, five := c.at(908560296), c.at(5*second); math.Abs(first-0.7) > 1e-9 || math.Abs(got-1) > 1e-9 || math.Round(five) != 28 {
		t.Errorf("the rate begins at %v, is %v after 0.91 s and %v after 5 s; want 0.7, 1, 28", first, got, five)
	}
}
