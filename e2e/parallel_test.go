package e2e

import (
	"os"
	"path/filepath"
	"testing"
)

func TestGNUParallelMakesWhatOneRunMakes(t *testing.T) {
	need(t, "parallel")
	b := newBench(t)
	b.plan()
	b.write("run.sh", b.run(program, "sweep", "emit", "parallel", "plan.json", "--shards", "5", "--program", program))
	b.run("sh", "run.sh", "--jobs", "2")
	b.checkMerged()
}

// A name that a shell would take apart goes through two of them whole.
func TestGNUParallelTakesNamesThatNeedQuotes(t *testing.T) {
	need(t, "parallel")
	b := newBench(t)
	name := `it's my "plan" $1.json`
	b.run(program, "sweep", "plan", "--over", "limit.calls=20,30", "--policy", "none", "-o", name)
	b.write("run.sh", b.run(program, "sweep", "emit", "parallel", name, "--shards", "2", "--program", program, "-o", "rows & more.csv"))
	b.run("sh", "run.sh")
	if _, err := os.Stat(filepath.Join(b.dir, "rows & more.csv")); err != nil {
		t.Error(err)
	}
}
