package server

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
)

//go:embed page.css
var pageStyle string

//go:embed page.html
var pageText string

// pageTemplate escapes what clients have sent. It is read when it is first needed: most
// commands need none.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"text":    legible,
		"style":   func() template.CSS { return template.CSS(pageStyle) },
		"used":    func(l LimitState) int64 { return l.Limit - l.Remaining },
		"seconds": func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) },
		"words":   func(name string) string { return strings.ReplaceAll(name, "_", " ") },
		"or":      func(a, b string) string { return map[bool]string{true: b, false: a}[a == ""] },
	}).Parse(pageText))
})

// pagePolicy lets the page load nothing but its own style, and run nothing.
var pagePolicy = func() string {
	sum := sha256.Sum256([]byte(pageStyle))
	return fmt.Sprintf("default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'", base64.StdEncoding.EncodeToString(sum[:]))
}()

// page answers with how the server stands, for people.
func (s *Server) page(w http.ResponseWriter, _ *http.Request) {
	var page bytes.Buffer
	if err := pageTemplate().Execute(&page, s.State()); err != nil {
		http.Error(w, "the page cannot be written", http.StatusInternalServerError)
		return
	}
	header := w.Header()
	header.Set("Content-Security-Policy", pagePolicy)
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(page.Bytes())
}

// legible returns a text without bytes that are no characters, without characters that
// steer a terminal or show nothing, and no longer than a line.
func legible(text string) string {
	text = strings.Map(func(letter rune) rune {
		if !unicode.IsPrint(letter) {
			return '?'
		}
		return letter
	}, strings.ToValidUTF8(text, "?"))
	if letters := []rune(text); len(letters) > 60 {
		return string(letters[:60]) + "…"
	}
	return text
}

// own lets only those use a handler who call this machine by its name or address: a
// page of another site whose name was made to lead here does not.
func own(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		local, _ := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
		if local != nil && local.IP.IsLoopback() && !isLoopback(r.Host) {
			wrong(w, http.StatusForbidden, "want this machine's own name, such as localhost or 127.0.0.1, for this path")
			return
		}
		next(w, r)
	}
}

// isLoopback reports that a host, with or without a port, is this machine.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return host == "localhost" || err == nil && address.IsLoopback()
}
