// The engine as WebAssembly answers as the same code does natively.
package main_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ratesim/explore"
	"ratesim/required"
	"ratesim/scenario/scenariotest"
)

// questions returns what is asked: the traces of random accounts, which hold every
// instant and count of a run, and a question of each kind.
func questions(t *testing.T, accounts int) []string {
	t.Helper()
	var all []string
	ask := func(question map[string]any) {
		text, err := json.Marshal(question)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(text))
	}
	for n := range accounts {
		text := scenariotest.Account(rand.New(rand.NewPCG(uint64(n), 2)))
		ask(map[string]any{"ask": "trace", "scenario": map[string]any{"text": text}, "policy": "mine", "seed": n})
	}
	lesson := map[string]any{"builtin": "lesson"}
	ask(map[string]any{"ask": "catalogue"})
	ask(map[string]any{"ask": "scenario", "scenario": lesson})
	ask(map[string]any{"ask": "run", "scenario": lesson, "seed": 20260218, "count": 3})
	ask(map[string]any{"ask": "run", "scenario": map[string]any{"endpoint": "openai"}, "seed": 7})
	ask(map[string]any{"ask": "flows", "scenario": lesson, "load": "heavy", "seed": 20260218})
	ask(map[string]any{"ask": "requests", "scenario": lesson, "load": "heavy", "policy": "fixed", "seed": 20260218})
	ask(map[string]any{"ask": "story", "scenario": lesson, "load": "heavy", "policy": "fixed", "seed": 20260218, "flow": "batch", "request": "4140"})
	ask(map[string]any{"ask": "workers", "scenario": map[string]any{"builtin": "workers"}, "policy": "course", "seed": 3})
	ask(map[string]any{"ask": "draws", "scenario": map[string]any{"builtin": "workers"}, "policy": "course", "seed": 3, "count": 50})
	ask(map[string]any{"ask": "scenario", "scenario": map[string]any{"text": "limit:\n  callz: 3\nloads: [1\n"}})
	ask(map[string]any{"ask": "seeds", "scenario": lesson, "load": "heavy", "baseline": "none", "seed": 20260218, "count": 20})
	wide := "extends: lesson\nname: 再試行\nloads:\n  重い: 6\npolicies:\n  等間隔で待つ方針: fixed(wait=15steps)\n  指数的に待つ方針👩‍🔬: exponential(base=1s, attempts=4)\n"
	ask(map[string]any{"ask": "seeds", "scenario": map[string]any{"text": wide}, "load": "重い", "baseline": "none", "seed": 1, "count": 5})
	ask(map[string]any{"ask": "nonsense"})
	return all
}

func TestTheEngineInABrowserIsThisOne(t *testing.T) {
	required.Program(t, "node")
	_, err := os.Stat(filepath.Join("..", "..", "web", "node_modules", "xz-decompress"))
	required.That(t, err == nil, "what npm ci installs in web/")
	accounts := 200
	if testing.Short() {
		accounts = 20
	}
	dir := t.TempDir()
	if out, err := exec.Command(filepath.Join("..", "..", "scripts", "engine"), dir).CombinedOutput(); err != nil {
		t.Fatalf("scripts/engine: %v\n%s", err, out)
	}
	asked := questions(t, accounts)
	node := exec.Command("node", filepath.Join("..", "..", "web", "test", "engine.mjs"), dir)
	node.Stdin = strings.NewReader(strings.Join(asked, "\n") + "\n")
	var trouble bytes.Buffer
	node.Stderr = &trouble
	answers, err := node.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &trouble)
	}
	lines := bufio.NewReader(bytes.NewReader(answers))
	for i, question := range asked {
		got, err := lines.ReadBytes('\n')
		if err != nil {
			t.Fatalf("answer %d: %v\n%s", i, err, &trouble)
		}
		want := explore.Answer([]byte(question), nil, nil)
		if !bytes.Equal(bytes.TrimSuffix(got, []byte("\n")), want) {
			t.Errorf("question %d: %.200s\nWebAssembly: %.600s\nnatively:    %.600s", i, question, around(got, want), around(want, got))
		}
		if i < accounts && !bytes.HasPrefix(want, []byte(`{"result":"{\"kind\":\"run\"`)) {
			t.Errorf("question %d has no trace as its answer: %.300s", i, want)
		}
	}
}

// around returns the part of a text where it begins to differ from another.
func around(text, other []byte) string {
	n := 0
	for n < min(len(text), len(other)) && text[n] == other[n] {
		n++
	}
	return fmt.Sprintf("… %s", text[max(0, n-40):])
}
