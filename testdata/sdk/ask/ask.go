// Package ask says what is asked of an SDK, and what came of it, in words that all
// SDKs have in common.
package ask

import (
	"context"
	"time"
)

// A Job is one call that an SDK is to make, with all its retries.
type Job struct {
	ID      string        `json:"id"`      // of the call, which its attempts carry to the server
	URL     string        `json:"url"`     // of the server, without a path
	API     string        `json:"api"`     // chat, responses, embeddings or messages
	Stream  bool          `json:"stream"`  // the answer is asked for as events
	Timeout time.Duration `json:"timeout"` // of an attempt; 0 for the SDK's own
	At      time.Duration `json:"at"`      // when it is made
	Until   time.Duration `json:"until"`   // how long it may take in all
}

// An Outcome is what an SDK told its caller.
type Outcome struct {
	ID      string `json:"id"`
	Error   string `json:"error"`   // one of the classes; "" if all went well
	Status  int    `json:"status"`  // of the error; 0 for none
	Code    string `json:"code"`    // of the error's body
	Type    string `json:"type"`    // of the error's body
	Request string `json:"request"` // the id by which the vendor names the answer
	Text    string `json:"text"`    // of the answer
	Input   int64  `json:"input"`   // tokens, by the answer's usage
	Output  int64  `json:"output"`  // tokens, by the answer's usage
	Detail  string `json:"detail"`  // the error in full
}

// The classes of errors.
const (
	Answered = "status"  // an error with an HTTP status, typed as the SDK's own
	Waiting  = "waiting" // time was up before it came to an end
	Broken   = "broken"  // anything else: no connection, a body that breaks off or cannot be read
)

// Class returns the class of an error that is not the SDK's own.
func Class(ctx context.Context) string {
	if ctx.Err() != nil {
		return Waiting
	}
	return Broken
}
