package tickets

import (
	"strconv"
	"strings"
	"testing"
)

// requireQueries compares each Item with the one of the whole prompt.
func requireQueries(t *testing.T, c QueriesConfig, p Prompter) {
	t.Helper()
	q := NewQueries(c, p)
	if q.Len() != c.Count {
		t.Fatalf("%+v has %d requests; want %d", c, q.Len(), c.Count)
	}
	for i := range q.Len() {
		step := strconv.FormatInt(int64(i)*c.Every, 10)
		if got, want := q.Item(i), p.Item(strings.Replace(c.Template, "{step}", step, 1)); got != want {
			t.Fatalf("request %d of %+v is %+v; want %+v", i, c, got, want)
		}
		if got := q.Ticket(i); got != (Ticket{ID: step}) {
			t.Fatalf("request %d of %+v is shown as %+v", i, c, got)
		}
	}
}

func TestQueriesHaveTheItemsOfTheirPrompts(t *testing.T) {
	l := readLesson(t)
	for _, count := range []int{0, 1, 60, remembered, remembered + 1, 60_000} {
		requireQueries(t, QueriesConfig{Count: count, Every: 2, Template: l.queries.Template}, l.prompter)
	}
	for _, template := range []string{"{step}", "sorgu #{step}: kayit", "{step} fatura", "fatura {step}"} {
		requireQueries(t, QueriesConfig{Count: 300, Every: 997, Template: template}, l.prompter)
	}
	digits := NewClassifier(ClassifierConfig{Labels: []string{"ariza", "sayac"}, Cues: map[string]string{"118": "sayac"}, Narrow: 9})
	requireQueries(t, l.queries, Prompter{Classifier: digits})
	requireQueries(t, l.queries, Prompter{Classifier: digits, Count: CountBytes})
}

// The lesson's queries have the tokens saha uygul amasi sorgu su 0 : acik kayit
// sayis i.
func TestQueriesAreNotGraded(t *testing.T) {
	l := readLesson(t)
	q := NewQueries(l.queries, l.prompter)
	for i := range q.Len() {
		item := q.Item(i)
		if item.Grade != Ungraded || item.Tokens != 11 {
			t.Errorf("request %d is %+v; want 11 tokens and no grade", i, item)
		}
	}
}

func TestItemsOfManyQueriesTouchNoHeap(t *testing.T) {
	l := readLesson(t)
	l.queries.Count = 1_000_000
	q := NewQueries(l.queries, l.prompter)
	i := 0
	allocations := testing.AllocsPerRun(1000, func() {
		q.Item(i)
		i += 997
	})
	if allocations != 0 {
		t.Errorf("an Item allocates %v times; want 0", allocations)
	}
}
