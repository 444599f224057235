// The view "Yours": a scenario of the reader's own, run, compared and told.

import { useLayoutEffect, useState } from "preact/hooks";
import { Choice, Command, Fault, html, Mistakes, quoted, Select, Slider, Table, Tables, Text, TroubleText, Unknown, Working } from "./parts.js";
import { idle, useAnswer, useTask } from "./ask.js";
import { textOf } from "./decode.js";
import { isOpen } from "./engine.js";
import { anyText, oneOf, whole } from "./fields.js";
import { Lines } from "./lines.js";
import { startsOf } from "./state.js";
import { OpenFile } from "./files.js";
import { Recorded } from "./recorded.js";
import { Told } from "./told.js";
import { DotLegend, DotPlot, DotTable } from "./dots.js";

const start = `version: 1
extends: lesson
name: mine
limit:
  calls: 24
loads:
  heavy: 6
policies:
  slow: fixed(wait=15steps)
`;

// begun returns a scenario that another is built on.
const begun = (name) => `version: 1\nextends: ${name}\nname: mine\n`;

// account is a scenario that sends nothing but recorded requests.
const account = begun("account");

// steady is a flow for an account that is to send something by itself.
const steady = `flows:
  steady:
    arrivals: poisson(rate=1/s)
`;

const nothing = anyText("");
const anyCount = whole("0", 0, 1e9);

export const yoursFields = {
  look: oneOf("scenario", "scenario", "trace"),
  trace: nothing, run: anyCount, input: nothing, columns: nothing, skip: oneOf("", "", "yes"),
  text: anyText(start), show: oneOf("run", "run", "compare", "story"),
  load: nothing, policies: nothing, own: nothing, baseline: anyText("none"), seed: nothing, seeds: whole("30", 5, 300),
  policy: nothing, flow: nothing, outcome: nothing, request: nothing, step: anyCount,
};

// textMax bounds a scenario that is opened, in bytes, as the engine does.
const textMax = 1 << 20;

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
  return html`
    <h1>Yours</h1>
    <p class="lead">A scenario of your own: paste or open one, or begin with a provider. Or a trace that was recorded. All of it stays in this page.</p>
    <${Choice} label="Look at" value=${state.look} options=${[["scenario", "A scenario"], ["trace", "A recorded trace"]]} change=${(look) => change({ look })} />
    ${state.look === "trace" ? html`<${Recorded} state=${state} change=${change} />` : html`<${Scenario} state=${state} change=${change} />`}`;
}

function Scenario({ state, change }) {
  const text = useSettled(state.text, 350);
  const source = { text: text || " ", name: fileName };
  if (state.input) Object.assign(source, { input: state.input, columns: state.columns, skip_bad: state.skip !== "" });
  const catalogue = useAnswer({ ask: "catalogue" });
  const isThere = !state.input || isOpen(state.input);
  const checked = useAnswer(isThere ? { ask: "scenario", scenario: source } : null);
  const all = (isThere && checked.trouble?.faults) || [];
  const faults = all.filter((f) => f.source !== state.input || !state.input);
  const ofInput = all.filter((f) => !faults.includes(f));
  const good = isThere && checked.current && !checked.trouble && text === state.text ? checked.result : null;
  return html`
    <${Begin} catalogue=${catalogue.result} state=${state} change=${change} />
    <${Lines} label="Scenario (YAML)" value=${state.text} change=${(t) => change({ text: t })} faults=${faults} />
    <${Input} state=${state} change=${change} faults=${ofInput} />
    <${Working} answer=${checked} what="Reading" hidden=${!state.input} />
    ${isThere && !checked.trouble?.faults && html`<${TroubleText} answer=${checked} shown=${false} />`}
    ${state.text.length > linkMax && html`<p class="note">The scenario is longer than a link can safely hold: share it as a file.</p>`}
    ${good && html`<p class="note lined" role="status">${[`${good.name} is a scenario ${good.open ? "of continuous time" : "counted in steps"}, with the flow${good.flows.length > 1 ? "s" : ""} ${good.flows.join(", ")}.`, ...good.notes].join("\n")}</p>
      <${Runs} state=${state} change=${change} scenario=${good} source=${source} />`}`;
}

// Input opens the reader's own tickets or recorded requests.
function Input({ state, change, faults }) {
  return html`<div class="controls">
    <${OpenFile} label="Open your own tickets or requests" name=${state.input} accept=".csv,.tsv,.json,.jsonl,.ndjson,.txt,.gz"
      note="CSV or JSON Lines, up to a million rows and 256 MB. For a scenario counted in steps they are the batch's tickets. In one of continuous time its flow “trace” sends them as recorded requests, or the flow that names the file itself, as trace(file=…)."
      change=${(input) => change({ input, request: "", step: "0" })}>
      ${faults.length > 0 && html`<div role="alert"><ul class="trouble">${faults.map((f) => html`<li><${Fault} text=${f.text} /></li>`)}</ul></div>
        ${!state.text.includes("trace(") && html`<p class="note">Are these recorded requests, and not tickets? <button type="button" class="small" onClick=${() => change({ text: account })}>Begin with an account</button></p>`}`}
    <//>
    ${state.input && html`
      <div class="wide"><${Text} label="Its columns" value=${state.columns} change=${(t) => change({ columns: t.trim() })} note="as id=NAME,text=NAME,topic=NAME of tickets, or at=NAME,input=NAME,output=NAME of requests; empty for the usual names. Where the scenario names the file itself its columns stand there, as trace(file=…, columns=…)." /></div>
      <label class="check"><input type="checkbox" checked=${state.skip !== ""} onChange=${(e) => change({ skip: e.target.checked ? "yes" : "" })} /> <span>Leave out what cannot be read</span></label>`}
  </div>`;
}

// scenarioOf returns the text of a file, or throws what is wrong with it.
async function scenarioOf(file) {
  if (file.size > textMax) throw new Error(`${file.name} has ${file.size} bytes; want a scenario of at most ${textMax}`);
  return textOf(file.name, new Uint8Array(await file.arrayBuffer()));
}

// Begin puts a scenario into the editor.
function Begin({ catalogue, state, change }) {
  const [trouble, setTrouble] = useState(null);
  const put = (t) => change({ ...startsOf(yoursFields), input: state.input, columns: state.columns, skip: state.skip, text: t });
  const choose = (value) => {
    const [kind, name] = value.split(/:(.*)/s);
    if (kind === "endpoint") put(`${begun("starter")}endpoint:\n  preset: ${name}\n`);
    if (kind === "scenario") put(name === "account" && !state.input ? account + steady : begun(name));
    if (kind === "own") put(start);
  };
  const open = async (e) => {
    const file = e.target.files[0];
    e.target.value = "";
    if (!file) return;
    try {
      put(await scenarioOf(file));
      setTrouble(null);
    } catch (wrong) {
      setTrouble(wrong);
    }
  };
  return html`<div class="controls">
    <${Select} label="Begin with" value="" change=${choose} options=${[
      ["", "choose …"], ["own", "the lesson, with a policy more"],
      ...(catalogue?.scenarios ?? []).map((name) => ["scenario:" + name, `scenario ${name}`]),
      ...(catalogue?.endpoints ?? []).map((e) => ["endpoint:" + e.name, `provider ${e.name}: ${e.spec}`]),
    ]} />
    <div class="field"><label for="open-file">Open a scenario</label><input id="open-file" type="file" accept=".yaml,.yml,.json,text/*" onChange=${open} /></div>
    <${Mistakes} trouble=${trouble} />
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
  const input = [...(scenario.input ? [scenario.input, state.input] : []), ...(scenario.input && state.columns ? ["--columns", state.columns] : []), ...(state.input && state.skip ? ["--skip-bad"] : [])];
  const wordsOf = (verb, load, policies, more) => [verb, "-f", fileName, ...input, ...(load ? ["--load", load] : []), ...policies.flatMap((p) => ["--policy", p]), ...more];
  const commandOf = (...of) => ["ratesim", ...wordsOf(...of)].map(quoted).join(" ");
  const command = (verb, more) => commandOf(verb, load, policies, more);
  const baseline = policies.includes(state.baseline) ? state.baseline : policies[0];
  const policy = policies.includes(state.policy) ? state.policy : policies.at(-1);
  const one = { scenario: source, load: load || scenario.loads.at(-1) || "", policy, seed };
  const seedFlags = seed === null ? [] : ["--seed", String(seed)];
  const explain = (r) => `${commandOf("run", one.load, [policy], [...seedFlags, "--trace", "-"])} | ${["ratesim", "explain", "-", "--request", r.id, "--flow", r.flow].map(quoted).join(" ")}`;
  const seeds = ["--seeds", `${seed ?? scenario.seed}..+${state.seeds}`]; // of the comparison
  const compares = state.show === "compare" && policies.length > 1;
  const besides = compares && baseline !== (policies.includes("none") ? "none" : policies[0]);
  const asTrace = { ask: "trace", ...one, command: recorded(wordsOf("run", one.load, [policy], seedFlags)) };
  const asReport = { ask: "report", ...question, baseline: besides ? baseline : "", count: compares ? Number(state.seeds) : 1, command: recorded(wordsOf("run", load, policies, compares ? seeds : seedFlags)) };
  const shared = { state, change, scenario, question, policies, baseline, policy, one, command, seedFlags, seeds, explain, asTrace, asReport };
  return html`
    <form class="controls" onSubmit=${(e) => e.preventDefault()}>
      ${scenario.loads.length > 0 && html`<${Select} label="Load" value=${load} options=${[["", "all"], ...scenario.loads.map((l) => [l, l])]} change=${(l) => change({ load: l, request: "", step: "0" })} />`}
      <fieldset><legend>Policies</legend>${scenario.policies.map((p) => html`<label class="check" key=${p.name}>
        <input type="checkbox" checked=${picked.includes(p.name)} onChange=${(e) => toggle(p.name, e.target.checked)} /> <span>${p.name}${p.spec !== p.name && html` <small>${p.spec}</small>`}</span></label>`)}</fieldset>
      <${Text} label="More policies, as specs" value=${state.own} change=${(t) => change({ own: t })} note="with commas between, such as full-jitter(base=1s, cap=8s)" />
      <${Text} label="Seed" value=${state.seed} placeholder=${scenario.seed} change=${(t) => change({ seed: t.trim() })} inputmode="numeric"
        note=${state.seed && !isSeed ? `“${state.seed}” is no whole number of up to 15 digits: the scenario's ${scenario.seed} is used` : `empty for the scenario's, ${scenario.seed}`} />
    </form>
    <${Unknown} texts=${unknownIn(state, { scenario, known, policies })} />
    <${Choice} label="Show" value=${state.show} options=${[["run", "Tables"], ["compare", "Comparison"], ["story", "One request"]]} change=${(show) => change({ show })} />
    ${policies.length === 0 ? html`<p class="note" role="status">Choose a policy to run.</p>`
      : state.show === "compare" ? html`<${Compare} ...${shared} />`
      : state.show === "story" ? html`<${OneRun} ...${shared} />`
      : html`<${Run} ...${shared} />`}
    <${Downloads} ...${shared} />`;
}

// recorded returns a command's words as a trace has them: flags by their long names.
function recorded(words) {
  return words.map((w) => ({ "-f": "--file", "--skip-bad": "--skip-bad=true" })[w] ?? w);
}

// unknownIn tells what the state asks for and the scenario does not have.
function unknownIn(state, { scenario, known, policies }) {
  const no = (what, name, instead) => `there is no ${what} “${name}” here: ${instead}`;
  return [
    ...(state.load && !scenario.loads.includes(state.load) ? [no("load", state.load, scenario.loads.length ? "all are run" : "the scenario has none")] : []),
    ...listed(state.policies).filter((p) => !known.includes(p)).map((p) => no("policy", p, "it is left out")),
    ...(state.baseline !== "none" && !policies.includes(state.baseline) ? [no("policy", state.baseline, "the first is what others are compared with")] : []),
    ...(state.policy && !policies.includes(state.policy) ? [no("policy", state.policy, "the last one's requests are shown")] : []),
  ];
}

// Run shows the tables of the runs.
function Run({ scenario, question, command, seedFlags }) {
  const answer = useAnswer({ ask: "run", ...question }, command("run", [...seedFlags, ...(scenario.open ? ["--show", "all"] : [])]));
  return html`<section aria-label="Tables" aria-busy=${answer.busy}>
    <${Working} answer=${answer} what="Running" />
    <${TroubleText} answer=${answer} />
    ${answer.result && html`<${Tables} ...${answer.result} command=${answer.of} />`}
  </section>`;
}

// Compare sets the policies against one of them, over many seeds.
function Compare({ state, change, scenario, question, policies, baseline, command, seeds }) {
  const answer = useAnswer(policies.length > 1 ? { ask: "seeds", ...question, baseline, count: Number(state.seeds) } : null,
    { baseline, command: command("compare", ["--baseline", baseline, ...seeds]) });
  if (policies.length < 2) return html`<p class="note" role="status">Choose a second policy to compare.</p>`;
  const groups = Map.groupBy(answer.result?.dots ?? [], (d) => [d.load, d.policy].filter(Boolean).join(", "));
  return html`<section aria-label="Comparison" aria-busy=${answer.busy}>
    <div class="controls">
      <${Select} label="Compared with" value=${baseline} options=${policies.map((p) => [p, p])} change=${(b) => change({ baseline: b })} />
      <${Slider} label="Seeds" min="5" max="300" step="5" value=${state.seeds} change=${(n) => change({ seeds: n })} />
    </div>
    <${Working} answer=${answer} what="Running seeds" />
    <${TroubleText} answer=${answer} />
    ${answer.result && html`<h2>Beside ${answer.of.baseline}, over ${answer.result.seeds} seeds</h2>
      <${DotLegend} baseline=${answer.of.baseline} />
      ${[...groups].map(([name, dots]) => html`<h3 key=${name}>${name}, beside ${answer.of.baseline}</h3><div class="grid">${dots.map((d) => html`<${DotPlot} key=${d.flow + d.figure} dots=${d} />`)}</div>
        <${DotTable} dots=${dots} seeds=${answer.result.each} title=${`Each seed: ${name} less ${answer.of.baseline}`} />`)}
      <${Table} caption="The differences, with their doubt" table=${answer.result.table} />
      ${answer.result.notes.map((note) => html`<p class="note">${note}</p>`)}
      <${Command} text=${answer.of.command} />`}
  </section>`;
}

// OneRun tells what happened to one request of a run.
function OneRun({ state, change, scenario, policies, policy, one, explain }) {
  return html`<${Told} state=${state} change=${change} one=${one} flows=${scenario.flows} command=${explain}>
    <${Select} label="Policy of the run" value=${policy} options=${policies.map((p) => [p, p])} change=${(p) => change({ policy: p, request: "", step: "0" })} />
  <//>`;
}

// Downloads offers the scenario, a trace and a report as files.
function Downloads({ state, policies, policy, one, asTrace, asReport }) {
  const task = useTask();
  const none = policies.length === 0;
  const hand = (name, type, made) => task.start(name, async (ask) => save(name, type, await made(ask)));
  return html`<section aria-labelledby="files-heading">
    <h2 id="files-heading">Take it away</h2>
    <p class="buttons">
      <button type="button" onClick=${() => save(fileName, "application/yaml", state.text)}>Scenario</button>
      <button type="button" disabled=${none} onClick=${() => hand("trace.ndjson", "application/x-ndjson", (ask) => ask(asTrace))}>Trace of ${policy ?? "a policy"}${one.load && `, ${one.load}`}</button>
      <button type="button" disabled=${none} onClick=${() => hand("report.md", "text/markdown", (ask) => ask(asReport))}>Report</button>
    </p>
    <${Working} answer=${task} what=${`Making ${task.name}`} />
    ${task.trouble?.stopped ? !task.busy && html`<p class="trouble" role="status">Stopped: ${task.name} has not been made.</p>` : html`<${Mistakes} trouble=${task.trouble} />`}
    ${!none && html`<p class="note">The report says in words what follows, and has the tables, lost requests by cause, the scenario and the commands.</p>
      <${Command} label="One with pictures:" text=${`${["ratesim", ...asReport.command, "--trace", "run.ndjson"].map(quoted).join(" ")}\n${["ratesim", "report", "run.ndjson", "--html", "report.html", ...(asReport.baseline ? ["--baseline", asReport.baseline] : [])].map(quoted).join(" ")}`} />`}
  </section>`;
}

function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
