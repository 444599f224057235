package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"ratesim/required"
	"ratesim/web"
)

// commands returns all commands that a user can call, the program itself first.
func commands() []*cobra.Command {
	root := newRootCommand(edge{temporary: &temporaries{}})
	root.InitDefaultHelpCmd()
	all := []*cobra.Command{root}
	for i := 0; i < len(all); i++ {
		all = append(all, all[i].Commands()...)
	}
	return all
}

const exampleScenario = `version: 1
name: mine
limit:
  calls: 30
policies:
  slow: fixed(wait=15steps)
`

const exampleTickets = `id,text,topic
1,bu ayki fatura tutari cok yuksek,fatura
2,evde su akmiyor,ariza
3,tarife degisikligi icin ne yapmam gerekiyor,tarife
`

const exampleRequests = `at,input,output
0,1200,80
0.5,900,20
2.25,4000,310
`

// exampleFolder makes a folder with the files that examples speak of.
func exampleFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"mine.yaml": exampleScenario, "tickets.csv": exampleTickets, "requests.csv": exampleRequests} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := shell(dir, "ratesim run --trace run.ndjson"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// shell runs a line in a folder and returns all that it prints.
func shell(dir, line string) (string, error) {
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "RATESIM_PROGRESS=none")
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	err := cmd.Run()
	return output.String(), err
}

func TestExamplesOfEveryCommandRun(t *testing.T) {
	t.Parallel()
	folder := exampleFolder(t)
	for _, cmd := range commands() {
		lines := strings.Split(cmd.Example, "\n")
		if len(lines) < 3 {
			t.Errorf("%s has %d examples; want at least 3", cmd.CommandPath(), len(lines))
		}
		for _, line := range lines {
			t.Run(strings.TrimSpace(line), func(t *testing.T) {
				t.Parallel()
				if _, err := web.Files(); err != nil && cmd.Name() == "explore" && !required.All() {
					t.Skip(err)
				}
				if !strings.HasPrefix(line, "  ratesim ") && line != "  ratesim" {
					t.Fatalf("%q does not begin with two blanks and ratesim", line)
				}
				dir := t.TempDir()
				if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
					t.Fatal(err)
				}
				if out, err := shell(dir, line); err != nil {
					t.Errorf("%s: %v\n%s", line, err, out)
				}
			})
		}
	}
}

func TestHelpFitsAScreen(t *testing.T) {
	for _, cmd := range commands() {
		var help bytes.Buffer
		cmd.SetOut(&help)
		if err := cmd.Help(); err != nil {
			t.Fatal(err)
		}
		if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s: %q does not say in a few words what it is for", cmd.CommandPath(), cmd.Short)
		}
		for line := range strings.Lines(help.String()) {
			if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > helpColumns {
				t.Errorf("%s --help: %d columns: %s", cmd.CommandPath(), n, line)
			}
		}
	}
}

// Whatever is wrong with a command line is the user's to mend: exit code 2, a
// message, and nothing on standard output.
func TestEveryCommandRefusesWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	for _, cmd := range commands() {
		path := strings.Fields(cmd.CommandPath())[1:]
		given := map[string][]string{
			"flag":      append(path, "--nonsense"),
			"arguments": append(path, "nonsense", "more", "and", "more"),
			"help":      append([]string{"help"}, append(path, "nonsense")...),
		}
		for what, args := range given {
			t.Run(cmd.CommandPath()+" "+what, func(t *testing.T) {
				t.Parallel()
				var out, err bytes.Buffer
				code := ratesim(edge{args: args, out: &out, err: &err, temporary: &temporaries{}})
				if code != exitUsage || out.Len() > 0 || !strings.HasPrefix(err.String(), "ratesim: ") {
					t.Errorf("%q: exit code %d; want %d\nstdout: %s\nstderr: %s", args, code, exitUsage, &out, &err)
				}
			})
		}
	}
}
