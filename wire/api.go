package wire

import "strings"

// An API is one operation of a vendor, with the bodies of its requests and answers.
type API uint8

// The operations.
const (
	NoAPI       API = iota
	Chat            // POST /v1/chat/completions: "Chat Completions", platform.openai.com
	Responses       // POST /v1/responses: "Responses", platform.openai.com
	Embeddings      // POST /v1/embeddings: "Embeddings", platform.openai.com
	Models          // GET /v1/models and /v1/models/NAME: "Models", platform.openai.com and platform.claude.com
	Messages        // POST /v1/messages: "Messages", platform.claude.com
	CountTokens     // POST /v1/messages/count_tokens: "Count Message tokens", platform.claude.com
)

// Method returns the HTTP method of the operation.
func (a API) Method() string {
	if a == Models {
		return "GET"
	}
	return "POST"
}

// Streams reports whether an answer of the operation may be a stream of events.
func (a API) Streams() bool { return a == Chat || a == Responses || a == Messages }

// A Route is what a path asks for.
type Route struct {
	API    API
	Vendor Vendor // OpenAI, Azure or Anthropic: whose errors and headers answers have
	Model  string // named by the path: an Azure deployment, or the model that is asked about; "" for none
}

// Routed returns what a path asks for; ok is false for a path that no operation has.
//
// Azure's are /openai/deployments/NAME/chat/completions and /embeddings, and
// /openai/v1/ with OpenAI's names ("Azure OpenAI REST API reference",
// learn.microsoft.com).
func Routed(path string) (r Route, ok bool) {
	r.Vendor = OpenAI
	rest := strings.TrimPrefix(path, "/")
	if azure, is := strings.CutPrefix(rest, "openai/"); is {
		rest, r.Vendor = azure, Azure
		if deployed, is := strings.CutPrefix(rest, "deployments/"); is {
			r.Model, rest, _ = strings.Cut(deployed, "/")
			rest = "v1/" + rest
		}
	}
	rest, versioned := strings.CutPrefix(rest, "v1/")
	switch {
	case !versioned && r.Vendor != Azure:
		return Route{}, false
	case rest == "chat/completions":
		r.API = Chat
	case rest == "responses":
		r.API = Responses
	case rest == "embeddings":
		r.API = Embeddings
	case r.Vendor == OpenAI && rest == "messages":
		r.API, r.Vendor = Messages, Anthropic
	case r.Vendor == OpenAI && rest == "messages/count_tokens":
		r.API, r.Vendor = CountTokens, Anthropic
	case rest == "models":
		r.API = Models
	case strings.HasPrefix(rest, "models/") && rest != "models/":
		r.API, r.Model = Models, strings.TrimPrefix(rest, "models/")
	}
	return r, r.API != NoAPI
}
