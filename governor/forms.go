package governor

import (
	"ratesim/policy"
	"ratesim/spec"
)

// A Maker makes a governor as a spec describes it, new each time and ready to use:
// one for all processes of a client, or one for each.
type Maker func() Governor

// Forms returns the governors that a spec may name. The flows are the names of a
// scenario's flows in its order, of which some governors take one; nil to list the
// forms without a scenario.
func Forms(flows []string) spec.Forms[Maker] {
	return spec.Forms[Maker]{What: "governor", All: []spec.Form[Maker]{
		general(tokenBucketForm()),
		intervalForm(),
		general(concurrencyForm()),
		reserveForm(flows),
		retryBudgetForm(),
		activeRetriesForm(),
		retryBucketForm(),
		retryBreakerForm(),
		grpcThrottleForm(),
		awsRetryQuotaForm(),
		circuitBreakerForm(),
		aimdForm(),
		cubicForm(),
		sreThrottleForm(),
		pauseForm(),
	}}
}

// stores returns those of which a part can be kept.
func stores() spec.Forms[func() Store] {
	return spec.Forms[func() Store]{What: "store of slots or tokens", All: []spec.Form[func() Store]{
		concurrencyForm(),
		tokenBucketForm(),
	}}
}

// general returns the form of a store as that of any governor.
func general(form spec.Form[func() Store]) spec.Form[Maker] {
	return spec.Form[Maker]{Name: form.Name, About: form.About, Arguments: form.Arguments, Read: func(r *spec.Reader) Maker {
		build := form.Read(r)
		return func() Governor { return build() }
	}}
}

// made returns what makes governors with these settings.
func made[T any, G interface {
	*T
	Governor
}](settings T) Maker {
	return func() Governor {
		g := G(new(T))
		*g = settings
		g.Reset()
		return g
	}
}

// store is made for stores.
func store[T any, G interface {
	*T
	Store
}](settings T) func() Store {
	build := made[T, G](settings)
	return func() Store { return build().(Store) }
}

// throttles are the failures by which a server says that there are too many
// requests.
const throttles = "429+503+529"

// worthARetry returns the failures that policies retry unless they say otherwise.
func worthARetry() string { return policy.DefaultClasses().String() }

// on returns the argument that names failures.
func on(otherwise, about string) spec.Argument {
	return spec.Argument{Name: "on", Unit: "failures", Default: otherwise, About: "failures " + about}
}

// failures reads it.
func failures(r *spec.Reader) policy.Classes {
	set, err := policy.ParseClasses(r.Word("on"))
	if err != nil {
		r.Fault("on", "%v", err)
	}
	return set
}
