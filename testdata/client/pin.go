package pin
import (
 _ "github.com/openai/openai-go/v3"
 _ "github.com/anthropics/anthropic-sdk-go"
 _ "github.com/hashicorp/go-retryablehttp"
 _ "github.com/failsafe-go/failsafe-go"
 _ "github.com/failsafe-go/failsafe-go/failsafehttp"
 _ "github.com/cenkalti/backoff/v5"
 _ "ratesim/client"
)
