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
	cues   map[string]int // token → the label that it speaks for
	narrow int            // labels that a prompt must name to narrow the choice to those named
	order  []int          // labels in code point order, by which ties are decided
	stems  []string       // the first tokenLength code points of each label
}

// ClassifierConfig says which labels there are and which tokens speak for them.
type ClassifierConfig struct {
	Labels []string          // at least one
	Cues   map[string]string // token → label; a label that is not in Labels is never answered
	Narrow int               // a prompt that names at least so many labels can only be answered with one of those; at least 1
}

// NewClassifier returns the classifier of a configuration.
func NewClassifier(c ClassifierConfig) *Classifier {
	k := &Classifier{labels: c.Labels, narrow: c.Narrow, cues: map[string]int{}}
	for i, label := range c.Labels {
		k.stems = append(k.stems, Prefix(label, tokenLength))
		k.order = append(k.order, i)
	}
	for token, label := range c.Cues {
		if i := slices.Index(c.Labels, label); i >= 0 {
			k.cues[token] = i
		}
	}
	slices.SortFunc(k.order, func(a, b int) int { return strings.Compare(c.Labels[a], c.Labels[b]) })
	return k
}

// Labels returns the labels in the order of the configuration.
func (k *Classifier) Labels() []string { return k.labels }

// Label returns the index of the label that the classifier answers to a prompt.
func (k *Classifier) Label(prompt string) int {
	votes := make([]int, len(k.labels))
	named := make([]bool, len(k.labels))
	for token := range Tokens(prompt) {
		if label, is := k.cues[token]; is {
			votes[label]++
		}
		for label, stem := range k.stems {
			named[label] = named[label] || stem == token
		}
	}
	narrowed := k.isNarrowed(named)
	best, found := 0, false
	for _, label := range k.order {
		if narrowed && !named[label] {
			continue
		}
		if !found || votes[label] > votes[best] {
			best, found = label, true
		}
	}
	return best
}

func (k *Classifier) isNarrowed(named []bool) bool {
	count := 0
	for _, is := range named {
		if is {
			count++
		}
	}
	return count >= k.narrow
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
	for token := range k.cues {
		if isNumber(token) {
			return true
		}
	}
	return slices.ContainsFunc(k.stems, isNumber)
}

func isNumber(token string) bool {
	return token != "" && strings.Trim(token, "0123456789") == ""
}
