package ratesim

import (
	"os/exec"
	"testing"
)

// Another module's policy is simulated by what this one exports: testdata/outside
// is what a library's author would put among his own tests.
func TestAPolicyOfAnotherModuleIsSimulated(t *testing.T) { testOutside(t, "testdata/outside") }

// The official SDKs send by a policy, and libraries of retries send as policies with
// their parameters do: testdata/client has them, so that this module need not.
func TestSDKsAndLibrariesSendAsPoliciesDo(t *testing.T) { testOutside(t, "testdata/client") }

// testOutside runs the tests of another module.
func testOutside(t *testing.T, dir string) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds another module")
	}
	test := exec.Command("go", "test", "-count=1", "./...")
	test.Dir = dir
	if output, err := test.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}
