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
	isWhole := r.has("of")
	for _, arg := range given.Args {
		if isWhole && slices.Contains(exponentialNames, arg.Key) && !hasKey(given.Args, "of") {
			r.fault(arg.At, "%s: the waits of %s are %s; give another of in their place", arg.Key, r.called, r.argument("of").Value)
			continue
		}
		r.spec.Args = replaced(r.spec.Args, arg)
	}
	f, _ := formNamed(other.Name)
	return r.retry(f)
}

func hasKey(args []spec.Arg, key string) bool {
	return slices.ContainsFunc(args, func(a spec.Arg) bool { return a.Key == key })
}

// replaced returns the arguments with another one in the place of what says the
// same, and without what makes no sense beside it.
func replaced(args []spec.Arg, by spec.Arg) []spec.Arg {
	var kept []spec.Arg
	none := by.Value.Spec == nil && isZeroDuration(by.Value.Text)
	for _, arg := range args {
		switch {
		case arg.Key == by.Key:
		case arg.Key == "attempts" && by.Key == "retries":
		case by.Key == "of" && slices.Contains(exponentialNames, arg.Key):
		case none && by.Key == "max-hint" && arg.Key == "above":
		case none && by.Key == "budget" && arg.Key == "at-budget":
		default:
			kept = append(kept, arg)
		}
	}
	return append(kept, by)
}

func isZeroDuration(text string) bool {
	d, message := spec.ParseDuration(text, 0)
	return message == "" && d == 0
}
