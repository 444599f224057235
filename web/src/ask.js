// useAnswer asks the engine whenever the question changes, and keeps what it said
// last. An old question is stopped, so that a control can be moved fast.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { ask, opened } from "./engine.js";

// idle tells whoever drives the page, such as a test, whether all is answered.
let working = 0;
export function idle(change) {
  working += change;
  document.querySelector("main")?.setAttribute("data-idle", working === 0);
}

// useAnswer returns {result, trouble, busy, done, stop}. result is of the newest
// question that has been answered, and current says that this is the one that is asked
// now; busy says that a newer one is being worked on, and
// done is the share of it that is done. A null question is not asked.
export function useAnswer(question) {
  const [state, setState] = useState({ result: null, trouble: null, busy: false, done: 0 });
  const work = useRef(null);
  const text = question && opened + JSON.stringify(question);
  useLayoutEffect(() => {
    if (!text) return;
    const control = new AbortController();
    work.current = control;
    let old = false;
    idle(+1);
    setState((s) => ({ ...s, busy: true, done: 0 }));
    ask(question, {
      signal: control.signal,
      progress: (done, of) => old || setState((s) => ({ ...s, done: of ? done / of : 0 })),
    }).then(
      (result) => old || setState({ result, trouble: null, busy: false, done: 1, of: text }),
      (trouble) => old || setState((s) => ({ ...s, trouble, busy: false, done: 0 })),
    ).finally(() => setTimeout(idle, 50, -1)); // when it is drawn
    return () => {
      old = true;
      control.abort();
    };
  }, [text]);
  return { ...state, current: state.of === text && !state.busy, stop: () => work.current?.abort() };
}
