package preset

import "testing"

func TestEachPresetIsWhole(t *testing.T) {
	for _, e := range Endpoints() {
		if _, err := Parse(e.Name); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
}
