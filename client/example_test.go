package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"ratesim/client"
	"ratesim/governor"
	"ratesim/policy"
	"ratesim/trace"
	"ratesim/wire"
)

// A network stands in for the API: it answers with one status after another, and
// then with 200.
type network []int

func (n *network) RoundTrip(r *http.Request) (*http.Response, error) {
	status := http.StatusOK
	if len(*n) > 0 {
		status, *n = (*n)[0], (*n)[1:]
	}
	body := io.NopCloser(strings.NewReader("kesinti"))
	return &http.Response{StatusCode: status, Header: http.Header{"Retry-After-Ms": {"3"}}, Body: body, Request: r}, nil
}

// api is the network of the examples.
func api(statuses ...int) *network { n := network(statuses); return &n }

// A http.Client retries by a policy when its transport does.
func ExampleClient_Transport() {
	p, err := policy.Parse("full-jitter(base=1ms, cap=8ms, attempts=4)", policy.Defaults{})
	if err != nil {
		log.Fatal(err)
	}
	retrying := client.New(client.Options{
		Policy: p,
		Vendor: wire.OpenAI,
		Repeat: client.Safe, // asking a model twice only costs twice
		Hook: func(r client.Report) {
			if r.Failure != nil {
				fmt.Printf("attempt %d: %v; again: %t\n", r.Attempt+1, r.Failure.Kind, r.Again)
			}
		},
	})
	httpClient := &http.Client{Transport: retrying.Transport(api(429, 503))}

	answer, err := httpClient.Post("https://api.example.com/v1/chat/completions", "application/json", strings.NewReader(`{}`))
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	fmt.Println(answer.StatusCode, string(text))
	// Output:
	// attempt 1: rate-limit; again: true
	// attempt 2: server-error; again: true
	// 200 kesinti
}

// Any call can be made by a policy.
func ExampleDo() {
	p := policy.Retry{Backoff: policy.Exponential{Base: time.Millisecond}, Attempts: 3}
	calls := 0
	err := client.Do(context.Background(), p, func(ctx context.Context) error {
		calls++
		return errors.New("the disk is full")
	})
	var over *client.Error
	if errors.As(err, &over) {
		fmt.Println(over.Attempts, over.Decision.Why)
	}
	fmt.Println(err)
	// Output:
	// 3 attempts
	// given up after 3 attempts: the attempts are used up: the disk is full
}

// What has an effect is not done twice.
func ExampleWith() {
	p := policy.Retry{Backoff: policy.Fixed{Wait: time.Millisecond}}
	ctx := client.With(context.Background(), client.Request{Repeat: policy.Unsafe})
	err := client.Do(ctx, p, func(ctx context.Context) error {
		return &client.Failed{Failure: policy.Failure{Kind: policy.Timeout}, Err: errors.New("no answer")}
	})
	fmt.Println(err)
	// Output:
	// given up after 1 attempt: the work may have been done, and the request is not safe to repeat: no answer
}

// All that a run does is recorded, and can be read by ratesim report.
func ExampleRun() {
	seed := int64(7) // so that the run can be repeated; without one it is drawn
	file, err := os.CreateTemp("", "run*.ndjson")
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(file.Name())
	records := trace.NewWriter(file)
	run := client.NewRun(client.Config{Seed: &seed, Trace: records, Horizon: time.Hour})

	slots := &governor.Concurrency{Limit: 8}
	chat := client.New(client.Options{
		Run:       run,
		Flow:      "chat",
		Policy:    policy.Course(),
		Governors: []governor.Governor{slots},
		Repeat:    client.Safe,
	})
	httpClient := &http.Client{Transport: chat.Transport(api())}
	answer, err := httpClient.Get("https://api.example.com/v1/models")
	if err != nil {
		log.Fatal(err)
	}
	answer.Body.Close()

	if err := errors.Join(run.Close(), records.Flush(), file.Close()); err != nil {
		log.Fatal(err)
	}
	text, _ := os.ReadFile(file.Name())
	for line := range strings.Lines(string(text)) {
		kind, _, _ := strings.Cut(line, ",")
		fmt.Println(kind)
	}
	// Output:
	// {"kind":"run"
	// {"kind":"request"
	// {"kind":"attempt"
	// {"kind":"end"
}

// A request of two calls, of which the second one needs what the first has said. When
// retries have ended, another model is asked.
func ExampleClient_Chain() {
	agent := client.New(client.Options{
		Policy:    policy.Retry{Backoff: policy.Fixed{Wait: time.Millisecond}, Attempts: 2},
		Fallbacks: []client.Fallback{{Kind: client.Model, Model: "large"}},
	})
	httpClient := &http.Client{Transport: agent.Transport(api(200, 503, 503, 200))}
	ask := func(ctx context.Context, question string) error {
		s, _ := client.SendingOf(ctx) // which model, call and attempt it is
		fmt.Printf("%s is asked to %s\n", s.Request.Model, question)
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://api.example.com/v1/chat/completions", strings.NewReader(`{}`))
		if err != nil {
			return err
		}
		answer, err := httpClient.Do(r) // part of the attempt: it is sent once, and heard
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			return errors.New(answer.Status)
		}
		return nil
	}
	err := agent.Chain(client.With(context.Background(), client.Request{Model: "small"}),
		client.Step{Do: func(ctx context.Context) error { return ask(ctx, "plan") }},
		client.Step{Do: func(ctx context.Context) error { return ask(ctx, "act") }},
	)
	fmt.Println(err)
	// Output:
	// small is asked to plan
	// small is asked to act
	// small is asked to act
	// large is asked to act
	// <nil>
}
