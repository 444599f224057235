package wire

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"net/http"
	"strconv"
	"time"
)

// EmbeddingsBody returns an answer of Embeddings; vectors are of unit length, or as
// the caller has made them.
func EmbeddingsBody(r *Reply, vectors [][]float32, inBase64 bool) []byte {
	data := make([]object, len(vectors))
	for i, v := range vectors {
		data[i] = object{"object": "embedding", "index": i, "embedding": v}
		if inBase64 {
			data[i]["embedding"] = littleEndian(v)
		}
	}
	return encode(object{
		"object": "list", "data": data, "model": r.Model,
		"usage": object{"prompt_tokens": r.Usage.Input, "total_tokens": r.Usage.Input},
	})
}

// littleEndian returns numbers as the bytes of their 32 bits, the lowest first, in
// base64: what the SDKs ask for and decode.
func littleEndian(vector []float32) string {
	raw := make([]byte, 0, 4*len(vector))
	for _, x := range vector {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	return base64.StdEncoding.EncodeToString(raw)
}

// ModelsBody returns the list of models, or the one that is asked about.
func ModelsBody(r Route, names []string, created int64) []byte {
	models := make([]object, len(names))
	for i, name := range names {
		models[i] = object{"id": name, "object": "model", "created": created, "owned_by": "ratesim"}
		if r.Vendor == Anthropic {
			models[i] = object{"id": name, "type": "model", "display_name": name, "created_at": time.Unix(created, 0).UTC().Format(time.RFC3339)}
		}
	}
	switch {
	case r.Model != "" && len(models) == 1:
		return encode(models[0])
	case r.Vendor == Anthropic:
		body := object{"data": models, "has_more": false, "first_id": nil, "last_id": nil}
		if len(names) > 0 {
			body["first_id"], body["last_id"] = names[0], names[len(names)-1]
		}
		return encode(body)
	}
	return encode(object{"object": "list", "data": models})
}

// HeadTime writes how long an answer took, where a vendor says so: OpenAI in whole
// milliseconds ("Debugging requests", platform.openai.com).
func (v Vendor) HeadTime(header http.Header, took time.Duration) {
	if v == OpenAI {
		header.Set("Openai-Processing-Ms", strconv.FormatInt(took.Milliseconds(), 10))
	}
}

// Head writes the fields that a vendor's answers have besides those of limits.
func (v Vendor) Head(header http.Header, id string) {
	header.Set(v.RequestID(), "req_"+id)
	switch v {
	case OpenAI:
		header.Set("Openai-Version", "2020-10-01")
		header.Set("Openai-Organization", "ratesim")
	case Azure:
		header.Set("Apim-Request-Id", id)
		header.Set("X-Ms-Region", "ratesim")
	case Anthropic:
		header.Set("Anthropic-Organization-Id", "ratesim")
	}
}
