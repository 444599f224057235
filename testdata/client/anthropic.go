package sdk

import (
	"net/http"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"ratesim/client"
	"ratesim/policy"
	"ratesim/wire"
)

// NewAnthropic returns an anthropic-sdk-go client that retries by a policy. The key
// is that of ANTHROPIC_API_KEY, unless an option says otherwise.
func NewAnthropic(p policy.Policy, more ...option.RequestOption) anthropic.Client {
	retrying := client.New(client.Options{
		Policy: p,
		Vendor: wire.Anthropic,
		Repeat: client.Safe,
	})
	return anthropic.NewClient(append([]option.RequestOption{
		option.WithHTTPClient(&http.Client{Transport: retrying.Transport(http.DefaultTransport)}),
		option.WithMaxRetries(0),
	}, more...)...)
}
