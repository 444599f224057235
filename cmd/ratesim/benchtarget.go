package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"ratesim/bench"
	"ratesim/suggest"
)

// targetFlags say which endpoint is asked, as typed.
type targetFlags struct {
	url, kind, keyEnv, model string
	may                      bool
	isLoopback               bool // as found
}

// endpointKinds are the kinds of endpoints that can be asked.
var endpointKinds = []string{"openai", "anthropic"}

func (t *targetFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	t.kind, t.url = endpointKinds[0], "http://127.0.0.1:8080"
	f.Var((*textFlag)(&t.url), "url", "`URL` of the endpoint, such as https://api.openai.com/v1")
	f.Var((*textFlag)(&t.kind), "endpoint-kind", "`kind` of the endpoint: openai (Chat Completions) or anthropic (Messages)")
	f.Var((*textFlag)(&t.keyEnv), "key-env", "`name` of the environment variable that has the API key, which is never printed")
	f.Var((*textFlag)(&t.model), "model", "`name` of the model that is asked, where a flow has none")
	f.BoolVar(&t.may, "yes-i-may-load-this-host", false, "allow a target that is not this machine, for which a budget is wanted, too")
	complete(cmd, "endpoint-kind", func(*cobra.Command) []string { return endpointKinds })
	completeNothing(cmd, "url", "key-env", "model")
}

// target returns the endpoint, or what is wrong with the flags.
func (t *targetFlags) target(e edge, b *budgetFlags) (target bench.Target, faults []error) {
	fault := func(flag, format string, args ...any) {
		faults = append(faults, named(flag, fmt.Errorf(format, args...)))
	}
	if t.kind != "openai" && t.kind != "anthropic" {
		fault("--endpoint-kind", "want one of %s; have %q%s", strings.Join(endpointKinds, ", "), t.kind, suggest.Question(t.kind, endpointKinds))
	}
	target, err := bench.NewTarget(t.url, t.kind == "anthropic")
	if err != nil {
		return target, append(faults, named("--url", err))
	}
	target.Model = t.model
	if t.keyEnv != "" {
		if target.Key = strings.TrimSpace(e.env(t.keyEnv)); target.Key == "" {
			fault("--key-env", "want a variable that is set; %s is not", t.keyEnv)
		}
	}
	host, _, _ := net.SplitHostPort(target.Host())
	address, err := netip.ParseAddr(host)
	t.isLoopback = host == "localhost" || err == nil && address.IsLoopback()
	if !t.isLoopback {
		if !t.may {
			fault("--url", "%s is not this machine; want --yes-i-may-load-this-host, too, if you may", host)
		}
		if !b.isGiven() {
			fault("--url", "%s is not this machine; want a budget, too: --max-requests, --max-tokens or --max-cost", host)
		}
		if target.Key != "" && strings.HasPrefix(target.URL, "http://") {
			fault("--url", "want https, for the key of --key-env would be sent in the clear")
		}
	}
	target.Base = t.transport()
	return target, faults
}

// transport returns what makes attempts. To this machine they go without a proxy,
// and nowhere else, whatever its name stands for.
func (t *targetFlags) transport() *http.Transport {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost, transport.MaxIdleConns = 1000, 1000
	if !t.isLoopback {
		return transport
	}
	dialer := &net.Dialer{Timeout: 30 * time.Second, Control: func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !to.Addr().IsLoopback() {
			return fmt.Errorf("%s is not this machine", address)
		}
		return nil
	}}
	transport.Proxy, transport.DialContext = nil, dialer.DialContext
	return transport
}

// models returns what is wrong if a flow asks no model and the endpoint wants one: a real
// one does, and so does one that is served with models.
func (t *targetFlags) models(c bench.Config, served int) error {
	for _, f := range c.Flows {
		if (!t.isLoopback || served > 0) && t.model == "" && f.Client.Names.Models[f.Client.Scope.Model] == "" {
			return fmt.Errorf("--model: want the name of a model; flow %s asks none", f.Name)
		}
	}
	return nil
}

// meet finds out whether somebody listens on this machine, and whether it is ratesim
// serve, which is told sizes. One that does not answer the question in time is asked as
// any other endpoint is.
func (t *targetFlags) meet(ctx context.Context, e edge, target *bench.Target) error {
	if !t.isLoopback {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, meetFor)
	defer cancel()
	err := target.Meet(limited)
	dial, isNet := errors.AsType[*net.OpError](err)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case isNet && dial.Op == "dial":
		return fmt.Errorf("nobody answers at %s: %w; is ratesim serve running?", target.Host(), err)
	case limited.Err() != nil:
		tell(e.err, "%s does not say within %v whether it is ratesim serve; it is asked as any other endpoint is", target.Host(), meetFor)
		return nil
	}
	return fmt.Errorf("what answers at %s is no HTTP server that can be understood: %.200s", target.Host(), err)
}

// meetFor is how long a target has to say what it is.
const meetFor = 5 * time.Second

// errNoPrice is the fault of a budget of money without prices.
var errNoPrice = errors.New("want prices, too: those of the scenario, or --set price.input=… --set price.output=…, for a million tokens")
