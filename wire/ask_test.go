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

// Each operation has fields of its own; what another one has is nothing to it.
func TestFieldsOfOtherOperationsArePassedOver(t *testing.T) {
	for api, members := range map[API]string{
		Chat:      `,"text":"hi","input":5,"system":7,"max_output_tokens":"x","dimensions":"y","output_config":1`,
		Responses: `,"messages":"hi","stream_options":7,"n":"x","max_tokens":-1,"response_format":1`,
		Messages:  `,"text":"hi","n":3,"stream_options":7,"response_format":1,"previous_response_id":"x"`,
	} {
		if ask, err := ReadAsk(Route{API: api}, asked(api, members)); err != nil || ask.Model != "m" {
			t.Errorf("%v: %+v, %v", api, ask, err)
		}
	}
}

func TestMistakesAreSaidWithTheirPlaces(t *testing.T) {
	for _, test := range []struct {
		api  API
		body string
		want string
	}{
		{Chat, `{"model":"m",  "messages": 5 }`, "messages: want a list; have number at byte 28"},
		{Chat, `{"model":"m","messages":[{"role":5}]}`, "messages.role: want a string; have number at byte 34"},
		{Chat, `{"model":5,"messages":[]}`, "model: want a string; have number at byte 10"},
		{Chat, `{"model":"m","stream":true} x`, "want one JSON object; have more behind it, at byte 29"},
		{Chat, `[1]`, "want an object; have array at byte 1"},
		{Chat, `{"model":"m",}`, "want a JSON object; it cannot be read at byte 14"},
		{Chat, `{"model":"m"`, "want a JSON object; the body ends before it does"},
		{Chat, `{"model":"m","n":1,"n":1}`, "n: want it once; the body has it twice"},
		{Chat, `{"Model":"m"}`, "model: want the name of a model"},
		{Chat, `{"model":"m","n":0}`, "n: want 1, for this endpoint gives one answer a request; have 0"},
		{Responses, `{"model":"m","input":"x","text":"hi"}`, "text: want an object; have string at byte 36"},
		{Responses, `{"model":"m","input":"x","previous_response_id":"resp_1"}`, "previous_response_id: want null, for this endpoint keeps no answers: send the whole conversation as input"},
		{Responses, `{"model":"m","input":"x","conversation":{"id":"c"}}`, "conversation: want null, for this endpoint keeps no conversations: send the whole of it as input"},
		{Responses, `{"model":"m","input":"x","background":true}`, "background: want false, for this endpoint keeps no answers to ask for later"},
		{Responses, `{"model":"m","input":"x","previous_response_id":null,"background":false,"n":0,"store":true}`, "<nil>"},
	} {
		_, err := ReadAsk(Route{API: test.api}, []byte(test.body))
		same(t, test.body, err, test.want)
	}
	ask, err := ReadAsk(Route{API: Chat}, []byte(`{"stream":5,"model":"m"}`))
	same(t, "the model all the same", ask.Model, "m")
	same(t, "and the mistake", err, "stream: want true or false; have number at byte 11")
}

func TestAnAnswerFollowsTheSchemaThatIsAskedFor(t *testing.T) {
	const schema = `{"type":"object"}`
	for _, test := range []struct {
		api     API
		members string
		want    string
	}{
		{Chat, `,"response_format":{"type":"json_schema","json_schema":{"schema":` + schema + `}}`, schema},
		{Responses, `,"text":{"format":{"type":"json_schema","schema":` + schema + `}}`, schema},
		{Messages, `,"output_config":{"effort":"low","format":{"type":"json_schema","schema":` + schema + `}}`, schema},
		{Messages, `,"output_format":{"type":"json_schema","schema":` + schema + `}`, schema},
		{Messages, `,"output_config":{"effort":"low"}`, ""},
		{Messages, `,"output_config":null,"output_format":null`, ""},
		{Chat, `,"response_format":{"type":"text"}`, ""},
	} {
		ask, err := ReadAsk(Route{API: test.api}, asked(test.api, test.members))
		same(t, test.members, string(ask.Schema), test.want)
		same(t, "mistake", err, nil)
	}
}
