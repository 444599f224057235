package main

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ratesim/required"
)

// opened opens a page from disk, with no network, and returns what the browser says on
// its console.
func opened(t *testing.T, page string, flags ...string) (console string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	args := append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
		"--user-data-dir=" + t.TempDir(), "--proxy-server=127.0.0.1:9", "--host-resolver-rules=MAP * ~NOTFOUND",
		"--enable-logging=stderr", "--log-level=0"}, flags...)
	cmd := exec.CommandContext(ctx, required.Chromium(t), append(args, "file://"+page)...)
	cmd.Dir = filepath.Dir(page)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		t.Fatalf("chromium: %v\n%s", err, &said)
	}
	return said.String()
}

// shot returns a screenshot of a page.
func shot(t *testing.T, page, size string, flags ...string) image.Image {
	t.Helper()
	file := filepath.Join(t.TempDir(), "shot.png")
	opened(t, page, append(flags, "--screenshot="+file, "--window-size="+size)...)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// reportPage returns a report of the lesson's heavy load.
func reportPage(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	run, page := filepath.Join(dir, "run.ndjson"), filepath.Join(dir, "report.html")
	for _, args := range [][]string{
		{"run", "--load", "heavy", "--seeds", "1..5", "--trace", run},
		{"report", run, "--html", page},
	} {
		var out, said bytes.Buffer
		if code := ratesim(edge{args: args, env: os.Getenv, out: &out, err: &said, temporary: &temporaries{}}); code != 0 {
			t.Fatalf("%q: exit code %d: %s", args, code, &said)
		}
	}
	return page
}

// A browser finds nothing on the page that its policy refuses; it does on one that has a
// style more.
func TestAReportOpensFromDiskUnderItsOwnPolicy(t *testing.T) {
	page := reportPage(t)
	if said := opened(t, page, "--dump-dom"); strings.Contains(said, "Content Security Policy directive") {
		t.Errorf("the browser refuses a part of the page:\n%s", consoleLines(said))
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	spoiled := filepath.Join(filepath.Dir(page), "spoiled.html")
	more := strings.Replace(string(text), "<main>", `<main><p style="color:red">red</p><script>document.title="spoiled"</script>`, 1)
	if err := os.WriteFile(spoiled, []byte(more), 0o666); err != nil {
		t.Fatal(err)
	}
	said := opened(t, spoiled, "--dump-dom")
	if !strings.Contains(said, "Content Security Policy directive") || strings.Contains(said, "<title>spoiled") {
		t.Errorf("the page's policy lets a style and a script through, or nobody notices:\n%s", consoleLines(said))
	}
}

// consoleLines returns what a browser says of a page, without the page itself.
func consoleLines(said string) string {
	var lines []string
	for line := range strings.Lines(said) {
		if strings.Contains(line, "CONSOLE") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// A report is light or dark as the reader likes, and prints.
func TestAReportIsLightDarkAndPrinted(t *testing.T) {
	page := reportPage(t)
	for _, size := range []string{"500,900", "1280,900"} {
		light := shot(t, page, size, "--blink-settings=preferredColorScheme=1")
		dark := shot(t, page, size, "--blink-settings=preferredColorScheme=0")
		for _, test := range []struct {
			name      string
			picture   image.Image
			low, high uint32 // of the ground's brightness
			differs   int    // points at least that are of another colour: what is written
		}{{"light", light, 0xe000, 0xffff, 2000}, {"dark", dark, 0, 0x3000, 2000}} {
			ground, _, _, _ := test.picture.At(2, 2).RGBA()
			if ground < test.low || ground > test.high {
				t.Errorf("%s at %s: the ground is of brightness %x", test.name, size, ground)
			}
			if n := unlike(test.picture); n < test.differs {
				t.Errorf("%s at %s: %d points are not ground; nothing is written", test.name, size, n)
			}
		}
	}
	file := filepath.Join(t.TempDir(), "report.pdf")
	opened(t, page, "--print-to-pdf="+file)
	data, err := os.ReadFile(file)
	if err != nil || !bytes.HasPrefix(data, []byte("%PDF")) || len(data) < 20_000 {
		t.Errorf("printed: %v, %d bytes", err, len(data))
	}
}

// unlike returns how many points of a picture have another colour than its corner.
func unlike(picture image.Image) (n int) {
	bounds, corner := picture.Bounds(), picture.At(2, 2)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if picture.At(x, y) != corner {
				n++
			}
		}
	}
	return n
}

// Nothing of a report is wider than a telephone: wide tables scroll by themselves.
func TestAReportFitsATelephone(t *testing.T) {
	page := reportPage(t)
	frame := filepath.Join(filepath.Dir(page), "frame.html")
	text := `<body><iframe id="page" src="report.html" style="width:360px;height:700px"></iframe><p id="said"></p><script>
window.onload = () => {
  const root = document.getElementById("page").contentDocument.documentElement
  document.getElementById("said").textContent = "shown " + root.clientWidth + " of " + root.scrollWidth
}</script>`
	if err := os.WriteFile(frame, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	said := opened(t, frame, "--allow-file-access-from-files", "--dump-dom")
	_, width, found := strings.Cut(said, `<p id="said">`)
	if width, _, _ = strings.Cut(width, "<"); !found || width != "shown 360 of 360" {
		t.Errorf("have %q; want all of 360 points shown", width)
	}
}
