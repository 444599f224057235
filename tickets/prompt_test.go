package tickets

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"
)

// A lesson is what the built-in scenario says of the requests' content.
type lesson struct {
	generator GeneratorConfig
	queries   QueriesConfig
	prompter  Prompter
}

func readLesson(t testing.TB) lesson {
	t.Helper()
	text, err := os.ReadFile("../scenario/builtin/lesson.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Tickets struct {
			Count      int
			Seed       int64
			FirstID    int64   `yaml:"first_id"`
			ExtraShare float64 `yaml:"extra_share"`
			Topics     yaml.Node
			Extras     []string
		}
		Labels struct {
			Names  []string
			Narrow int
			Cues   map[string]string
		}
		Flows struct{ Interactive, Batch struct{ Prompt string } }
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	l := lesson{
		generator: GeneratorConfig{
			Count:      file.Tickets.Count,
			Seed:       file.Tickets.Seed,
			FirstID:    file.Tickets.FirstID,
			ExtraShare: file.Tickets.ExtraShare,
			Extras:     file.Tickets.Extras,
			Template:   file.Flows.Batch.Prompt,
		},
		queries: QueriesConfig{Count: 60, Every: 2, Template: file.Flows.Interactive.Prompt},
		prompter: Prompter{Classifier: NewClassifier(ClassifierConfig{
			Labels: file.Labels.Names,
			Cues:   file.Labels.Cues,
			Narrow: file.Labels.Narrow,
		})},
	}
	for i := 0; i < len(file.Tickets.Topics.Content); i += 2 { // names and topics in turn
		topic := Topic{Name: file.Tickets.Topics.Content[i].Value}
		if err := file.Tickets.Topics.Content[i+1].Decode(&topic); err != nil {
			t.Fatal(err)
		}
		l.generator.Topics = append(l.generator.Topics, topic)
	}
	return l
}

// readLessonRows returns the rows of a table of the lesson by column.
func readLessonRows(t testing.TB, name string) []map[string]string {
	t.Helper()
	file, err := os.Open("../testdata/lesson/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, value := range line {
			row[lines[0][i]] = value
		}
		rows = append(rows, row)
	}
	return rows
}

func TestPromptsAreTheLessons(t *testing.T) {
	l := readLesson(t)
	rows := readLessonRows(t, "prompts.csv")
	if len(rows) != 200 {
		t.Fatalf("prompts.csv has %d rows; want 200", len(rows))
	}
	for _, row := range rows {
		item := l.prompter.Ticket(l.generator.Template, Ticket{ID: row["id"], Text: row["text"], Topic: row["label"]})
		requireRow(t, l, item, row["id"], map[string]string{"tokens": row["tokens"], "hash": row["hash"], "label": row["label"]})
		if item.Grade != Right {
			t.Errorf("%q: the answer is graded %d; want %d", row["id"], item.Grade, Right)
		}
	}
}

// requireRow compares an Item with what the lesson's program wrote.
func requireRow(t *testing.T, l lesson, item Item, name string, want map[string]string) {
	t.Helper()
	got := map[string]string{
		"tokens": strconv.FormatUint(uint64(item.Tokens), 10),
		"hash":   strconv.FormatUint(uint64(item.Hash), 10),
		"label":  l.prompter.Classifier.Labels()[item.Label],
	}
	for column := range got {
		if got[column] != want[column] {
			t.Errorf("%q: %s is %s; want %s", name, column, got[column], want[column])
		}
	}
}

func TestMarksInTicketsStay(t *testing.T) {
	l := readLesson(t)
	ticket := Ticket{ID: "{text}", Text: "{id} {text} borc", Topic: "sayac"}
	got := l.prompter.Ticket("Talep {id}: {text}", ticket)
	want := l.prompter.Item("Talep {text}: {id} {text} borc")
	want.Grade = Wrong
	if got != want {
		t.Errorf("have %+v; want %+v", got, want)
	}
}

func TestAnotherCounterChangesTheSizeOnly(t *testing.T) {
	l := readLesson(t)
	want := l.prompter.Item(promptOfTheLesson)
	for _, tt := range []struct {
		what  string
		count Counter
		want  uint32
	}{
		{"bytes", CountBytes, uint32(len(promptOfTheLesson)+3) / 4},
		{"nothing", func(string) int { return 0 }, 0},
		{"more than fits", func(string) int { return math.MaxInt }, math.MaxUint32},
	} {
		want.Tokens = tt.want
		if got := (Prompter{Count: tt.count, Classifier: l.prompter.Classifier}).Item(promptOfTheLesson); got != want {
			t.Errorf("%s: have %+v; want %+v", tt.what, got, want)
		}
	}
}

func TestShortcutIsTakenOnlyWhereItIsSafe(t *testing.T) {
	words := NewClassifier(ClassifierConfig{Labels: []string{"odeme"}, Cues: map[string]string{"borc": "odeme"}, Narrow: 1})
	digits := NewClassifier(ClassifierConfig{Labels: []string{"odeme"}, Cues: map[string]string{"4001": "odeme"}, Narrow: 1})
	for _, tt := range []struct {
		frame
		p    Prompter
		want bool
	}{
		{frame{before: "Talep ", after: " : "}, Prompter{Classifier: words}, true},
		{frame{}, Prompter{Classifier: words}, true},
		{frame{before: "Talep ", after: ": "}, Prompter{Classifier: words}, false},
		{frame{before: "#", after: " : "}, Prompter{Classifier: words}, false},
		{frame{before: "Talep ", after: " : "}, Prompter{Classifier: digits}, false},
		{frame{before: "Talep ", after: " : "}, Prompter{Classifier: words, Count: CountBytes}, false},
	} {
		if got := tt.p.newNumbered(tt.frame).separable; got != tt.want {
			t.Errorf("the shortcut for %+v is taken: %v; want %v", tt.frame, got, tt.want)
		}
	}
}

// frames generates what may stand around a number, blanks often.
func frames() *rapid.Generator[frame] {
	part := rapid.SampledFrom([]string{"", " ", "  ", ",", "Σ", "ΑΣ ", "'", "borc", "4", "42 ", " 42", "\t", "\u00a0", "abcd", "ğ"})
	parts := rapid.Map(rapid.SliceOfN(part, 0, 4), func(parts []string) string { return strings.Join(parts, "") })
	return rapid.Custom(func(t *rapid.T) frame {
		topic := rapid.SampledFrom([]string{"", "odeme", "iade", "kargo"}).Draw(t, "topic")
		return frame{before: parts.Draw(t, "before"), after: parts.Draw(t, "after"), topic: topic}
	})
}

// classifiers generates classifiers, some of which look at numbers.
func classifiers() *rapid.Generator[*Classifier] {
	return rapid.Map(rapid.SampledFrom([]string{"borc", "42", "99999", "5", "abcd4"}), func(cue string) *Classifier {
		return NewClassifier(ClassifierConfig{Labels: []string{"odeme", "iade"}, Cues: map[string]string{cue: "odeme"}, Narrow: 1})
	})
}

// numbers generates numbers, those where the digits become more often.
func numbers() *rapid.Generator[int64] {
	return rapid.OneOf(rapid.Int64Range(0, math.MaxInt64), rapid.SampledFrom([]int64{0, 9, 10, 42, 9999, 99999, 100000, 9999999999, 10000000000}))
}

func TestNumberedPromptsAgreeWithWholeOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Prompter{Classifier: classifiers().Draw(t, "classifier")}
		if rapid.Bool().Draw(t, "bytes") {
			p.Count = CountBytes
		}
		f := frames().Draw(t, "frame")
		n := p.newNumbered(f)
		for _, number := range rapid.SliceOf(numbers()).Draw(t, "numbers") {
			want := p.graded(p.Item(f.before+strconv.FormatInt(number, 10)+f.after), f.topic)
			if got := n.item(number); got != want {
				t.Fatalf("%q %d %q is %+v; want %+v", f.before, number, f.after, got, want)
			}
		}
	})
}
