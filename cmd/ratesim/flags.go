package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ratesim/suggest"
)

// A fileFlag is the name of a file.
type fileFlag string

var _ pflag.Value = (*fileFlag)(nil)

// String returns the name, "" when none was given.
func (f *fileFlag) String() string { return string(*f) }

// Type names the value in help.
func (f *fileFlag) Type() string { return "file" }

// Set takes the name in.
func (f *fileFlag) Set(name string) error {
	if name == "" {
		return errors.New("want the name of a file; have an empty one")
	}
	*f = fileFlag(name)
	return nil
}

// A textFlag is a text that is not empty, as it would be where a shell's variable
// has no value.
type textFlag string

var _ pflag.Value = (*textFlag)(nil)

// String returns the text, "" when none was given.
func (f *textFlag) String() string { return string(*f) }

// Type names the value in help.
func (f *textFlag) Type() string { return "text" }

// Set takes the text in.
func (f *textFlag) Set(text string) error {
	if text == "" {
		return errors.New("want a text; have an empty one")
	}
	*f = textFlag(text)
	return nil
}

// flagMistake says what is wrong with a flag, or which one was probably meant.
func flagMistake(e edge) func(*cobra.Command, error) error {
	return func(cmd *cobra.Command, err error) error {
		if name, ok := misspelledCommand(e, cmd); ok {
			return unknownCommand(cmd, name)
		}
		return usageError{flagError(cmd, err)}
	}
}

// misspelledCommand returns the argument that stands where a command has a
// subcommand: what follows are not flags of this one.
func misspelledCommand(e edge, cmd *cobra.Command) (name string, ok bool) {
	before := strings.Fields(cmd.CommandPath())[1:]
	if !cmd.HasSubCommands() || len(e.args) <= len(before) || !slices.Equal(e.args[:len(before)], before) {
		return "", false
	}
	name = e.args[len(before)]
	return name, !strings.HasPrefix(name, "-")
}

func flagError(cmd *cobra.Command, err error) error {
	if unknown, is := errors.AsType[*pflag.NotExistError](err); is {
		return unknownFlag(cmd, unknown)
	}
	if lacking, is := errors.AsType[*pflag.ValueRequiredError](err); is {
		return fmt.Errorf("--%s: want a value after it; have nothing", lacking.GetFlag().Name)
	}
	if bad, is := errors.AsType[*pflag.InvalidValueError](err); is {
		return fmt.Errorf("--%s: %w", bad.GetFlag().Name, wantedValue(bad.GetFlag(), bad.GetValue(), bad.Unwrap()))
	}
	if bad, is := errors.AsType[*pflag.InvalidSyntaxError](err); is {
		return fmt.Errorf("%q is no flag", bad.GetSpecifiedFlag())
	}
	return err
}

// wantedValue says what a flag wants in place of a value that it did not take.
func wantedValue(f *pflag.Flag, value string, err error) error {
	if twice, is := errors.AsType[twiceError](err); is {
		return twice
	}
	switch f.Value.Type() {
	case "int64":
		return fmt.Errorf("want a whole number from -2⁶³ to 2⁶³-1; have %q", value)
	case "int":
		return fmt.Errorf("want a whole number; have %q", value)
	case "float64":
		return fmt.Errorf("want a number, up to some 1.8e308; have %q", value)
	case "duration":
		return fmt.Errorf("want a time such as 1m30s; have %q", value)
	case "bool":
		return fmt.Errorf("want nothing, or =true or =false; have %q", value)
	}
	return err
}

// unknownFlag says which flag was probably meant.
func unknownFlag(cmd *cobra.Command, err *pflag.NotExistError) error {
	typed, spelled := err.GetSpecifiedName(), "--"+err.GetSpecifiedName()
	if letters := err.GetSpecifiedShortnames(); letters != "" {
		typed, spelled = letters, "-"+letters // as in -load, with one dash too few
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	meant := ""
	if nearest, ok := suggest.Nearest(typed, names); ok {
		meant = fmt.Sprintf("; did you mean --%s?", nearest)
	}
	return fmt.Errorf("%s no flag %s%s", has(cmd), spelled, meant)
}

// shortPath returns a command's name without the program's, which all messages
// begin with anyway.
func shortPath(cmd *cobra.Command) string {
	_, path, _ := strings.Cut(cmd.CommandPath(), " ")
	return path
}

// has begins a message about what a command lacks.
func has(cmd *cobra.Command) string {
	if !cmd.HasParent() {
		return "there is"
	}
	return shortPath(cmd) + " has"
}

// itHas goes on with what there is instead.
func itHas(cmd *cobra.Command) string {
	if !cmd.HasParent() {
		return "there are"
	}
	return "it has"
}

// unknownCommand says which command was probably meant.
func unknownCommand(cmd *cobra.Command, name string) error {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if slices.Contains(names, name) {
		return usageError{fmt.Errorf("the command %s stands before --", name)}
	}
	return usageError{fmt.Errorf("%s no command %q; %s %s%s", has(cmd), name, itHas(cmd), strings.Join(names, ", "), suggest.Question(name, names))}
}

// noArguments refuses arguments beside the flags.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if cmd.HasSubCommands() {
		return unknownCommand(cmd, args[0])
	}
	return usageError{fmt.Errorf("%s takes no arguments; have %s", shortPath(cmd), quoted(args))}
}

// oneArgument wants one argument, which it names.
func oneArgument(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return usageError{fmt.Errorf("%s: want %s; have nothing", shortPath(cmd), what)}
		case len(args) > 1:
			return usageError{fmt.Errorf("%s: want %s; have %s", shortPath(cmd), what, quoted(args))}
		case args[0] == "":
			return usageError{fmt.Errorf("%s: want %s; its name is empty", shortPath(cmd), what)}
		}
		return nil
	}
}

// someArguments wants at least one argument, none of them empty.
func someArguments(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usageError{fmt.Errorf("%s: want %s; have nothing", shortPath(cmd), what)}
		}
		if slices.Contains(args, "") {
			return usageError{fmt.Errorf("%s: want %s; its name is empty", shortPath(cmd), what)}
		}
		return nil
	}
}

// atMostOne wants one argument, which it names, or none.
func atMostOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return oneArgument(what)(cmd, args)
	}
}

// quoted lists arguments as they were typed.
func quoted(args []string) string {
	texts := make([]string, len(args))
	for i, arg := range args {
		texts[i] = strconv.Quote(arg)
	}
	return strings.Join(texts, " ")
}
