package wire

import (
	"io"
	"strings"
)

// A Stream is an answer that comes as server-sent events (WHATWG HTML, section 9.2),
// piece by piece: Begin, Piece for each of the pieces, and End.
type Stream struct {
	API   API
	Reply *Reply
	Usage bool // Chat says at the end what the answer cost

	to     io.Writer
	number int // of the next event of Responses
	sent   int // pieces
	err    error
}

// NewStream returns a stream that is written to w.
func NewStream(a API, r *Reply, w io.Writer) *Stream { return &Stream{API: a, Reply: r, to: w} }

// write writes an event.
func (s *Stream) write(name string, data []byte) {
	if s.err != nil {
		return
	}
	event := make([]byte, 0, len(name)+len(data)+20)
	if name != "" {
		event = append(append(append(event, "event: "...), name...), '\n')
	}
	event = append(append(append(event, "data: "...), data...), "\n\n"...)
	_, s.err = s.to.Write(event)
}

// send writes an event of Responses or Messages, whose type is its name.
func (s *Stream) send(name string, body object) {
	body["type"] = name
	if s.API == Responses {
		body["sequence_number"] = s.number
		s.number++
	}
	s.write(name, encode(body))
}

// Begin writes the events that come before the first piece.
func (s *Stream) Begin() error {
	switch s.API {
	case Chat:
		delta := object{"role": "assistant", "content": "", "refusal": nil}
		if s.Reply.Tool != "" {
			delta["content"] = nil
			call := s.Reply.chatCall("")
			call["index"] = 0
			delta["tool_calls"] = []object{call}
		}
		s.chunk(delta, nil)
	case Responses:
		s.send("response.created", object{"response": s.Reply.response("in_progress", "")})
		s.send("response.in_progress", object{"response": s.Reply.response("in_progress", "")})
		s.send("response.output_item.added", object{"output_index": 0, "item": s.Reply.outputItem("in_progress", "")})
		if s.Reply.Tool == "" {
			s.send("response.content_part.added", s.place(object{"content_index": 0, "part": outputText("")}))
		}
	case Messages:
		message := s.Reply.message([]object{}, nil)
		message["usage"] = s.Reply.messageUsage(1)
		s.send("message_start", object{"message": message})
		block := object{"type": "text", "text": ""}
		if s.Reply.Tool != "" {
			block = object{"type": "tool_use", "id": "toolu_" + s.Reply.ID, "name": s.Reply.Tool, "input": object{}}
		}
		s.send("content_block_start", object{"index": 0, "content_block": block})
		s.send("ping", object{})
	}
	return s.err
}

// chunk writes an event of Chat.
func (s *Stream) chunk(delta object, finish any) {
	body := s.chunkOf([]object{{"index": 0, "delta": delta, "logprobs": nil, "finish_reason": finish}})
	if s.Usage {
		body["usage"] = nil
	}
	s.write("", encode(body))
}

func (s *Stream) chunkOf(choices []object) object {
	return object{
		"id": "chatcmpl-" + s.Reply.ID, "object": "chat.completion.chunk", "created": s.Reply.Created, "model": s.Reply.Model,
		"system_fingerprint": nil, "choices": choices,
	}
}

// place adds to an event of Responses which item it is about.
func (s *Stream) place(body object) object {
	body["output_index"], body["item_id"] = 0, s.Reply.itemID()
	return body
}

// Piece writes the next piece.
func (s *Stream) Piece() error {
	piece, isTool := s.Reply.Pieces[s.sent], s.Reply.Tool != ""
	s.sent++
	switch {
	case s.API == Chat && isTool && s.Reply.Free:
		s.chunk(object{"tool_calls": []object{{"index": 0, "custom": object{"input": piece}}}}, nil)
	case s.API == Chat && isTool:
		s.chunk(object{"tool_calls": []object{{"index": 0, "function": object{"arguments": piece}}}}, nil)
	case s.API == Chat:
		s.chunk(object{"content": piece}, nil)
	case s.API == Responses && isTool && s.Reply.Free:
		s.send("response.custom_tool_call_input.delta", s.place(object{"delta": piece}))
	case s.API == Responses && isTool:
		s.send("response.function_call_arguments.delta", s.place(object{"delta": piece}))
	case s.API == Responses:
		s.send("response.output_text.delta", s.place(object{"content_index": 0, "delta": piece, "logprobs": []object{}}))
	case isTool:
		s.send("content_block_delta", object{"index": 0, "delta": object{"type": "input_json_delta", "partial_json": piece}})
	default:
		s.send("content_block_delta", object{"index": 0, "delta": object{"type": "text_delta", "text": piece}})
	}
	return s.err
}

// End writes the events that come after the last piece.
func (s *Stream) End() error {
	switch s.API {
	case Chat:
		s.chunk(object{}, s.Reply.finishReason())
		if s.Usage {
			body := s.chunkOf([]object{})
			body["usage"] = s.Reply.chatUsage()
			s.write("", encode(body))
		}
		s.write("", []byte("[DONE]"))
	case Responses:
		s.endResponse()
	case Messages:
		s.send("content_block_stop", object{"index": 0})
		s.send("message_delta", object{
			"delta": object{"stop_reason": s.Reply.stopReason(), "stop_sequence": nil},
			"usage": s.Reply.messageUsage(s.Reply.Usage.Output),
		})
		s.send("message_stop", object{})
	}
	return s.err
}

func (s *Stream) endResponse() {
	text := s.Reply.text()
	switch {
	case s.Reply.Tool != "" && s.Reply.Free:
		s.send("response.custom_tool_call_input.done", s.place(object{"input": text}))
	case s.Reply.Tool != "":
		s.send("response.function_call_arguments.done", s.place(object{"name": s.Reply.Tool, "arguments": text}))
	default:
		s.send("response.output_text.done", s.place(object{"content_index": 0, "text": text, "logprobs": []object{}}))
		s.send("response.content_part.done", s.place(object{"content_index": 0, "part": outputText(text)}))
	}
	s.send("response.output_item.done", object{"output_index": 0, "item": s.Reply.outputItem("completed", text)})
	name := "response.completed"
	if s.Reply.Cut {
		name = "response.incomplete"
	}
	s.send(name, object{"response": s.Reply.response("completed", text)})
}

// Fail writes the event by which a stream says that it cannot go on.
func (s *Stream) Fail(p Problem) error {
	switch s.API {
	case Responses:
		s.send("error", object{"code": p.code(), "message": p.Message, "param": nil})
		failed := s.Reply.response("failed", "")
		failed["error"] = object{"code": p.code(), "message": p.Message}
		s.send("response.failed", object{"response": failed})
	case Messages:
		s.write("error", p.Body(Anthropic))
	default:
		s.write("", p.Body(OpenAI))
	}
	return s.err
}

// Garble writes an event that no client can read: one that is no JSON.
func (s *Stream) Garble() error {
	name := map[API]string{Responses: "response.output_text.delta", Messages: "content_block_delta"}[s.API]
	s.write(name, []byte(`{"id":"`+strings.Repeat("?", 8)))
	return s.err
}
