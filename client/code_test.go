package client_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ratesim/client"
	"ratesim/client/clienttest"
	"ratesim/policy"
	"ratesim/spec"
)

// coded are policies with all that code must be able to say.
var coded = []string{
	"none",
	"course",
	"fixed(wait=1s)",
	"list(waits=1s>2500ms>1h)",
	"linear(base=1s, increment=1500us, cap=1m, attempts=9)",
	"polynomial(base=1ns, power=1.5)",
	"exponential(base=1s, factor=1.75, cap=30s, less=1s, attempts=5, retry=429+5xx+!501+connection, heed=exact, heed-after=429+503, hints=azure-milliseconds>milliseconds>seconds, read=integers)",
	"full-jitter(base=500ms, cap=8s, low=1ms, attempts=4, total=20s, budget=1m, at-budget=cut, timeout=10s)",
	"equal-jitter(of=linear(base=1s, increment=2s), max-wait=10s, retries=5)",
	"proportional-jitter(of=exponential(base=500ms), low=0.75, high=1, should-retry=obey, unsafe=never)",
	"added-jitter(base=1s, jitter=1s, zero=backoff, negative=stop, unreadable=heed, min-hint=1s, max-hint=1m, above=cut)",
	"decorrelated(base=1s, cap=20s, factor=3, hint-jitter=1s, hint-factor=1.5, reset-factor=1.25, hint-lead=5s, restart=yes)",
	"stages(first=fixed(wait=1s), failures=3, then=exponential(base=2s))",
	"by-kind(rate-limit=fixed(wait=30s), otherwise=exponential(base=1s), retry-hinted=all)",
	"layers(outer=fixed(wait=4s, retries=2), inner=exponential(base=0.5s, retries=2))",
	"openai-node@6",
	"layers(outer=instructor, inner=grpc)",
	"tanh-jitter(base=1s, budget=9s, at-budget=late)",
	"rising-jitter(base=5ms, cap=200ms)",
	"compound-jitter(base=5ms, cap=200ms)",
	"spread-jitter(base=1s, factor=1.5, whole=1ms, jitter=500ms, wait-step=1ms, last-wait=yes)",
}

func TestTheCodeOfAPolicyCompilesAndIsThatPolicy(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles")
	}
	dir := must[string](t)(os.MkdirTemp("../testdata", "code-"))
	defer os.RemoveAll(dir)
	var calls, imports, want strings.Builder
	for i, text := range coded {
		p := parse(t, text)
		fmt.Fprintln(&want, policy.String(p))
		name := fmt.Sprintf("p%d", i)
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name, "retries.go"), must[[]byte](t)(client.Code(p, name)), 0o666); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&imports, "%q\n", "ratesim/testdata/"+filepath.Base(dir)+"/"+name)
		fmt.Fprintf(&calls, "_ = %s.Transport(nil)\nfmt.Println(policy.String(%s.Policy))\n", name, name)
	}
	main := fmt.Sprintf("package main\nimport (\n\"fmt\"\n\"ratesim/policy\"\n%s)\nfunc main() {\n%s}\n", imports.String(), calls.String())
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(main), 0o666); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("go", "run", dir)
	run.Stderr = os.Stderr
	if have := string(must[[]byte](t)(run.Output())); have != want.String() {
		t.Errorf("%s", clienttest.FirstDifference(want.String(), have))
	}
}

func TestTheCodeOfThePolicyOfTheCourseReadsAsAPersonWouldWriteIt(t *testing.T) {
	const want = `var Policy policy.Policy = policy.Retry{
	Backoff: policy.FullJitter{
		Of: policy.Exponential{Base: 500 * time.Millisecond, Factor: 2, Cap: 8 * time.Second},
	},
	On:       failures("429+5xx+timeout"),
	Attempts: 4,
	Total:    20 * time.Second,
	Heed:     policy.Heed{After: failures("429"), Max: 8 * time.Second},
}
`
	if code := string(must[[]byte](t)(client.Code(policy.Course(), "retries"))); !strings.Contains(code, want) {
		t.Errorf("have\n%s\nwant in it\n%s", code, want)
	}
}

func TestEveryClientThatHasANameHasCode(t *testing.T) {
	for _, preset := range policy.Presets() {
		if _, err := client.Code(preset.Policy(true), "retries"); err != nil {
			t.Errorf("%s: %v", preset.Spec(), err)
		}
	}
}

// ours is a policy of another package.
type ours struct{}

func (ours) Next(policy.Failure, *rand.Rand) (time.Duration, bool) { return 0, false }
func (ours) Spec() spec.Spec                                       { return spec.New("ours") }

func TestAPolicyOfYourOwnHasItsOwnCode(t *testing.T) {
	_, err := client.Code(policy.AtMost{Attempts: 3, Of: ours{}}, "retries")
	if want := "want a policy of the parts of package policy; have a client_test.ours"; err == nil || err.Error() != want {
		t.Errorf("have %v; want %q", err, want)
	}
}

func TestAPackageOfCodeHasANameThatGoTakes(t *testing.T) {
	for _, name := range []string{"", "_", "two words", "func", "init", "a-b", "9lives", "x\nimport \"os\""} {
		if code, err := client.Code(policy.Course(), name); err == nil || !strings.HasPrefix(err.Error(), "want the name of a Go package; have ") {
			t.Errorf("%q: have %v and\n%s", name, err, code)
		}
	}
	code := string(must[[]byte](t)(client.Code(policy.None{}, "main")))
	if want := "// A client that sends by the policy\n//\n//\tnone\npackage main\n"; !strings.HasPrefix(code, want) {
		t.Errorf("have\n%s\nwant at its head\n%s", code, want)
	}
}
