package policy

import (
	"slices"

	"ratesim/spec"
)

// preset reads a spec that names a client; its arguments take the place of the
// preset's own.
func (r *reader) preset() Policy {
	all := PresetsNamed(r.spec.Name)
	p, ok := PresetOf(r.spec.Name, r.spec.Version)
	switch {
	case !ok && all[0].Versions == (Versions{}):
		r.rejectVersion()
		return None{}
	case !ok:
		r.fault(r.spec.At, "%s has no version %s here; %s", r.spec.Name, r.spec.Version, versionsOf(all))
		return None{}
	}
	return r.over(parsedSpec(p.Text))
}

// parsedSpec returns the spec of a text in this program.
func parsedSpec(text string) spec.Spec {
	s, err := spec.Parse(text)
	if err != nil {
		panic("policy: " + err.Error())
	}
	return s
}

// over reads another spec, in which what was given takes the place of what says
// the same.
func (r *reader) over(other spec.Spec) Policy {
	given := r.spec
	r.spec = other
	r.spec.At = given.At
	r.spec.Args = slices.Clone(other.Args)
	for i := range r.spec.Args {
		r.spec.Args[i].At, r.spec.Args[i].Value.At = given.At, given.At
	}
	var ownOf *spec.Arg
	if !hasKey(given.Args, "of") {
		ownOf = r.argument("of")
	}
	var taken []spec.Arg
	for _, arg := range given.Args {
		if ownOf != nil && slices.Contains(exponentialNames, arg.Key) {
			r.fault(arg.At, "%s: the waits of %s are %s; give another of in their place", arg.Key, r.called, ownOf.Value)
			continue
		}
		r.spec.Args = slices.DeleteFunc(r.spec.Args, func(own spec.Arg) bool { return takesPlace(arg, own) })
		taken = append(taken, arg)
	}
	r.spec.Args = append(r.spec.Args, taken...)
	f, _ := formNamed(other.Name)
	return r.retry(f)
}

func hasKey(args []spec.Arg, key string) bool {
	return slices.ContainsFunc(args, func(a spec.Arg) bool { return a.Key == key })
}

// takesPlace reports whether an argument that is given says what another one says,
// or leaves it without a sense.
func takesPlace(given, own spec.Arg) bool {
	isNone := given.Value.Spec == nil && isZeroDuration(given.Value.Text)
	switch given.Key {
	case own.Key:
		return true
	case "retries":
		return own.Key == "attempts"
	case "of":
		return slices.Contains(exponentialNames, own.Key)
	case "max-hint":
		return isNone && own.Key == "above"
	case "budget":
		return isNone && own.Key == "at-budget"
	}
	return false
}

func isZeroDuration(text string) bool {
	d, message := spec.ParseDuration(text, 0)
	return message == "" && d == 0
}
