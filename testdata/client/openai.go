// Package sdk shows how the official SDKs send by a policy of ratesim: they are
// given its transport, and their own retries are turned off.
package sdk

import (
	"net/http"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"ratesim/client"
	"ratesim/policy"
	"ratesim/wire"
)

// NewOpenAI returns an openai-go client that retries by a policy. The key is that
// of OPENAI_API_KEY, unless an option says otherwise.
func NewOpenAI(p policy.Policy, more ...option.RequestOption) openai.Client {
	retrying := client.New(client.Options{
		Policy: p,
		Vendor: wire.OpenAI,
		Repeat: client.Safe, // a model that is asked twice only costs twice
	})
	return openai.NewClient(append([]option.RequestOption{
		option.WithHTTPClient(&http.Client{Transport: retrying.Transport(http.DefaultTransport)}),
		option.WithMaxRetries(0), // or both would retry, one inside the other
	}, more...)...)
}
