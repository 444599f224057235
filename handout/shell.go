package handout

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plainSigns are those that mean nothing to a shell.
const plainSigns = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=.,/:@%+"

// quoted returns a command as a shell takes it, on one line and free of anything that a
// terminal would obey.
func quoted(words []string) string {
	var all []string
	for _, word := range words {
		all = append(all, quotedWord(word))
	}
	return strings.Join(all, " ")
}

// quotedWord returns a word that a shell takes for the same one. What cannot be shown is
// written $'…', which POSIX has since 2024 and bash, ksh and zsh had before.
func quotedWord(word string) string {
	switch {
	case !utf8.ValidString(word) || strings.ContainsFunc(word, func(sign rune) bool { return !unicode.IsPrint(sign) }):
		return "$'" + ansi(word) + "'"
	case word == "" || strings.Trim(word, plainSigns) != "":
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// ansi returns a text between $' and ', in which three octal digits stand for a byte
// that cannot be shown.
func ansi(text string) string {
	var all strings.Builder
	for len(text) > 0 {
		sign, size := utf8.DecodeRuneInString(text)
		switch {
		case sign == '\n':
			all.WriteString(`\n`)
		case sign == '\t':
			all.WriteString(`\t`)
		case sign == '\\' || sign == '\'':
			all.WriteString(`\` + text[:size])
		case sign == utf8.RuneError && size == 1 || !unicode.IsPrint(sign):
			for _, b := range []byte(text[:size]) {
				fmt.Fprintf(&all, `\%03o`, b)
			}
		default:
			all.WriteString(text[:size])
		}
		text = text[size:]
	}
	return all.String()
}
