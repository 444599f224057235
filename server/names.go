package server

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// names are the keys and models that have been seen, and how keys are shown.
type names struct {
	plain  []string // keys that are shown as they are
	models []string // that there are; nil for any
	most   int
	keys   map[string]bool    // as shown
	asked  map[string]bool    // models
	pairs  map[[2]string]bool // of a key and a model
}

func newNames(c Config) names {
	n := names{plain: slices.Clone(c.Keys), models: c.Models, most: c.Bounds.Keys, keys: map[string]bool{}, asked: map[string]bool{}, pairs: map[[2]string]bool{}}
	for _, client := range c.Clients {
		if client.Key != "" {
			n.plain = append(n.plain, client.Key)
		}
	}
	return n
}

// keyShown returns the name by which a key is known from here on: itself if the
// scenario names it, or if it is short and plain enough to be no secret; else part of
// its hash, so that neither a trace nor a page gives it away.
func (n *names) keyShown(key string) string {
	if key == "" || slices.Contains(n.plain, key) || isPlain(key) {
		return key
	}
	sum := sha256.Sum256([]byte(key))
	return "key-" + hex.EncodeToString(sum[:6])
}

// isPlain reports that a key looks like a name somebody has made up for a test.
func isPlain(key string) bool {
	if len(key) > 20 || strings.HasPrefix(key, "sk-") {
		return false
	}
	return strings.Trim(key, "abcdefghijklmnopqrstuvwxyz0123456789-_.") == ""
}

// meet notes a key and a model, and returns whether there is room for them. A model of
// "" is none, or one that is refused and leaves no trace here.
func (n *names) meet(key, model string) bool {
	if !n.keys[key] && len(n.keys) >= n.most || !n.asked[model] && len(n.asked) >= n.most {
		return false
	}
	if model == "" {
		n.keys[key] = true
		return true
	}
	pair := [2]string{key, model}
	if !n.pairs[pair] && len(n.pairs) >= 2*n.most {
		return false
	}
	n.keys[key], n.asked[model], n.pairs[pair] = true, true, true
	return true
}

// hasModel reports whether there is a model of that name.
func (n *names) hasModel(name string) bool { return n.models == nil || slices.Contains(n.models, name) }

// offered returns the models that a list of them has.
func (n *names) offered() []string {
	if n.models != nil {
		return n.models
	}
	seen := []string{}
	for name := range n.asked {
		seen = append(seen, name)
	}
	slices.Sort(seen)
	return seen
}

// flowOf returns the flow of a client: the one that it names, else the first whose
// key and model fit; the last flow, that of others, if none does. ok is false for a
// name that there is not.
func (s *Server) flowOf(name, key, model string) (flow int, ok bool) {
	flows := s.config.Run.Flows
	if name != "" {
		for i, f := range flows {
			if f.Name == name {
				return i, true
			}
		}
		return 0, false
	}
	for _, c := range s.config.Clients {
		if (c.Key == "" || c.Key == key) && (c.Model == "" || c.Model == model) {
			return s.flowOf(c.Flow, "", "")
		}
	}
	return len(flows) - 1, true
}
