package scenario

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// scenarioTexts returns the scenarios of the repository's tests and studies, by where
// they stand.
func scenarioTexts(t *testing.T) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	visit := func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		switch filepath.Ext(path) {
		case ".yaml":
			all[path], err = os.ReadFile(path)
		case ".txtar":
			archive, errParse := txtar.ParseFile(path)
			if err = errParse; err == nil {
				for _, file := range archive.Files {
					if strings.HasSuffix(file.Name, ".yaml") {
						all[path+":"+file.Name] = file.Data
					}
				}
			}
		}
		return err
	}
	for _, root := range []string{"../testdata", "../scenarios", "builtin"} {
		if err := filepath.WalkDir(root, visit); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestTheSchemaAcceptsEachScenarioThatIsRead(t *testing.T) {
	s := compiled(t)
	accepted := 0
	for name, text := range scenarioTexts(t) {
		if _, err := Read(Input{File: bytes.NewReader(text), FileName: name}); err != nil {
			continue
		}
		if err := validate(t, s, text); err != nil {
			t.Errorf("%s is refused: %v", name, err)
		}
		accepted++
	}
	if accepted < 80 {
		t.Errorf("want at least 80 scenarios that are read; have %d", accepted)
	}
}
