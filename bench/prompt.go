package bench

import (
	"math/rand/v2"
	"strings"
)

// words are so common that tokenizers have each, with the blank before it, as one
// token. Each is four bytes with its blank, so that what counts a quarter of the
// bytes counts the same.
var words = [...]string{" the", " and", " for", " you", " are", " not", " all", " was", " can", " has", " but", " our", " one", " out", " new", " now"}

// prompt returns a text of about so many tokens, another one for each call of each
// request, so that no cache has read it before.
func prompt(tokens, seed int64, r request, call int) string {
	source := rand.NewPCG(uint64(seed)^uint64(r.flow)<<32^uint64(call)<<48, uint64(r.number))
	var text strings.Builder
	text.Grow(int(4 * max(1, tokens)))
	for range max(1, tokens) {
		text.WriteString(words[source.Uint64()%uint64(len(words))])
	}
	return text.String()
}
