package wire

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Whole returns what is wrong with the body of an answer with status 200 that is no
// stream, nil for nothing: that it is no JSON, as when it ends early, or that it is an
// error after all, as a gateway sends one whose status was sent before ("Errors",
// openrouter.ai).
func Whole(body []byte) error {
	var read struct {
		Error *struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	var kind *json.UnmarshalTypeError
	err := json.Unmarshal(body, &read)
	switch {
	case errors.As(err, &kind):
		return nil // JSON of another form
	case err != nil:
		return fmt.Errorf("want an answer of JSON: %w", err)
	case read.Error != nil:
		return fmt.Errorf("the answer is an error: %.200s", read.Error.Message)
	}
	return nil
}
