package main

import (
	"sync"

	"github.com/tiktoken-go/tokenizer"

	"ratesim/scenario"
	"ratesim/tickets"
)

// counters returns OpenAI's tokenizers. Their tables are part of the program and
// are unpacked when they are first used.
func counters() scenario.Counters {
	return scenario.Counters{
		"cl100k_base": counterOf(tokenizer.Cl100kBase),
		"o200k_base":  counterOf(tokenizer.O200kBase),
	}
}

func counterOf(encoding tokenizer.Encoding) tickets.Counter {
	codec := sync.OnceValue(func() tokenizer.Codec {
		codec, err := tokenizer.Get(encoding)
		if err != nil {
			panic("ratesim: the tables of " + string(encoding) + " are not part of the program: " + err.Error())
		}
		return codec
	})
	return func(text string) int {
		n, err := codec().Count(text)
		if err != nil {
			panic("ratesim: " + string(encoding) + " cannot count a text: " + err.Error())
		}
		return n
	}
}
