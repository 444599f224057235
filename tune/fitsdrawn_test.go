package tune

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"ratesim/policy"
	"ratesim/required"
)

// kindsFitted are policies of every kind there is; {…} are numbers to draw.
var kindsFitted = []string{
	"fixed(wait={w})",
	"linear(base={w}, increment={w}, cap={w})",
	"linear(base={w}, increment={w})",
	"exponential(base={w}, factor={f}, cap={w})",
	"exponential(base={w}, factor={f})",
	"exponential(base={w}, factor={f}, less={w})",
	"exponential(base={w}, factor={f}, whole=1s)",
	"polynomial(base={w}, power=1.5)",
	"polynomial(base={w}, power=2, cap={w})",
	"list(waits={w}>{w}>{w})",
	"list(waits={w}>{w})",
	"list(waits={w}>{w}>{w}>{w}>{w})",
	"full-jitter(base={w}, factor={f}, cap={w})",
	"full-jitter(base={w}, factor=2, cap={w})",
	"full-jitter(base={w}, factor=1)",
	"full-jitter(base={w}, low={w})",
	"full-jitter(of=fixed(wait={w}), low={w})",
	"full-jitter(of=exponential(base={w}, max-wait={w}))",
	"full-jitter(of=linear(base={w}, increment={w}))",
	"full-jitter(of=list(waits={w}>{w}))",
	"full-jitter(base={w}, factor={f}, max-wait={w})",
	"equal-jitter(base={w}, factor={f}, cap={w})",
	"equal-jitter(of=fixed(wait={w}))",
	"equal-jitter(base={w}, factor={f}, less={w})",
	"equal-jitter(of=full-jitter(base={w}))",
	"proportional-jitter(base={w}, factor={f}, cap={w}, low=0.75, high=1)",
	"proportional-jitter(base=500ms, cap=8s, low=0.75, high=1)",
	"added-jitter(base={w}, factor={f}, jitter={w})",
	"added-jitter(of=fixed(wait={w}), jitter={w})",
	"spread-jitter(base={w}, factor={f}, jitter={w})",
	"spread-jitter(of=fixed(wait={w}), jitter={w})",
	"decorrelated(base={w}, cap={w})",
	"decorrelated(base={w}, factor={f})",
	"decorrelated(base={w}, cap={w}, factor={f}, min-wait={w})",
	"rising-jitter(base={w}, cap={w})",
	"compound-jitter(base={w}, cap={w})",
	"tanh-jitter(base={w})",
	"stages(first=fixed(wait={w}), failures=2, then=exponential(base={w}))",
	"stages(first=fixed(wait={w}), failures=250, then=fixed(wait={w}))",
	"by-kind(rate-limit=fixed(wait={w}), otherwise=exponential(base={w}))",
	"course",
	"openai-py@3",
}

// rulesFitted are rules that a policy of any kind may have besides.
var rulesFitted = []string{
	"", "", "",
	"min-wait={w}", "max-wait={w}", "wait-step=7s", "wait-step=1ms", "min-wait=3s, max-wait=20s", "min-wait=13s, wait-step=2s",
	"total={w}", "total=40s", "budget={w}", "budget=30s, at-budget=shorten", "timeout=20s",
	"heed=exact", "heed=ignore", "heed=exact, heed-after=429", "max-hint=8s", "heed=exact, max-hint=60s, above=backoff",
	"last-wait=yes", "hint-jitter=2s", "restart=yes", "hint-jitter=2s, heed=exact", "should-retry=obey", "retry-hinted=413",
	"budget=30s, at-budget=overrun",
}

// drawnFit is a policy that was drawn, and its settings.
type drawnFit struct {
	text   string
	hinted bool
	retry  policy.Retry
	fits   []Fit
}

// drawFits draws policies of every kind with every rule.
func drawFits(t *testing.T) (all []drawnFit) {
	rng := rand.New(rand.NewPCG(1, 2))
	draw := regexp.MustCompile(`\{[wf]\}`)
	for _, kind := range kindsFitted {
		for i, rule := range rulesFitted {
			attempts := []string{"attempts=5", "attempts=2", "attempts=9", "attempts=1", "attempts=unbounded"}[rng.IntN(5)]
			text := kind
			if !strings.Contains(text, "(") {
				text += "()"
			}
			text = strings.TrimSuffix(text, ")") + ", " + attempts + ", " + rule + ")"
			text = strings.ReplaceAll(strings.ReplaceAll(text, "(, ", "("), ", )", ")")
			text = draw.ReplaceAllStringFunc(text, func(what string) string {
				if what == "{f}" {
					return []string{"1", "1.5", "2", "3.7"}[rng.IntN(4)]
				}
				return []string{"0s", "250ms", "1s", "1.7s", "6s", "12s", "31s"}[rng.IntN(7)]
			})
			p, err := policy.Parse(text, policy.Defaults{})
			if err != nil {
				continue // such as a min-wait above max-wait, or a rule that the kind does not take
			}
			hinted := i%2 == 1 || strings.Contains(rule, "hint")
			all = append(all, drawnFit{text, hinted, p.(policy.Retry), Fits(p, hinted)})
		}
	}
	if len(all) < 500 {
		t.Fatalf("want at least 500 policies; have %d", len(all))
	}
	return all
}

// failuresDrawn is after how many failures an unbounded policy is looked at.
const failuresDrawn = 12

// tookDrawn is how long each attempt takes, so that no wait ends just at a budget.
const tookDrawn = 37 * time.Millisecond

// sequence returns the seconds that a whole policy waits, total and last wait included,
// where every attempt fails soon and every chance is one draw.
func (d drawnFit) sequence(draw float64) (all []float64) {
	rng := rand.New(constantDraw(draw * (1 << 53)))
	session := policy.Begin(d.retry, 0)
	now := time.Duration(0)
	for len(all) < failuresDrawn {
		now += tookDrawn
		made := session.Failed(now, policy.Failure{Kind: policy.RateLimit, Status: 429}, rng)
		if !made.Again {
			break
		}
		now += made.Wait
		all = append(all, made.Wait.Seconds())
	}
	return all
}

// beside returns what the policy waits without the bounds that a client lacks.
func (d drawnFit) beside(f Fit, draw float64) []float64 {
	d.retry.Attempts, d.retry.Total, d.retry.LastWait = 0, 0, false
	if strings.Contains(strings.Join(f.Lacks, "\n"), "stop by the budget") {
		d.retry.Budget = 0
	}
	return d.sequence(draw)
}

type constantDraw uint64

func (c constantDraw) Uint64() uint64 { return uint64(c) }

// excuses are the things that a client cannot do and that make its waits, or how many
// there are, differ from those of the policy after refusals without hints.
var excuses = []string{"wait as ", "bound the waits together", "stop by the budget", "without a bound on attempts"}

// isExcused reports that a fit names why its waits differ.
func (f Fit) isExcused() bool {
	return slices.ContainsFunc(f.Lacks, func(lack string) bool {
		return slices.ContainsFunc(excuses, func(excuse string) bool { return strings.Contains(lack, excuse) })
	})
}

// cannotWait reports that a fit says of its client that it cannot wait so.
func (f Fit) cannotWait() bool { return strings.Contains(strings.Join(f.Lacks, "\n"), "wait as ") }

// settingsOfWaits are what sets a wait, or opens the door to retries without one.
var settingsOfWaits = regexp.MustCompile(`wait[_=]|With(Delay|Backoff|Random|Jitter)|  retry_back_off|circuit_breakers|max_retries: 1000000|WithMaxAttempts\(-1\)|^@retry$`)

// alikeOrShort compares waits within a time and to a few millionths.
func alikeOrShort(got, want []float64, within float64) bool {
	return slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) <= max(within, 3e-6*b) })
}

func TestEveryKindOfPolicyIsFitted(t *testing.T) {
	for _, kind := range policy.Kinds() {
		isThere := slices.ContainsFunc(kindsFitted, func(text string) bool { return text == kind || strings.HasPrefix(text, kind+"(") })
		if !isThere && kind != "none" && kind != "layers" {
			t.Errorf("%s is in none of %q", kind, kindsFitted)
		}
	}
}

// Whatever the policy: settings wait as it does, or say what they cannot.
func TestSettingsWaitAsDrawnPoliciesDoOrSayThatTheyCannot(t *testing.T) {
	evaluate := map[string]func(settings string, draw float64) []float64{
		"openai SDKs": sdkSequence, "failsafe-go": failsafeSequence, "Envoy": envoySequence,
	}
	said := map[string]int{}
	for _, d := range drawFits(t) {
		for _, f := range d.fits {
			sequence := evaluate[f.Client]
			if sequence == nil || f.isExcused() {
				continue
			}
			said[f.Client]++
			within := 1e-6
			if f.Client == "Envoy" {
				within = 1e-3
			}
			for _, draw := range fitDraws {
				if got, want := sequence(f.Settings, draw), d.sequence(draw); !alikeOrShort(got, want, within) {
					t.Errorf("%s for %s at draw %v waits %v; want %v\n%s\ncannot: %q", d.text, f.Client, draw, got, want, f.Settings, f.Lacks)
				}
			}
		}
	}
	for client, least := range map[string]int{"openai SDKs": 30, "failsafe-go": 150, "Envoy": 60} {
		if said[client] < least {
			t.Errorf("%s has settings for %d policies; want at least %d", client, said[client], least)
		}
	}
}

// A fixed wait tenacity and failsafe-go have, whatever changes it.
func TestNoFixedWaitIsSaidToBeLacking(t *testing.T) {
	for _, d := range drawFits(t) {
		if d.retry.Backoff.Draws() || len(slices.Compact(d.sequence(0))) > 1 || strings.Contains(d.text, "kind") || d.retry.Attempts == 0 {
			continue
		}
		for _, f := range d.fits {
			isOne := f.Client == "tenacity" || f.Client == "failsafe-go"
			if isOne && strings.Contains(strings.Join(f.Lacks, "\n"), "wait as ") && len(d.sequence(0)) == d.retry.Attempts-1 {
				t.Errorf("%s for %s: cannot %q\n%s", d.text, f.Client, f.Lacks, f.Settings)
			}
		}
	}
}

// What a client cannot do about the rules of a policy is named, whatever the policy.
func TestRulesThatClientsLackAreNamed(t *testing.T) {
	named := map[string]int{}
	for _, d := range drawFits(t) {
		for _, f := range d.fits {
			said := f.Settings + strings.Join(f.Lacks, "\n")
			hears := d.hinted && d.retry.Heed.Mode != policy.Ignore && !none(d.retry)
			waits := "read the waits" // of tenacity, which reads none
			for word, is := range map[string]bool{
				"last-wait":   d.retry.LastWait,
				"budget":      d.retry.Budget > 0 && !none(d.retry),
				"timeout":     d.retry.Timeout > 0 && (f.Client != "Envoy" || !none(d.retry)),
				"heed-after":  hears && d.retry.Heed.After.String() == "429",
				"max-hint":    hears && d.retry.Heed.Max > 0 && !strings.Contains(said, "max_interval: 60s") && !strings.Contains(said, "but in Python"),
				"hint-jitter": hears && d.retry.Heed.Jitter > 0,
				"restart":     hears && d.retry.Heed.Restart,
				"longer of":   hears && d.retry.Heed.Mode == policy.Minimum,
			} {
				if !is {
					continue
				}
				named[word]++
				hasBudget := word == "budget" && (f.Settings == "" || regexp.MustCompile("stop_(before|after)_delay|WithMaxDuration").MatchString(said))
				if !strings.Contains(said, word) && !hasBudget && !(hears && strings.Contains(said, waits)) {
					t.Errorf("%s for %s: %s is not named:\n%s\ncannot: %q", d.text, f.Client, word, f.Settings, f.Lacks)
				}
			}
		}
	}
	for word, times := range named {
		if times < 20 {
			t.Errorf("%s came up %d times; want at least 20", word, times)
		}
	}
	if len(named) != 8 {
		t.Errorf("%v came up; want 8 rules", named)
	}
}

// What cannot wait so is told no wait: whoever pastes its settings would have a wrong one.
func TestNoWaitIsSetWhereAClientCannotWaitSo(t *testing.T) {
	cannot := map[string]int{}
	for _, d := range drawFits(t) {
		for _, f := range d.fits {
			if !f.cannotWait() {
				continue
			}
			cannot[f.Client]++
			if set := settingsOfWaits.FindString(f.Settings); set != "" && f.Client != "openai SDKs" {
				t.Errorf("%s for %s: has %q beside a wait that it cannot:\n%s\ncannot: %q", d.text, f.Client, set, f.Settings, f.Lacks)
			}
		}
	}
	for _, client := range []string{"tenacity", "failsafe-go", "Envoy"} {
		if cannot[client] < 100 {
			t.Errorf("%s cannot wait as %d policies do; want at least 100 that show it", client, cannot[client])
		}
	}
}

// A float has a 0 below 0, which no setting shows.
func TestNoSettingIsAZeroBelowZero(t *testing.T) {
	below := regexp.MustCompile(`-0(\.0*)?[^.\d]`)
	for _, d := range drawFits(t) {
		for _, f := range d.fits {
			if found := below.FindString(f.Settings); found != "" {
				t.Errorf("%s for %s: has %q in\n%s", d.text, f.Client, found, f.Settings)
			}
		}
	}
}

// Beside whatever a client cannot do, the waits that it is told are those of the policy.
func TestWaitsBesideAnythingLackingAreThoseOfThePolicy(t *testing.T) {
	evaluate := map[string]func(settings string, draw float64) []float64{"failsafe-go": failsafeSequence, "Envoy": envoySequence}
	seen := 0
	for _, d := range drawFits(t) {
		for _, f := range d.fits {
			sequence := evaluate[f.Client]
			if sequence == nil || f.cannotWait() || !f.isExcused() {
				continue
			}
			seen++
			for _, draw := range fitDraws {
				got, want := sequence(f.Settings, draw), d.beside(f, draw)
				if len(got) > len(want) || !alikeOrShort(got, want[:len(got)], 1e-3) {
					t.Errorf("%s for %s at draw %v waits %v; want %v\n%s\ncannot: %q", d.text, f.Client, draw, got, want, f.Settings, f.Lacks)
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("%d settings are looked at; want at least 100", seen)
	}
}

func TestTenacityWaitsAsDrawnPoliciesDoOrItsSettingsSayThatTheyCannot(t *testing.T) {
	name := required.Python(t, "tenacity")
	type tenacityCase struct {
		Settings string  `json:"settings"`
		Draw     float64 `json:"draw"`
	}
	var cases []tenacityCase
	var of []drawnFit
	for _, d := range drawFits(t) {
		i := slices.IndexFunc(d.fits, isTenacity)
		if d.fits[i].cannotWait() {
			continue
		}
		for _, draw := range fitDraws {
			cases, of = append(cases, tenacityCase{d.fits[i].Settings, draw}), append(of, d)
		}
	}
	given, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(name, "-c", useTenacity)
	command.Stdin = bytes.NewReader(given)
	out, err := command.CombinedOutput()
	var got [][]float64
	if err != nil || json.Unmarshal(out, &got) != nil || len(got) != len(of) || len(got) < 600 {
		t.Fatalf("%d cases: %v\n%s", len(of), err, out)
	}
	for i, d := range of {
		want := d.sequence(cases[i].Draw)
		if f := d.fits[slices.IndexFunc(d.fits, isTenacity)]; f.isExcused() {
			want = d.beside(f, cases[i].Draw)
			want = want[:min(len(want), len(got[i]))]
		}
		if !alikeOrShort(got[i], want, 1e-6) {
			t.Errorf("%s at draw %v: tenacity waits %v; want %v\n%s", d.text, cases[i].Draw, got[i], want, cases[i].Settings)
		}
	}
}

func isTenacity(f Fit) bool { return f.Client == clientTenacity }

// sdkSequence returns what the openai SDKs wait (openai-python 3.3.1,
// src/openai/_base_client.py, _calculate_retry_timeout).
func sdkSequence(settings string, draw float64) (all []float64) {
	retries, _ := strconv.Atoi(regexp.MustCompile(`max_retries=(\d+)`).FindStringSubmatch(settings)[1])
	for n := range min(retries, failuresDrawn) {
		all = append(all, min(0.5*math.Pow(2, float64(n)), 8)*(0.75+0.25*draw))
	}
	return all
}

// failsafeSequence returns what failsafe-go waits (v0.9.8, retrypolicy/retryexecutor.go,
// getDelay and getFixedOrRandomDelay; internal/util/util.go, RandomDelayInRange and
// RandomDelay; OnFailure and adjustForMaxDuration). Its jitter falls as its draw rises.
func failsafeSequence(settings string, draw float64) (all []float64) {
	call := func(name string) (values []float64) {
		found := regexp.MustCompile(name + `\(([^()]*)\)`).FindStringSubmatch(settings)
		if found == nil {
			return nil
		}
		for _, text := range strings.Split(found[1], ", ") {
			values = append(values, inNanoseconds(text))
		}
		return values
	}
	fixed, backoff, random := call("WithDelay"), call("WithBackoffFactor"), call("WithRandomDelay")
	jitter, share, longest := call("WithJitter"), call("WithJitterFactor"), call("WithMaxDuration")
	elapsed := 0.0
	attempts := int(call("WithMaxAttempts")[0])
	last := 0.0
	for n := range failuresDrawn {
		elapsed += float64(tookDrawn)
		if attempts != -1 && n >= attempts-1 || longest != nil && elapsed > longest[0] {
			break
		}
		delay := 0.0
		switch {
		case backoff != nil && n > 0:
			last = min(last*backoff[2], backoff[1])
			delay = last
		case backoff != nil:
			delay, last = backoff[0], backoff[0]
		case fixed != nil:
			delay = fixed[0]
		case random != nil && random[0] != 0 && random[1] != 0:
			delay = random[0] + draw*(random[1]-random[0])
		}
		switch {
		case delay == 0:
		case jitter != nil:
			delay += (2*draw - 1) * jitter[0]
		case share != nil:
			delay *= 1 + (2*draw-1)*share[0]
		}
		if longest != nil {
			delay = min(delay, longest[0]-elapsed)
		}
		elapsed += max(0, delay)
		all = append(all, max(0, delay)/1e9)
	}
	return all
}

// inNanoseconds returns a number in the source of Go: a duration, or a part.
func inNanoseconds(text string) float64 {
	count, unit, _ := strings.Cut(text, "*time.")
	of := map[string]float64{"": 1, "Millisecond": 1e6, "Second": 1e9, "Minute": 6e10}[unit]
	over, under, isPart := strings.Cut(count, "/")
	value, err := strconv.ParseFloat(over, 64)
	if err != nil || of == 0 {
		panic(fmt.Sprintf("%q is no number", text))
	}
	if isPart {
		divisor, _ := strconv.ParseFloat(under, 64)
		value /= divisor
	}
	return value * of
}

// envoySequence returns what Envoy waits (v1.40.0, source/common/common/backoff_strategy.cc,
// JitteredExponentialBackOffStrategy, in whole milliseconds; config.route.v3.RetryPolicy:
// 25 ms and ten times that where nothing is told).
func envoySequence(settings string, draw float64) (all []float64) {
	var read struct {
		Policy struct {
			Retries int `yaml:"num_retries"`
			Back    struct {
				Base time.Duration `yaml:"base_interval"`
				Max  time.Duration `yaml:"max_interval"`
			} `yaml:"retry_back_off"`
		} `yaml:"retry_policy"`
	}
	if err := yaml.Unmarshal([]byte(settings), &read); err != nil && settings != "no retry_policy" {
		panic(err)
	}
	interval := read.Policy.Back.Base.Milliseconds()
	for range min(read.Policy.Retries, failuresDrawn) {
		all = append(all, math.Floor(draw*float64(interval))/1e3)
		interval = min(2*interval, read.Policy.Back.Max.Milliseconds())
	}
	return all
}
