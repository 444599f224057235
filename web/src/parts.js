// The parts that the views are made of: controls, tables, progress, marks.

import { h } from "preact";
import { useId, useRef } from "preact/hooks";
import htm from "htm";

export const html = htm.bind(h);

// Choice is one of a few values, as radio buttons in a row. options are
// [value, label] pairs.
export function Choice({ label, value, options, change }) {
  const name = useId();
  return html`<fieldset class="choice">
    <legend>${label}</legend>
    <div class="segments">
      ${options.map(([v, text]) => html`<label key=${v} class=${v === value ? "on" : ""}>
        <input type="radio" name=${name} value=${v} checked=${v === value} onChange=${() => change(v)} />
        <span>${text}</span>
      </label>`)}
    </div>
  </fieldset>`;
}

// Select is one of several values.
export function Select({ label, value, options, change }) {
  const id = useId();
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <select id=${id} value=${value} onChange=${(e) => change(e.target.value)}>
      ${options.map(([v, text]) => html`<option key=${v} value=${v} selected=${v === value}>${text}</option>`)}
    </select>
  </div>`;
}

// Slider is a whole number in a range; value is a text.
export function Slider({ label, value, min, max, step = 1, change, show = (v) => v }) {
  const id = useId();
  return html`<div class="field">
    <label for=${id}>${label} <output for=${id}>${show(value)}</output></label>
    <input id=${id} type="range" min=${min} max=${max} step=${step} value=${value}
      aria-valuetext=${show(value)} onInput=${(e) => change(e.target.value)} />
  </div>`;
}

// Text is a line of text.
export function Text({ label, value, change, note, ...more }) {
  const id = useId();
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <input id=${id} type="text" value=${value} spellcheck="false" autocomplete="off"
      onChange=${(e) => change(e.target.value)} ...${more} />
    ${note && html`<p class="note">${note}</p>`}
  </div>`;
}

// Table shows a table of the engine. Wide ones scroll by themselves, also by keyboard.
export function Table({ caption, table, notes = true }) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${caption}>
    <table>
      <caption>${caption}</caption>
      <thead><tr>${table.columns.map((c) => html`<th scope="col" class=${c.right ? "right" : ""}>${c.heading}</th>`)}</tr></thead>
      <tbody>${table.rows.map((row) => html`<tr>${row.map((cell, i) => i === 0
        ? html`<th scope="row">${cell}</th>`
        : html`<td class=${table.columns[i].right ? "right" : ""}>${cell}</td>`)}</tr>`)}</tbody>
    </table>
    ${notes && table.notes?.length > 0 && html`<p class="note lined">${table.notes.filter((note) => !note.includes(" --")).join("\n")}</p>`}
  </div>`;
}

// plainTable makes a table from headings and rows of the page's own.
export function plainTable(headings, rows) {
  return { columns: headings.map((heading, i) => ({ heading, right: i > 0 })), rows: rows.map((r) => r.map(String)), notes: [] };
}

// Readouts are a few large figures.
export function Readouts({ figures }) {
  return html`<dl class="readouts">${figures.map(([name, value, note]) => html`<div key=${name}>
    <dt>${name}</dt><dd>${value}${note && html`<small>${note}</small>`}</dd>
  </div>`)}</dl>`;
}

// Lines is a text of many lines, with their numbers beside it and a mark at those with
// faults: [{line, column, text}].
export function Lines({ label, value, change, faults, rows = 16 }) {
  const id = useId();
  const gutter = useRef(null), field = useRef(null);
  const wrong = new Set(faults.map((f) => f.line));
  const count = value.split("\n").length;
  const go = (f) => {
    const lines = value.split("\n");
    const start = lines.slice(0, f.line - 1).reduce((n, line) => n + line.length + 1, 0);
    const at = start + [...(lines[f.line - 1] ?? "")].slice(0, Math.max(0, f.column - 1)).join("").length;
    field.current.focus();
    field.current.setSelectionRange(at, start + (lines[f.line - 1] ?? "").length);
  };
  return html`<div class="field wide">
    <label for=${id}>${label}</label>
    <div class="lines">
      <pre ref=${gutter} aria-hidden="true">${Array.from({ length: Math.min(count, 20_000) }, (_, i) => html`<span class=${wrong.has(i + 1) ? "wrong" : ""}>${wrong.has(i + 1) ? "✗ " : ""}${i + 1}${"\n"}</span>`)}</pre>
      <textarea id=${id} ref=${field} rows=${rows} wrap="off" spellcheck="false" autocomplete="off" autocapitalize="off"
        aria-invalid=${faults.length > 0} aria-describedby=${id + "-faults"} value=${value}
        onInput=${(e) => change(e.target.value)} onScroll=${(e) => (gutter.current.scrollTop = e.target.scrollTop)}></textarea>
    </div>
    <div id=${id + "-faults"} role="status">
      ${faults.length > 0 && html`<ul class="trouble">${faults.map((f) => html`<li>${f.text} ${f.line > 0 && html`<button type="button" class="small" onClick=${() => go(f)}>Go to line ${f.line}</button>`}</li>`)}</ul>`}
    </div>
  </div>`;
}

// Working shows how much is done, and a button that stops it.
export function Working({ answer, what, hidden = false }) {
  if (!answer.busy || hidden) return html`<div class="working" hidden></div>`;
  return html`<div class="working" role="status">
    <progress max="1" value=${answer.done} aria-label=${what}></progress>
    <span>${what}: ${Math.floor(answer.done * 100)} %</span>
    <button type="button" onClick=${answer.stop}>Stop</button>
  </div>`;
}

// TroubleText says what went wrong.
export function TroubleText({ trouble }) {
  if (!trouble) return null;
  if (trouble.stopped) return html`<p class="trouble" role="status">Stopped. What is shown is of before.</p>`;
  const lines = trouble.faults ? trouble.faults.map((f) => f.text) : trouble.message.split("\n");
  return html`<div class="trouble" role="alert"><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></div>`;
}

// Command shows the command that gives the same figures.
export function Command({ text }) {
  return html`<p class="command"><span>The same in a terminal:</span> <code tabindex="0">${text}</code></p>`;
}

// quoted returns a word as a shell takes it.
export function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
}

// and joins words: "2, 3 and 4".
export function and(words) {
  return words.length < 2 ? words.join("") : words.slice(0, -1).join(", ") + " and " + words.at(-1);
}
