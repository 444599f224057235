package tune

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ratesim/chance"
	"ratesim/policy"
	"ratesim/spec"
	"ratesim/suggest"
)

// A Space is the policies that are tried.
type Space struct {
	Kinds    []Kind
	Defaults policy.Defaults // that complete a spec

	hints bool // the endpoint says when to try again
}

// A Kind is policies of one name that differ in their arguments.
type Kind struct {
	Name       string
	Version    string
	Fixed      []spec.Arg // arguments that all of them have
	Dimensions []Dimension
}

// A World is what the usual ranges depend on.
type World struct {
	Defaults policy.Defaults
	Horizon  time.Duration // no wait is longer
	Hints    bool          // the endpoint says when to try again
}

// Usual returns the usual kinds, the simplest ones first.
func Usual() []string {
	return []string{"fixed", "linear", "exponential", "full-jitter", "equal-jitter", "decorrelated"}
}

// ParseSpace reads kinds of policies, such as fixed, or fixed(wait=5s..40s,
// attempts=2|4|8). An argument has a value, a range, or several of them joined by |.
// Those of Usual that are left out have their usual ranges, other arguments their
// defaults. No texts stand for all of Usual.
func ParseSpace(texts []string, w World) (Space, error) {
	if len(texts) == 0 {
		texts = Usual()
	}
	s := Space{Defaults: w.Defaults, hints: w.Hints}
	var faults []error
	for _, text := range texts {
		kind, err := parseKind(text, w)
		if err == nil {
			s.Kinds = append(s.Kinds, kind)
			err = asTyped(s.check(len(s.Kinds)-1), text)
		}
		if err != nil {
			faults = append(faults, err)
		}
	}
	return s, errors.Join(faults...)
}

// parseKind reads one kind.
func parseKind(text string, w World) (Kind, error) {
	parsed, err := spec.Parse(text)
	if err != nil {
		return Kind{}, err
	}
	if names := policy.Names(); !slices.Contains(names, parsed.Name) {
		return Kind{}, &spec.Error{Text: text, At: parsed.At, Message: fmt.Sprintf("there is no policy %q%s", parsed.Name, suggest.Question(parsed.Name, names))}
	}
	k := Kind{Name: parsed.Name, Version: parsed.Version}
	var faults []*spec.Error
	given := map[string]bool{"retries": false}
	for _, arg := range parsed.Args {
		given[arg.Key] = true
		if arg.Value.Spec != nil || !isSeveral(arg.Value.Text) {
			k.Fixed = append(k.Fixed, arg)
			continue
		}
		d, message := parseDimension(arg.Key, arg.Value.Text, w.Defaults.Step)
		if message != "" {
			faults = append(faults, &spec.Error{Text: text, At: arg.Value.At, Message: arg.Key + ": " + message})
		}
		k.Dimensions = append(k.Dimensions, d)
	}
	for _, d := range w.usual(parsed.Name) {
		if !given[d.Name] && !(d.Name == "attempts" && given["retries"]) && !(given["of"] && slices.Contains([]string{"base", "factor", "cap"}, d.Name)) {
			k.Dimensions = append(k.Dimensions, d)
		}
	}
	return k, spec.Joined(faults)
}

// check finds arguments that the kind does not take, or not with such values.
func (s *Space) check(kind int) error {
	dimensions := s.Kinds[kind].Dimensions
	d := draft{kind: kind, places: make([]place, len(dimensions))}
	if _, err := s.propose(d); err != nil {
		return err
	}
	for i, dimension := range dimensions {
		for item := range dimension.items {
			for _, share := range []float64{0, 1} {
				d.places[i] = place{item: item, share: share}
				if _, err := s.propose(d); err != nil {
					return err
				}
			}
		}
		d.places[i] = place{}
	}
	return nil
}

// A draft is a point of a space.
type draft struct {
	kind   int
	places []place // by dimension
}

// A proposal is the policy of a draft.
type proposal struct {
	text string // its canonical spec
	name string // that equal policies share; "" where that is not known
	kind string
}

// propose returns the policy of a draft.
func (s *Space) propose(d draft) (proposal, error) {
	k := s.Kinds[d.kind]
	made := spec.Spec{Name: k.Name, Version: k.Version, Args: s.args(d)}
	p, err := policy.Parse(made.String(), s.Defaults)
	if err != nil {
		return proposal{}, err
	}
	same, name := s.canonical(p)
	if slices.Contains(policy.PresetNames(), k.Name) { // which says more than its parts
		return proposal{text: strings.TrimSuffix(made.String(), "()"), name: name, kind: k.Name}, nil
	}
	text := policy.String(same)
	kind := k.Name
	if r, ok := same.(policy.Retry); ok && k.Name != "fixed" {
		if _, isFixed := r.Backoff.(policy.Fixed); isFixed && s.has("fixed") {
			kind = "fixed"
		}
	}
	return proposal{text: text, name: name, kind: kind}, nil
}

// args returns the arguments of a draft. A cap is not below the first wait, and a
// total leaves room for it: else another policy would be tried by another name.
func (s *Space) args(d draft) []spec.Arg {
	k := s.Kinds[d.kind]
	args := slices.Clone(k.Fixed)
	bounding := func(dimension Dimension) bool { return dimension.Name == "cap" || dimension.Name == "total" }
	for i, dimension := range k.Dimensions {
		if !bounding(dimension) {
			args = append(args, spec.Word(dimension.Name, dimension.at(d.places[i], 0, s.Defaults.Step)))
		}
	}
	floor := s.floor(args)
	for i, dimension := range k.Dimensions {
		if bounding(dimension) {
			args = append(args, spec.Word(dimension.Name, dimension.at(d.places[i], floor, s.Defaults.Step)))
		}
	}
	return args
}

// drafts returns points of a kind that fill it evenly: each parameter is cut into as
// many equal parts as there are points, and has one point in each (M. McKay, R.
// Beckman and W. Conover, "A Comparison of Three Methods for Selecting Values of
// Input Variables", Technometrics 21, 1979).
func (s *Space) drafts(kind, points int, seed int64) []draft {
	dimensions := s.Kinds[kind].Dimensions
	if len(dimensions) == 0 {
		points = min(points, 1)
	}
	drafts := make([]draft, points)
	for i := range drafts {
		drafts[i] = draft{kind: kind, places: make([]place, len(dimensions))}
	}
	source := &chance.Named{}
	for i, dimension := range dimensions {
		key := func(point int, purpose string) uint64 {
			source.Set(chance.Name{Seed: seed, Flow: kind, Request: int64(point), Try: i, Purpose: chance.PurposeOf(purpose)})
			return source.Uint64()
		}
		order := make([]int, points)
		keys := make([]uint64, points)
		for j := range order {
			order[j], keys[j] = j, key(j, "tune order")
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(a, b)) })
		for j, part := range order {
			within := float64(key(j, "tune place")>>11) / (1 << 53)
			drafts[j].places[i] = dimension.place((float64(part) + within) / float64(points))
		}
	}
	return drafts
}

// moves returns the drafts that are one move away: along each range up and down, and
// to the other items of each parameter.
func (s *Space) moves(from draft, move float64) []draft {
	var all []draft
	for i, dimension := range s.Kinds[from.kind].Dimensions {
		for _, p := range dimension.moves(from.places[i], move) {
			d := draft{kind: from.kind, places: slices.Clone(from.places)}
			d.places[i] = p
			all = append(all, d)
		}
	}
	return all
}

// String returns the space as ParseSpace reads it, with the ranges of all arguments.
func (k Kind) String() string {
	args := slices.Clone(k.Fixed)
	for _, d := range k.Dimensions {
		args = append(args, spec.Word(d.Name, d.String()))
	}
	return strings.TrimSuffix(spec.Spec{Name: k.Name, Version: k.Version, Args: args}.String(), "()")
}
