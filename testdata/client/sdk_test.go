package sdk

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

const ms = time.Millisecond

// refused is the 429 of an Azure deployment whose two waits disagree.
var refused = answer{429, "retry-after: 30\nretry-after-ms: 511", `{"error":{"message":"slow down","code":"rate_limit_exceeded"}}`}

var completion = answer{200, "", `{"id":"1","object":"chat.completion","model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"kesinti"}}]}`}

var streamed = answer{200, "content-type: text/event-stream", `data: {"id":"1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"content":"kes"}}]}

data: {"id":"1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"content":"inti"}}]}

data: [DONE]

`}

func ask(text string) openai.ChatCompletionNewParams {
	return openai.ChatCompletionNewParams{Model: "m", Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(text)}}
}

func TestOpenAIRetriesByThePolicyAndNotByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(refused, answer{status: 503}, completion)
		through(t, s)
		model := NewOpenAI(parse(t, "fixed(wait=100ms, attempts=4)"), option.WithAPIKey("none"))
		reply, err := model.Chat.Completions.New(t.Context(), ask("topic?"))
		if err != nil || reply.Choices[0].Message.Content != "kesinti" {
			t.Fatalf("have %v, %v", reply, err)
		}
		if want := []time.Duration{0, 511 * ms, 611 * ms}; !slices.Equal(s.at, want) {
			t.Errorf("attempts at %v; want %v", s.at, want)
		}
		if s.bodies[0] == "" || s.bodies[0] != s.bodies[2] {
			t.Errorf("the body is sent as %q", s.bodies)
		}
	})
}

func TestOpenAIStreamsThroughTheTransport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(refused, streamed)
		through(t, s)
		model := NewOpenAI(parse(t, "fixed(wait=100ms, attempts=4)"), option.WithAPIKey("none"))
		stream, text := model.Chat.Completions.NewStreaming(t.Context(), ask("topic?")), ""
		for stream.Next() {
			text += stream.Current().Choices[0].Delta.Content
		}
		if err := stream.Err(); err != nil || text != "kesinti" || len(s.at) != 2 {
			t.Errorf("have %q, %v after %d attempts; want kesinti after 2", text, err, len(s.at))
		}
	})
}

func TestOpenAITellsTheLastRefusalInItsOwnErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(refused)
		through(t, s)
		model := NewOpenAI(parse(t, "fixed(wait=100ms, attempts=3)"), option.WithAPIKey("none"))
		_, err := model.Chat.Completions.New(t.Context(), ask("topic?"))
		var told *openai.Error
		if !errors.As(err, &told) || told.StatusCode != 429 || told.Code != "rate_limit_exceeded" || len(s.at) != 3 {
			t.Errorf("have %v after %d attempts; want a 429 after 3", err, len(s.at))
		}
	})
}

func TestAnthropicRetriesByThePolicyAndNotByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(
			answer{529, "", `{"type":"error","error":{"type":"overloaded_error","message":"busy"}}`},
			answer{429, "retry-after: 2", `{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}`},
			answer{200, "", `{"id":"1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"kesinti"}],"usage":{"input_tokens":9,"output_tokens":2}}`})
		through(t, s)
		model := NewAnthropic(parse(t, "exponential(base=500ms, attempts=4)"), anthropicoption.WithAPIKey("none"))
		reply, err := model.Messages.New(t.Context(), anthropic.MessageNewParams{
			Model:     "m",
			MaxTokens: 16,
			Messages:  []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("topic?"))},
		})
		if err != nil || reply.Content[0].Text != "kesinti" {
			t.Fatalf("have %v, %v", reply, err)
		}
		if want := []time.Duration{0, 500 * ms, 2500 * ms}; !slices.Equal(s.at, want) {
			t.Errorf("attempts at %v; want %v", s.at, want)
		}
	})
}
