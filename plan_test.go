package ratesim

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport is the plan of the house: which of our packages a package may import
// directly, floor by floor. A package that is not here does not belong. Why each
// stands where it does is told in docs/decisions/001-plan.md.
var mayImport = map[string][]string{
	// ground
	"calendar": {},
	"chance":   {},
	"claim":    {"suggest"},
	"exact":    {},
	"hint":     {},
	"schema":   {},
	"spec":     {"suggest"},
	"suggest":  {},
	"trace":    {},
	"lines":    {},
	"spool":    {},
	"tickets":  {"chance", "lines", "spool"},
	"stats":    {"chance"},
	// floor 1
	"policy":   {"chance", "hint", "spec", "suggest"},
	"recorded": {"chance", "lines", "spool", "suggest"},
	"endpoint": {"chance", "exact", "hint", "spec"},
	"governor": {"exact", "policy", "spec"},
	"preset":   {"spec"},
	// floor 2
	"workload": {"calendar", "chance", "recorded", "spec"},
	"sim":      {"calendar", "chance", "endpoint", "governor", "hint", "policy", "recorded", "tickets", "trace", "workload"},
	"figure":   {"spec", "trace"},
	"report":   {"claim", "stats", "suggest", "trace"},
	"tune":     {"chance", "policy", "spec", "stats", "suggest"},
	"wire":     {"hint"},
	"picture":  {"stats", "suggest", "trace"},
	// floor 3
	"bench":        {"client", "governor", "policy", "sim", "trace", "wire", "workload"},
	"client":       {"chance", "governor", "hint", "policy", "trace", "wire"},
	"scenario":     {"chance", "endpoint", "governor", "hint", "policy", "preset", "recorded", "sim", "spec", "suggest", "tickets", "trace", "workload"},
	"server":       {"endpoint", "hint", "schema", "suggest", "trace", "wire"},
	"sweep":        {"chance", "spec", "suggest"},
	"handout":      {"report", "stats", "trace"},
	"handout/page": {"handout", "picture", "report"},

	"scenarios/published": {},
	"web":                 {},
	"web/pack":            {},
	// floor 4
	"required":              {},
	"client/clienttest":     {"client", "sim", "workload"},
	"lines/linestest":       {},
	"scenario/scenariotest": {},
	"explore":               {"handout", "lines", "policy", "preset", "recorded", "report", "scenario", "sim", "suggest", "tickets", "trace"},
	"cmd/explorer":          {"explore"},
	"cmd/ratesim":           {"bench", "claim", "client", "figure", "handout", "handout/page", "hint", "lines", "picture", "policy", "preset", "recorded", "report", "scenario", "scenarios/published", "server", "sim", "spec", "stats", "suggest", "sweep", "tickets", "trace", "tune", "web", "wire", "workload"},
}

// mustNotImport names what a package must not import, with the reason that the
// test gives to whoever does.
var mustNotImport = map[string]map[string]string{
	"policy":   {"endpoint": "client and server know each other only by the wire", "sim": "a policy must not know that it is simulated"},
	"endpoint": {"policy": "the server does not know the client's policy", "tickets": "an endpoint sees a size and a key, not a ticket"},
	"trace":    {"ratesim/": "the record must not know who wrote it"},
	"report": {
		"sim":      "whatever is printed must be in the trace, else a real run cannot be reported",
		"policy":   "whatever is printed must be in the trace, else a real run cannot be reported",
		"endpoint": "whatever is printed must be in the trace, else a real run cannot be reported",
	},
	"bench": {
		"endpoint": "it must see of the API's side no more than the wire carries",
		"scenario": "it is handed flows, whatever made them",
		"server":   "it must work with any endpoint",
	},
	"client": {
		"endpoint": "it must see of the API's side no more than the wire carries",
		"sim":      "it must send by itself what a simulation sends",
	},
	"server": {
		"policy":   "what its clients do it learns from the wire",
		"scenario": "it is handed an endpoint, whatever made it",
		"sim":      "it must decide by itself what a simulation decides",
	},
	"web":   {"sim": "the page has an engine of its own; this serves files"},
	"sweep": {"sim": "it is handed a run function, so that it works on a formula in tests"},
	"tune":  {"sim": "it is handed a run function, so that it works on a formula in tests"},
}

// core are the packages that are told everything: no clock, no files, no threads.
var core = []string{"calendar", "chance", "claim", "endpoint", "exact", "figure", "governor", "hint", "lines", "policy", "recorded", "sim", "spec", "spool", "tickets", "trace", "workload"}

// trace may import sync for a table that is made once (sync.OnceValue).
const coreReason = "the core is deterministic and single-threaded, and compiles to WebAssembly"

var barredFromCore = []string{"context", "log", "log/slog", "math/rand", "net", "net/http", "os", "os/exec", "sync"}

// clock are the functions by which a core would ask the time, or chance that
// nobody named.
var clock = map[string][]string{
	"time":         {"After", "AfterFunc", "NewTicker", "NewTimer", "Now", "Since", "Sleep", "Tick", "Until"},
	"math/rand/v2": {"ExpFloat64", "Float32", "Float64", "Int", "Int32", "Int32N", "Int64", "Int64N", "IntN", "N", "NormFloat64", "Perm", "Shuffle", "Uint32", "Uint64", "UintN"},
}

// outside says where a library that is not ours may be used, if not everywhere.
var outside = map[string][]string{
	"github.com/spf13/":          {"cmd/ratesim"},
	"golang.org/x/term":          {"cmd/ratesim"},
	"github.com/vbauerster/mpb":  {"cmd/ratesim"},
	"github.com/tiktoken-go/":    {"cmd/ratesim"},
	"gonum.org/":                 {"cmd/ratesim", "picture", "scenarios/published", "stats"},
	"gonum.org/v1/plot":          {"picture"},
	"codeberg.org/":              {"picture"},
	"github.com/olekukonko/":     {"report"},
	"github.com/clipperhouse/":   {"report"},
	"github.com/pmezard/":        {"report"},
	"go.yaml.in/yaml":            {"cmd/ratesim", "preset", "scenario"},
	"github.com/parquet-go/":     {"cmd/ratesim"},
	"github.com/prometheus/":     {"server"},
	"github.com/rogpeppe/":       {},
	"pgregory.net/rapid":         {},
	"github.com/santhosh-tekuri": {},
}

func TestThePlanOfTheHouseHolds(t *testing.T) {
	packages := packagesOfTheHouse(t)
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		allowed, planned := mayImport[name]
		if !planned {
			t.Errorf("package %s is not in the plan: give it a line in plan_test.go and a reason in docs/decisions/", name)
			continue
		}
		for _, path := range packages[name] {
			checkImport(t, imported{by: name, path: path}, allowed)
		}
	}
	for name := range mayImport {
		if _, exists := packages[name]; !exists {
			t.Errorf("the plan has a package %s that does not exist", name)
		}
	}
}

// imported is one import of a package of the house.
type imported struct{ by, path string }

func checkImport(t *testing.T, i imported, allowed []string) {
	t.Helper()
	ours, isOurs := strings.CutPrefix(i.path, "ratesim/")
	for barred, reason := range mustNotImport[i.by] {
		if ours == barred || barred == "ratesim/" && isOurs {
			t.Errorf("%s must not import %s: %s", i.by, i.path, reason)
		}
	}
	if isOurs && !slices.Contains(allowed, ours) {
		t.Errorf("%s imports %s, which the plan does not allow", i.by, i.path)
	}
	if slices.Contains(core, i.by) && slices.Contains(barredFromCore, i.path) && !(i.by == "trace" && i.path == "sync") {
		t.Errorf("%s must not import %s: %s", i.by, i.path, coreReason)
	}
	if strings.Contains(i.path, ".") && slices.Contains(core, i.by) {
		t.Errorf("%s must not import %s: the core depends on nothing", i.by, i.path)
	}
	for library, places := range outside {
		if strings.HasPrefix(i.path, library) && !slices.Contains(places, i.by) {
			t.Errorf("%s must not import %s: it is kept to %q and tests", i.by, i.path, places)
		}
	}
}

func TestTheCoreAsksNoClockAndNoUnnamedChance(t *testing.T) {
	for _, name := range core {
		for _, file := range sourceFiles(t, name) {
			ast.Inspect(file.tree, func(n ast.Node) bool {
				s, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				x, ok := s.X.(*ast.Ident)
				if ok && slices.Contains(clock[file.imports[x.Name]], s.Sel.Name) {
					t.Errorf("%s: %s.%s: the core is told the time and its chance; it never asks", file.at(s.Pos()), x.Name, s.Sel.Name)
				}
				return true
			})
		}
	}
}

// A sourceFile is a parsed Go file that is no test.
type sourceFile struct {
	name    string
	tree    *ast.File
	set     *token.FileSet
	imports map[string]string // path by the name it is used under
}

func (f sourceFile) at(pos token.Pos) string { return f.set.Position(pos).String() }

// sourceFiles parses the files of a package of the house.
func sourceFiles(t *testing.T, dir string) []sourceFile {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(filepath.FromSlash(dir), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []sourceFile
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		f := sourceFile{name: name, tree: tree, set: set, imports: map[string]string{}}
		for _, spec := range tree.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			used := strings.TrimSuffix(path, "/v2")
			used = used[strings.LastIndexByte(used, '/')+1:]
			if spec.Name != nil {
				used = spec.Name.Name
			}
			f.imports[used] = path
		}
		files = append(files, f)
	}
	return files
}

// packagesOfTheHouse returns the imports of each package, by its folder.
func packagesOfTheHouse(t *testing.T) map[string][]string {
	t.Helper()
	packages := map[string][]string{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() || path == "." {
			return err
		}
		if name := entry.Name(); strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules" || name == "tools" || name == "e2e" {
			return filepath.SkipDir
		}
		for _, file := range sourceFiles(t, path) {
			name := filepath.ToSlash(path)
			for _, imports := range file.imports {
				packages[name] = append(packages[name], imports)
			}
			if packages[name] == nil {
				packages[name] = []string{}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return packages
}
