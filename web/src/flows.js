// The view "Two flows on one limit": a batch that retries, and an interactive flow that
// shares its limit.

import { useMemo, useState } from "preact/hooks";
import { Choice, Command, html, plainTable, quoted, Readouts, Select, Slider, Table, Text, TroubleText, Working } from "./parts.js";
import { useAnswer } from "./ask.js";
import { Chart } from "./chart.js";
import { another, anyText, oneOf, seed, whole } from "./fields.js";
import { DotLegend, DotPlot, DotTable } from "./dots.js";

// The lesson's state at heavy load.
export const flowsFields = {
  load: whole("6", 1, 15),
  policy: oneOf("fixed", "none", "fixed", "backoff", "own"),
  spec: anyText("fixed(wait=2steps)"),
  calls: whole("24", 4, 60),
  window: whole("3", 1, 12),
  refused: oneOf("true", "true", "false"),
  attempts: whole("4", 1, 10),
  perstep: whole("12", 1, 40),
  seed: seed("20260218"),
  seeds: oneOf("30", "10", "30", "100", "300"),
};

const bare = "none";

// policyOf returns the policy by name or as a spec.
const policyOf = (s) => (s.policy === "own" ? s.spec : s.policy);

// settingsOf returns what differs from the lesson.
function settingsOf(s) {
  const lesson = { "limit.calls": "24", "limit.window": "3", "limit.count_refused": "true", attempts: "4", "flows.batch.calls_per_step": "12" };
  const here = { "limit.calls": s.calls, "limit.window": s.window, "limit.count_refused": s.refused, attempts: s.attempts, "flows.batch.calls_per_step": s.perstep };
  const settings = Object.keys(here).filter((path) => here[path] !== lesson[path]).map((path) => `${path}=${here[path]}`);
  if (s.load !== "3" && s.load !== "6") settings.push(`loads.heavy=${s.load}`);
  return settings;
}

const loadOf = (s) => (s.load === "3" ? "light" : "heavy");

function questionOf(s) {
  const policy = policyOf(s);
  return {
    ask: "flows",
    scenario: { builtin: "lesson", settings: settingsOf(s) },
    load: loadOf(s),
    policies: policy === bare ? [bare] : [bare, policy],
    seed: Number(s.seed),
  };
}

function commandOf(s, verb, seeds) {
  const q = questionOf(s);
  return ["ratesim", verb, "--load", q.load, ...q.policies.flatMap((p) => ["--policy", p]), ...q.scenario.settings.flatMap((set) => ["--set", set]), ...seeds].map(quoted).join(" ");
}

export function Flows({ state, change }) {
  const question = questionOf(state);
  const answer = useAnswer(question, state);
  const compared = policyOf(state) !== bare;
  const seeds = useAnswer(compared ? { ...question, ask: "seeds", baseline: bare, count: Number(state.seeds) } : null, state);
  const a = answer.result;
  const set = (name) => (value) => change({ [name]: value });
  return html`
    <h1>Two flows on one limit</h1>
    <p class="lead">A batch of 160 tickets, of which 60 come in a burst, and an interactive query every other step share one
      limit. The batch retries; the interactive flow changes nothing, and yet may lose. All of it is simulated.</p>
    <form class="controls" onSubmit=${(e) => e.preventDefault()}>
      <${Slider} label="Load: requests a step in the burst" min="1" max="15" value=${state.load} change=${set("load")} />
      <${Select} label="Policy of the batch" value=${state.policy} options=${[["none", "none: the bare client"], ["fixed", "fixed: wait 1 step"], ["backoff", "backoff: 1, 2, 4 steps"], ["own", "another, as a spec"]]} change=${set("policy")} />
      ${state.policy === "own" && html`<${Text} label="Policy as a spec" value=${state.spec} change=${set("spec")} note="such as full-jitter(base=1step, cap=8steps)" />`}
      <${Slider} label="Quota: calls in the window" min="4" max="60" value=${state.calls} change=${set("calls")} />
      <${Slider} label="Window, in steps" min="1" max="12" value=${state.window} change=${set("window")} />
      <${Choice} label="Refused calls count, too" value=${state.refused} options=${[["true", "yes"], ["false", "no"]]} change=${set("refused")} />
      <${Slider} label="Attempts at most" min="1" max="10" value=${state.attempts} change=${set("attempts")} />
      <${Slider} label="Calls a step of the batch at most" min="1" max="40" value=${state.perstep} change=${set("perstep")} />
      <div class="field"><span class="label">Seed</span>
        <button type="button" onClick=${() => change({ seed: another(state.seed) })}>Another seed</button><small>${state.seed}</small>
      </div>
    </form>
    <${TroubleText} answer=${answer} />
    ${!a && !answer.trouble && html`<p class="loading" role="status">The engine is loading …</p>`}
    ${a && html`<${OneSeed} state=${answer.of} answer=${a} busy=${answer.busy} />`}
    <section aria-labelledby="seeds-heading">
      <h2 id="seeds-heading">Over many seeds</h2>
      <p class="lead">One seed can mislead. Under each seed both clients meet the same arrivals and the same faults; a dot is what the policy changes.</p>
      <${Choice} label="Seeds" value=${state.seeds} options=${[["10", "10"], ["30", "30"], ["100", "100"], ["300", "300"]]} change=${set("seeds")} />
      ${!compared && html`<p class="note">The bare client is what policies are compared with: choose one of them.</p>`}
      <${Working} answer=${seeds} what="Running seeds" />
      ${compared && html`<${TroubleText} answer=${seeds} except=${answer} />`}
      ${compared && seeds.result && html`<div aria-busy=${seeds.busy}>
        <${DotLegend} />
        <div class="grid">${seeds.result.dots.map((d) => html`<${DotPlot} key=${d.figure} dots=${d} />`)}</div>
        <${DotTable} dots=${seeds.result.dots} seeds=${seeds.result.each} title="Each seed: the policy less the bare client" />
        <${Table} caption="The differences, with their doubt" table=${seeds.result.table} />
        <${Command} text=${commandOf(seeds.of, "compare", ["--seeds", `${seeds.of.seed}..+${seeds.of.seeds}`])} />
      </div>`}
    </section>`;
}

// OneSeed shows a run of the policy beside one of the bare client.
function OneSeed({ state, answer: a, busy }) {
  const last = a.rows.length - 1;
  const row = a.rows[last], base = a.rows[0], s = a.series[last], b = a.series[0];
  const steps = s.fill.length;
  const charts = useMemo(() => chartsOf(a), [a]);
  const beside = (n, m) => (last === 0 ? "the bare client itself" : n === m ? "as the bare client" : `${Math.abs(n - m)} ${n > m ? "more" : "fewer"} than the bare client`);
  return html`<section aria-label="One seed" aria-busy=${busy}>
    <${Readouts} figures=${[
      ["Tickets completed", `${row.completed} of ${row.requests}`, beside(row.completed, base.completed)],
      ["Interactive answers gained", `${row.interactive_completed} of ${row.interactive_total}`, beside(row.interactive_completed, base.interactive_completed)],
      ["Interactive answers lost", row.interactive_total - row.interactive_completed, beside(base.interactive_completed, row.interactive_completed)],
      ["Tokens wasted", row.wasted_tokens, beside(row.wasted_tokens, base.wasted_tokens)],
    ]} />
    <p class="summary" aria-live="polite">${summary(state, a)}</p>
    <${Table} caption=${last ? "The policy beside the bare client" : "The bare client"} table=${a.table} />
    <${Command} text=${commandOf(state, "run", ["--seed", state.seed])} />
    <div class="charts">${charts.map((c) => html`<${Chart} key=${c.title} steps=${steps} ...${c} />`)}</div>
    <${Steps} series=${s} bare=${last ? b : null} />
  </section>`;
}

const solid = (label, values, colour) => ({ label, values, kind: "line", colour });
const dashed = (label, values, colour = "soft") => ({ label, values, kind: "line", colour, dash: [6, 4] });
const dotted = (label, values) => ({ label, values, kind: "line", colour: "limit", dash: [2, 3] });

// chartsOf returns what is drawn of the last series, beside the first.
function chartsOf(a) {
  const s = a.series.at(-1), b = a.series.length > 1 ? a.series[0] : null;
  const steps = s.fill.length;
  const level = (n) => Array(steps).fill(n);
  const sum = (one, other) => one.map((n, i) => n + other[i]);
  const columns = (label, floor, counts, look) => ({ label, kind: "columns", floor, values: sum(floor, counts), ...look });
  const both = (of, colour) => [solid("This policy", s[of], colour), ...(b ? [dashed("Bare client", b[of])] : [])];
  const mean = a.limit / a.window;
  const see = "; the table below holds its figures";
  return [
    { title: "Calls in each step", height: 220, description: "Columns: calls of each step, by flow, and the refused ones on top" + see, series: [
      columns("Refused", sum(s.interactive, s.batch), s.refused, { colour: "refused", fill: "slanted" }),
      columns("Batch, admitted", s.interactive, s.batch, { colour: "batch", fill: "whole" }),
      columns("Interactive, admitted", level(0), s.interactive, { colour: "interactive", fill: "level" }),
      dotted(`The limit, spread evenly: ${Number(mean.toFixed(2))} a step`, level(mean)),
    ] },
    { title: `Calls that count in the window of ${a.window} steps`, description: "Line: the window's fill after each step" + see, series: [...both("fill", "batch"), dotted(`The limit: ${a.limit}`, level(a.limit))] },
    { title: "Tickets that are not done: queued, or waiting to be tried again", description: "Line: the batch's open tickets after each step" + see, series: both("queue", "batch") },
    { title: "Interactive answers lost so far", description: "Line: interactive requests given up so far" + see, series: both("lost", "interactive") },
    { title: "Tokens wasted so far", description: "Line: tokens paid for calls that came to nothing, so far" + see, series: both("wasted", "refused") },
  ];
}

// summary says in words what the charts show. state is that of the answer.
function summary(state, a) {
  const row = a.rows.at(-1), s = a.series.at(-1);
  const refusing = s.refused.map((n, i) => (n ? i : -1)).filter((i) => i >= 0);
  const fullest = s.fill.indexOf(Math.max(...s.fill)), longest = s.queue.indexOf(Math.max(...s.queue));
  const refused = s.refused.reduce((n, m) => n + m, 0);
  return `Policy ${row.policy_spec}, ${state.load} request${state.load === "1" ? "" : "s"} a step in the burst. ` +
    (refused === 0 ? "No call is refused. " : `${refused} call${refused === 1 ? " is" : "s are"} refused, ${row.rate_limited} of the batch and ${refused - row.rate_limited} interactive, in ${refusing.length} step${refusing.length === 1 ? "" : "s"} from step ${refusing[0]} to step ${refusing.at(-1)}. `) +
    `The window is fullest after step ${fullest}: ${s.fill[fullest]} calls count${state.refused === "true" ? ", refused ones included" : ""}, and the limit is ${a.limit}. ` +
    `Most tickets are open after step ${longest}: ${s.queue[longest]}. ` +
    `${row.interactive_completed} of ${row.interactive_total} interactive queries are answered.`;
}

// rowsMax bounds the table of steps.
const rowsMax = 2000;

// Steps is the table behind the charts.
function Steps({ series, bare }) {
  const [open, setOpen] = useState(false);
  const names = [["interactive", "interactive admitted"], ["batch", "batch admitted"], ["refused", "refused"], ["fill", "in the window"], ["queue", "tickets open"], ["gained", "interactive gained"], ["lost", "interactive lost"], ["wasted", "tokens wasted"]];
  const part = (s, caption) => html`<${Table} caption=${caption} table=${plainTable(["step", ...names.map(([, text]) => text)], series.fill.slice(0, rowsMax).map((_, i) => [i, ...names.map(([name]) => s[name][i])]))} />`;
  return html`<details open=${open} onToggle=${(e) => setOpen(e.target.open)}><summary>The charts as a table, step by step</summary>
    ${open && html`<div class="tall">${part(series, "Each step of this policy")}${bare && part(bare, "Each step of the bare client")}</div>`}
  </details>`;
}
