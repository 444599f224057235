package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Each flag of each command takes one value, or says that it may be repeated.
func TestFlagsOfOneValueRefuseASecond(t *testing.T) {
	values := []string{"true", "1", "1s", "a"} // of which each flag takes one
	once, repeated := 0, 0
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			i := slices.IndexFunc(values, func(text string) bool { return f.Value.Set(text) == nil })
			if i < 0 {
				t.Errorf("%s --%s takes none of %q", cmd.CommandPath(), f.Name, values)
				return
			}
			text := values[i]
			err := f.Value.Set(text)
			if mayRepeat(f.Value) {
				if repeated++; err != nil || !strings.Contains(f.Usage, "repeated") && f.Value.Type() != "list" {
					t.Errorf("%s --%s may be repeated: %v, and help says %q", cmd.CommandPath(), f.Name, err, f.Usage)
				}
				return
			}
			if once++; err == nil || !strings.Contains(err.Error(), "have "+text+" and "+text) {
				t.Errorf("%s --%s takes a second value: %v", cmd.CommandPath(), f.Name, err)
			}
		})
		for _, c := range cmd.Commands() {
			walk(c)
		}
	}
	walk(newRootCommand(edge{temporary: &temporaries{}}))
	if once == 0 || repeated == 0 {
		t.Errorf("%d flags of one value and %d others; want some of both", once, repeated)
	}
}
