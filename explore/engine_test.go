package explore

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// counting returns a Progress, and how often it is told something.
func counting() (Progress, *int) {
	times := new(int)
	return func(int64, int64) error {
		*times++
		return nil
	}, times
}

// oneOf returns a question about a run of the lesson under a seed.
func oneOf(ask string, seed int, more string) []byte {
	return fmt.Appendf(nil, `{"ask":%q,"scenario":{"builtin":"lesson"},"load":"heavy","policy":"fixed","seed":%d%s}`, ask, seed, more)
}

func TestARunIsMadeOnceForTheStoriesOfItsRequests(t *testing.T) {
	e := &Engine{}
	tell, times := counting()
	const request, other, none = `,"flow":"batch","request":"4140"`, `,"flow":"interactive","request":"2"`, `,"flow":"batch","request":"nobody"`
	for i, c := range []struct {
		question []byte
		isMade   bool
	}{
		{oneOf("story", 1, request), true},
		{oneOf("requests", 1, ""), true},
		{oneOf("story", 1, request), false},
		{oneOf("story", 1, other), false},
		{oneOf("requests", 1, ""), false},
		{oneOf("story", 2, request), true},
		{oneOf("story", 1, request), false},
		{oneOf("story", 1, none), true}, // for what there is instead
		{oneOf("requests", 2, ""), true},
		{oneOf("story", 1, request), true},
		{oneOf("story", 2, request), false},
	} {
		*times = 0
		got, want := e.Answer(c.question, tell), Answer(c.question, nil, nil)
		if !bytes.Equal(got, want) {
			t.Errorf("question %d: %s\nis answered by\n%.300s\nand asked for the first time by\n%.300s", i, c.question, got, want)
		}
		if isMade := *times > 0; isMade != c.isMade {
			t.Errorf("question %d: %s: the run is made: %v; want %v", i, c.question, isMade, c.isMade)
		}
	}
}

func TestWhatWasKeptOfAFileGoesWhenItIsOpenedAnew(t *testing.T) {
	e := &Engine{}
	question := []byte(`{"ask":"requests","scenario":{"builtin":"lesson","input":"mine.csv"},"load":"heavy","policy":"none"}`)
	ids := func(tell Progress) string {
		var a struct{ Result []requestLine }
		if err := json.Unmarshal(e.Answer(question, tell), &a); err != nil {
			t.Fatal(err)
		}
		var batch []string
		for _, line := range a.Result {
			if line.Flow == "batch" {
				batch = append(batch, line.ID)
			}
		}
		return strings.Join(batch, " ")
	}
	e.Open("mine.csv", []byte("id,text\nA,a\n"))
	if got := ids(nil); got != "A" {
		t.Errorf("the batch sends %q", got)
	}
	e.Open("mine.csv", []byte("id,text\nB,b\n"))
	// A file that is opened while the run is made is not the one that the run is of.
	opened := false
	during := func(int64, int64) error {
		if !opened {
			opened = true
			e.Open("mine.csv", []byte("id,text\nC,c\n"))
		}
		return nil
	}
	if got := ids(during); got != "B" {
		t.Errorf("the batch sends %q; want what the file held when it was asked", got)
	}
	if got := ids(nil); got != "C" {
		t.Errorf("the batch sends %q of the file that was opened last", got)
	}
}

func TestAStoppedRunIsNotKept(t *testing.T) {
	e := &Engine{}
	stop := func(int64, int64) error { return ErrStopped }
	if got := string(e.Answer(oneOf("requests", 1, ""), stop)); got != `{"error":"stopped","stopped":true}` {
		t.Error(got)
	}
	if got, want := e.Answer(oneOf("requests", 1, ""), nil), Answer(oneOf("requests", 1, ""), nil, nil); !bytes.Equal(got, want) {
		t.Errorf("%.300s\nwant\n%.300s", got, want)
	}
}
