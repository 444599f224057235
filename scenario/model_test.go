package scenario

import (
	"encoding/csv"
	"os"
	"strconv"
	"testing"
	"fmt"
	"ratesim/sim"
	"strings"
)

func TestLessonSeeds(t *testing.T) {
	f, err := os.Open("../testdata/lesson/variations.csv")
	if err != nil { t.Fatal(err) }
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil { t.Fatal(err) }
	col := map[string]int{}
	for i, n := range rows[0] { col[n] = i }
	bad := 0
	var runner *sim.Runner
	last := ""
	for _, r := range rows[1:] {
		key := r[1]+r[3]+r[4]
		if key != last {
		last = key
		var in Input
		if r[1] != "" {
		for _, s := range strings.Split(r[1], ";") { in.Settings = append(in.Settings, Setting(s)) }
		}
		s, err := Read(in)
		if err != nil { t.Errorf("%s: %v", r[0], err); continue }
		p, _ := NewPrompter(s, nil)
		m, err := NewModel(s, p, nil)
		if err != nil { t.Fatal(err) }
		c, err := m.Case(r[3], r[4])
		if err != nil { t.Fatal(err) }
		runner = sim.NewRunner(m.Config(c))
		}
		seed, _ := strconv.ParseInt(r[2], 10, 64)
		res, err := runner.Run(seed, nil)
		if err != nil { t.Fatal(err) }
		i, b := res.Flows[0], res.Flows[1]
		got := fmt.Sprint(b.Completed, b.Correct, b.Requests, i.Completed, i.Requests, b.Calls, b.RateLimited, b.Timeouts+b.Partial, b.Tokens+i.Tokens, b.Wasted+i.Wasted, b.Unfinished, b.GivenUp, i.GivenUp, i.Unfinished)
		want := strings.Join(r[5:], " ")
		if got != want { bad++; if bad < 20 { t.Errorf("%v\n got %s\nwant %s", r[:5], got, want) } }
	}
	t.Log(len(rows), bad)
}
