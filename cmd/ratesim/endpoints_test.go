package main

import (
	"slices"
	"testing"

	"ratesim/preset"
	"ratesim/report"
)

// Each preset and tier has a page, so that what it says has fields of its vendor to
// be said in.
func TestEachPresetHasAPage(t *testing.T) {
	for _, e := range preset.Endpoints() {
		specs := []string{e.Name}
		for _, tier := range e.Tiers {
			specs = append(specs, e.Name+"("+tier.Arguments+")")
		}
		for _, text := range specs {
			page, err := endpointPage(text)
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			for _, section := range []string{"parameters", "limits", "what a call counts", "statuses", "evidence", "the first that is refused is told"} {
				if !slices.ContainsFunc(page.Details, func(d report.Detail) bool { return d.Section == section }) {
					t.Errorf("%s has no section %q", text, section)
				}
			}
		}
	}
}
