package wire

import (
	"encoding/json"
	"testing"
)

// asked is a request of each operation that has the members besides.
func asked(api API, members string) []byte {
	begin := `{"model":"m","messages":[{"role":"user","content":"x"}],"max_tokens":9`
	if api == Responses {
		begin = `{"model":"m","input":"x"`
	}
	return []byte(begin + members + "}")
}

// called returns the tool that an answer is to call, "" for none.
func called(t *testing.T, api API, body []byte) string {
	t.Helper()
	ask, err := ReadAsk(Route{API: api}, body)
	if err != nil {
		return err.Error()
	}
	if ask.Tool == nil {
		return ""
	}
	return ask.Tool.Name
}

const (
	chatTools     = `,"tools":[{"type":"function","function":{"name":"f"}},{"type":"function","function":{"name":"g"}},{"type":"custom","custom":{"name":"c"}}]`
	responseTools = `,"tools":[{"type":"web_search"},{"type":"function","name":"f"},{"type":"function","name":"g"},{"type":"custom","name":"c"}]`
	messageTools  = `,"tools":[{"type":"bash_20250124","name":"bash"},{"name":"f","input_schema":{}},{"type":"custom","name":"c","input_schema":{}}]`
)

func TestAToolIsCalledThatIsAllowed(t *testing.T) {
	for _, test := range []struct {
		api           API
		members, want string
	}{
		{Chat, chatTools, "f"},
		{Chat, chatTools + `,"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[{"type":"function","function":{"name":"g"}}]}}`, "g"},
		{Chat, chatTools + `,"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"required","tools":[{"type":"custom","custom":{"name":"c"}}]}}`, "c"},
		{Chat, chatTools + `,"tool_choice":{"type":"custom","custom":{"name":"c"}}`, "c"},
		{Chat, chatTools + `,"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"any","tools":[]}}`, `tool_choice: want auto or required as the mode of allowed tools; have "any"`},
		{Chat, chatTools + `,"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[{"type":"function","function":{"name":"z"}}]}}`, `tool_choice: there is no tool "z" among the tools`},
		{Responses, responseTools, "f"},
		{Responses, responseTools + `,"tool_choice":{"type":"allowed_tools","mode":"auto","tools":[{"type":"web_search"},{"type":"function","name":"g"}]}`, "g"},
		{Responses, responseTools + `,"tool_choice":{"type":"allowed_tools","mode":"required","tools":[{"type":"web_search"}]}`, ""},
		{Responses, responseTools + `,"tool_choice":{"type":"web_search"}`, ""},
		{Responses, responseTools + `,"tool_choice":{"type":"custom","name":"c"}`, "c"},
		{Messages, messageTools, "f"},
		{Messages, messageTools + `,"tool_choice":{"type":"tool","name":"c"}`, "c"},
		{Messages, messageTools + `,"tool_choice":{"type":"tool","name":"bash"}`, ""},
		{Messages, messageTools + `,"tool_choice":{"type":"none"}`, ""},
		{Messages, `,"tools":[{"type":"web_search_20250305","name":"web_search"}]`, ""},
	} {
		same(t, test.members, called(t, test.api, asked(test.api, test.members)), test.want)
	}
}

// Loops of calls have an end: when the result of one comes last, the answer is in words.
func TestAResultIsAnsweredInWords(t *testing.T) {
	const allowed = `,"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[{"type":"function","function":{"name":"g"}}]}}}`
	same(t, "allowed tools", called(t, Chat, []byte(`{"model":"m","messages":[{"role":"user","content":"x"},{"role":"tool","content":"9"}]`+chatTools+allowed)), "")
	for _, kind := range []string{"function_call_output", "custom_tool_call_output", "local_shell_call_output"} {
		same(t, kind, called(t, Responses, []byte(`{"model":"m","input":[{"role":"user","content":"x"},{"type":"`+kind+`","output":"9"}]`+responseTools+`}`)), "")
	}
}

func TestOnlyInputOfCustomToolsIsFree(t *testing.T) {
	for api, choice := range map[API]string{Chat: chatTools + `,"tool_choice":{"type":"custom","custom":{"name":"c"}}`, Responses: responseTools + `,"tool_choice":{"type":"custom","name":"c"}`, Messages: messageTools + `,"tool_choice":{"type":"tool","name":"c"}`} {
		ask, err := ReadAsk(Route{API: api}, asked(api, choice))
		if err != nil || ask.Tool == nil || ask.Tool.Free != (api != Messages) {
			t.Errorf("%v: %+v, %v", api, ask.Tool, err)
		}
		if _, isJSON := ask.Form(); isJSON != (api == Messages) {
			t.Errorf("%v: arguments in JSON: %v", api, isJSON)
		}
	}
}

func TestCustomCallsComeInPieces(t *testing.T) {
	call := Reply{ID: "1", Model: "m", Tool: "code", Free: true, Pieces: []string{"so", " it", " goes"}}
	_, data := written(t, Chat, call)
	same(t, "type", at(data[0], "choices", 0, "delta", "tool_calls", 0, "type"), "custom")
	same(t, "name", at(data[0], "choices", 0, "delta", "tool_calls", 0, "custom", "name"), "code")
	same(t, "piece", at(data[2], "choices", 0, "delta", "tool_calls", 0, "custom", "input"), " it")
	same(t, "finish", at(data[4], "choices", 0, "finish_reason"), "tool_calls")
	names, data := written(t, Responses, call)
	same(t, "events", names[2:8], []string{
		"response.output_item.added", "response.custom_tool_call_input.delta", "response.custom_tool_call_input.delta",
		"response.custom_tool_call_input.delta", "response.custom_tool_call_input.done", "response.output_item.done",
	})
	same(t, "item", at(data[2], "item", "type"), "custom_tool_call")
	same(t, "of the item", at(data[3], "item_id"), at(data[2], "item", "id"))
	same(t, "done", at(data[6], "input"), "so it goes")
	for api, path := range map[API][]any{Chat: {"choices", 0, "message", "tool_calls", 0, "custom", "input"}, Responses: {"output", 0, "input"}} {
		var body any
		if err := json.Unmarshal(api.Body(&call), &body); err != nil {
			t.Fatal(err)
		}
		same(t, "whole", at(body, path...), "so it goes")
	}
}
