package endpoint

import (
	"testing"

	"ratesim/spec"
)

// reparse holds a spec against its canonical form, which must be read again, and
// be its own.
func reparse[T any](t *testing.T, forms spec.Forms[T], text string) {
	t.Helper()
	_, canonical, err := forms.Parse(text, 0)
	if err != nil {
		return
	}
	_, again, err := forms.Parse(canonical.String(), 0)
	if err != nil {
		t.Errorf("%q has the canonical form %q, which is not read: %v", text, canonical, err)
	} else if again.String() != canonical.String() {
		t.Errorf("%q has the canonical form %q, and that %q", text, canonical, again)
	}
}

func FuzzLimitForms(f *testing.F) {
	f.Add("token-bucket(limit=30000, window=60s, of=tokens, when=settled, capacity=3, debt=yes)")
	f.Add("fixed-window(limit=20, window=24h, zone=-08:00, begins=clock, per=key+model, models=a+b)")
	f.Add("sliced(limit=600, window=60s, slice=1s, changes=10m:300>20m:600)")
	f.Add("gcra(limit=30, window=60s, extra=15, count-refused=yes)")
	f.Fuzz(func(t *testing.T, text string) { reparse(t, LimitForms(), text) })
}

func FuzzFaultForms(f *testing.F) {
	f.Add("script(steps=rate_limit:2>timeout:0.5>ok>server_error:502, per=request)")
	f.Add("outage(from=1s, to=2s, as=rate-limit(retry-after=left), model=m)")
	f.Add("timeout(share=0.03, per-token=0.0006, after=30s)")
	f.Add("crowded(above=10, per=0.1, as=slow(factor=2))")
	f.Fuzz(func(t *testing.T, text string) { reparse(t, FaultForms(), text) })
}

func FuzzLatencyForms(f *testing.F) {
	f.Add("loaded(of=tokens(first=log-normal(median=300ms, sigma=0.5), per-token=20ms), above=8, per=0.25)")
	f.Add("uniform(from=1s, to=2s)")
	f.Fuzz(func(t *testing.T, text string) { reparse(t, LatencyForms(), text) })
}

func FuzzHintForms(f *testing.F) {
	f.Add("seconds(value=30s, after=429+5xx, channel=azure, times=0.5, less=1s)")
	f.Add("reset(limit=tokens, notation=rfc3339, window=1m, called=project)")
	f.Add("limits(after=all)")
	f.Fuzz(func(t *testing.T, text string) { reparse(t, HintForms(), text) })
}

func FuzzServerForms(f *testing.F) {
	f.Add("server(slots=8, queue=100, full=529)")
	f.Fuzz(func(t *testing.T, text string) { reparse(t, ServerForms(), text) })
}

// checkDefaults holds a table against itself: what is not given has a default that
// is read, and each argument says what it is.
func checkDefaults[T any](t *testing.T, forms spec.Forms[T], required map[string]string) {
	t.Helper()
	for _, form := range forms.All {
		text, given := form.Name, ""
		for _, a := range form.Arguments {
			if a.About == "" || a.Unit == "" {
				t.Errorf("%s: %s does not say what it is", form.Name, a.Name)
			}
			if a.Default == "" {
				given += ", " + a.Name + "=" + required[a.Name]
			}
		}
		if given != "" {
			text += "(" + given[2:] + ")"
		}
		if _, canonical, err := forms.Parse(text, 0); err != nil || canonical.String() != text {
			t.Errorf("%s is read as %s, %v", text, canonical, err)
		}
	}
}

func TestDefaultsAreRead(t *testing.T) {
	checkDefaults(t, LimitForms(), map[string]string{"limit": "10", "window": "1m0s", "slice": "1s", "apart": "1s"})
	checkDefaults(t, FaultForms(), map[string]string{"token": "3", "steps": "ok", "failures": "2", "per": "0.5"})
	checkDefaults(t, EffectForms(), map[string]string{"token": "3"})
	checkDefaults(t, LatencyForms(), map[string]string{"latency": "1s", "from": "1s", "to": "2s", "median": "1s", "sigma": "1", "mean": "1s", "deviation": "1s", "per-token": "1ms", "of": "constant(latency=1s)", "per": "1"})
	checkDefaults(t, HintForms(), nil)
	checkDefaults(t, ServerForms(), map[string]string{"slots": "2"})
}

// FNV-1a in 32 bits: "foobar" is in the reference vectors (draft-eastlake-fnv,
// appendix C).
func TestNamesHaveNumbers(t *testing.T) {
	for name, want := range map[string]uint32{"": 0, "a": 0xe40c292c, "foobar": 0xbf9cf968} {
		if got := ID(name); got != want {
			t.Errorf("%q has number %#x; want %#x", name, got, want)
		}
	}
}
