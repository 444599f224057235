// The view "Yours": a scenario of the reader's own, run, compared and told.

import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import { Choice, Command, html, Lines, quoted, Select, Slider, Table, Text, TroubleText, Working } from "./parts.js";
import { idle, useAnswer } from "./ask.js";
import { ask } from "./engine.js";
import { DotLegend, DotPlot } from "./dots.js";

const start = `extends: lesson
name: mine
limit:
  calls: 24
loads:
  heavy: 6
policies:
  slow: fixed(wait=15steps)
`;

export const yoursDefaults = {
  text: start, show: "run", load: "", policies: "", own: "", baseline: "none", seed: "", seeds: "30", policy: "", flow: "", outcome: "", request: "", step: "0",
};

const fileName = "scenario.yaml";

// linkMax is how long a text may be for a link that others can open.
const linkMax = 30_000;

// useSettled returns a value when it has not changed for a while.
function useSettled(value, ms) {
  const [settled, setSettled] = useState(value);
  useLayoutEffect(() => {
    if (value === settled) return;
    idle(+1);
    const timer = setTimeout(setSettled, ms, value);
    return () => {
      clearTimeout(timer);
      setTimeout(idle, 50, -1);
    };
  }, [value, settled]);
  return settled;
}

// listed takes a text apart at the commas that stand in no brackets.
export function listed(text) {
  const all = [""];
  let depth = 0;
  for (const c of text) {
    depth += c === "(" ? 1 : c === ")" ? -1 : 0;
    if (c === "," && depth === 0) all.push("");
    else all[all.length - 1] += c;
  }
  return all.map((s) => s.trim()).filter(Boolean);
}

export function Yours({ state, change }) {
  const text = useSettled(state.text, 350);
  const source = { text: text || " ", name: fileName };
  const catalogue = useAnswer({ ask: "catalogue" });
  const checked = useAnswer({ ask: "scenario", scenario: source });
  const faults = checked.trouble?.faults ?? [];
  const good = checked.current && !checked.trouble && text === state.text ? checked.result : null;
  return html`
    <h1>Yours</h1>
    <p class="lead">A scenario of your own: paste or open one, or begin with a provider. It stays in this page.</p>
    <${Begin} catalogue=${catalogue.result} change=${change} />
    <${Lines} label="Scenario (YAML)" value=${state.text} change=${(t) => change({ text: t })} faults=${faults} />
    ${!checked.trouble?.faults && html`<${TroubleText} trouble=${checked.trouble} />`}
    ${state.text.length > linkMax && html`<p class="note">The scenario is longer than a link can safely hold: share it as a file.</p>`}
    ${good && html`<p class="note" role="status">${good.name} is a scenario ${good.open ? "of continuous time" : "counted in steps"}, with the flow${good.flows.length > 1 ? "s" : ""} ${good.flows.join(", ")}.</p>
      <${Runs} state=${state} change=${change} scenario=${good} source=${source} />`}`;
}

// Begin puts a scenario into the editor.
function Begin({ catalogue, change }) {
  const [trouble, setTrouble] = useState(null);
  const put = (t) => change({ ...yoursDefaults, text: t });
  const choose = (value) => {
    const [kind, name] = value.split(/:(.*)/s);
    if (kind === "endpoint") put(`extends: starter\nname: mine\nendpoint:\n  preset: ${name}\n`);
    if (kind === "scenario") put(`extends: ${name}\nname: mine\n`);
    if (kind === "own") put(start);
  };
  const open = async (e) => {
    const file = e.target.files[0];
    e.target.value = "";
    if (!file) return;
    setTrouble(file.size > 4 << 20 ? { message: `${file.name} has ${file.size} bytes; want a scenario of at most ${4 << 20}` } : null);
    if (file.size <= 4 << 20) put(await file.text());
  };
  return html`<div class="controls">
    <${Select} label="Begin with" value="" change=${choose} options=${[
      ["", "choose …"], ["own", "the lesson, with a policy more"],
      ...(catalogue?.scenarios ?? []).map((name) => ["scenario:" + name, `scenario ${name}`]),
      ...(catalogue?.endpoints ?? []).map((e) => ["endpoint:" + e.name, `provider ${e.name}: ${e.spec}`]),
    ]} />
    <div class="field"><label for="open-file">Open a file</label><input id="open-file" type="file" accept=".yaml,.yml,.json,text/*" onChange=${open} /></div>
    <${TroubleText} trouble=${trouble} />
  </div>`;
}

// Runs chooses what is run of a scenario, and shows what came of it.
function Runs({ state, change, scenario, source }) {
  const known = scenario.policies.map((p) => p.name);
  const own = listed(state.own);
  const picked = state.policies ? listed(state.policies).filter((p) => known.includes(p)) : known;
  const policies = [...picked, ...own.filter((p) => !picked.includes(p))];
  const load = scenario.loads.includes(state.load) ? state.load : "";
  const isSeed = /^-?\d{1,15}$/.test(state.seed);
  const seed = isSeed ? Number(state.seed) : null; // the scenario's own
  const toggle = (name, on) => change({ policies: known.filter((p) => (p === name ? on : picked.includes(p))).join(", ") || ",", request: "", step: "0" });
  const question = { scenario: source, load, policies, seed };
  const command = (verb, more) => ["ratesim", verb, "-f", fileName, ...(load ? ["--load", load] : []), ...policies.flatMap((p) => ["--policy", p]), ...more].map(quoted).join(" ");
  const shared = { state, change, scenario, question, policies, load, command };
  return html`
    <form class="controls" onSubmit=${(e) => e.preventDefault()}>
      ${scenario.loads.length > 0 && html`<${Select} label="Load" value=${load} options=${[["", "all"], ...scenario.loads.map((l) => [l, l])]} change=${(l) => change({ load: l, request: "", step: "0" })} />`}
      <fieldset><legend>Policies</legend>${scenario.policies.map((p) => html`<label class="check" key=${p.name}>
        <input type="checkbox" checked=${picked.includes(p.name)} onChange=${(e) => toggle(p.name, e.target.checked)} /> <span>${p.name}${p.spec !== p.name && html` <small>${p.spec}</small>`}</span></label>`)}</fieldset>
      <${Text} label="More policies, as specs" value=${state.own} change=${(t) => change({ own: t })} note="with commas between, such as full-jitter(base=1s, cap=8s)" />
      <${Text} label="Seed" value=${state.seed} placeholder=${scenario.seed} change=${(t) => change({ seed: t.trim() })} inputmode="numeric"
        note=${state.seed && !isSeed ? `“${state.seed}” is no whole number of up to 15 digits: the scenario's ${scenario.seed} is used` : `empty for the scenario's, ${scenario.seed}`} />
    </form>
    <${Choice} label="Show" value=${state.show} options=${[["run", "Tables"], ["compare", "Comparison"], ["story", "One request"]]} change=${(show) => change({ show })} />
    ${policies.length === 0 ? html`<p class="note" role="status">Choose a policy to run.</p>`
      : state.show === "compare" ? html`<${Compare} ...${shared} />`
      : state.show === "story" ? html`<${Told} ...${shared} />`
      : html`<${Tables} ...${shared} />`}
    <${Downloads} ...${shared} />`;
}

// Tables shows the tables of the runs.
function Tables({ question, command }) {
  const answer = useAnswer({ ask: "run", ...question });
  return html`<section aria-label="Tables" aria-busy=${answer.busy}>
    <${Working} answer=${answer} what="Running" />
    <${TroubleText} trouble=${answer.trouble} />
    ${answer.result?.tables.map((t) => html`<${Table} key=${t.title} caption=${t.title[0].toUpperCase() + t.title.slice(1)} table=${t.table} />`)}
    <${Command} text=${command("run", question.seed === null ? [] : ["--seed", String(question.seed)])} />
  </section>`;
}

// Compare sets the policies against one of them, over many seeds.
function Compare({ state, change, scenario, question, policies, command }) {
  const baseline = policies.includes(state.baseline) ? state.baseline : policies[0];
  const answer = useAnswer(policies.length > 1 ? { ask: "seeds", ...question, baseline, count: Number(state.seeds) || 30 } : null);
  if (policies.length < 2) return html`<p class="note" role="status">Choose a second policy to compare.</p>`;
  const groups = Map.groupBy(answer.result?.dots ?? [], (d) => [d.load, d.policy].filter(Boolean).join(", "));
  return html`<section aria-label="Comparison" aria-busy=${answer.busy}>
    <div class="controls">
      <${Select} label="Compared with" value=${baseline} options=${policies.map((p) => [p, p])} change=${(b) => change({ baseline: b })} />
      <${Slider} label="Seeds" min="5" max="300" step="5" value=${state.seeds} change=${(n) => change({ seeds: n })} />
    </div>
    <${Working} answer=${answer} what="Running seeds" />
    <${TroubleText} trouble=${answer.trouble} />
    ${answer.result && html`<${DotLegend} baseline=${baseline} />
      ${[...groups].map(([name, dots]) => html`<h3 key=${name}>${name}, beside ${baseline}</h3><div class="grid">${dots.map((d) => html`<${DotPlot} key=${d.flow + d.figure} dots=${d} />`)}</div>`)}
      <${Table} caption="The differences, with their doubt" table=${answer.result.table} />
      <${Command} text=${command("compare", ["--baseline", baseline, "--seeds", `${question.seed ?? scenario.seed}..+${state.seeds}`])} />`}
  </section>`;
}

// listMax is how many requests are offered at once.
const listMax = 300;

// Told goes through what happened to one request, step by step.
function Told({ state, change, scenario, question, policies, load }) {
  const policy = policies.includes(state.policy) ? state.policy : policies.at(-1);
  const one = { scenario: question.scenario, load: load || scenario.loads.at(-1) || "", policy, seed: question.seed };
  const requests = useAnswer({ ask: "requests", ...one });
  const all = requests.result ?? [];
  const outcomes = useMemo(() => [...new Set(all.map((r) => r.outcome))], [requests.result]);
  const fitting = useMemo(() => all.filter((r) => (!state.flow || r.flow === state.flow) && (!state.outcome || r.outcome === state.outcome)), [requests.result, state.flow, state.outcome]);
  const chosen = fitting.find((r) => r.flow + "/" + r.id === state.request) ?? fitting.reduce((most, r) => (most && most.attempts >= r.attempts ? most : r), null);
  const story = useAnswer(chosen && requests.current ? { ask: "story", ...one, flow: chosen.flow, request: chosen.id } : null);
  const lines = story.result?.lines ?? [];
  const at = Math.min(Number(state.step) || 0, Math.max(0, lines.length - 2));
  const words = (r) => `${r.flow} ${r.id}: ${r.outcome.replace("_", " ")}, ${r.attempts} attempt${r.attempts === 1 ? "" : "s"}, ${r.rate_limited} refused`;
  const offered = fitting.slice(0, listMax);
  if (chosen && !offered.includes(chosen)) offered.push(chosen);
  return html`<section aria-label="One request" aria-busy=${requests.busy || story.busy}>
    <div class="controls">
      <${Select} label="Policy of the run" value=${policy} options=${policies.map((p) => [p, p])} change=${(p) => change({ policy: p, request: "", step: "0" })} />
      <${Select} label="Flow" value=${state.flow} options=${[["", "all"], ...scenario.flows.map((f) => [f, f])]} change=${(f) => change({ flow: f, request: "", step: "0" })} />
      <${Select} label="Outcome" value=${state.outcome} options=${[["", "all"], ...outcomes.map((o) => [o, o.replace("_", " ")])]} change=${(o) => change({ outcome: o, request: "", step: "0" })} />
      <${Select} label=${`Request (${fitting.length}${fitting.length > listMax ? `, of which ${listMax} are offered` : ""})`} value=${chosen ? chosen.flow + "/" + chosen.id : ""} options=${offered.map((r) => [r.flow + "/" + r.id, words(r)])} change=${(r) => change({ request: r, step: "0" })} />
    </div>
    <${Working} answer=${requests} what="Running" />
    <${TroubleText} trouble=${requests.trouble ?? story.trouble} />
    ${lines.length > 1 && html`<div class="told">
      <p><strong>${lines[0]}</strong></p>
      <p class="buttons"><button type="button" disabled=${at === 0} onClick=${() => change({ step: String(at - 1) })}>Back</button>
        <button type="button" class="first" disabled=${at >= lines.length - 2} onClick=${() => change({ step: String(at + 1) })}>Next</button>
        <span class="note" aria-live="polite">${at + 1} of ${lines.length - 1}: ${lines[at + 1].trim()}</span></p>
      <ol>${lines.slice(1).map((line, i) => html`<li aria-current=${i === at ? "step" : undefined} class=${i > at ? "later" : ""}>${line.trim()}</li>`)}</ol>
    </div>`}
  </section>`;
}

// Downloads offers the scenario, a trace and a report as files.
function Downloads({ state, scenario, question, policies, load }) {
  const [trouble, setTrouble] = useState(null);
  const [busy, setBusy] = useState("");
  const policy = policies.includes(state.policy) ? state.policy : policies.at(-1);
  const hand = async (name, type, made) => {
    setTrouble(null);
    setBusy(name);
    try {
      save(name, type, await made());
    } catch (error) {
      setTrouble(error);
    }
    setBusy("");
  };
  const one = { scenario: question.scenario, load: load || scenario.loads.at(-1) || "", policy, seed: question.seed };
  const none = policies.length === 0;
  return html`<section aria-labelledby="files-heading">
    <h2 id="files-heading">Take it away</h2>
    <p class="buttons">
      <button type="button" onClick=${() => hand(fileName, "application/yaml", async () => state.text)}>Scenario</button>
      <button type="button" disabled=${none} onClick=${() => hand("trace.ndjson", "application/x-ndjson", () => ask({ ask: "trace", ...one }))}>Trace of ${policy ?? "a policy"}${one.load && `, ${one.load}`}</button>
      <button type="button" disabled=${none} onClick=${() => hand("report.md", "text/markdown", () => report({ state, question, policies }))}>Report</button>
      <span role="status">${busy && `Making ${busy} …`}</span>
    </p>
    <${TroubleText} trouble=${trouble} />
  </section>`;
}

// report returns the tables, and the comparison if it is shown, as Markdown.
async function report({ state, question, policies }) {
  const { report: tables } = await ask({ ask: "run", ...question });
  let text = tables;
  if (state.show === "compare" && policies.length > 1) {
    const baseline = policies.includes(state.baseline) ? state.baseline : policies[0];
    const { report: comparison } = await ask({ ask: "seeds", ...question, baseline, count: Number(state.seeds) || 30 });
    text += `\n## Compared with ${baseline}\n\n${comparison}`;
  }
  return `${text}\n## Scenario\n\n\`\`\`yaml\n${state.text.trimEnd()}\n\`\`\`\n`;
}

function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
