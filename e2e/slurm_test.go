package e2e

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A cluster is Slurm on this machine alone: its own munged, one controller and one
// node, all on loopback and in one folder.
type cluster struct{ *bench }

// freePort returns a port that nobody listens at.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

const slurmConf = `ClusterName=ratesim
SlurmctldHost=%[1]s(127.0.0.1)
SlurmctldPort=%[3]d
SlurmdPort=%[4]d
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=%[2]s/munge.socket
StateSaveLocation=%[2]s/state
SlurmdSpoolDir=%[2]s/spool
SlurmctldPidFile=%[2]s/slurmctld.pid
SlurmdPidFile=%[2]s/slurmd.pid
SlurmctldLogFile=%[2]s/slurmctld.log
SlurmdLogFile=%[2]s/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,bf_interval=1
MpiDefault=none
ReturnToService=2
KillWait=2
NodeName=%[1]s NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
`

// startCluster starts Slurm; it ends with the test.
func startCluster(t *testing.T) *cluster {
	t.Helper()
	need(t, "munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol", "sinfo")
	if me, err := user.Current(); err != nil || me.Uid != "0" {
		skip(t, "only root can start Slurm")
	}
	c := &cluster{newBench(t)}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	for _, folder := range []string{"state", "spool"} {
		if err := os.Mkdir(filepath.Join(c.dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	c.write("munge.key", strings.Repeat("only for this test; ", 10))
	if err := os.Chmod(filepath.Join(c.dir, "munge.key"), 0o400); err != nil {
		t.Fatal(err)
	}
	c.write("slurm.conf", fmt.Sprintf(slurmConf, host, c.dir, freePort(t), freePort(t)))
	c.env = append(c.env, "SLURM_CONF="+filepath.Join(c.dir, "slurm.conf"))
	in := func(name string) string { return filepath.Join(c.dir, name) }
	c.start("munged", "--foreground", "--force", "--key-file="+in("munge.key"), "--socket="+in("munge.socket"),
		"--pid-file="+in("munge.pid"), "--log-file="+in("munge.log"), "--seed-file="+in("munge.seed"))
	c.wait("munged listens", func() bool { _, err := os.Stat(in("munge.socket")); return err == nil })
	c.start("slurmctld", "-D", "-f", in("slurm.conf"))
	c.start("slurmd", "-D", "-f", in("slurm.conf"), "-N", host)
	c.wait("the node is idle", func() bool {
		state, err := c.try("sinfo", "--noheader", "--format=%T")
		return err == nil && strings.TrimSpace(state) == "idle"
	})
	return c
}

// start starts a daemon in the foreground; it ends with the test.
func (c *cluster) start(name string, args ...string) {
	c.Helper()
	log, err := os.Create(filepath.Join(c.dir, name+".out"))
	if err != nil {
		c.Fatal(err)
	}
	daemon := exec.Command(name, args...)
	daemon.Dir, daemon.Env = c.dir, append(os.Environ(), c.env...)
	daemon.Stdout, daemon.Stderr = log, log
	if err := daemon.Start(); err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() {
		daemon.Process.Signal(os.Interrupt)
		timer := time.AfterFunc(5*time.Second, func() { daemon.Process.Kill() })
		daemon.Wait()
		timer.Stop()
		log.Close()
		if c.Failed() {
			text, _ := os.ReadFile(log.Name())
			c.Logf("%s: %s", name, text)
		}
	})
}

// states returns how many tasks of a job are in each state.
func (c *cluster) states(job string) map[string]int {
	c.Helper()
	count := map[string]int{}
	text := c.run("squeue", "--noheader", "--array", "--states=all", "--format=%T", "--jobs="+job)
	for _, state := range strings.Fields(text) {
		count[state]++
	}
	return count
}

// ended reports whether no task of a job waits or runs.
func (c *cluster) ended(job string) bool {
	states := c.states(job)
	return states["PENDING"]+states["RUNNING"]+states["COMPLETING"]+states["CONFIGURING"] == 0
}

// An array of which a task is killed leaves a gap, which is told, and which running
// that task again fills; what is put together then is what one run makes.
func TestASlurmArrayMakesWhatOneRunMakes(t *testing.T) {
	began := time.Now()
	c := startCluster(t)
	c.plan()
	c.write("submit.sh", c.run(program, "sweep", "emit", "slurm", "plan.json", "--shards", "8", "--program", program))
	var array, merge string
	text := c.run("sh", "submit.sh")
	if _, err := fmt.Sscanf(strings.ReplaceAll(text, ",", ""), "array %s merge %s", &array, &merge); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	c.wait("a task runs", func() bool { return c.states(array)["RUNNING"] > 0 })
	running := strings.Fields(c.run("squeue", "--noheader", "--array", "--states=running", "--format=%i", "--jobs="+array))
	killed := running[len(running)-1]
	c.run("scancel", "--full", "--signal=KILL", killed)
	c.wait("the array has ended", func() bool { return c.ended(array) })
	if states := c.states(array); states["COMPLETED"] != 7 {
		t.Fatalf("the states of the array are %v; want 7 of 8 tasks completed, and one killed", states)
	}
	c.wait("the merge is given up", func() bool { return c.ended(merge) })
	status, err := c.try(program, "sweep", "status", "plan.json", "--shards", "8")
	if exit, is := err.(*exec.ExitError); !is || exit.ExitCode() != 5 {
		t.Errorf("the status with a gap is %v; want exit code 5\n%s", err, status)
	}
	if output, err := c.try(program, "sweep", "merge", "plan.json", "-o", "rows.parquet"); err == nil {
		t.Errorf("cells with a gap are put together\n%s", output)
	}
	c.run("scontrol", "requeue", killed)
	c.run("scontrol", "update", "JobId="+killed, "StartTime=now")
	c.wait("the task has been run again", func() bool { return c.states(array)["COMPLETED"] == 8 })
	c.run(program, "sweep", "merge", "plan.json", "-o", "rows.parquet")
	c.checkMerged()
	t.Logf("killed task %s; it took %v", killed, time.Since(began).Round(time.Second))
}

// Without a task killed the script does it all.
func TestASlurmScriptPutsTheRowsTogether(t *testing.T) {
	c := startCluster(t)
	c.plan()
	c.write("submit.sh", c.run(program, "sweep", "emit", "slurm", "plan.json", "--shards", "3", "--program", program))
	c.run("sh", "submit.sh")
	c.wait("the rows are there", func() bool { _, err := os.Stat(filepath.Join(c.dir, "rows.parquet.manifest.json")); return err == nil })
	c.checkMerged()
}
