// The state of the page is what its address says behind the #, so that a link holds
// all of it: "#workers?base=1s&jitter=full". What is at its default is left out.

import { useEffect, useState } from "preact/hooks";

export function read(defaults) {
  const [view, query = ""] = location.hash.slice(1).split(/\?(.*)/s);
  const known = Object.hasOwn(defaults, view) ? view : Object.keys(defaults)[0];
  const given = new URLSearchParams(query);
  const values = { ...defaults[known] };
  for (const name of Object.keys(values)) {
    if (given.has(name)) values[name] = given.get(name);
  }
  return { view: known, values };
}

export function write(view, values, defaults) {
  const changed = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== defaults[view][name]) changed.set(name, value);
  }
  const query = changed.toString();
  return "#" + view + (query && "?" + query);
}

// useAddress returns the view, its values, and a function that changes some of them.
// All values are texts.
export function useAddress(defaults) {
  const [state, setState] = useState(() => read(defaults));
  useEffect(() => {
    const follow = () => setState(read(defaults));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const change = (some) =>
    setState(({ view, values }) => {
      const next = { ...values, ...some };
      try {
        history.replaceState(null, "", write(view, next, defaults));
      } catch {
        // longer than an address may be: the page goes on, its link stays as it was
      }
      return { view, values: next };
    });
  return [state.view, state.values, change];
}
