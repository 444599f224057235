// The view "Workers and a busy provider": workers that retry, side by side.

import { useState } from "preact/hooks";
import { and, Choice, Command, html, plainTable, quoted, Readouts, Select, Slider, Table, TroubleText, Working } from "./parts.js";
import { useAnswer } from "./ask.js";
import { another, oneOf, seed, whole } from "./fields.js";
import { seconds, ticks, useWidth } from "./draw.js";

// The lesson's state, from which the page starts.
export const workersFields = {
  base: oneOf("0.5s", "0.25s", "0.5s", "1s", "2s"),
  jitter: oneOf("none", "none", "full"),
  attempts: whole("4", 1, 6),
  workers: whole("4", 1, 40),
  spacing: oneOf("0.25s", "0.05s", "0.1s", "0.25s", "0.5s", "1s", "2s"),
  cap: oneOf("8s", "1s", "2s", "4s", "8s", "16s"),
  hints: oneOf("none", "none", "seconds", "milliseconds"),
  seed: seed("1"),
  draws: oneOf("50", "50", "200", "1000"),
};

const shown = (span) => span.replace("s", " s");
const spans = (...all) => all.map((s) => [s, shown(s)]);

// policyOf returns the policy as a spec.
export function policyOf(s) {
  const form = s.jitter === "full" ? "full-jitter" : "exponential";
  return `${form}(base=${s.base}, cap=${s.cap}, attempts=${s.attempts}, total=20s, retry=429+5xx+timeout, heed-after=429, max-hint=${s.cap})`;
}

function questionOf(s) {
  return {
    ask: "workers",
    scenario: {
      builtin: "workers",
      settings: [`flows.workers.arrivals=batches(size=${s.workers})`, `endpoint.limits.busy=interval(apart=${s.spacing})`, ...(s.hints === "none" ? [] : [`endpoint.hints.${s.hints}=${s.hints}()`])],
    },
    policy: policyOf(s),
    seed: Number(s.seed),
  };
}

// commandOf returns the command that shows the same.
function commandOf(s, ...more) {
  const flags = s.cap === "8s"
    ? ["--base", s.base, "--jitter", s.jitter, "--attempts", s.attempts]
    : ["--policy", policyOf(s)];
  return ["ratesim", "workers", "--workers", s.workers, "--spacing", s.spacing, ...flags, ...(s.hints === "none" ? [] : ["--hints", s.hints]), "--seed", s.seed, ...more].map(quoted).join(" ");
}

export function Workers({ state, change }) {
  const question = questionOf(state);
  const answer = useAnswer(question, state);
  const draws = useAnswer({ ...question, ask: "draws", count: Number(state.draws) }, state);
  const a = answer.result;
  return html`
    <h1>Workers and a busy provider</h1>
    <p class="lead">Workers send a request at the same moment. The provider starts one now and then and answers the others
      with HTTP 429. Those that fail together come back together, unless jitter parts them. All of it is simulated.</p>
    <form class="controls" onSubmit=${(e) => e.preventDefault()}>
      <${Choice} label="Base delay" value=${state.base} options=${spans("0.25s", "0.5s", "1s", "2s")} change=${(base) => change({ base })} />
      <${Choice} label="Jitter" value=${state.jitter} options=${[["none", "off"], ["full", "on"]]} change=${(jitter) => change({ jitter })} />
      <div class="field"><span class="label">Random waits</span>
        <button type="button" disabled=${state.jitter === "none"} onClick=${() => change({ seed: another(state.seed) })}>Draw again</button>
        <small>${state.jitter === "none" ? "none: jitter is off" : `draw ${state.seed}`}</small>
      </div>
      <${Choice} label="Attempts at most" value=${state.attempts} options=${["1", "2", "3", "4", "5", "6"].map((n) => [n, n])} change=${(attempts) => change({ attempts })} />
      <${Slider} label="Workers" min="1" max="40" value=${state.workers} change=${(workers) => change({ workers })} />
      <${Select} label="Provider starts one every" value=${state.spacing} options=${spans("0.05s", "0.1s", "0.25s", "0.5s", "1s", "2s")} change=${(spacing) => change({ spacing })} />
      <${Select} label="Longest wait (cap)" value=${state.cap} options=${spans("1s", "2s", "4s", "8s", "16s")} change=${(cap) => change({ cap })} />
      <${Select} label="A 429 says how long to wait" value=${state.hints} options=${[["none", "no"], ["seconds", "in whole seconds (Retry-After)"], ["milliseconds", "in milliseconds (retry-after-ms)"]]} change=${(h) => change({ hints: h })} />
    </form>
    <${TroubleText} answer=${answer} />
    ${!a && !answer.trouble && html`<p class="loading" role="status">The engine is loading …</p>`}
    ${a && html`<section aria-label="One draw" aria-busy=${answer.busy}>
      <${Readouts} figures=${[
        ["HTTP 429 answers", a.rate_limited],
        ["Workers with an answer", `${a.answered} of ${a.workers.length}`],
        [a.answered === a.workers.length ? "Last worker done at" : "Last answer at", a.answered ? a.last_answer + " s" : "–"],
      ]} />
      <p class="summary" aria-live="polite">${summary(answer.of, a)}</p>
      <${Timeline} answer=${a} />
      <details><summary>Text description of the time line</summary><${Story} answer=${a} /></details>
      <${Table} caption="Each worker: attempts (✓ answer, ✗ HTTP 429), waits, result" table=${a.table} />
      <${Command} text=${commandOf(answer.of)} />
    </section>`}
    <section aria-labelledby="draws-heading">
      <h2 id="draws-heading">Many draws</h2>
      <${Choice} label="Draws" value=${state.draws} options=${[["50", "50"], ["200", "200"], ["1000", "1000"]]} change=${(n) => change({ draws: n })} />
      <${Working} answer=${draws} what="Drawing" />
      <${TroubleText} answer=${draws} except=${answer} />
      ${draws.result && html`<${Distribution} answer=${draws.result} jitter=${draws.of.jitter} />
        <${Command} text=${commandOf(draws.of, "--draws", draws.of.draws)} />`}
    </section>`;
}

// summary says in words what the readouts and the picture show.
export function summary(s, a) {
  const hint = { none: "", seconds: ", and 429s name a wait in seconds", milliseconds: ", and 429s name a wait in milliseconds" }[s.hints] ?? "";
  const end = a.answered === 0 ? "none gets an answer" : `the last answer comes at ${a.last_answer} s`;
  const crowd = crowds(a);
  const many = crowd === 1 ? "at one later moment" : `at ${crowd} later moments`;
  const least = s.hints !== "none" && a.rate_limited > 0 ? ": the wait that a 429 names is the least that each waits" : "";
  const why = s.jitter === "full"
    ? (crowd ? `Jitter is on, and yet ${many} several come at once${least}.` : "Jitter parts the workers: after the first attempts no two come at the same moment.")
    : (crowd ? `Without jitter those that fail together come back together: ${many} several come at once.` : "No two workers come back at the same moment.");
  return `Base ${shown(s.base)}, jitter ${s.jitter === "full" ? "on" : "off"}, at most ${s.attempts} attempt${s.attempts === "1" ? "" : "s"}${hint}. ` +
    `${a.attempts} request${a.attempts === 1 ? "" : "s"}, ${a.rate_limited} of them answered with HTTP 429 (simulated). ` +
    `${a.answered} of ${a.workers.length} workers get an answer; ${end}. ${why}`;
}

// moments returns the attempts by instant: [{at, text, workers: [{number, answered}]}].
function moments(a) {
  const by = new Map();
  a.workers.forEach((w, i) => w.marks.forEach((m) => {
    if (!by.has(m.at_ns)) by.set(m.at_ns, { at: m.at_ns, text: m.at, workers: [] });
    by.get(m.at_ns).workers.push({ number: i + 1, answered: m.answered });
  }));
  return [...by.values()].sort((x, y) => x.at - y.at);
}

// crowds returns how many moments after the first have several attempts.
const crowds = (a) => moments(a).slice(1).filter((m) => m.workers.length > 1).length;

// Story tells every moment of the time line in a sentence.
function Story({ answer }) {
  const named = (all) => (all.length > 1 ? "workers " : "worker ") + and(all.map((w) => w.number));
  return html`<ol class="story">${moments(answer).map((m) => {
    const got = m.workers.filter((w) => w.answered), not = m.workers.filter((w) => !w.answered);
    const parts = [];
    if (got.length) parts.push(`${named(got)} get${got.length > 1 ? "" : "s"} an answer`);
    if (not.length) parts.push(`${named(not)} get${not.length > 1 ? "" : "s"} HTTP 429`);
    return html`<li>At ${m.text} s ${parts.join("; ")}.</li>`;
  })}${answer.workers.map((w, i) => !w.answered && html`<li>Worker ${i + 1} ${w.result}.</li>`)}</ol>`;
}

// Timeline draws a line a worker.
function Timeline({ answer }) {
  const [ref, width] = useWidth();
  const row = answer.workers.length > 12 ? 22 : 34, r = answer.workers.length > 12 ? 7 : 9;
  const isNarrow = width < 480, letters = 1 + String(answer.workers.length).length;
  const left = isNarrow ? 8.5 * letters + r + 6 : 84, right = 18, top = 8;
  const most = Math.max(1e9, ...answer.workers.map((w) => w.end_ns));
  const x = (ns) => left + (ns / most) * (width - left - right);
  const height = top + row * answer.workers.length + 40;
  return html`<figure ref=${ref}>
    <figcaption>Each worker over time, in seconds</figcaption>
    <${Legend} />
    <svg width=${width} height=${height} role="img" aria-label="Time line of the workers; the text description and the table below hold all of it">
      ${ticks(seconds(most), Math.max(3, Math.floor(width / 110))).map((t) => html`<g class="tick">
        <line x1=${x(t * 1e9)} x2=${x(t * 1e9)} y1=${top} y2=${height - 34} />
        <text x=${x(t * 1e9)} y=${height - 18} text-anchor="middle">${t}${t === 0 ? "" : " s"}</text>
      </g>`)}
      ${answer.workers.map((w, i) => {
        const y = top + row * i + row / 2;
        return html`<g>
          <text class="name" x="0" y=${y + 4}>${isNarrow ? `W${i + 1}` : `Worker ${i + 1}`}</text>
          <line class="waiting" x1=${x(0)} x2=${x(w.end_ns)} y1=${y} y2=${y} />
          ${w.marks.map((m) => html`<g transform=${`translate(${x(m.at_ns)} ${y})`}><${Mark} answered=${m.answered} r=${r} /></g>`)}
        </g>`;
      })}
    </svg>
  </figure>`;
}

// Mark is a disc with a tick, or a square with a cross, so that colour is not needed.
function Mark({ answered, r }) {
  const c = r * 0.45;
  return answered
    ? html`<g class="answer"><circle r=${r} /><path d=${`M${-c} 0 L${-c / 4} ${c} L${c} ${-c}`} /></g>`
    : html`<g class="refused"><rect x=${-r + 1} y=${-r + 1} width=${2 * r - 2} height=${2 * r - 2} rx="2" /><path d=${`M${-c} ${-c} L${c} ${c} M${-c} ${c} L${c} ${-c}`} /></g>`;
}

function Legend() {
  const sign = (mark) => html`<svg width="22" height="22" aria-hidden="true"><g transform="translate(11 11)">${mark}</g></svg>`;
  return html`<ul class="legend">
    <li>${sign(html`<${Mark} answered=${true} r=${9} />`)} Answer (HTTP 200)</li>
    <li>${sign(html`<${Mark} answered=${false} r=${9} />`)} HTTP 429 (simulated)</li>
    <li><svg width="30" height="22" aria-hidden="true"><line class="waiting" x1="0" x2="30" y1="11" y2="11" /></svg> Waiting before the next attempt</li>
  </ul>`;
}

// bins counts the draws by when the last worker was done.
function bins(draws) {
  const ended = draws.filter((d) => d.answered > 0).map((d) => seconds(d.last_answer_ns));
  if (!ended.length) return [];
  const least = Math.min(...ended), most = Math.max(...ended);
  const width = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10].find((w) => (most - least) / w <= 24) ?? 25;
  const first = Math.floor(least / width);
  const counts = Array(Math.floor(most / width) - first + 1).fill(0);
  for (const s of ended) counts[Math.floor(s / width) - first]++;
  return counts.map((count, i) => ({ from: (first + i) * width, to: (first + i + 1) * width, count }));
}

const short = (n) => Number(n.toFixed(2));

// Distribution draws when the last worker was done, over all draws.
function Distribution({ answer, jitter }) {
  const [ref, width] = useWidth();
  const [open, setOpen] = useState(false);
  const all = bins(answer.draws);
  const most = Math.max(1, ...all.map((b) => b.count));
  const left = 34, bottom = 38, height = 180, top = 8;
  const step = Math.min(56, (width - left - 10) / Math.max(1, all.length));
  const y = (n) => top + (1 - n / most) * (height - top - bottom);
  const every = Math.ceil(all.length / Math.max(2, Math.floor(width / 70)));
  return html`<figure ref=${ref} class="distribution">
    <figcaption>When the last worker was done, in ${answer.draws.length} draws${jitter === "none" ? " (without jitter all are alike)" : ""}</figcaption>
    <svg width=${width} height=${height} role="img" aria-label="Histogram of when the last worker was done; the table below holds its figures">
      ${ticks(most, 4).filter(Number.isInteger).map((n) => html`<g class="tick"><line x1=${left} x2=${width - 10} y1=${y(n)} y2=${y(n)} /><text x=${left - 6} y=${y(n) + 4} text-anchor="end">${n}</text></g>`)}
      ${all.map((b, i) => html`<g>
        <rect class="bar" x=${left + i * step + 1} width=${Math.max(1, step - 2)} y=${y(b.count)} height=${height - bottom - y(b.count)} />
        ${i % every === 0 && html`<text class="tick" x=${left + i * step} y=${height - 20} text-anchor="middle">${short(b.from)}</text>`}
      </g>`)}
      <text class="tick" x=${width - 10} y=${height - 4} text-anchor="end">last worker done at (s)</text>
    </svg>
    <${Table} caption="The last answer over all draws" table=${answer.table} />
    <details open=${open} onToggle=${(e) => setOpen(e.target.open)}><summary>The histogram as a table</summary>
      ${open && html`<${Table} caption="Draws by when the last worker was done" table=${plainTable(["from (s)", "to (s)", "draws"], all.map((b) => [short(b.from), short(b.to), b.count]))} />`}
    </details>
  </figure>`;
}
