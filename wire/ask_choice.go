package wire

import (
	"encoding/json"
	"fmt"
	"slices"
)

// A choice is how a request wants tools to be chosen.
type choice struct {
	word      string   // none, auto, any or required; or the type of the one tool that is wanted
	names     []string // of the tools that are allowed; none for any
	isOne     bool     // the request names the one that it wants
	isBuiltIn bool     // it wants one, or allows only some, that a vendor has built in
}

func (c choice) allows(name string) bool {
	return len(c.names) == 0 || slices.Contains(c.names, name)
}

// An askChoice is a choice that is no word: of one tool, or of those that are allowed.
// Chat writes the latter nested, Responses flat.
type askChoice struct {
	askTool
	allowedTools
	Nested *allowedTools `json:"allowed_tools"`
}

type allowedTools struct {
	Mode  string    `json:"mode"`
	Tools []askTool `json:"tools"`
}

// choice reads how tools are to be chosen: "tool_choice" in "Create chat completion" and
// "Create a model response", platform.openai.com, and "Create a Message",
// platform.claude.com.
func (b *askBody) choice(api API) (choice, error) {
	var c choice
	var o askChoice
	switch {
	case json.Unmarshal(b.ToolChoice, &c.word) == nil && c.word != "":
		return c, nil
	case json.Unmarshal(b.ToolChoice, &o) != nil || o.Type == "":
		return choice{word: "auto"}, nil
	}
	switch o.Type {
	case "allowed_tools":
		if o.Nested != nil {
			o.allowedTools = *o.Nested
		}
		return o.allowed(api)
	case "none", "auto", "any", "required":
		return choice{word: o.Type}, nil
	case "function", "custom", "tool":
		if name := o.tool(api).Name; name != "" {
			return choice{word: o.Type, names: []string{name}, isOne: true}, nil
		}
		return choice{word: o.Type}, nil
	}
	return choice{word: o.Type, isBuiltIn: true}, nil
}

// allowed returns the choice of some tools. A list of built-in ones alone leaves nothing
// to call.
func (a allowedTools) allowed(api API) (choice, error) {
	if a.Mode != "auto" && a.Mode != "required" {
		return choice{}, &Mistake{"tool_choice", fmt.Sprintf("want auto or required as the mode of allowed tools; have %.40q", a.Mode)}
	}
	c := choice{word: a.Mode}
	for _, t := range a.Tools {
		if !t.isBuiltIn() {
			c.names = append(c.names, t.tool(api).Name)
		}
	}
	c.isBuiltIn = len(c.names) == 0
	return c, nil
}
