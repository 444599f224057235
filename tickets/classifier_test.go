package tickets

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLabelsAreTheLessons(t *testing.T) {
	k := readLesson(t).prompter.Classifier
	for _, tt := range readLessonTexts(t) {
		if got := k.Labels()[k.Label(tt.Text)]; got != tt.Label {
			t.Errorf("the label of %+q is %s; want %s", tt.Text, got, tt.Label)
		}
	}
}

func TestClassifierCountsCues(t *testing.T) {
	cues := map[string]string{"kargo": "teslimat", "parce": "teslimat", "borc": "odeme", "42": "odeme", "x": "elsewhere"}
	for _, tt := range []struct {
		what   string
		labels []string
		narrow int
		prompt string
		want   string
	}{
		{"no cue: the first in code point order", []string{"odeme", "iade", "teslimat"}, 9, "merhaba", "iade"},
		{"capitals go before small letters", []string{"iade", "Teslimat"}, 9, "", "Teslimat"},
		{"one cue", []string{"odeme", "iade", "teslimat"}, 9, "kargo nerede", "teslimat"},
		{"a cue is a whole token", []string{"odeme", "iade", "teslimat"}, 9, "kargolar", "teslimat"},
		{"not the end of one", []string{"odeme", "iade", "teslimat"}, 9, "akargo", "iade"},
		{"most cues win", []string{"odeme", "iade", "teslimat"}, 9, "kargo borc, borc", "odeme"},
		{"a tie is decided by code points", []string{"teslimat", "odeme"}, 9, "kargo borc", "odeme"},
		{"cues of unknown labels say nothing", []string{"odeme", "iade"}, 9, "x x x borc", "odeme"},
		{"two labels named, two needed", []string{"odeme", "iade", "teslimat"}, 2, "iade ve teslimat: borc borc kargo", "teslimat"},
		{"two labels named, three needed", []string{"odeme", "iade", "teslimat"}, 3, "iade ve teslimat: borc borc kargo", "odeme"},
		{"named twice is named once", []string{"odeme", "iade", "teslimat"}, 2, "iade iade: borc", "odeme"},
		{"labels are named by their first five letters", []string{"odeme", "iade", "teslimat"}, 2, "tesli iade borc", "iade"},
		{"labels with capitals are never named", []string{"Odeme", "Iade"}, 1, "odeme iade", "Iade"},
		{"labels that begin alike are named together", []string{"odemeler", "odemem", "iade"}, 2, "odeme", "odemeler"},
	} {
		k := NewClassifier(ClassifierConfig{Labels: tt.labels, Cues: cues, Narrow: tt.narrow})
		if got := tt.labels[k.Label(tt.prompt)]; got != tt.want {
			t.Errorf("%s: %q is answered %s; want %s", tt.what, tt.prompt, got, tt.want)
		}
	}
}

// naiveLabel is the lesson's label_of, with counts in place of 0.15 and more.
func naiveLabel(c ClassifierConfig, prompt string) string {
	tokens := naiveTokens(prompt)
	candidates := slices.DeleteFunc(slices.Clone(c.Labels), func(label string) bool {
		return !slices.Contains(tokens, Prefix(label, 5))
	})
	if len(candidates) < c.Narrow {
		candidates = slices.Clone(c.Labels)
	}
	slices.Sort(candidates)
	votes := map[string]int{}
	for _, token := range tokens {
		votes[c.Cues[token]]++
	}
	best := candidates[0]
	for _, label := range candidates {
		if votes[label] > votes[best] {
			best = label
		}
	}
	return best
}

func TestClassifierAgreesWithTheLessonsOwnSteps(t *testing.T) {
	words := []string{"fatura", "tutar", "borc", "odeme", "ödeme", "kesinti", "Kargo", "7", "42", ","}
	rapid.Check(t, func(t *rapid.T) {
		c := ClassifierConfig{
			Labels: rapid.SliceOfNDistinct(rapid.SampledFrom(words), 1, 6, rapid.ID).Draw(t, "labels"),
			Cues:   map[string]string{},
			Narrow: rapid.IntRange(1, 4).Draw(t, "narrow"),
		}
		for _, word := range rapid.SliceOf(rapid.SampledFrom(words)).Draw(t, "cues") {
			c.Cues[Prefix(word, 5)] = rapid.SampledFrom(words).Draw(t, "label of a cue")
		}
		prompt := strings.Join(rapid.SliceOf(rapid.SampledFrom(words)).Draw(t, "prompt"), " ")
		k := NewClassifier(c)
		if got, want := k.Labels()[k.Label(prompt)], naiveLabel(c, prompt); got != want {
			t.Fatalf("%q is answered %s; want %s", prompt, got, want)
		}
	})
}

func TestGradesComparesWithTheTopic(t *testing.T) {
	k := NewClassifier(ClassifierConfig{Labels: []string{"odeme", "iade"}, Narrow: 1})
	for topic, want := range map[string]Grade{"odeme": Right, "iade": Wrong, "": Ungraded, "teslimat": Ungraded} {
		if got := k.Grade(0, topic); got != want {
			t.Errorf("odeme for the topic %q is graded %d; want %d", topic, got, want)
		}
	}
}

func TestNumbersMatterOnlyAsCuesOrLabels(t *testing.T) {
	for _, tt := range []struct {
		c    ClassifierConfig
		want bool
	}{
		{ClassifierConfig{Labels: []string{"odeme"}, Cues: map[string]string{"borc": "odeme"}}, false},
		{ClassifierConfig{Labels: []string{"odeme"}, Cues: map[string]string{"a1": "odeme", "1a": "odeme"}}, false},
		{ClassifierConfig{Labels: []string{"odeme"}, Cues: map[string]string{"4001": "odeme"}}, true},
		{ClassifierConfig{Labels: []string{"odeme"}, Cues: map[string]string{"4001": "iade"}}, false}, // never answered
		{ClassifierConfig{Labels: []string{"odeme", "112"}}, true},
		{ClassifierConfig{Labels: []string{"12345acil"}}, true}, // named by 12345
	} {
		if got := NewClassifier(tt.c).readsNumbers(); got != tt.want {
			t.Errorf("%+v reads numbers: %v; want %v", tt.c, got, tt.want)
		}
	}
}

func BenchmarkLabel(b *testing.B) {
	k := readLesson(b).prompter.Classifier
	b.ReportAllocs()
	for range b.N {
		k.Label(promptOfTheLesson)
	}
}
