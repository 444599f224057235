package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"ratesim/web"
)

// exploreOptions are the flags of "ratesim explore", as typed.
type exploreOptions struct {
	port   int
	export string
	quiet  bool
	lasts  time.Duration
}

func newExploreCommand(e edge) *cobra.Command {
	var o exploreOptions
	cmd := &cobra.Command{
		Use:   "explore",
		Short: "Open a page in the browser on which all of it can be tried",
		Long: `Serve the explorer to browsers on this machine, until SIGINT or SIGTERM or for
as long as you say, and open it if there is a browser and standard output is a
terminal. The page runs this program's own engine, compiled to WebAssembly, and
sends nothing anywhere; its figures are those of the commands. A link to it
holds all that is set.

With --export the page is written as files, for any web server. It takes the
place of one that was exported before, and of no other file.`,
		Args: noArguments,
		Example: `  ratesim explore --for 1s
  ratesim explore --port 0 --no-browser --for 1s
  ratesim explore --export explorer && ls explorer`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(e, cmd) },
	}
	f := cmd.Flags()
	f.IntVar(&o.port, "port", 0, "`port` on this machine; 0 picks one and tells it")
	f.Var((*textFlag)(&o.export), "export", "write the page to a `directory`, which is made if need be, and serve nothing")
	f.BoolVar(&o.quiet, "no-browser", false, "open no browser")
	f.DurationVar(&o.lasts, "for", 0, "serve for a `time`; 0s until a signal")
	completeNothing(cmd, "port", "for")
	return cmd
}

func (o *exploreOptions) run(e edge, cmd *cobra.Command) error {
	if err := errors.Join(o.check(cmd)...); err != nil {
		return usage(err)
	}
	files, err := web.Files()
	if err != nil {
		return err
	}
	if o.export != "" {
		if err := web.Export(files, o.export); err != nil {
			return usage(err)
		}
		return nil
	}
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", o.port))
	if err != nil {
		return usage(fmt.Errorf("--port: %w", err))
	}
	return o.serve(cmd.Context(), e, explorer{l, web.Handler(files)})
}

// check returns what is wrong with the flags.
func (o *exploreOptions) check(cmd *cobra.Command) (faults []error) {
	if o.port < 0 || o.port > 65535 {
		faults = append(faults, fmt.Errorf("--port: want 0 to 65535; have %d", o.port))
	}
	if o.lasts < 0 {
		faults = append(faults, fmt.Errorf("--for: want a time of at least 0s; have %v", o.lasts))
	}
	for _, name := range []string{"port", "no-browser", "for"} {
		if o.export != "" && cmd.Flags().Changed(name) {
			faults = append(faults, fmt.Errorf("--export and --%s are mutually exclusive: nothing is served", name))
		}
	}
	return faults
}

// An explorer is what is served, and where.
type explorer struct {
	net.Listener
	page http.Handler
}

// serve serves the page until the context or the time ends, which is how it should.
func (o *exploreOptions) serve(ctx context.Context, e edge, s explorer) error {
	address := fmt.Sprintf("http://%v/", s.Addr())
	if _, err := fmt.Fprintln(e.out, address); err != nil {
		s.Close()
		return err
	}
	if e.columns > 0 && !o.quiet {
		openBrowser(address)
	}
	if o.lasts > 0 {
		limited, cancel := context.WithTimeout(ctx, o.lasts)
		defer cancel()
		ctx = limited
	}
	server := &http.Server{Handler: s.page, ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(s.Listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// openBrowser opens an address in the user's browser. Where there is none nothing
// happens: the address was printed.
func openBrowser(address string) {
	command := map[string][]string{
		"darwin":  {"open", address},
		"windows": {"rundll32", "url.dll,FileProtocolHandler", address},
	}[runtime.GOOS]
	if command == nil {
		command = []string{"xdg-open", address}
	}
	opener := exec.Command(command[0], command[1:]...)
	if opener.Start() == nil {
		go opener.Wait() // so that it does not stay as a zombie
	}
}
