package preset

import (
	"testing"

	"go.yaml.in/yaml/v3"
)

// FuzzParse reads anything as a preset; the canonical spec of what it reads is the
// same preset.
func FuzzParse(f *testing.F) {
	for _, e := range Endpoints() {
		f.Add(e.Name)
		for _, tier := range e.Tiers {
			f.Add(e.Name + "(" + tier.Arguments + ")")
		}
	}
	f.Add(`gemini(zone="a, b)", shape=fixed-window)`)
	f.Add("azure-2024(tpm=0)")
	f.Fuzz(func(t *testing.T, text string) {
		filled, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(filled.Spec.String())
		if err != nil {
			t.Fatalf("%q is %s, which is none: %v", text, filled.Spec, err)
		}
		one, errOne := yaml.Marshal(filled.Body)
		two, errTwo := yaml.Marshal(again.Body)
		if errOne != nil || errTwo != nil || string(one) != string(two) {
			t.Fatalf("%q is\n%s\nand %s is\n%s", text, one, filled.Spec, two)
		}
	})
}
