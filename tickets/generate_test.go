package tickets

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

func TestTicketsAreTheLessons(t *testing.T) {
	l := readLesson(t)
	g := NewGenerated(l.generator, l.prompter)
	rows := readLessonRows(t, "tickets.csv")
	if len(rows) != 160 || g.Len() != 160 {
		t.Fatalf("tickets.csv has %d rows, and %d are generated; want 160", len(rows), g.Len())
	}
	for i, row := range rows {
		ticket := g.Ticket(i)
		if want := (Ticket{ID: row["no"], Text: row["text"], Topic: row["topic"]}); ticket != want {
			t.Errorf("ticket %d is %+v; want %+v", i, ticket, want)
		}
		item := g.Item(i)
		requireRow(t, l, item, row["no"], map[string]string{"tokens": row["tokens"], "hash": row["fnv1a"], "label": row["label"]})
		if right := row["label"] == row["topic"]; right != (item.Grade == Right) || item.Grade == Ungraded {
			t.Errorf("ticket %d is graded %d, answered %s on %s", i, item.Grade, row["label"], row["topic"])
		}
	}
}

// requireItems compares each Item with the one of the whole prompt.
func requireItems(t interface{ Fatalf(string, ...any) }, g *Generated, p Prompter) {
	for i := range g.Len() {
		ticket := g.Ticket(i)
		if got, want := g.Item(i), p.Ticket(g.Template, ticket); got != want {
			t.Fatalf("of %d, ticket %d, %+v, is %+v; want %+v", g.Len(), i, ticket, got, want)
		}
	}
}

// Ids grow from one token to two on the way, before and after the size from
// which Items are no longer remembered.
func TestLargeBatchesHaveTheItemsOfSmallOnes(t *testing.T) {
	l := readLesson(t)
	for _, first := range []int64{0, 4001, 99999 - remembered/2, 99999 - remembered, 9999999999 - remembered} {
		c := l.generator
		c.FirstID = first
		c.Count = remembered
		small := NewGenerated(c, l.prompter)
		c.Count = remembered + 1500
		large := NewGenerated(c, l.prompter)
		if small.items == nil || large.items != nil {
			t.Fatalf("%d tickets are remembered: %v; %d: %v", small.Len(), small.items != nil, large.Len(), large.items != nil)
		}
		for i := range small.Len() {
			if small.Item(i) != large.Item(i) || small.Ticket(i) != large.Ticket(i) {
				t.Fatalf("ticket %d from %d on is %+v in the small batch, %+v in the large one", i, first, small.Item(i), large.Item(i))
			}
		}
		requireItems(t, small, l.prompter)
		requireItems(t, large, l.prompter)
	}
}

func TestBatchesWithoutTheShortcutAreRight(t *testing.T) {
	l := readLesson(t)
	digits := NewClassifier(ClassifierConfig{
		Labels: []string{"fatura", "ariza", "sayac", "tarife", "kesinti"},
		Cues:   map[string]string{"4001": "sayac", "10000": "ariza", "fatur": "fatura"},
		Narrow: 9,
	})
	for _, tt := range []struct {
		what     string
		p        Prompter
		template string
	}{
		{"digits are a cue", Prompter{Classifier: digits}, l.generator.Template},
		{"no blanks around the number", l.prompter, "Talep #{id}: {text}"},
		{"the number ends the prompt", l.prompter, "{text} : {id}"},
		{"the number ends a word", l.prompter, "{text} borc{id}"},
		{"another tokenizer", Prompter{Count: CountBytes, Classifier: digits}, l.generator.Template},
	} {
		c := l.generator
		c.Template = tt.template
		for _, c.Count = range []int{300, remembered + 300} {
			for _, c.FirstID = range []int64{3900, 99900} {
				requireItems(t, NewGenerated(c, tt.p), tt.p)
			}
		}
	}
}

func TestADigitsCueChangesOneAnswer(t *testing.T) {
	l := readLesson(t)
	k := NewClassifier(ClassifierConfig{Labels: []string{"ariza", "sayac"}, Cues: map[string]string{"4003": "sayac"}, Narrow: 9})
	g := NewGenerated(l.generator, Prompter{Classifier: k})
	for i := range g.Len() {
		if got, want := g.Item(i).Label == 1, g.Ticket(i).ID == "4003"; got != want {
			t.Errorf("ticket %d is answered sayac: %v; want %v", i, got, want)
		}
	}
}

func TestMarksInTextsStay(t *testing.T) {
	l := readLesson(t)
	c := l.generator
	c.Topics = []Topic{{Name: "fatura", Weight: 1, Templates: []string{"{id} {text} fatura", "{text}{id}"}}}
	c.Extras = []string{"{id} {text}"}
	for _, c.Template = range []string{"{text} {id}", "{id} : {text}", "{id}{text}"} {
		requireItems(t, NewGenerated(c, l.prompter), l.prompter)
	}
}

func TestAnyBatchHasTheItemsOfItsPrompts(t *testing.T) {
	text := rapid.SampledFrom([]string{"fatura borc", "Σ", "ΑΣ", "kargo, 42", "{id}", ""})
	rapid.Check(t, func(t *rapid.T) {
		f := frames().Draw(t, "frame")
		c := GeneratorConfig{
			Count:      rapid.IntRange(0, 40).Draw(t, "count"),
			Seed:       rapid.Int64().Draw(t, "seed"),
			FirstID:    min(numbers().Draw(t, "first id"), math.MaxInt64-40),
			ExtraShare: rapid.Float64Range(0, 1).Draw(t, "extra share"),
			Extras:     rapid.SliceOfN(text, 0, 3).Draw(t, "extras"),
			Template:   "{text}" + f.before + "{id}" + f.after,
		}
		if rapid.Bool().Draw(t, "text at the end") {
			c.Template = f.before + "{id}" + f.after + "{text}"
		}
		for i := range rapid.IntRange(1, 3).Draw(t, "topics") {
			c.Topics = append(c.Topics, Topic{
				Name:      []string{"odeme", "iade", "kargo"}[i],
				Weight:    rapid.Float64Range(0, 1).Draw(t, "weight"),
				Templates: rapid.SliceOfN(text, 1, 3).Draw(t, "templates"),
			})
		}
		p := Prompter{Classifier: classifiers().Draw(t, "classifier")}
		requireItems(t, NewGenerated(c, p), p)
	})
}

func TestLastTopicTakesWhatTheWeightsLeave(t *testing.T) {
	for _, tt := range []struct {
		weights []float64
		u       float64
		want    int
	}{
		{[]float64{0.5, 0.5}, 0, 0},
		{[]float64{0.5, 0.5}, 0.5, 1},
		{[]float64{0.2, 0.2}, 0.9, 1},
		{[]float64{0, 1}, 0, 1},
		{[]float64{1, 1}, 0.999, 0},
		{[]float64{0, 0}, 0, 1},
		{[]float64{1}, 0.999, 0},
	} {
		g := &Generated{}
		for _, weight := range tt.weights {
			g.Topics = append(g.Topics, Topic{Weight: weight})
		}
		if got := g.pick(tt.u); got != tt.want {
			t.Errorf("of the weights %v, %v picks topic %d; want %d", tt.weights, tt.u, got, tt.want)
		}
	}
}

func TestBatchesCanBeEmptyAndWithoutExtras(t *testing.T) {
	l := readLesson(t)
	c := l.generator
	c.Extras, c.ExtraShare = nil, 1
	requireItems(t, NewGenerated(c, l.prompter), l.prompter)
	c.Count = 0
	if g := NewGenerated(c, l.prompter); g.Len() != 0 {
		t.Errorf("an empty batch has %d tickets", g.Len())
	}
}

func TestItemsOfLargeBatchesTouchNoHeap(t *testing.T) {
	l := readLesson(t)
	l.generator.Count = 10_000_000
	g := NewGenerated(l.generator, l.prompter)
	i := 0
	allocations := testing.AllocsPerRun(1000, func() {
		g.Item(i)
		i += 9_973
	})
	if allocations != 0 {
		t.Errorf("an Item allocates %v times; want 0", allocations)
	}
}

func BenchmarkGeneratedItem(b *testing.B) {
	for _, count := range []int{remembered, 10_000_000} {
		b.Run(strconv.Itoa(count), func(b *testing.B) {
			l := readLesson(b)
			l.generator.Count = count
			g := NewGenerated(l.generator, l.prompter)
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				g.Item(i % count)
			}
		})
	}
}
