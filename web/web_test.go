package web

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

var page = fstest.MapFS{
	"index.html": {Data: []byte("<!doctype html>" + generator)},
	"app.js":     {Data: []byte("1")},
	"engine.bin": {Data: []byte("2")},
}

func TestThePageIsServedToThisMachineOnly(t *testing.T) {
	for _, c := range []struct {
		method, host, path string
		status             int
		kind               string
	}{
		{"GET", "127.0.0.1:9", "/", 200, "text/html; charset=utf-8"},
		{"GET", "localhost", "/app.js", 200, "text/javascript; charset=utf-8"},
		{"HEAD", "[::1]:9", "/engine.bin", 200, "application/octet-stream"},
		{"GET", "127.0.0.1", "/../web.go", 404, ""},
		{"GET", "127.0.0.1", "/assets", 404, ""},
		{"POST", "127.0.0.1", "/", 405, ""},
		{"GET", "evil.example", "/", 403, ""},
		{"GET", "127.0.0.1.evil.example:9", "/", 403, ""},
		{"GET", "", "/", 403, ""},
	} {
		r := httptest.NewRequest(c.method, c.path, nil)
		r.Host = c.host
		w := httptest.NewRecorder()
		Handler(page).ServeHTTP(w, r)
		if w.Code != c.status || c.kind != "" && w.Header().Get("Content-Type") != c.kind {
			t.Errorf("%s %s of %q: %d %q; want %d %q", c.method, c.path, c.host, w.Code, w.Header().Get("Content-Type"), c.status, c.kind)
		}
		if csp := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'") || strings.Contains(csp, "unsafe-inline") {
			t.Errorf("%s %s: policy %q", c.method, c.path, csp)
		}
	}
}

func TestExportWritesWhatIsServed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	if err := Export(page, dir); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServerFS(os.DirFS(dir)))
	defer server.Close()
	for name, file := range page {
		answer, err := http.Get(server.URL + "/" + strings.TrimSuffix(name, "index.html"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || string(got) != string(file.Data) {
			t.Errorf("%s: %q, %v; want %q", name, got, err, file.Data)
		}
	}
	file := filepath.Join(dir, "index.html")
	if err := Export(page, file); err == nil {
		t.Error("a file was taken for a directory")
	}
}

func TestExportWritesOverNothingButAPage(t *testing.T) {
	for _, c := range []struct {
		name  string
		there map[string]string
		wrong []string // files that are told
	}{
		{"nothing", nil, nil},
		{"other files", map[string]string{"README": "mine"}, nil},
		{"an older page", map[string]string{"index.html": "<p>old" + generator, "app.js": "old"}, nil},
		{"a part of this page", map[string]string{"app.js": "1"}, nil},
		{"another page", map[string]string{"index.html": "<p>mine", "app.js": "mine", "engine.bin": "2"}, []string{"app.js", "index.html"}},
		{"another script", map[string]string{"app.js": "mine"}, []string{"app.js"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range c.there {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			err := Export(page, dir)
			if len(c.wrong) == 0 {
				if got, _ := os.ReadFile(filepath.Join(dir, "app.js")); err != nil || string(got) != "1" {
					t.Errorf("%v; app.js is %q", err, got)
				}
				return
			}
			if err == nil || len(strings.Split(err.Error(), "\n")) != len(c.wrong) {
				t.Fatalf("%v; want a line for each of %q", err, c.wrong)
			}
			for _, name := range c.wrong {
				if !strings.Contains(err.Error(), filepath.Join(dir, name)+": want a folder of its own") {
					t.Errorf("%v; want %s named", err, name)
				}
			}
			left, _ := os.ReadDir(dir)
			for _, file := range left {
				if got, _ := os.ReadFile(filepath.Join(dir, file.Name())); string(got) != c.there[file.Name()] {
					t.Errorf("%s was written over: %q", file.Name(), got)
				}
			}
		})
	}
}

func TestThePageTellsThatItIsOne(t *testing.T) {
	if text, err := os.ReadFile("assets/" + pageFile); err != nil || !strings.Contains(string(text), generator) {
		t.Errorf("%v; want %s in %s", err, generator, text)
	}
}
