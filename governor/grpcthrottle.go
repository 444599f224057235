package governor

import (
	"math"
	"time"

	"ratesim/policy"
	"ratesim/spec"
)

// GRPCThrottle allows retries while there are more than half of MaxTokens. A
// failure takes a token, a success gives back a TokenRatio of one. First attempts
// are never held up.
//
// It is the retry throttling of gRPC (grpc/proposal, A6-client-retries.md), which
// counts in thousandths of a token.
type GRPCThrottle struct {
	Free
	MaxTokens  int64          // tokens that there are at first, and at most
	TokenRatio float64        // tokens for a success, to a thousandth
	On         policy.Classes // failures that cost a token

	missing int64 // thousandths of a token
}

// thousand is a token in thousandths.
const thousand = 1000

// Heard takes or gives back.
func (g *GRPCThrottle) Heard(_ time.Duration, _ Sending, o Outcome) {
	switch {
	case o.OK:
		g.missing = max(0, g.missing-int64(math.Round(g.TokenRatio*thousand)))
	case o.isIn(g.On):
		g.missing = min(g.MaxTokens*thousand, g.missing+thousand)
	}
}

// Retry reports whether more than half of the tokens are there.
func (g *GRPCThrottle) Retry(time.Duration, Sending, time.Duration) bool {
	return 2*g.missing < g.MaxTokens*thousand
}

// Reset gives back all tokens.
func (g *GRPCThrottle) Reset() { g.missing = 0 }

func grpcThrottleForm() spec.Form[Maker] {
	return spec.Form[Maker]{
		Name: "grpc-throttle", About: "no retries while too many attempts fail",
		Arguments: []spec.Argument{
			{Name: "max-tokens", Unit: "tokens", Default: "10", About: "tokens there are at first and at most; a failure takes 1, and a retry needs more than half of them to be there"},
			{Name: "token-ratio", Unit: "tokens", Default: "0.1", About: "tokens that a success gives back, to a thousandth"},
			on(worthARetry(), "that take a token"),
		},
		Read: func(r *spec.Reader) Maker {
			return made(GRPCThrottle{
				MaxTokens:  r.Count("max-tokens", 1),
				TokenRatio: r.Number("token-ratio", 0.001, 1000),
				On:         failures(r),
			})
		},
	}
}
