// A text of many lines, with their numbers beside it.

import { useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Fault, html } from "./parts.js";

// linesShown is how many numbers are drawn at once, which is more than fit a screen: a
// text may have a million lines.
const linesShown = 300;

// Lines is a text, with a mark at the lines with faults: [{line, column, text}].
export function Lines({ label, value, change, faults, rows = 16 }) {
  const id = useId();
  const field = useRef(null);
  const [top, setTop] = useState(0); // pixels that are scrolled away
  const go = (f) => {
    const [start, text] = lineOf(value, f.line);
    field.current.focus();
    field.current.setSelectionRange(start + [...text].slice(0, Math.max(0, f.column - 1)).join("").length, start + text.length);
  };
  return html`<div class="field wide">
    <label for=${id}>${label}</label>
    <div class="lines">
      <${Numbers} value=${value} faults=${faults} field=${field} top=${top} />
      <textarea id=${id} ref=${field} rows=${rows} wrap="off" spellcheck=${false} autocomplete="off" autocapitalize="off"
        aria-invalid=${faults.length > 0} aria-describedby=${id + "-faults"} value=${value}
        onInput=${(e) => change(e.target.value)} onScroll=${(e) => setTop(e.target.scrollTop)}></textarea>
    </div>
    <div id=${id + "-faults"} role="status">
      ${faults.length > 0 && html`<ul class="trouble">${faults.map((f) => html`<li><${Fault} text=${f.text} /> ${f.line > 0 && html`<button type="button" class="small" onClick=${() => go(f)}>Go to line ${f.line}</button>`}</li>`)}</ul>`}
    </div>
  </div>`;
}

// lineOf returns where a line begins, and what stands in it.
function lineOf(value, number) {
  let start = 0;
  for (let n = 1; n < number; n++) start = value.indexOf("\n", start) + 1 || value.length;
  const end = value.indexOf("\n", start);
  return [start, value.slice(start, end < 0 ? value.length : end)];
}

// countOf returns how many lines a text has.
function countOf(value) {
  let count = 1;
  for (let at = value.indexOf("\n"); at >= 0; at = value.indexOf("\n", at + 1)) count++;
  return count;
}

// Numbers are those of the lines that are in sight.
function Numbers({ value, faults, field, top }) {
  const shown = useRef(null);
  const [height, setHeight] = useState(20); // of a line, in pixels
  const count = useMemo(() => countOf(value), [value]);
  const first = Math.max(0, Math.min(count - 1, Math.floor(top / height)));
  useLayoutEffect(() => {
    setHeight(parseFloat(getComputedStyle(field.current).lineHeight) || 20);
    shown.current.scrollTop = top - first * height;
  }, [top, first, height, value]);
  const wrong = new Set(faults.map((f) => f.line));
  const width = Math.max(7, String(count).length + 2); // a field whose width changed would be laid out anew
  return html`<pre ref=${shown} aria-hidden="true">${Array.from({ length: Math.min(count - first, linesShown) }, (_, i) => {
    const n = first + i + 1;
    return wrong.has(n) ? html`<span class="wrong">${`✗ ${n}`.padStart(width)}${"\n"}</span>` : `${String(n).padStart(width)}\n`;
  })}</pre>`;
}
