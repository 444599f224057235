// Package openai asks by one version of openai-go. The packages for its other
// versions differ from this one in the imports alone.
package openai

import (
	"context"
	"errors"
	"net/http"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"

	"example.com/sdk/ask"
)

// Ask makes a call.
func Ask(ctx context.Context, j ask.Job) ask.Outcome {
	o := ask.Outcome{ID: j.ID}
	var answer *http.Response
	options := []option.RequestOption{
		option.WithBaseURL(j.URL + "/v1"),
		option.WithAPIKey("me"),
		option.WithHeader("X-Ratesim-Call-Id", j.ID),
		option.WithResponseInto(&answer),
	}
	if j.Timeout > 0 {
		options = append(options, option.WithRequestTimeout(j.Timeout))
	}
	err := asks[j.API](ctx, openai.NewClient(options...), j, &o)
	if answer != nil {
		o.Request = answer.Header.Get("x-request-id")
	}
	var told *openai.Error
	switch {
	case err == nil:
	case errors.As(err, &told):
		o.Error, o.Status, o.Code, o.Type = ask.Answered, told.StatusCode, told.Code, told.Type
	default:
		o.Error = ask.Class(ctx)
	}
	if err != nil {
		o.Detail = err.Error()
	}
	return o
}

var asks = map[string]func(context.Context, openai.Client, ask.Job, *ask.Outcome) error{
	"chat":       chat,
	"responses":  respond,
	"embeddings": embed,
}

func chat(ctx context.Context, c openai.Client, j ask.Job, o *ask.Outcome) error {
	wanted := openai.ChatCompletionNewParams{
		Model:     "m",
		MaxTokens: openai.Int(8),
		Messages:  []openai.ChatCompletionMessageParamUnion{openai.UserMessage("hello there")},
	}
	if !j.Stream {
		answer, err := c.Chat.Completions.New(ctx, wanted)
		if err == nil && len(answer.Choices) > 0 {
			o.Text, o.Input, o.Output = answer.Choices[0].Message.Content, answer.Usage.PromptTokens, answer.Usage.CompletionTokens
		}
		return err
	}
	wanted.StreamOptions.IncludeUsage = openai.Bool(true)
	stream := c.Chat.Completions.NewStreaming(ctx, wanted)
	defer stream.Close()
	for stream.Next() {
		chunk := stream.Current()
		if len(chunk.Choices) > 0 {
			o.Text += chunk.Choices[0].Delta.Content
		}
		if chunk.Usage.PromptTokens > 0 {
			o.Input, o.Output = chunk.Usage.PromptTokens, chunk.Usage.CompletionTokens
		}
	}
	return stream.Err()
}

func respond(ctx context.Context, c openai.Client, j ask.Job, o *ask.Outcome) error {
	wanted := responses.ResponseNewParams{
		Model:           "m",
		MaxOutputTokens: openai.Int(16),
		Input:           responses.ResponseNewParamsInputUnion{OfString: openai.String("hello there")},
	}
	if !j.Stream {
		answer, err := c.Responses.New(ctx, wanted)
		if err == nil {
			o.Text, o.Input, o.Output = answer.OutputText(), answer.Usage.InputTokens, answer.Usage.OutputTokens
		}
		return err
	}
	stream := c.Responses.NewStreaming(ctx, wanted)
	defer stream.Close()
	for stream.Next() {
		switch event := stream.Current().AsAny().(type) {
		case responses.ResponseTextDeltaEvent:
			o.Text += event.Delta
		case responses.ResponseCompletedEvent:
			o.Input, o.Output = event.Response.Usage.InputTokens, event.Response.Usage.OutputTokens
		case responses.ResponseIncompleteEvent:
			o.Input, o.Output = event.Response.Usage.InputTokens, event.Response.Usage.OutputTokens
		}
	}
	return stream.Err()
}

func embed(ctx context.Context, c openai.Client, _ ask.Job, o *ask.Outcome) error {
	answer, err := c.Embeddings.New(ctx, openai.EmbeddingNewParams{
		Model: "m",
		Input: openai.EmbeddingNewParamsInputUnion{OfString: openai.String("hello there")},
	})
	if err == nil && len(answer.Data) == 1 && len(answer.Data[0].Embedding) > 0 {
		o.Text, o.Input = "vector", answer.Usage.PromptTokens
	}
	return err
}
