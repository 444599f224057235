package main

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// released is a fixed date, so that the pages of a version are always the same.
const released = "Nov 2026"

// pageName returns the name of a command's manual page.
func pageName(cmd *cobra.Command) string {
	return strings.ReplaceAll(cmd.CommandPath(), " ", "-")
}

// manualPage returns the manual page of a command, in the macros of groff_man(7).
// Those of cobra/doc would come by way of Markdown, whose parser takes as long to
// load as all else of the program.
func manualPage(cmd *cobra.Command) []byte {
	cmd.InitDefaultHelpFlag()
	name := pageName(cmd)
	var page bytes.Buffer
	fmt.Fprintf(&page, ".nh\n.TH %q \"1\" %q \"ratesim\" \"\"\n", strings.ToUpper(name), released)
	section(&page, "NAME", roff(name)+` \- `+roff(cmd.Short)+"\n")
	section(&page, "SYNOPSIS", bold(cmd.UseLine())+"\n")
	section(&page, "DESCRIPTION", roffParagraphs(cmp.Or(cmd.Long, cmd.Short)))
	section(&page, "OPTIONS", roffOptions(cmd.Flags()))
	if cmd.HasExample() {
		section(&page, "EXAMPLE", roffParagraphs(cmd.Example))
	}
	section(&page, "SEE ALSO", strings.Join(seeAlso(cmd), ", ")+"\n")
	return page.Bytes()
}

// section writes a section whose text is roff.
func section(page *bytes.Buffer, heading, text string) {
	fmt.Fprintf(page, "\n.SH %s\n%s", heading, text)
}

// roffParagraphs sets a text: what is indented stays as it is, line by line.
func roffParagraphs(text string) string {
	var set strings.Builder
	for i, paragraph := range strings.Split(text, "\n\n") {
		if i > 0 {
			set.WriteString("\n.PP\n")
		}
		if strings.HasPrefix(paragraph, " ") {
			set.WriteString(".EX\n" + roff(paragraph) + "\n.EE\n")
		} else {
			set.WriteString(roff(paragraph) + "\n")
		}
	}
	return set.String()
}

// roffOptions lists flags, each with its default.
func roffOptions(flags *pflag.FlagSet) string {
	var set []string
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		name := bold("--" + f.Name)
		if f.Shorthand != "" {
			name = bold("-"+f.Shorthand) + ", " + name
		}
		before, quoted, after := quotedName(f.Usage)
		value := "=" + roff(f.DefValue)
		switch {
		case f.NoOptDefVal != "":
			value = "[" + value + "]"
		case f.DefValue == "" || f.DefValue == "[]": // there is none
			value = "=" + quoted
		}
		set = append(set, name+value+"\n\t"+roff(before)+quoted+roff(after)+"\n")
	})
	return strings.Join(set, "\n.PP\n")
}

// quotedName cuts what a flag's usage puts in backquotes out of it, and sets it in
// bold.
func quotedName(usage string) (before, quoted, after string) {
	before, rest, found := strings.Cut(usage, "`")
	if !found {
		return usage, "", ""
	}
	quoted, after, _ = strings.Cut(rest, "`")
	return before, bold(quoted), after
}

// seeAlso returns the pages of the command above and of those below.
func seeAlso(cmd *cobra.Command) []string {
	var pages []string
	if cmd.HasParent() {
		pages = append(pages, bold(pageName(cmd.Parent())+"(1)"))
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			pages = append(pages, bold(pageName(c)+"(1)"))
		}
	}
	return pages
}

func bold(text string) string { return `\fB` + roff(text) + `\fP` }

// roff escapes what would be an order to roff: backslashes, and a dot or an
// apostrophe that begins a line.
func roff(text string) string {
	text = strings.ReplaceAll(text, `\`, `\e`)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
