package wire

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
)

// anything returns a value as bodies have them.
func anything(draw *rand.Rand, depth int) any {
	texts := []string{"", "plain", `with "quotes"`, "back\\slash", "<&>", "line\nbreak", "kesinti ı ş ğ", "\x00\xff", "tilde ~ \x7f"}
	kinds := 9
	if depth == 0 {
		kinds = 6
	}
	switch draw.IntN(kinds) {
	case 0:
		return nil
	case 1:
		return draw.IntN(2) == 0
	case 2:
		return draw.IntN(2000) - 1000
	case 3:
		return draw.Int64() - draw.Int64()
	case 4:
		return []float32{1.5, -2}
	case 5:
		return texts[draw.IntN(len(texts))]
	case 6:
		return []object{}
	case 7:
		return []object{{"one": anything(draw, depth-1)}, nil, {}}
	}
	o := object{}
	for range draw.IntN(20) {
		o[texts[draw.IntN(len(texts))]+string(rune('a'+draw.IntN(26)))] = anything(draw, depth-1)
	}
	return o
}

func TestBodiesAreWrittenAsTheStandardLibraryWritesThem(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		value := anything(draw, 3)
		want, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if have := encode(value); string(have) != string(want) {
			t.Fatalf("have %s\nwant %s", have, want)
		}
	}
	if have := encode([]object(nil)); string(have) != "null" {
		t.Errorf("no list at all: %s", have)
	}
}
