package wire

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// An askTool is a tool as the three operations write it: nested under "function" or
// "custom" in Chat, flat in Responses, with "input_schema" in Messages.
type askTool struct {
	Type        string          `json:"type"`
	Name        string          `json:"name"`
	Parameters  json.RawMessage `json:"parameters"`
	InputSchema json.RawMessage `json:"input_schema"`
	Function    *struct {
		Name       string          `json:"name"`
		Parameters json.RawMessage `json:"parameters"`
	} `json:"function"`
	Custom *struct {
		Name string `json:"name"`
	} `json:"custom"`
}

// isBuiltIn reports a tool that a vendor's models know by its type, such as web_search:
// nobody can tell how it is to be called.
func (t askTool) isBuiltIn() bool { return t.Type != "" && t.Type != "function" && t.Type != "custom" }

// tool returns the tool. Those of Messages are called custom and have a schema all the
// same.
func (t askTool) tool(api API) Tool {
	switch {
	case t.Function != nil:
		return Tool{Name: t.Function.Name, Schema: t.Function.Parameters}
	case t.Custom != nil:
		return Tool{Name: t.Custom.Name, Free: true}
	case api == Messages:
		return Tool{Name: t.Name, Schema: t.InputSchema}
	}
	return Tool{Name: t.Name, Schema: t.Parameters, Free: t.Type == "custom"}
}

// tool returns the tool that the answer is to call: the one that is asked for, or the
// first that is allowed, unless none is wanted or the last turn brings the result of a
// call. A tool that a vendor has built in is not called. A choice of a tool that there
// is not is a mistake.
func (b *askBody) tool(api API) (*Tool, error) {
	c, err := b.choice(api)
	switch {
	case err != nil:
		return nil, err
	case len(b.Tools) == 0 && (len(c.names) > 0 || c.word == "required" || c.word == "any"):
		return nil, &Mistake{"tool_choice", "want tools to choose from; have none"}
	case len(b.Tools) == 0 || c.word == "none" || c.word == "auto" && b.hasResult() || c.isBuiltIn:
		return nil, nil
	}
	for _, name := range c.names {
		if !slices.ContainsFunc(b.Tools, func(t askTool) bool { return t.tool(api).Name == name }) {
			return nil, &Mistake{"tool_choice", fmt.Sprintf("there is no tool %.80q among the tools", name)}
		}
	}
	for _, t := range b.Tools {
		if tool := t.tool(api); tool.Name != "" && !t.isBuiltIn() && c.allows(tool.Name) {
			tool.Named = c.isOne
			return &tool, nil
		}
	}
	return nil, nil
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
	return json.Unmarshal(b.Input, &items) == nil && len(items) > 0 && strings.HasSuffix(items[len(items)-1].Type, "_call_output")
}
