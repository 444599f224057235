package scenario

import (
	"slices"
	"strings"
	"testing"
)

const realModels = `version: 1
extends: account
models:
  gpt-4.1: []
  meta-llama/Llama-3.1-8B: [tools]
  anthropic.claude-v2:1: []
  "@cf/meta/llama-2-7b": []
  claude-sonnet-4@20250514: []
flows:
  chat:
    model: gpt-4.1
    fallbacks: [model(name=meta-llama/Llama-3.1-8B), model(name="claude-sonnet-4@20250514")]
endpoint:
  limits:
    these: token-bucket(limit=9000, window=60s, of=tokens, models=gpt-4.1+anthropic.claude-v2:1)
`

func TestModelsAreNamedAsTheirProvidersDo(t *testing.T) {
	_, err := Read(Input{File: strings.NewReader(realModels), Settings: []Setting{"models.anthropic.claude-v2:1=null"}})
	if err == nil || !strings.Contains(err.Error(), `have "anthropic.claude-v2:1"`) {
		t.Fatalf("%v; the limit names a model that was taken out", err)
	}
	s, err := Read(Input{File: strings.NewReader(realModels), Settings: []Setting{"models.gpt-4.1=[tools]", "models.qwen2.5:7b=[tools]"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewOpenModel(s); err != nil {
		t.Fatal(err)
	}
	want := []string{"gpt-4.1", "meta-llama/Llama-3.1-8B", "anthropic.claude-v2:1", "@cf/meta/llama-2-7b", "claude-sonnet-4@20250514", "qwen2.5:7b"}
	if have := s.Open.Models.Names(); !slices.Equal(have, want) || !slices.Equal(*s.Open.Models.At("gpt-4.1"), []string{"tools"}) {
		t.Errorf("%q; want %q", have, want)
	}
}

func TestAModelHasNoNameThatNobodyGives(t *testing.T) {
	for _, name := range []string{"a b", "a+b", "-a", "a,b", "a(b)"} {
		_, err := Read(Input{File: strings.NewReader("version: 1\nextends: account\nmodels:\n  \"" + name + "\": []\n")})
		want := "want the name of a model, of letters, digits, -, _, ., /, : and @; have \"" + name + "\""
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %s", name, err, want)
		}
	}
}
