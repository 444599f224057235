// Package web is the explorer page: its files, how they are served, and how they are
// written for another web server. The page computes by itself: the engine is ratesim,
// compiled to WebAssembly (cmd/explorer), and talks to nobody.
//
// assets holds what "make web" builds: the page from src with esbuild, and the engine,
// which is not kept in the repository, with Go.
package web

import (
	"bytes"
	"embed"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"path"
	"strings"
	"time"
)

//go:embed assets
var embedded embed.FS

// engineFile is the engine; the page cannot do without.
const engineFile = "engine.bin"

// ErrNoEngine says that the program was built without the page's engine.
var ErrNoEngine = errors.New("this program was built without the explorer's engine; make build puts it in")

// Files returns the files of the page, or ErrNoEngine.
func Files() (fs.FS, error) {
	files, err := fs.Sub(embedded, "assets")
	if err != nil {
		return nil, err
	}
	if _, err := fs.Stat(files, engineFile); err != nil {
		return nil, ErrNoEngine
	}
	return files, nil
}

// types are the media types of the files, which do not depend on the machine's own
// list.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".bin":  "application/octet-stream",
}

// policy lets the page load its own files and nothing else.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; worker-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Handler serves the files to browsers on this machine. It refuses requests for
// another host, with which a foreign page could reach it by a name of its own.
func Handler(files fs.FS) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		switch {
		case !isLoopback(r.Host):
			http.Error(w, "want a request for this machine", http.StatusForbidden)
			return
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "want GET or HEAD", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		if name == "" {
			name = "index.html"
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		h.Set("Content-Type", types[path.Ext(name)])
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	})
}

// isLoopback reports whether a request's host is this machine.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
