package sdk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"example.com/sdk/anthropic"
	"example.com/sdk/ask"
	openai1 "example.com/sdk/openai1"
	openai2 "example.com/sdk/openai2"
	openai3 "example.com/sdk/openai3"
)

// An sdk is one version of an official SDK.
type sdk struct {
	name   string // as the page calls it
	preset string // of package policy
	api    string // that is asked, where it does not matter
	node   string // how node/drive.mjs calls it; "" for Go
	ask    func(context.Context, ask.Job) ask.Outcome
}

var sdks = []sdk{
	{name: "openai 7.59", preset: "openai-node@7.59", api: "chat", node: "openai"},
	{name: "openai-go 1.12", preset: "openai-go@1.12", api: "chat", ask: openai1.Ask},
	{name: "openai-go 2.7", preset: "openai-go@2.7", api: "chat", ask: openai2.Ask},
	{name: "openai-go 3.99", preset: "openai-go@3.99", api: "chat", ask: openai3.Ask},
	{name: "@anthropic-ai/sdk 1.14", preset: "anthropic-js@1.14", api: "messages", node: "anthropic"},
	{name: "anthropic-sdk-go 1.84", preset: "anthropic-go@1.84", api: "messages", ask: anthropic.Ask},
}

// ofOpenAI reports whether the SDK asks OpenAI.
func (s *sdk) ofOpenAI() bool { return s.api == "chat" }

// present returns the SDKs that can be asked here. Those that cannot are told.
func present(t *testing.T) (there []sdk) {
	t.Helper()
	for _, s := range sdks {
		if s.node == "" || hasNode() {
			there = append(there, s)
		} else if os.Getenv("RATESIM_REQUIRE_ALL") == "1" {
			t.Fatalf("%s: want node, and what npm ci installs in node/", s.name)
		} else {
			t.Logf("SKIPPED %s: node, or what npm ci installs in node/, is missing", s.name)
		}
	}
	return there
}

// hasNode reports whether the SDKs for JavaScript are there.
var hasNode = sync.OnceValue(func() bool {
	_, missing := exec.LookPath("node")
	_, absent := os.Stat("node/node_modules/openai/package.json")
	return missing == nil && absent == nil
})

// make makes all jobs, at once but for when each is due, and returns what came of
// them in their order.
func (s *sdk) make(t *testing.T, jobs []ask.Job) []ask.Outcome {
	t.Helper()
	if s.node != "" {
		return s.makeByNode(t, jobs)
	}
	outcomes := make([]ask.Outcome, len(jobs))
	var all sync.WaitGroup
	for i, j := range jobs {
		all.Go(func() {
			time.Sleep(j.At)
			outcomes[i] = s.makeOne(j)
		})
	}
	all.Wait()
	return outcomes
}

// makeOne makes a job, and leaves it alone when its time is up: some SDKs sleep
// between two attempts whatever their context says.
func (s *sdk) makeOne(j ask.Job) ask.Outcome {
	ctx, cancel := context.WithTimeout(context.Background(), j.Until)
	defer cancel()
	done := make(chan ask.Outcome, 1)
	go func() { done <- s.ask(ctx, j) }()
	select {
	case o := <-done:
		if o.Error != "" && ctx.Err() != nil {
			o.Error = ask.Waiting
		}
		return o
	case <-time.After(j.Until + 100*time.Millisecond):
		return ask.Outcome{ID: j.ID, Error: ask.Waiting}
	}
}

func (s *sdk) makeByNode(t *testing.T, jobs []ask.Job) (outcomes []ask.Outcome) {
	t.Helper()
	wanted, err := json.Marshal(map[string]any{"sdk": s.node, "jobs": jobs})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "drive.mjs")
	cmd.Dir, cmd.Stdin = "node", bytes.NewReader(wanted)
	var said bytes.Buffer
	cmd.Stderr = &said
	text, err := cmd.Output()
	if err := errors.Join(err, json.Unmarshal(text, &outcomes)); err != nil || len(outcomes) != len(jobs) {
		t.Errorf("%s: %v\n%s", s.name, err, &said)
		return make([]ask.Outcome, len(jobs))
	}
	return outcomes
}

// The packages for the versions of openai-go differ in their imports alone.
func TestVersionsAreAskedByTheSameCode(t *testing.T) {
	newest, err := os.ReadFile("openai3/openai.go")
	if err != nil {
		t.Fatal(err)
	}
	for version, path := range map[string]string{"openai1": "openai-go", "openai2": "openai-go/v2"} {
		have, err := os.ReadFile(version + "/openai.go")
		want := bytes.ReplaceAll(newest, []byte("openai-go/v3"), []byte(path))
		if err != nil || !bytes.Equal(have, want) {
			t.Errorf("%s/openai.go is not openai3/openai.go for %s: %v", version, path, err)
		}
	}
}
