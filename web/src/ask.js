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

// useAnswer returns {result, of, trouble, busy, done, stop, again}. result is of the
// newest question that has been answered, and of is what was handed in beside that
// question: whatever is said of the result comes from there, for the page may have moved
// on. current says that the result is of the question that is asked now; busy that this
// one is being worked on, and done is the share of it that is done. again asks anew after
// a stop. A null question is not asked, and is no trouble.
export function useAnswer(question, of = null) {
  const [state, setState] = useState({ result: null, of: null, trouble: null, busy: false, done: 0 });
  const [turn, setTurn] = useState(0);
  const work = useRef(null);
  const text = question && opened + JSON.stringify(question);
  useLayoutEffect(() => {
    if (!text) return setState((s) => (s.busy || s.trouble ? { ...s, trouble: null, busy: false, done: 0 } : s));
    const control = new AbortController();
    work.current = control;
    let old = false;
    idle(+1);
    setState((s) => ({ ...s, busy: true, done: 0 }));
    ask(question, {
      signal: control.signal,
      progress: (done, whole) => old || setState((s) => ({ ...s, done: whole ? done / whole : 0 })),
    }).then(
      (result) => old || setState({ result, of, trouble: null, busy: false, done: 1, text }),
      (trouble) => old || setState((s) => ({ ...s, trouble, busy: false, done: 0 })),
    ).finally(() => setTimeout(idle, 50, -1)); // when it is drawn
    return () => {
      old = true;
      control.abort();
    };
  }, [text, turn]);
  const current = state.text === text && !state.busy && !state.trouble;
  return { ...state, current, stop: () => work.current?.abort(), again: () => setTurn((n) => n + 1) };
}

// useLasting reports that something has been so for a while, in milliseconds: what is over
// at once need not be shown.
export function useLasting(is, ms) {
  const [lasts, setLasts] = useState(false);
  useLayoutEffect(() => {
    if (!is) return setLasts(false);
    const timer = setTimeout(setLasts, ms, true);
    return () => clearTimeout(timer);
  }, [is]);
  return is && lasts;
}

// useTask does a piece of work when it is told to, such as making a file. start begins
// {name, work}; work is handed a function that asks the engine. Where the focus goes with
// the button that stops the work, it comes back to where it was when the work began.
export function useTask() {
  const [state, setState] = useState({ name: "", trouble: null, busy: false, done: 0 });
  const control = useRef(null);
  useLayoutEffect(() => () => control.current?.abort(), []);
  const start = async (name, work) => {
    control.current?.abort();
    const mine = (control.current = new AbortController());
    const before = document.activeElement;
    const say = (some) => control.current === mine && setState((s) => ({ ...s, ...some }));
    say({ name, trouble: null, busy: true, done: 0 });
    idle(+1);
    try {
      await work((question, from = 0, to = 1) => ask(question, {
        signal: mine.signal,
        progress: (done, whole) => say({ done: from + (whole ? done / whole : 0) * (to - from) }),
      }));
      say({ busy: false });
    } catch (trouble) {
      say({ trouble, busy: false });
    }
    const held = document.activeElement; // for nothing is drawn yet
    setTimeout(() => {
      if (!held.isConnected && document.activeElement === document.body) before.focus();
      idle(-1);
    }, 50);
  };
  return { ...state, start, stop: () => control.current?.abort() };
}
