package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"ratesim/report"
)

// tell writes a message to standard error, for people to read.
func tell(w io.Writer, format string, args ...any) {
	fmt.Fprintf(w, "ratesim: %s\n", legible(fmt.Sprintf(format, args...)))
}

// tellWrapped writes a message in lines of 80 columns.
func tellWrapped(w io.Writer, text string) {
	fmt.Fprintln(w, report.Wrapped("ratesim: "+legible(text)))
}

// legible returns a text that a terminal shows and does not obey: what a file or
// a flag brought along of other signs is written out. Line breaks and tabs stay.
func legible(text string) string {
	var shown strings.Builder
	for _, r := range text {
		if unicode.IsPrint(r) || r == '\n' || r == '\t' {
			shown.WriteRune(r)
		} else {
			quoted := strconv.QuoteRune(r)
			shown.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return shown.String()
}
