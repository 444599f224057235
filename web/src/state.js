// The state of the page is what its address says behind the #, so that a link holds
// all of it: "#workers?base=1s&jitter=full". What a field begins with is left out.

import { useEffect, useState } from "preact/hooks";

// startsOf returns what the fields of a view begin with.
export const startsOf = (fields) => Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.start]));

// read takes a link apart. views holds the fields of each view, by name. What cannot be
// read is told, and is then as it is at first.
export function read(link, views) {
  const [name, query = ""] = link.replace(/^#/, "").split(/\?(.*)/s);
  const view = Object.hasOwn(views, name) ? name : Object.keys(views)[0];
  const told = name === view || name === "" ? [] : [`there is no view “${short(name)}”; this is “${view}”`];
  const values = startsOf(views[view]);
  for (const [member, text] of new URLSearchParams(query)) {
    if (!Object.hasOwn(views[view], member)) {
      told.push(`there is no setting “${short(member)}”`);
      continue;
    }
    const field = views[view][member];
    const value = field.read(text);
    if (value === null) told.push(`${member}: want ${field.wants}; have “${short(text)}”, so ${field.start || "nothing"} is taken`);
    else values[member] = value;
  }
  return { view, values, told };
}

const short = (text) => (text.length > 40 ? text.slice(0, 39) + "…" : text);

// write returns the link of a view's values.
export function write(view, values, fields) {
  const changed = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== fields[name].start) changed.set(name, value);
  }
  const query = changed.toString();
  return "#" + view + (query && "?" + query);
}

// addressMax bounds the text that an address takes up, in characters: a longer one makes
// browsers slow. A state that is longer stays in the page only.
const addressMax = 200_000;

const fits = (values) => Object.values(values).reduce((n, value) => n + value.length, 0) <= addressMax;

// keep puts a link into the address, as a new entry of the history or in place of this one.
function keep(link, isNew) {
  try {
    history[isNew ? "pushState" : "replaceState"](null, "", link);
  } catch {
    // A browser may refuse when a control is moved fast; the next change comes through.
  }
}

// useAddress returns the present view, its values, what of its link could not be read,
// a function that changes some values, one that goes to another view, which is as it
// was left, and one that gives a view's link.
export function useAddress(views) {
  const [state, setState] = useState(() => visit(new Map(), { ...read(location.hash, views), link: location.hash }));
  const linkTo = (view, values) => (fits(values) ? write(view, values, views[view]) : "#" + view);
  useEffect(() => {
    const follow = () => setState((s) => {
      const left = [...s.visited.values()].find((v) => v.link === location.hash);
      return visit(s.visited, left ?? { ...read(location.hash, views), link: location.hash });
    });
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const change = (some) => setState((s) => {
    const values = { ...s.values, ...some };
    const link = linkTo(s.view, values);
    keep(link, false);
    return visit(s.visited, { view: s.view, values, told: [], link: location.hash });
  });
  const go = (view) => setState((s) => {
    const values = s.visited.get(view)?.values ?? startsOf(views[view]);
    keep(linkTo(view, values), true);
    return visit(s.visited, { view, values, told: [], link: location.hash });
  });
  const linkOf = (view) => linkTo(view, state.visited.get(view)?.values ?? startsOf(views[view]));
  return { ...state, change, go, linkOf };
}

// visit returns the state of a page that shows a view, and remembers how that is.
const visit = (visited, now) => ({ ...now, visited: new Map(visited).set(now.view, now) });
