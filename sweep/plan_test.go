package sweep

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
)

// writtenPlan returns a plan of some cells as it stands in its file.
func writtenPlan(t testing.TB, cells int) []byte {
	t.Helper()
	var file bytes.Buffer
	p := Plan{Version: PlanVersion, Program: "v1", Engine: 3, Source: json.RawMessage(`{}`), Scenario: json.RawMessage(`{}`),
		Settings: Settings{Over: []string{"a=1..9"}, Design: Grid, Block: 10}, Cells: int64(cells)}
	w, err := NewPlanWriter(&file, p)
	if err != nil {
		t.Fatal(err)
	}
	for i := range cells {
		if err := w.Cell(Cell{Key: fmt.Sprintf("%064d", i), Values: []string{fmt.Sprint(i)}, Load: "light", Policy: "none", Seeds: "1..+10"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// cellsIn returns how many cells a plan's file has, or what is wrong with it.
func cellsIn(file []byte) (int, error) {
	p, err := NewPlanReader(bytes.NewReader(file))
	if err != nil {
		return 0, err
	}
	for n := 0; ; n++ {
		number, c, err := p.Next()
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		if int(number) != n || c.Values[0] != fmt.Sprint(n) {
			return n, fmt.Errorf("cell %d is read as %d, %v", n, number, c)
		}
	}
}

func TestAPlanIsReadAsItWasWritten(t *testing.T) {
	for _, cells := range []int{0, 1, 2, 100} {
		file := writtenPlan(t, cells)
		if n, err := cellsIn(file); n != cells || err != nil {
			t.Errorf("of %d cells %d are read, error %v", cells, n, err)
		}
		if !json.Valid(file) {
			t.Errorf("a plan of %d cells is no JSON document:\n%s", cells, file)
		}
	}
}

func TestAPlanThatIsCutOffOrChangedIsRefused(t *testing.T) {
	file := writtenPlan(t, 3)
	for cut := range len(file) {
		if n, err := cellsIn(file[:cut]); err == nil {
			t.Fatalf("a plan cut off after %d of %d bytes is taken for one of %d cells", cut, len(file), n)
		}
	}
	lines := strings.SplitAfter(string(file), "\n")
	for name, changed := range map[string]string{
		"a cell twice":   lines[0] + lines[1] + lines[1] + lines[2] + lines[3] + lines[4],
		"a cell less":    lines[0] + lines[1] + lines[3] + lines[4],
		"a newer one":    strings.Replace(string(file), `"plan":1`, `"plan":2`, 1),
		"a member more":  strings.Replace(string(file), `"plan":1`, `"plan":1,"more":1`, 1),
		"a shorter key":  strings.Replace(string(file), `"key":"0`, `"key":"`, 1),
		"a path as key":  strings.Replace(string(file), `"key":"00`, `"key":"..`, 1),
		"a value more":   strings.Replace(string(file), `["1"]`, `["1","2"]`, 1),
		"something else": "load,policy\n",
	} {
		if n, err := cellsIn([]byte(changed)); err == nil {
			t.Errorf("%s: taken for a plan of %d cells", name, n)
		}
	}
}

func TestWhatIsSealedIsUnsealed(t *testing.T) {
	key := Content{Engine: 1, Scenario: json.RawMessage(`{"a":1}`)}.Hash().Key("1..+20")
	rows := []byte("a,b\n1,2\n")
	file := Seal(key, rows)
	if got, err := Unseal(key, file); err != nil || !bytes.Equal(got, rows) {
		t.Errorf("unsealed as %q, error %v", got, err)
	}
	if _, err := Unseal(strings.Repeat("0", 64), file); err == nil {
		t.Error("unsealed under another key")
	}
	for at := range file {
		spoiled := bytes.Clone(file)
		spoiled[at] ^= 1
		if _, err := Unseal(key, spoiled); err == nil {
			t.Errorf("unsealed with byte %d spoiled", at)
		}
		if _, err := Unseal(key, file[:at]); err == nil {
			t.Errorf("unsealed when cut off after %d bytes", at)
		}
	}
}

func TestAKeyDependsOnAllOfItsContent(t *testing.T) {
	base := Content{Engine: 1, Scenario: json.RawMessage(`{}`), Load: "light", Policy: "p", PolicySpec: "none"}
	seen := map[string]int{base.Hash().Key("1"): 0, base.Hash().Key("2"): -1}
	for i, change := range []func(*Content){
		func(c *Content) { c.Engine = 2 },
		func(c *Content) { c.Scenario = json.RawMessage(`{"a":1}`) },
		func(c *Content) { c.Load = "heavy" },
		func(c *Content) { c.Policy = "q" },
		func(c *Content) { c.PolicySpec = "fixed" },
		func(c *Content) { c.Inputs = json.RawMessage(`1`) },
	} {
		c := base
		change(&c)
		if other, known := seen[c.Hash().Key("1")]; known {
			t.Errorf("change %d has the key of %d", i+1, other)
		}
		seen[c.Hash().Key("1")] = i + 1
	}
}

func FuzzPlanReader(f *testing.F) {
	f.Add(writtenPlan(f, 2))
	f.Fuzz(func(t *testing.T, file []byte) {
		p, err := NewPlanReader(bytes.NewReader(file))
		for err == nil {
			_, _, err = p.Next()
		}
	})
}
