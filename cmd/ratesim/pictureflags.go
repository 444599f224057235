package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ratesim/handout"
	"ratesim/picture"
	"ratesim/report"
	"ratesim/trace"
)

// pictureFlags say which picture stands below a table, as typed.
type pictureFlags struct {
	kind  string // "" for none
	ascii bool
}

func (p *pictureFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var((*textFlag)(&p.kind), "plot", "draw a `picture` below the table: "+strings.Join(kindNames(), ", "))
	f.Lookup("plot").NoOptDefVal = string(picture.Outcomes)
	f.BoolVar(&p.ascii, "ascii", false, "draw with letters and punctuation only")
	complete(cmd, "plot", func(*cobra.Command) []string { return kindNames() })
}

// check returns what is wrong with the flags.
func (p *pictureFlags) check(f report.Format) error {
	switch {
	case p.kind == "" && p.ascii:
		return errors.New("--ascii: want --plot, too, what to draw")
	case p.kind == "":
		return nil
	case f != "" && f != report.FormatTable && f != report.FormatMarkdown:
		return fmt.Errorf("--plot: want it with table or markdown; have %s", f)
	}
	_, err := picture.ParseKind(p.kind, picture.Kinds())
	return named("--plot", err)
}

// roll returns what takes in the runs to draw, a sink that keeps nothing if none is
// wanted.
func (p *pictureFlags) roll() trace.Sink {
	if p.kind == "" {
		return trace.Tee{}
	}
	return &picture.Roll{}
}

// below returns a result with the picture of a roll below it, if one is wanted.
func (p *pictureFlags) below(result writer, sink trace.Sink) writer {
	roll, is := sink.(*picture.Roll)
	if !is {
		return result
	}
	return pictured{writer: result, roll: roll, flags: p}
}

// A pictured result has a picture below its table.
type pictured struct {
	writer
	roll  *picture.Roll
	flags *pictureFlags
}

// Write writes both.
func (p pictured) Write(w io.Writer, f report.Format, l report.Layout) error {
	if err := p.roll.Finish(); err != nil {
		return err
	}
	if err := p.writer.Write(w, f, l); err != nil {
		return err
	}
	text := p.roll.Text(picture.Kind(p.flags.kind), picture.Signs{Columns: l.Columns, ASCII: p.flags.ascii})
	if f == report.FormatMarkdown {
		text = handout.Fenced(text)
	}
	_, err := io.WriteString(w, "\n"+text)
	return err
}
