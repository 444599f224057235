package wire

import (
	"encoding/json"
	"fmt"
	"strings"
)

// An askTool is a function as the three operations write it: nested under
// "function" in Chat, flat in Responses, with "input_schema" in Messages.
type askTool struct {
	Type        string          `json:"type"`
	Name        string          `json:"name"`
	Parameters  json.RawMessage `json:"parameters"`
	InputSchema json.RawMessage `json:"input_schema"`
	Function    *struct {
		Name       string          `json:"name"`
		Parameters json.RawMessage `json:"parameters"`
	} `json:"function"`
}

// tool returns the function.
func (t askTool) tool() Tool {
	switch {
	case t.Function != nil:
		return Tool{Name: t.Function.Name, Schema: t.Function.Parameters}
	case len(t.InputSchema) > 0:
		return Tool{Name: t.Name, Schema: t.InputSchema}
	}
	return Tool{Name: t.Name, Schema: t.Parameters}
}

// An askFormat is the form in which an answer in words is wanted.
type askFormat struct {
	Type       string          `json:"type"`
	Schema     json.RawMessage `json:"schema"`
	JSONSchema struct {
		Schema json.RawMessage `json:"schema"`
	} `json:"json_schema"`
}

// tool returns the function that the answer is to call: the one that is asked for,
// or the first one, unless none is wanted or the last turn brings the result of a
// call. A choice of a tool that there is not is a mistake.
func (b *askBody) tool() (*Tool, error) {
	word, name := b.choice()
	switch {
	case len(b.Tools) == 0 && (name != "" || word == "required" || word == "any"):
		return nil, &Mistake{"tool_choice", "want tools to choose from; have none"}
	case len(b.Tools) == 0 || word == "none" || word == "auto" && b.hasResult():
		return nil, nil
	}
	for _, t := range b.Tools {
		if tool := t.tool(); tool.Name != "" && (name == "" || tool.Name == name) {
			tool.Named = name != ""
			return &tool, nil
		}
	}
	if name != "" {
		return nil, &Mistake{"tool_choice", fmt.Sprintf("there is no tool %.80q among the tools", name)}
	}
	return nil, nil
}

// choice returns the word by which tools are chosen, and the tool's name if one is
// asked for.
func (b *askBody) choice() (word, name string) {
	var object struct {
		Type     string `json:"type"`
		Name     string `json:"name"`
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	}
	switch {
	case json.Unmarshal(b.ToolChoice, &word) == nil && word != "":
		return word, ""
	case json.Unmarshal(b.ToolChoice, &object) != nil || object.Type == "":
		return "auto", ""
	case object.Function.Name != "":
		return object.Type, object.Function.Name
	}
	return object.Type, object.Name
}

// hasResult reports whether the last turn brings the result of a call.
func (b *askBody) hasResult() bool {
	if n := len(b.Messages); n > 0 {
		last := b.Messages[n-1]
		return last.Role == "tool" || strings.Contains(string(last.Content), `"tool_result"`)
	}
	var items []struct {
		Type string `json:"type"`
	}
	return json.Unmarshal(b.Input, &items) == nil && len(items) > 0 && items[len(items)-1].Type == "function_call_output"
}

// jsonMode is the schema of an answer that is to be a JSON object, whichever.
var jsonMode = json.RawMessage(`{"type":"object","properties":{"answer":{"type":"string"}},"required":["answer"]}`)

// schema returns the schema that an answer in words is to follow.
func (b *askBody) schema() json.RawMessage {
	for _, f := range []*askFormat{b.ResponseFormat, b.Text.Format} {
		if f == nil || f.Type != "json_schema" && f.Type != "json_object" {
			continue
		}
		for _, schema := range []json.RawMessage{f.Schema, f.JSONSchema.Schema} {
			if len(schema) > 0 {
				return schema
			}
		}
		return jsonMode
	}
	return nil
}
