// Package anthropic asks by anthropic-sdk-go.
package anthropic

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"example.com/sdk/ask"
)

// Ask makes a call.
func Ask(ctx context.Context, j ask.Job) ask.Outcome {
	o := ask.Outcome{ID: j.ID}
	var answer *http.Response
	options := []option.RequestOption{
		option.WithBaseURL(j.URL),
		option.WithAPIKey("me"),
		option.WithHeader("X-Ratesim-Call-Id", j.ID),
		option.WithResponseInto(&answer),
	}
	if j.Timeout > 0 {
		options = append(options, option.WithRequestTimeout(j.Timeout))
	}
	err := messages(ctx, anthropic.NewClient(options...), j, &o)
	if answer != nil {
		o.Request = answer.Header.Get("request-id")
	}
	var told *anthropic.Error
	switch {
	case err == nil:
	case errors.As(err, &told):
		o.Error, o.Status = ask.Answered, told.StatusCode
		o.Type = typeOf(told.RawJSON())
	default:
		o.Error = ask.Class(ctx)
	}
	if err != nil {
		o.Detail = err.Error()
	}
	return o
}

// typeOf returns the type of an error's body.
func typeOf(body string) string {
	var read struct {
		Error struct {
			Type string `json:"type"`
		} `json:"error"`
	}
	if json.Unmarshal([]byte(body), &read) != nil {
		return ""
	}
	return read.Error.Type
}

func messages(ctx context.Context, c anthropic.Client, j ask.Job, o *ask.Outcome) error {
	wanted := anthropic.MessageNewParams{
		Model:     "m",
		MaxTokens: 8,
		Messages:  []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("hello there"))},
	}
	if !j.Stream {
		answer, err := c.Messages.New(ctx, wanted)
		if err == nil && len(answer.Content) > 0 {
			o.Text, o.Input, o.Output = answer.Content[0].Text, answer.Usage.InputTokens, answer.Usage.OutputTokens
		}
		return err
	}
	stream := c.Messages.NewStreaming(ctx, wanted)
	defer stream.Close()
	for stream.Next() {
		switch event := stream.Current().AsAny().(type) {
		case anthropic.MessageStartEvent:
			o.Input = event.Message.Usage.InputTokens
		case anthropic.ContentBlockDeltaEvent:
			o.Text += event.Delta.Text
		case anthropic.MessageDeltaEvent:
			o.Output = event.Usage.OutputTokens
		}
	}
	return stream.Err()
}
