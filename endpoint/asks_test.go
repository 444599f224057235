package endpoint

import (
	"testing"

	"ratesim/hint"
)

func TestAnEndpointIsKnownToAskForWaits(t *testing.T) {
	hints := func(texts ...string) (all []Saying) {
		for _, text := range texts {
			s, _, err := HintForms().Parse(text, 0)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, s)
		}
		return all
	}
	faults := func(texts ...string) (all []NamedFault) {
		for _, text := range texts {
			f, _, err := FaultForms().Parse(text, 0)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, f)
		}
		return all
	}
	for name, c := range map[string]struct {
		endpoint Provider
		want     bool
	}{
		"nothing":                     {Provider{}, false},
		"seconds":                     {Provider{Hints: hints("seconds()")}, true},
		"only whether to try again":   {Provider{Hints: []Saying{{Format: hint.Format{Kind: hint.ShouldRetry}}}}, false},
		"only what is left":           {Provider{Hints: []Saying{{Left: true}}}, false},
		"a fault that says nothing":   {Provider{Faults: faults("error(share=0.5)")}, false},
		"a fault that says how long":  {Provider{Faults: faults("error(share=0.5)", "rate-limit(share=0.1, retry-after=2s)")}, true},
		"an outage that says its end": {Provider{Faults: faults("outage(from=1s, to=9s, as=overloaded(retry-after=left))")}, true},
		"a script that says nothing":  {Provider{Faults: faults("script(steps=rate_limit>timeout)")}, false},
		"a script that says how long": {Provider{Faults: faults("script(steps=timeout>rate_limit:2)")}, true},
	} {
		if got := c.endpoint.Asks(); got != c.want {
			t.Errorf("%s: asks for waits: %t, want %t", name, got, c.want)
		}
	}
}
