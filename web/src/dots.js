// A dot plot: how a figure of a policy differs from the baseline's, seed by seed, with
// the mean and its interval.

import { useState } from "preact/hooks";
import { html, plainTable, Table } from "./parts.js";
import { useWidth } from "./draw.js";

// digits are those behind the point of what is measured; a time is in nanoseconds, and is
// shown in seconds.
const digits = { count: 1, share: 4, ratio: 2, money: 4, time: 3 };

function format(d, measure) {
  const size = Math.abs(d) / (measure === "time" ? 1e9 : 1);
  return (d > 0 ? "+" : d < 0 ? "−" : "") + size.toFixed(digits[measure]) + (measure === "time" ? " s" : "");
}

// verdictText says what the seeds decide.
function verdictText(d) {
  if (Math.min(d.never, d.never_baseline) === d.values.length) return "never, in any seed, of either";
  const word = { better: "better: measured", worse: "worse: measured", differs: "differs: measured", unmeasured: "unmeasured", same: "the same in every seed" }[d.verdict];
  return d.seeds_needed ? `${word}; about ${d.seeds_needed.toLocaleString("en")} seeds would decide` : word;
}

// neverText says of a figure without a mean how often it is never.
const neverText = (d) => (d.never + d.never_baseline > 0 ? `, for it is never under ${d.never} of ${d.values.length} seeds, and of the baseline under ${d.never_baseline}` : "");

// stacked returns where dots stand: each at its place, on the lowest level, counted from 0,
// on which it covers no other.
function stacked(places, wide) {
  const ends = []; // of the last dot of each level
  return places.toSorted((a, b) => a - b).map((x) => {
    const free = ends.findIndex((end) => x >= end);
    const n = free < 0 ? ends.length : free;
    ends[n] = x + wide;
    return { x, n };
  });
}

export function DotPlot({ dots }) {
  const [ref, width] = useWidth(320);
  const values = dots.values.filter((v) => v !== null);
  const all = [0, ...values, dots.low ?? 0, dots.high ?? 0];
  const least = Math.min(...all), most = Math.max(...all);
  const pad = (most - least || 1) * 0.06;
  const x = (v) => 8 + ((v - least + pad) / (most - least + 2 * pad)) * (width - 16);
  const r = values.length > 80 ? 2.2 : 3.2;
  const places = stacked(values.map(x), 2 * r);
  const apart = Math.min(2 * r, 78 / Math.max(1, ...places.map((p) => p.n + 1)));
  const base = 92;
  const interval = dots.low !== null && dots.low !== dots.high;
  const text = dots.mean === null ? "no mean" + neverText(dots) : `mean ${format(dots.mean, dots.measure)}${interval ? `, 95 % interval ${format(dots.low, dots.measure)} to ${format(dots.high, dots.measure)}` : ""}`;
  return html`<figure class="dots" ref=${ref}>
    <figcaption>${nameOf(dots)}: ${verdictText(dots)}</figcaption>
    <svg width=${width} height="132" role="img" aria-label=${`${dots.label}: differences of ${values.length} seeds from the baseline; ${text}; ${verdictText(dots)}`}>
      <line class="zero" x1=${x(0)} x2=${x(0)} y1="8" y2="112" />
      ${places.map((p) => html`<circle class="seed" cx=${p.x} cy=${base - r - p.n * apart} r=${r} />`)}
      <line class="axis" x1="4" x2=${width - 4} y1=${base} y2=${base} />
      ${interval && html`<g class="interval"><line x1=${x(dots.low)} x2=${x(dots.high)} y1="104" y2="104" /><line x1=${x(dots.low)} x2=${x(dots.low)} y1="99" y2="109" /><line x1=${x(dots.high)} x2=${x(dots.high)} y1="99" y2="109" /></g>`}
      ${dots.mean !== null && html`<path class="mean" d=${`M${x(dots.mean)} 97 l6 7 l-6 7 l-6 -7 z`} />`}
      <text x=${Math.min(Math.max(x(0), 12), width - 12)} y="127" text-anchor="middle">0</text>
      ${x(most) - x(0) > 60 && html`<text x=${x(most)} y="127" text-anchor="end">${format(most, dots.measure)}</text>`}
      ${x(0) - x(least) > 60 && html`<text x=${x(least)} y="127" text-anchor="start">${format(least, dots.measure)}</text>`}
    </svg>
    <p class="note">${text}</p>
  </figure>`;
}

const nameOf = (dots) => [dots.label, dots.flow].filter(Boolean).join(", ");

// DotTable is the table behind dot plots, one column each. seeds are those of their values.
export function DotTable({ dots, seeds, title }) {
  const [open, setOpen] = useState(false);
  const rows = () => seeds.map((seed, i) => [seed, ...dots.map((d) => (d.values[i] === null ? "–" : format(d.values[i], d.measure)))]);
  return html`<details open=${open} onToggle=${(e) => setOpen(e.target.open)}><summary>The dots as a table, seed by seed</summary>
    ${open && html`<div class="tall"><${Table} caption=${title} table=${plainTable(["seed", ...dots.map(nameOf)], rows())} /></div>`}
  </details>`;
}

export function DotLegend({ baseline = "the bare client" }) {
  return html`<ul class="legend">
    <li><svg width="14" height="14" aria-hidden="true"><circle class="seed" cx="7" cy="7" r="3.2" /></svg> One seed: the policy less ${baseline}</li>
    <li><svg width="34" height="16" aria-hidden="true"><g class="interval"><line x1="2" x2="32" y1="8" y2="8" /><line x1="2" x2="2" y1="3" y2="13" /><line x1="32" x2="32" y1="3" y2="13" /></g><path class="mean" d="M17 1 l6 7 l-6 7 l-6 -7 z" /></svg> Mean and its 95 % interval</li>
  </ul>`;
}
