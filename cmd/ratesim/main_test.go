package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite golden files and the documentation's examples with what is printed")

// In the test's own program "ratesim" is the real one: another process, with its
// own streams and exit code.
func TestMain(m *testing.M) {
	flag.Set("test.parallel", "8") // unless the command line says otherwise: most tests wait for processes
	testscript.Main(m, map[string]func(){"ratesim": main})
}

// goldenFolder is where the scripts are.
func goldenFolder() string { return filepath.Join("..", "..", "testdata", "golden") }

// The scripts in testdata/golden are the command line's tests; each begins with
// what it shows. All find tiny.yaml in their folder: a scenario so small that each
// figure can be told without a computer.
func TestGolden(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 goldenFolder(),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("GOMAXPROCS", strconv.Itoa(runtime.GOMAXPROCS(0))) // so that -cpu holds for the program, too
			e.Setenv("RATESIM_PROGRESS", "none")                        // a slow machine prints no more than a fast one
			traces, err := filepath.Abs(filepath.Join(goldenFolder(), "..", "traces"))
			if err != nil {
				return err
			}
			e.Setenv("TRACES", traces)
			return copyFile("tiny.yaml", e.WorkDir)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit":  scriptExit,
			"gzip":  scriptGzip,
			"crlf":  scriptCRLF,
			"bom":   scriptBOM,
			"tidy":  scriptTidy,
			"serve": scriptServe,
		},
	})
}

// copyFile copies one of the scripts' files into a folder.
func copyFile(name, dir string) error {
	text, err := os.ReadFile(filepath.Join(goldenFolder(), name))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name), text, 0o666)
}

// scriptExit runs a program that must end with an exit code: exit 6 ratesim run …
func scriptExit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit code program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	if exit, is := errors.AsType[*exec.ExitError](err); is {
		got, err = exit.ExitCode(), nil
	}
	ts.Check(err)
	if got != want {
		ts.Fatalf("%s ends with exit code %d; want %d", strings.Join(args[1:], " "), got, want)
	}
}

// scriptGzip compresses a file: gzip t.csv makes t.csv.gz.
func scriptGzip(ts *testscript.TestScript, _ bool, args []string) {
	rewrite(ts, args, ".gz", func(text []byte) []byte {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, err := w.Write(text)
		ts.Check(errors.Join(err, w.Close()))
		return packed.Bytes()
	})
}

// scriptCRLF gives a file the line ends of Windows.
func scriptCRLF(ts *testscript.TestScript, _ bool, args []string) {
	rewrite(ts, args, "", func(text []byte) []byte {
		return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	})
}

// scriptBOM puts a byte order mark before a file.
func scriptBOM(ts *testscript.TestScript, _ bool, args []string) {
	rewrite(ts, args, "", func(text []byte) []byte { return append([]byte("\ufeff"), text...) })
}

func rewrite(ts *testscript.TestScript, args []string, suffix string, change func([]byte) []byte) {
	if len(args) != 1 {
		ts.Fatalf("want the name of one file; have %q", args)
	}
	text, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+suffix), change(text), 0o666))
}

// scriptServe starts ratesim serve until the script ends, and sets URL: serve -f
// mine.yaml --seed 7.
func scriptServe(ts *testscript.TestScript, _ bool, args []string) {
	cmd := exec.Command("ratesim", append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)
	cmd.Dir = ts.Getenv("WORK")
	said, err := cmd.StderrPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(said).ReadString('\n')
	ts.Check(err)
	_, rest, _ := strings.Cut(line, " on ")
	url, _, _ := strings.Cut(rest, " ")
	ts.Setenv("URL", url)
}

// scriptTidy fails if a temporary file was left anywhere.
func scriptTidy(ts *testscript.TestScript, _ bool, _ []string) {
	left, err := temporaryFiles(ts.Getenv("WORK"))
	ts.Check(err)
	if len(left) > 0 {
		ts.Fatalf("left behind: %q", left)
	}
}

// temporaryFiles returns the temporary files of the program in a folder and below.
func temporaryFiles(dir string) (names []string, err error) {
	err = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(entry.Name(), ".ratesim-") {
			names = append(names, name)
		}
		return err
	})
	return names, err
}
