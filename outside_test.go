package ratesim

import (
	"os/exec"
	"testing"
)

// Another module's policy is simulated by what this one exports: testdata/outside
// is what a library's author would put among his own tests.
func TestAPolicyOfAnotherModuleIsSimulated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds another module")
	}
	test := exec.Command("go", "test", "-count=1", "./...")
	test.Dir = "testdata/outside"
	if output, err := test.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}
