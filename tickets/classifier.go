package tickets

import (
	"slices"
	"strings"
)

// A Classifier answers a prompt with a label, as the lesson's fictional model
// does: each token that is a cue speaks for a label, and the label with most
// cues wins.
type Classifier struct {
	labels []string
	narrow int             // labels that a prompt must name to narrow the choice to those named
	order  []int           // labels in code point order, by which ties are decided
	words  map[string]word // what a token means
}

// A word is what a token means to a Classifier.
type word struct {
	cue   bool
	label int   // that the cue speaks for
	names []int // labels that it names: it is their first tokenLength code points
}

// ClassifierConfig says which labels there are and which tokens speak for them.
type ClassifierConfig struct {
	Labels []string          // at least one
	Cues   map[string]string // token → label; a label that is not in Labels is never answered
	Narrow int               // a prompt that names at least so many labels can only be answered with one of those; at least 1
}

// NewClassifier returns the classifier of a configuration.
func NewClassifier(c ClassifierConfig) *Classifier {
	k := &Classifier{labels: c.Labels, narrow: c.Narrow, words: map[string]word{}}
	for i, label := range c.Labels {
		k.order = append(k.order, i)
		stem := Prefix(label, tokenLength)
		w := k.words[stem]
		w.names = append(w.names, i)
		k.words[stem] = w
	}
	for token, label := range c.Cues {
		if i := slices.Index(c.Labels, label); i >= 0 {
			w := k.words[token]
			w.cue, w.label = true, i
			k.words[token] = w
		}
	}
	slices.SortFunc(k.order, func(a, b int) int { return strings.Compare(c.Labels[a], c.Labels[b]) })
	return k
}

// Labels returns the labels in the order of the configuration.
func (k *Classifier) Labels() []string { return k.labels }

// Label returns the index of the label that the classifier answers to a prompt.
func (k *Classifier) Label(prompt string) int {
	label, _ := k.read(prompt)
	return label
}

// A tally is what a prompt's tokens say of one label.
type tally struct {
	cues  int
	named bool
}

// read returns the label that is answered to a prompt, and how many Tokens the
// prompt has.
func (k *Classifier) read(prompt string) (label, tokens int) {
	var few [16]tally // keeps the usual number of labels off the heap
	tallies := few[:]
	if len(k.labels) > len(few) {
		tallies = make([]tally, len(k.labels))
	}
	named := 0
	for token := range Tokens(prompt) {
		tokens++
		w, known := k.words[token]
		if !known {
			continue
		}
		if w.cue {
			tallies[w.label].cues++
		}
		for _, label := range w.names {
			if !tallies[label].named {
				tallies[label].named = true
				named++
			}
		}
	}
	return k.choose(tallies, named >= k.narrow), tokens
}

// choose returns the label with most cues, the first in code point order among
// equals; if narrowed, of those that are named.
func (k *Classifier) choose(tallies []tally, narrowed bool) int {
	best, found := 0, false
	for _, label := range k.order {
		if narrowed && !tallies[label].named {
			continue
		}
		if !found || tallies[label].cues > tallies[best].cues {
			best, found = label, true
		}
	}
	return best
}

// Grade compares the label that was answered with a ticket's topic.
func (k *Classifier) Grade(label int, topic string) Grade {
	switch {
	case k.labels[label] == topic:
		return Right
	case slices.Contains(k.labels, topic):
		return Wrong
	}
	return Ungraded
}

// readsNumbers reports that a token of digits alone could change an answer.
func (k *Classifier) readsNumbers() bool {
	for token := range k.words {
		if isNumber(token) {
			return true
		}
	}
	return false
}

func isNumber(token string) bool {
	return token != "" && strings.Trim(token, "0123456789") == ""
}
