// The parts that the views are made of: controls, tables, progress, marks.

import { h } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
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
    <input id=${id} type="text" value=${value} spellcheck=${false} autocomplete="off"
      onChange=${(e) => change(e.target.value)} ...${more} />
    ${note && html`<p class="note">${note}</p>`}
  </div>`;
}

// Table shows a table of the engine. Wide ones scroll by themselves, also by keyboard.
export function Table({ caption, table, notes = true }) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${caption}>
    <table>
      <caption><span>${caption}</span></caption>
      <thead><tr>${table.columns.map((c) => html`<th scope="col" class=${c.right ? "right" : ""}>${c.heading}</th>`)}</tr></thead>
      <tbody>${table.rows.map((row) => html`<tr>${row.map((cell, i) => i === 0
        ? html`<th scope="row">${cell}</th>`
        : html`<td class=${table.columns[i].right ? "right" : ""}>${cell}</td>`)}</tr>`)}</tbody>
    </table>
    ${notes && table.notes?.length > 0 && html`<p class="note lined">${table.notes.filter((note) => !note.includes(" --")).join("\n")}</p>`}
  </div>`;
}

// Tables shows the tables of runs, what is said of all of them, and the command that
// prints the same.
export function Tables({ tables, notes, command }) {
  return html`${tables.map((t) => html`<${Table} key=${t.title} caption=${t.title[0].toUpperCase() + t.title.slice(1)} table=${t.table} />`)}
    ${notes.map((note) => html`<p class="note">${note}</p>`)}
    <${Command} text=${command} />`;
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

// Fault is the text of a mistake: a line, and under it, where there are more, the place
// that a caret points at.
export function Fault({ text }) {
  const [head, ...more] = text.split("\n");
  return html`${head}${more.length > 0 && html`<code class="excerpt" tabindex="0">${more.join("\n")}</code>`}`;
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

// TroubleText says what went wrong with an answer, and of when the figures are that are
// still shown. except is an answer whose trouble is told elsewhere on the page.
export function TroubleText({ answer, except, shown = answer.result !== null }) {
  const { trouble } = answer;
  if (!trouble || answer.busy) return null;
  if (trouble.stopped) return html`<${Stopped} answer=${answer} shown=${shown} />`;
  const told = except?.trouble && textOf(except.trouble) === textOf(trouble);
  return html`${!told && html`<${Mistakes} trouble=${trouble} />`}
    ${shown && html`<${Before} />`}`;
}

// Before says of when figures are that are still shown.
export function Before() {
  return html`<p class="note before" role="status">What is shown below is of before: of the command that stands there.</p>`;
}

const faultsOf = (trouble) => trouble.faults?.map((f) => f.text) ?? [trouble.message];
const textOf = (trouble) => faultsOf(trouble).join("\n");

// Mistakes are what is wrong, one by one.
export function Mistakes({ trouble }) {
  if (!trouble) return null;
  return html`<div class="trouble" role="alert"><ul>${faultsOf(trouble).map((text) => html`<li><${Fault} text=${text} /></li>`)}</ul></div>`;
}

// Unknown names what the state asks for and is not there.
export function Unknown({ texts }) {
  return texts.length > 0 && html`<div class="trouble" role="status"><ul>${texts.map((text) => html`<li>${text}</li>`)}</ul></div>`;
}

// Stopped says that work was stopped. Its button takes the place of the one that stopped
// it, for the keyboard, too.
function Stopped({ answer, shown }) {
  const button = useRef(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) button.current?.focus();
  }, []);
  return html`<div class="trouble buttons" role="status"><span>Stopped. ${shown ? "What is shown is of before." : "There is nothing to show yet."}</span>
    ${answer.again && html`<button type="button" class="small" ref=${button} onClick=${answer.again}>Begin again</button>`}</div>`;
}

// Command shows the command that gives the same figures.
export function Command({ text, label = "The same in a terminal:" }) {
  return html`<p class="command"><span>${label}</span> <code tabindex="0">${text}</code></p>`;
}

// quoted returns a word as a shell takes it.
export function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
}

// and joins words: "2, 3 and 4".
export function and(words) {
  return words.length < 2 ? words.join("") : words.slice(0, -1).join(", ") + " and " + words.at(-1);
}
