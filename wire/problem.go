package wire

import (
	"fmt"
	"strings"
)

// A Problem is an answer that did not go well.
type Problem struct {
	Status   int  // HTTP
	UsedUp   bool // the account has nothing left to spend
	Overload bool // the server has more to do than it can
	Message  string
	Param    string // the field of the request that is at fault; "" for none
	Code     string // the vendor's name for it; "" for the usual one of the status
	Metric   string // of a refusal by a limit: requests, tokens, input-tokens or output-tokens
	ID       string // of the answer
}

// Body returns the body of an error in a vendor's form: "Error codes",
// platform.openai.com; "Errors", platform.claude.com; for Azure, whose code is a
// text, as captured from Azure OpenAI (openai-python issue 937).
func (p *Problem) Body(v Vendor) []byte {
	switch v {
	case Anthropic:
		return encode(object{"type": "error", "error": object{"type": p.anthropicType(), "message": p.Message}, "request_id": "req_" + p.ID})
	case Azure:
		return encode(object{"error": object{"code": p.azureCode(), "message": p.Message}})
	}
	var param, code any
	if p.Param != "" {
		param = p.Param
	}
	if text := p.code(); text != "" {
		code = text
	}
	return encode(object{"error": object{"message": p.Message, "type": p.openAIType(), "param": param, "code": code}})
}

func (p *Problem) openAIType() string {
	switch {
	case p.UsedUp:
		return "insufficient_quota"
	case p.Metric == "requests":
		return "requests"
	case p.Metric != "":
		return "tokens"
	case p.Status == 429:
		return "rate_limit_error"
	case p.Overload || p.Status == 503:
		return "service_unavailable_error"
	case p.Status >= 500:
		return "server_error"
	}
	return "invalid_request_error"
}

// code returns OpenAI's name of a problem, "" for none.
func (p *Problem) code() string {
	switch {
	case p.Code != "":
		return p.Code
	case p.UsedUp:
		return "insufficient_quota"
	case p.Status == 429:
		return "rate_limit_exceeded"
	case p.Overload || p.Status == 503:
		return "server_is_overloaded"
	case p.Status >= 500:
		return "server_error"
	case p.Status == 401:
		return "invalid_api_key"
	case p.Status == 404:
		return "model_not_found"
	}
	return ""
}

func (p *Problem) azureCode() string {
	switch {
	case p.UsedUp:
		return "insufficient_quota"
	case p.Code != "":
		return p.Code
	case p.Status == 404:
		return "DeploymentNotFound"
	}
	return fmt.Sprint(p.Status)
}

func (p *Problem) anthropicType() string {
	switch {
	case p.Overload:
		return "overloaded_error"
	case p.Status >= 500 && p.Status != 504:
		return "api_error"
	}
	if name, ok := map[int]string{
		401: "authentication_error", 402: "billing_error", 403: "permission_error", 404: "not_found_error",
		409: "conflict_error", 413: "request_too_large", 429: "rate_limit_error", 504: "timeout_error",
	}[p.Status]; ok {
		return name
	}
	return "invalid_request_error"
}

// A Shortage is why a limit refuses, for its message.
type Shortage struct {
	Model  string
	Limit  string // its name
	Metric string // what it counts, such as tokens
	Most   int64  // units that it holds
	Asked  int64  // units that were asked for
	Used   int64  // units that count; not said with Never
	Never  bool   // it will never have room
	Told   string // a sentence that says the wait, "" for none
}

// Message returns the message of a refusal with the numbers that clients look for.
func (s *Shortage) Message() string {
	var text strings.Builder
	text.WriteString("No room")
	if s.Model != "" {
		fmt.Fprintf(&text, " for %s", s.Model)
	}
	fmt.Fprintf(&text, " in the limit %s on %s", s.Limit, strings.ReplaceAll(s.Metric, "-", " "))
	if s.Never {
		fmt.Fprintf(&text, ", now or ever: Limit %d, Requested %d.", s.Most, s.Asked)
		return text.String()
	}
	fmt.Fprintf(&text, ": Limit %d, Used %d, Requested %d.%s", s.Most, s.Used, s.Asked, s.Told)
	return text.String()
}

// Named returns the problem as that of an answer.
func (p Problem) Named(id string) *Problem {
	p.ID = id
	return &p
}
