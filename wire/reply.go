package wire

import (
	"encoding/json"
	"strings"
)

// A Reply is an answer that went well, as the body of any operation can say it.
type Reply struct {
	ID      string // of the answer, without the vendor's prefix
	Created int64  // seconds since 1970
	Model   string
	Pieces  []string // of the text, or of the arguments of a call; a token each
	Tool    string   // the tool that is called; "" for an answer in words
	Named   bool     // the request wanted this tool and no other
	Free    bool     // the pieces are any text for the tool, not arguments in JSON
	Cut     bool     // it ends because it has as many tokens as it may
	Usage   Usage

	Echo map[string]json.RawMessage // members of the request that Responses repeats
}

// Usage is what an answer cost, in tokens.
type Usage struct {
	Input  int64 // cached ones included
	Cached int64
	Output int64
}

// object is a JSON object whose members are written in alphabetical order.
type object = map[string]any

// text returns the pieces joined.
func (r *Reply) text() string { return strings.Join(r.Pieces, "") }

// Body returns an answer that is no stream.
func (a API) Body(r *Reply) []byte {
	switch a {
	case Chat:
		return encode(r.chat())
	case Responses:
		return encode(r.response("completed", r.text()))
	case Messages:
		return encode(r.message(r.content(), r.stopReason()))
	}
	return encode(object{"input_tokens": r.Usage.Input}) // CountTokens
}

// chat returns a body of Chat.
func (r *Reply) chat() object {
	message := object{"role": "assistant", "content": r.text(), "refusal": nil}
	if r.Tool != "" {
		message["content"] = nil
		message["tool_calls"] = []object{r.chatCall(r.text())}
	}
	return object{
		"id": "chatcmpl-" + r.ID, "object": "chat.completion", "created": r.Created, "model": r.Model,
		"choices":            []object{{"index": 0, "message": message, "logprobs": nil, "finish_reason": r.finishReason()}},
		"usage":              r.chatUsage(),
		"system_fingerprint": nil,
	}
}

// chatCall returns the call of a body of Chat, with arguments as far as they have come.
func (r *Reply) chatCall(text string) object {
	call := object{"id": "call_" + r.ID, "type": "function", "function": object{"name": r.Tool, "arguments": text}}
	if r.Free {
		call = object{"id": "call_" + r.ID, "type": "custom", "custom": object{"name": r.Tool, "input": text}}
	}
	return call
}

func (r *Reply) finishReason() string {
	switch {
	case r.Cut:
		return "length"
	case r.Tool != "" && !r.Named: // of one that was wanted it is stop ("Function calling", platform.openai.com)
		return "tool_calls"
	}
	return "stop"
}

func (r *Reply) chatUsage() object {
	return object{
		"prompt_tokens": r.Usage.Input, "completion_tokens": r.Usage.Output, "total_tokens": r.Usage.Input + r.Usage.Output,
		"prompt_tokens_details":     object{"cached_tokens": r.Usage.Cached, "audio_tokens": 0},
		"completion_tokens_details": object{"reasoning_tokens": 0, "audio_tokens": 0, "accepted_prediction_tokens": 0, "rejected_prediction_tokens": 0},
	}
}

// response returns a body of Responses with a status, and with a text or arguments
// as far as they have come.
func (r *Reply) response(status, text string) object {
	body := object{
		"id": "resp_" + r.ID, "object": "response", "created_at": r.Created, "model": r.Model, "status": status,
		"error": nil, "incomplete_details": nil, "instructions": nil, "metadata": object{},
		"output": []object{}, "parallel_tool_calls": true, "temperature": 1, "top_p": 1,
		"tool_choice": "auto", "tools": []object{}, "usage": nil, "max_output_tokens": nil,
	}
	for name, value := range r.Echo {
		body[name] = value
	}
	if status == "in_progress" || status == "failed" {
		return body
	}
	if r.Cut {
		body["status"], body["incomplete_details"] = "incomplete", object{"reason": "max_output_tokens"}
	}
	body["output"] = []object{r.outputItem("completed", text)}
	body["usage"] = object{
		"input_tokens": r.Usage.Input, "output_tokens": r.Usage.Output, "total_tokens": r.Usage.Input + r.Usage.Output,
		"input_tokens_details": object{"cached_tokens": r.Usage.Cached}, "output_tokens_details": object{"reasoning_tokens": 0},
	}
	return body
}

// outputItem returns the message or the call of a body of Responses.
func (r *Reply) outputItem(status, text string) object {
	switch {
	case r.Tool != "" && r.Free:
		return object{"type": "custom_tool_call", "id": r.itemID(), "call_id": "call_" + r.ID, "name": r.Tool, "input": text, "status": status}
	case r.Tool != "":
		return object{"type": "function_call", "id": r.itemID(), "call_id": "call_" + r.ID, "name": r.Tool, "arguments": text, "status": status}
	}
	item := object{"type": "message", "id": r.itemID(), "role": "assistant", "status": status, "content": []object{}}
	if status == "completed" {
		item["content"] = []object{outputText(text)}
	}
	return item
}

// itemID returns the id of the message or the call of a body of Responses.
func (r *Reply) itemID() string {
	switch {
	case r.Tool != "" && r.Free:
		return "ctc_" + r.ID
	case r.Tool != "":
		return "fc_" + r.ID
	}
	return "msg_" + r.ID
}

func outputText(text string) object {
	return object{"type": "output_text", "text": text, "annotations": []object{}, "logprobs": []object{}}
}

// message returns a body of Messages; a stop reason of nil is of one that goes on.
func (r *Reply) message(content []object, stopReason any) object {
	return object{
		"id": "msg_" + r.ID, "type": "message", "role": "assistant", "model": r.Model,
		"content": content, "stop_reason": stopReason, "stop_sequence": nil, "usage": r.messageUsage(r.Usage.Output),
	}
}

// messageUsage returns the usage of Messages, whose input leaves out what was read
// from a cache.
func (r *Reply) messageUsage(output int64) object {
	return object{
		"input_tokens": r.Usage.Input - r.Usage.Cached, "output_tokens": output,
		"cache_read_input_tokens": r.Usage.Cached, "cache_creation_input_tokens": 0, "service_tier": "standard",
	}
}

// content returns the content of a message. Arguments that broke off are none.
func (r *Reply) content() []object {
	if r.Tool == "" {
		return []object{{"type": "text", "text": r.text()}}
	}
	arguments := json.RawMessage(r.text())
	if !json.Valid(arguments) {
		arguments = json.RawMessage("{}")
	}
	return []object{{"type": "tool_use", "id": "toolu_" + r.ID, "name": r.Tool, "input": arguments}}
}

func (r *Reply) stopReason() string {
	switch {
	case r.Cut:
		return "max_tokens"
	case r.Tool != "":
		return "tool_use"
	}
	return "end_turn"
}
